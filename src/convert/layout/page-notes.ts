// Footnotes of a page: small numbered paragraphs whose number stands raised in the text of the same page.
import type { PageItem, PageItems } from './analyse-page.ts';
import type { Line } from './lines.ts';
import type { Word } from './page.ts';
import type { TextBlock } from './paragraphs.ts';
import { beginsRaised, isRaised, noteMark } from './raised-marks.ts';

export interface PageNotes {
  /** The note a raised mark in the text refers to. */
  ofMark(word: Word): string | undefined;
  /** The note that a paragraph is, and how many characters its own mark takes. */
  ofBlock(block: TextBlock): { readonly identifier: string; readonly skip: number } | undefined;
}

/** TeX's. */
const star = '∗';
/** In parts of the size of the text: notes are set smaller. */
const smaller = 0.93;
const mostNotes = 1_000;
/** In parts of the type size, between a word and its mark. */
const widestGap = 0.12;

/** Of a page, and of those that its last paragraph goes on over: marks of their notes stand in it. */
export function findNotes(page: PageItems, body: number): PageNotes | undefined {
  const all = [page.asRead ?? page, ...(page.goesOnTo ?? [])].flatMap((one) => notesOn(one, body) ?? []);
  if (all.length <= 1) return all[0];
  const firstOf = <T>(find: (notes: PageNotes) => T | undefined): T | undefined => {
    for (const notes of all) {
      const found = find(notes);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    ofMark: (word) => firstOf((notes) => notes.ofMark(word)),
    ofBlock: (block) => firstOf((notes) => notes.ofBlock(block)),
  };
}

function notesOn({ items, content }: PageItems, body: number): PageNotes | undefined {
  const notes = new Map<string, TextBlock>();
  const foot = footOf(items);
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'text' || (item.block.size >= smaller * body && at < foot)) continue;
    const [line] = item.block.lines;
    const first = line?.words[0];
    if (first === undefined || !noteMark.test(first.text) || notes.size >= mostNotes) continue;
    // Stars begin items as well. Lines that are left in a margin once its running titles are gone: a short note at the foot of the page.
    if ((item.inMargin || first.text.startsWith(star)) && !beginsRaised(line)) continue;
    if (!notes.has(first.text)) notes.set(first.text, item.block);
  }
  if (notes.size === 0) return undefined;
  const marks = new Set<Word>();
  const used = new Set<string>();
  const found = [...marksOn(items, notes)];
  const known = new Set(found.filter(({ isSure }) => isSure).map(({ word }) => word.text));
  for (const { word, isSure, inTable } of found) {
    if (!isSure && (inTable || known.has(word.text))) continue;
    marks.add(word);
    used.add(word.text);
  }
  if (used.size === 0) return undefined;
  const identifier = (text: string): string =>
    `${content.number}-${/\d/.test(text) ? text : Array.from(text, (sign) => sign.codePointAt(0)).join('-')}`;
  // By its first line: what follows on the next page may have been added to a note.
  const blocks = new Map([...notes].filter(([text]) => used.has(text)).map(([text, block]) => [block.lines[0], text]));
  return {
    ofMark: (word) => (marks.has(word) ? identifier(word.text) : undefined),
    ofBlock(block) {
      const text = blocks.get(block.lines[0]);
      if (text === undefined) return undefined;
      const line = block.lines[0]?.text ?? '';
      // A colon or stop behind the mark belongs to it.
      const rest = line.slice(text.length).replace(/^ ?[:.)](?= )/, '');
      return { identifier: identifier(text), skip: line.length - rest.trimStart().length };
    },
  };
}

/** From where on all text of a page begins with a raised mark: there notes may be as large as the text. */
function footOf(items: readonly PageItem[]): number {
  let foot = items.length;
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at] as PageItem;
    if (item.kind !== 'text') break;
    if (item.inMargin) continue;
    if (!beginsRaised(item.block.lines[0])) break;
    foot = at;
  }
  return foot;
}

/** A raised sign that a note begins with too. */
interface Mark {
  readonly word: Word;
  /** It stands after a word or by itself: after a figure or a single letter it may be a power. */
  readonly isSure: boolean;
  readonly inTable: boolean;
}

function* marksOn(items: readonly PageItem[], notes: ReadonlyMap<string, TextBlock>): Generator<Mark> {
  for (const item of items) {
    if (item.kind !== 'text' && item.kind !== 'table') continue;
    const inTable = item.kind === 'table';
    const lines = inTable ? item.table.rows.flat().flatMap((cell) => cell.lines) : item.block.lines;
    for (const { line, word, at } of smallWords(lines)) {
      const note = notes.get(word.text);
      if (note === undefined || (!inTable && note === item.block) || !isRaised(word, line)) continue;
      yield { word, inTable, isSure: isAfterWord(word, line.words[at - 1], inTable) };
    }
  }
}

function* smallWords(lines: readonly Line[]): Generator<{ line: Line; word: Word; at: number }> {
  for (const line of lines) {
    // Those that were moved here from the next page have the notes of that one.
    if (line.style !== undefined || line.links !== undefined) continue;
    for (const [at, word] of line.words.entries()) yield { line, word, at };
  }
}

function isAfterWord(mark: Word, before: Word | undefined, inTable: boolean): boolean {
  if (before === undefined) return !inTable;
  const { text } = before;
  // After letters and signs of formulas it is a power.
  if (/[−–+=×·<>/\u{1d400}-\u{1d7ff}-]$/u.test(text)) return false;
  const apart = mark.spaced && mark.left - before.right > widestGap * before.style.size;
  // Amounts stand in tables, with units and powers.
  if (inTable) return !apart && /\p{L}[\p{L}-]{2,3}[.,)]?$/u.test(text);
  return apart || /(?:\p{L}[\p{L}-]|[^\p{L}\d])$/u.test(text);
}
