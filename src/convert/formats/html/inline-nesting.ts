// Turns the flat runs of a paragraph into nested phrasing: trims the edges, joins neighbours in the same formatting.
import {
  emphasis,
  inlineCode,
  lineBreak,
  link,
  strike,
  strong,
  subscript,
  superscript,
  text,
} from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';

export type Mark =
  | { readonly kind: 'strong' | 'emphasis' | 'delete' | 'superscript' | 'subscript' | 'code' }
  | { readonly kind: 'link'; readonly url: string; readonly title?: string };

interface TextRun {
  readonly kind: 'text';
  value: string;
  readonly marks: readonly Mark[];
}
interface NodeRun {
  readonly kind: 'node';
  readonly node: Phrasing;
  readonly marks: readonly Mark[];
}
interface BreakRun {
  readonly kind: 'break';
}
export type Run = TextRun | NodeRun | BreakRun;

const blank = /^[\s\u200b\u2060\ufeff]*$/;
export const isBlank = (value: string): boolean => blank.test(value);

function trimmed(runs: readonly Run[]): Run[] {
  let start = 0;
  let end = runs.length;
  const empty = (run: Run | undefined): boolean =>
    run === undefined || run.kind === 'break' || (run.kind === 'text' && isBlank(run.value));
  while (start < end && empty(runs[start])) start += 1;
  while (end > start && empty(runs[end - 1])) end -= 1;
  const kept = runs.slice(start, end);
  const first = kept[0];
  if (first?.kind === 'text') kept[0] = { ...first, value: first.value.trimStart() };
  const last = kept.at(-1);
  if (last?.kind === 'text') kept[kept.length - 1] = { ...last, value: last.value.trimEnd() };
  return kept;
}

/** The marks both stand in: the same elements, not only the same formatting. */
export function shared(a: readonly Mark[], b: readonly Mark[]): readonly Mark[] {
  if (a === b) return a;
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count === a.length ? a : a.slice(0, count);
}

/** Formatting of the same kind that touches is one; links only when they are the same link. */
function joins(a: Mark | undefined, b: Mark | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.kind === b.kind && a.kind !== 'link');
}

export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === b.length && a.every((one, index) => joins(one, b[index])));
}

interface Open {
  readonly mark: Mark;
  readonly children: Phrasing[];
}

/** The phrasing of one paragraph; empty when there is nothing to see. */
export function nest(paragraph: readonly Run[]): Phrasing[] {
  const runs = trimmed(paragraph);
  const top: Phrasing[] = [];
  const open: Open[] = [];
  const target = (): Phrasing[] => open.at(-1)?.children ?? top;
  const closeTo = (depth: number): void => {
    while (open.length > depth) {
      const done = open.pop();
      if (done !== undefined && done.children.length > 0) target().push(wrap(done));
    }
  };
  runs.forEach((run, index) => {
    const marks = run.kind === 'break' ? aroundBreak(runs, index) : run.marks;
    const outer = marks.at(-1)?.kind === 'code' ? marks.slice(0, -1) : marks;
    let same = 0;
    while (same < open.length && same < outer.length && joins(open[same]?.mark, outer[same])) same += 1;
    closeTo(same);
    for (const mark of outer.slice(same)) open.push({ mark, children: [] });
    if (run.kind === 'break') target().push(lineBreak);
    else if (run.kind === 'node') target().push(run.node);
    else pushText(target(), run.value, outer !== marks);
  });
  closeTo(0);
  return top;
}

function aroundBreak(runs: readonly Run[], index: number): readonly Mark[] {
  const before = runs[index - 1];
  const after = runs[index + 1];
  if (before === undefined || after === undefined || before.kind === 'break' || after.kind === 'break') return [];
  const marks = shared(before.marks, after.marks);
  return marks.at(-1)?.kind === 'code' ? marks.slice(0, -1) : marks;
}

function pushText(target: Phrasing[], value: string, asCode: boolean): void {
  const last = target.at(-1);
  const kind = asCode ? 'inlineCode' : 'text';
  if (last?.type === kind) target[target.length - 1] = { type: kind, value: last.value + value };
  else target.push(asCode ? inlineCode(value) : text(value));
}

function wrap({ mark, children }: Open): Phrasing {
  switch (mark.kind) {
    case 'strong':
      return strong(children);
    case 'emphasis':
      return emphasis(children);
    case 'delete':
      return strike(children);
    case 'superscript':
      return superscript(children);
    case 'subscript':
      return subscript(children);
    case 'link':
      return link(mark.url, children, mark.title);
    case 'code':
      return inlineCode('');
  }
}
