// Gathers the inline content of one paragraph as flat runs and turns it into nested phrasing. Being flat, white space
// can be collapsed as CSS does (css-text-3, 4.1) and formatting that spans blocks needs no second pass.
import { text } from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';
import { isBlank, type Mark, nest, type Run, sameMarks, shared } from './inline-nesting.ts';

/** How often one script may stand inside another: x to the y to the z, and no more. */
const scriptDepth = 4;
const none: readonly Mark[] = [];
const nothing: readonly Phrasing[][] = [];

export class InlineRuns {
  #runs: Run[] = [];
  #marks: readonly Mark[] = none;
  #space = false;

  /** True while nothing but white space was added. */
  get empty(): boolean {
    return this.#runs.length === 0;
  }

  /** Grows with each run: tells whether something was added in between. */
  get size(): number {
    return this.#runs.length;
  }

  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Formatting that holds until `restore` is called with what this returns. Marks already on are not doubled. */
  mark(mark: Mark): readonly Mark[] {
    const before = this.#marks;
    const last = before.at(-1);
    if (last?.kind === 'code') {
      // Code shows its text as it is: only a link around it means something.
      if (mark.kind === 'link') this.#marks = [...before.slice(0, -1).filter((one) => one.kind !== 'link'), mark, last];
      return before;
    }
    if (mark.kind === 'link') {
      this.#marks = [...before.filter((one) => one.kind !== 'link'), mark];
    } else if (mark.kind === 'superscript' || mark.kind === 'subscript') {
      const scripts = before.filter((one) => one.kind === 'superscript' || one.kind === 'subscript').length;
      if (scripts < scriptDepth) this.#marks = [...before, mark];
    } else if (!before.some((one) => one.kind === mark.kind)) {
      this.#marks = [...before, mark];
    }
    return before;
  }

  restore(marks: readonly Mark[]): void {
    this.#marks = marks;
  }

  /** Text whose white space collapses; a line feed is a break when `lines` is set (white-space: pre-line). */
  text(value: string, lines = false): void {
    if (lines && value.includes('\n')) {
      value.split('\n').forEach((line, index) => {
        if (index > 0) this.lineBreak();
        this.text(line);
      });
      return;
    }
    const shown = (/[\t\n\f\r]| {2}/.test(value) ? value.replace(/[ \t\n\f\r]+/g, ' ') : value).replaceAll(
      '\u00ad',
      '',
    );
    if (shown === '') return;
    if (shown === ' ') {
      this.#space = true;
      return;
    }
    const start = shown.startsWith(' ') ? 1 : 0;
    const end = shown.endsWith(' ') ? shown.length - 1 : shown.length;
    if (start === 1) this.#space = true;
    this.#spend();
    this.#append(shown.slice(start, end), this.#marks);
    if (end < shown.length) this.#space = true;
  }

  /** A space wanted here, for example where a cell or a block ends inside a heading. */
  space(): void {
    this.#space = true;
  }

  node(node: Phrasing): void {
    this.#spend();
    this.#runs.push({ kind: 'node', node, marks: this.#marks.filter((one) => one.kind !== 'code') });
  }

  lineBreak(): void {
    this.#space = false;
    this.#runs.push({ kind: 'break' });
  }

  /** What was gathered, one list per paragraph: two breaks in a row end a paragraph unless `joined`. */
  take(joined = false): readonly Phrasing[][] {
    this.#space = false;
    const runs = this.#runs;
    const [only] = runs;
    if (only === undefined) return nothing;
    this.#runs = [];
    // Most paragraphs are one piece of plain text.
    if (runs.length === 1 && only.kind === 'text' && only.marks.length === 0) {
      const value = only.value.trim();
      return isBlank(value) ? nothing : [[text(value)]];
    }
    const paragraphs: Phrasing[][] = [];
    let part: Run[] = [];
    let breaks = 0;
    const close = (): void => {
      const phrasing = nest(part);
      if (phrasing.length > 0) paragraphs.push(phrasing);
      part = [];
    };
    for (const run of runs) {
      if (run.kind === 'break') {
        breaks += 1;
        continue;
      }
      // White space alone between two breaks, a no-break space for instance, does not make a line.
      if (run.kind === 'text' && breaks > 0 && isBlank(run.value) && part.length > 0) continue;
      if (breaks > 1 && !joined) close();
      else if (breaks > 0 && part.length > 0) part.push({ kind: 'break' });
      breaks = 0;
      part.push(run);
    }
    close();
    return paragraphs;
  }

  /** The waiting space goes to the marks both neighbours share: never inside the edge of emphasis. */
  #spend(): void {
    if (!this.#space) return;
    this.#space = false;
    const last = this.#runs.at(-1);
    if (last === undefined || last.kind === 'break') return;
    this.#append(' ', shared(last.marks, this.#marks));
  }

  #append(value: string, marks: readonly Mark[]): void {
    const last = this.#runs.at(-1);
    if (last?.kind === 'text' && sameMarks(last.marks, marks)) last.value += value;
    else this.#runs.push({ kind: 'text', value, marks });
  }
}
