// The words of a paragraph as phrasing: lines joined, hyphens at line ends undone, emphasis, raised marks and links kept.
import { emphasis, inlineCode, link, strike, strong, subscript, superscript, text } from '../document/build.ts';
import type { Phrasing } from '../document/tree.ts';
import { formulaFont, inLine } from './formulas.ts';
import type { Hyphens } from './hyphens.ts';
import { joinOf } from './line-joins.ts';
import type { Line } from './lines.ts';
import { addAll } from './many.ts';
import { type LinkArea, linkAt, type TextStyle, type Word } from './page.ts';
import type { PageNotes } from './page-notes.ts';
import { isLowered, isRaised, largeMark, smallMark } from './raised-marks.ts';

export interface InlineSettings {
  /** Looks that all of the block has: they are not marked again. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  readonly links: readonly LinkArea[];
  readonly notes: PageNotes | undefined;
  /** Tells which hyphens at line ends stay; all go without it. */
  readonly hyphens: Hyphens | undefined;
  /** Characters at the start of the first line that are left out (a list mark). */
  readonly skip: number;
}

interface Run {
  text: string;
  /** Its marks as bits. */
  readonly marks: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly raised: boolean;
  readonly lowered: boolean;
  readonly struck: boolean;
  readonly url: string | undefined;
  /** It is the mark of this note. */
  readonly note?: string | undefined;
}

export function phrasingOf(lines: readonly Line[], settings: InlineSettings): Phrasing[] {
  const runs: Run[] = [];
  let look: Look | undefined;
  let style: TextStyle | undefined;
  let { skip } = settings;
  /** What was added last. */
  let tail = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const links = line.links ?? settings.links;
    let before = at === 0 ? '' : joinBefore(runs, line, tail, lines, settings);
    // The space between a mark and the line below it is counted too.
    if (at > 0 && skip > 0) skip -= 1;
    // Most lines look the same from end to end.
    if (line.style !== undefined && line.style.font !== formulaFont && skip === 0 && links.length === 0) {
      if (look === undefined || line.style !== style || look.url !== undefined)
        look = lookOf(line.words[0] as Word, line, links, settings);
      style = look.raised || look.lowered ? undefined : line.style;
      add(runs, before, line.text, look);
      tail = line.text;
      continue;
    }
    const { words } = line;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] as Word;
      let shown = word.text;
      const space = index > 0 && isApart(words[index - 1] as Word, word, line) ? ' ' : '';
      if (skip > 0) {
        // Counted in the text of the line, in which every space stands.
        const blank = index > 0 && word.spaced ? 1 : 0;
        const dropped = Math.min(skip, blank + shown.length);
        shown = shown.slice(Math.max(0, dropped - blank));
        skip -= dropped;
        if (shown === '') continue;
      }
      const piece = before + (runs.length === 0 ? '' : index > 0 ? space : '');
      before = '';
      // Most words look like the one before them.
      const seen = at === 0 && index === 0 && isInitial(word, words[1]) ? (words[1] as Word) : word;
      if (
        look === undefined ||
        seen.style !== style ||
        seen.style.size < largeMark * line.size ||
        linkAt(seen, links)?.url !== look.url
      ) {
        look = lookOf(seen, line, links, settings);
        style = look.raised || look.lowered ? undefined : seen.style;
      }
      add(runs, piece, shown, look);
      tail = shown;
    }
  }
  return nodesOf(runs.some((run) => isOfSigns(run) || isSignOfCode(run)) ? withOwnSigns(runs) : runs);
}

const isWord = ({ text }: Word): boolean => /\p{L}{2}/u.test(text);

/** A large letter that begins a chapter, in a type of its own that stresses nothing. */
const isInitial = (word: Word, next: Word | undefined): boolean =>
  next !== undefined &&
  word.style.size > 1.7 * next.style.size &&
  // Sums are large too.
  /^(?!\p{Script=Greek})\p{Lu}$/u.test(word.text) &&
  /^\p{L}/u.test(next.text);

/** Raised and lowered marks stand close to their word: the engine sees a space there that nobody does. */
function isApart(before: Word, word: Word, line: Line): boolean {
  if (!word.spaced) return false;
  // Small capitals may go on with it as well as begin the next word.
  if (isInitial(before, word) && (/^\p{Ll}/u.test(word.text) || word.left - before.right < 0.1 * word.style.size))
    return false;
  if (Math.min(before.style.size, word.style.size) >= smallMark * line.size) return true;
  // Words in small capitals.
  if (before.style.size === word.style.size && isWord(before) && isWord(word)) return true;
  // After a mark the next word may stand close in a tight line; before one there is hardly ever a space.
  const least = before.style.size < word.style.size ? 0.12 : 0.2;
  return word.left - before.right > least * line.size;
}

/** What stands between two lines; a hyphen that only the line end needed is taken off. */
function joinBefore(runs: Run[], line: Line, tail: string, lines: readonly Line[], settings: InlineSettings): string {
  const last = runs.at(-1);
  const [word] = line.words;
  if (last === undefined || word === undefined) return '';
  const first = {
    text: word.text,
    code: word.style.monospace && !settings.monospace,
    url: linkAt(word, line.links ?? settings.links)?.url,
    line: line.text,
  };
  const join = joinOf(last, tail, first, lines, settings.hyphens);
  if (join === 'no hyphen') last.text = last.text.slice(0, -1);
  if (last.text === '') runs.pop();
  return join === 'space' ? ' ' : '';
}

type Look = Omit<Run, 'text'>;

function lookOf(word: Word, line: Line, links: readonly LinkArea[], settings: InlineSettings): Look {
  const raised = isRaised(word, line);
  const note = raised ? settings.notes?.ofMark(word) : undefined;
  const lowered = !raised && isLowered(word, line);
  const bold = word.style.bold && !settings.bold;
  const italic = word.style.italic && !settings.italic;
  const code = word.style.monospace && !settings.monospace;
  const url = linkAt(word, links)?.url;
  const struck = word.style.struck === true;
  const marks =
    (bold ? 1 : 0) | (italic ? 2 : 0) | (code ? 4 : 0) | (raised ? 8 : 0) | (lowered ? 16 : 0) | (struck ? 32 : 0);
  if (word.style.font === formulaFont) return { ...formulaLook, url };
  return { bold, italic, code, raised, lowered, struck, url, marks: note === undefined ? marks : -1, note };
}

/** What is not marked at all. */
const plainLook: Look = {
  bold: false,
  italic: false,
  code: false,
  raised: false,
  lowered: false,
  struck: false,
  url: undefined,
  marks: 0,
  note: undefined,
};
/** Its text is LaTeX. */
const formulaMark = 64;
const formulaLook: Look = { ...plainLook, marks: formulaMark };

const isMarked = ({ marks, url }: Look): boolean => marks !== 0 || url !== undefined;

function add(runs: Run[], before: string, shown: string, look: Look): void {
  const last = runs.at(-1);
  if (last !== undefined && last.marks === look.marks && last.url === look.url && look.note === undefined)
    last.text += before + shown;
  else {
    if (before === '' && last !== undefined && isCommand(last, look, shown)) {
      last.text = last.text.slice(0, -1);
      if (last.text === '') runs.pop();
      add(runs, '', `\\${shown}`, look);
      return;
    }
    if (before === '' && last !== undefined && endsGroup(last, look, shown)) {
      last.text += '}';
      if (shown.length > 1) add(runs, '', shown.slice(1), look);
      return;
    }
    // The space between two looks belongs to neither: it is put before the plainer one, outside the marks.
    if (before !== '' && last !== undefined) {
      if (!isMarked(last)) {
        last.text += before;
        runs.push(runOf(look, shown));
        return;
      }
      if (isMarked(look)) {
        runs.push(runOf(plainLook, before));
        runs.push(runOf(look, shown));
        return;
      }
    }
    runs.push(runOf(look, before + shown));
  }
}

/** The backslash before the name of a command: fonts of text lack it, and it is set in another one. */
const isCommand = ({ code, raised, lowered, url, text }: Run, look: Look, shown: string): boolean =>
  look.code &&
  !code &&
  !raised &&
  !lowered &&
  url === look.url &&
  /^[A-Za-z@]/.test(shown) &&
  /(?:^|[\s([{])\\$/.test(text);

const mostOfGroup = 200;

/** Its brace, which the fonts of text lack as well. */
function endsGroup({ code, text, url }: Run, look: Look, shown: string): boolean {
  if (!code || look.code || look.raised || look.lowered || url !== look.url || !shown.startsWith('}')) return false;
  return text.length <= mostOfGroup && text.split('{').length > text.split('}').length;
}

/** Written out, because there is one for every change of look of every page. */
const runOf = (look: Look, shown: string): Run => ({
  text: shown,
  marks: look.marks,
  bold: look.bold,
  italic: look.italic,
  code: look.code,
  raised: look.raised,
  lowered: look.lowered,
  struck: look.struck,
  url: look.url,
  note: look.note,
});

/** Nothing but signs in a typewriter font. */
const isOfSigns = ({ code, raised, lowered, struck, text }: Run): boolean =>
  code && !raised && !lowered && !struck && /^[^\p{L}\p{N}\s]{1,3}$/u.test(text);

/** One that fonts of text lack, so that TeX takes it from those of mathematics. */
const isSignOfCode = ({ code, raised, lowered, text }: Run): boolean =>
  !code && !raised && !lowered && /^[\\_~{}<>|]{1,2}$/.test(text);

const bracket = /[()[\]{}<>]/;

/** Signs that stand close to a word in another font belong to it: many fonts have no such signs. */
function withOwnSigns(given: readonly Run[]): Run[] {
  const runs: Run[] = [];
  const paired = arePaired(given);
  for (const [at, run] of given.entries()) {
    const [before, after] = [given[at - 1], given[at + 1]];
    const follows = before !== undefined && !before.code && /[\p{L}\p{N}]$/u.test(before.text);
    const leads = after !== undefined && !after.code && /^[\p{L}\p{N}]/u.test(after.text);
    const isPart = isOfSigns(run) && (follows || leads) && (paired || !bracket.test(run.text));
    const within = isPart && before !== undefined && before.marks === after?.marks && before.url === run.url;
    const isBetween = before?.code === true && after?.code === true && isSignOfCode(run) && before.url === after.url;
    add(runs, '', run.text, within || isBetween ? before : isPart ? { ...plainLook, url: run.url } : run);
  }
  return runs;
}

/** No bracket among such signs belongs to one in code further off. */
function arePaired(runs: readonly Run[]): boolean {
  let open = 0;
  for (const run of runs) {
    if (!isOfSigns(run)) continue;
    for (const sign of run.text) open += '([{<'.includes(sign) ? 1 : ')]}>'.includes(sign) ? -1 : 0;
  }
  return open === 0;
}

/** What leads to one place is one link, however it looks inside. */
function nodesOf(runs: readonly Run[]): Phrasing[] {
  const nodes: Phrasing[] = [];
  for (let at = 0; at < runs.length; ) {
    const { url } = runs[at] as Run;
    let end = at + 1;
    if (url !== undefined) while (end < runs.length && goesOn(runs, end, url)) end += 1;
    const part = runs.slice(at, end);
    if (url === undefined) addAll(nodes, part.map(nodeOf));
    else nodes.push(link(url, insideOf(part, url)));
    at = end;
  }
  return nodes;
}

/** An address that is written out is set like code, and says all that its link does. */
function insideOf(part: readonly Run[], url: string): Phrasing[] {
  const [first, second] = part;
  if (first?.code === true && second === undefined && isAddress(first.text, url)) return [text(first.text)];
  return part.map(nodeOf);
}

const isAddress = (shown: string, url: string): boolean =>
  shown === url || `mailto:${shown}` === url || `${shown}/` === url;

/** The same link, or a space between two parts of it. */
function goesOn(runs: readonly Run[], at: number, url: string): boolean {
  const run = runs[at] as Run;
  if (run.note !== undefined) return false;
  return run.url === url || (run.url === undefined && run.text === ' ' && runs[at + 1]?.url === url);
}

function nodeOf(run: Run): Phrasing {
  if (run.note !== undefined) return { type: 'footnoteReference', identifier: run.note };
  if (run.marks === formulaMark) return { type: 'inlineMath', value: inLine(run.text) };
  let node: Phrasing = run.code ? inlineCode(run.text) : text(run.text);
  if (run.raised) node = superscript([node]);
  if (run.lowered) node = subscript([node]);
  // Signs are slanted and heavy in fonts of their own, without any stress on them.
  if (!run.code && (run.bold || run.italic) && /[\p{L}\p{N}]/u.test(run.text)) {
    if (run.italic) node = emphasis([node]);
    if (run.bold) node = strong([node]);
  }
  return run.struck ? strike([node]) : node;
}
