// Items whose sign was typed: lines that begin with a bullet, a dash or a number, in documents that know no lists.
import { breakLeaf, isBlankText, isBreak, type Leaf } from './leaves.ts';
import { bold } from './run-format.ts';
import type { ParagraphRecord } from './scope.ts';

export interface TypedSign {
  /** The bullet, or what follows the number. */
  readonly sign: string;
  readonly value: number | undefined;
  /** Characters of it, with the white space behind. */
  readonly length: number;
  /** Dashes and numbers begin other lines too: it takes two below each other. */
  readonly sure: boolean;
}

const bullets = /^([•‣⁃◦▪▫●■➢➤►❖·\-–])[ \t\u00a0]+(?=\S)/u;
const numbers = /^(\d{1,2})([.)])[ \t\u00a0]+(?=\S)/;
/** More than this many letters are no sign. */
const longest = 24;

/** The sign that a line begins with, where nothing else says what kind of paragraph it is. */
export function typedSign(record: ParagraphRecord): TypedSign | undefined {
  if (record.numbered !== undefined || record.listByName !== undefined || record.outline !== undefined)
    return undefined;
  if (record.checked !== undefined || record.style.role !== 'body') return undefined;
  const [first] = record.leaves;
  // Most lines begin with a letter.
  if (first !== undefined && first.node === undefined && beginsWithLetter(first.text)) return undefined;
  const start = startOf(record.leaves);
  const [all, bullet] = bullets.exec(start) ?? [];
  if (all !== undefined && bullet !== undefined)
    return { sign: bullet, value: undefined, length: all.length, sure: bullet !== '-' && bullet !== '–' };
  const [whole, digits, sign] = numbers.exec(start) ?? [];
  // All in bold, it is the heading of a document without styles.
  if (
    whole === undefined ||
    sign === undefined ||
    record.leaves.every((leaf) => (leaf.marks & bold) !== 0 || isBlankText(leaf.text))
  )
    return undefined;
  return { sign, value: Number(digits), length: whole.length, sure: false };
}

function beginsWithLetter(text: string): boolean {
  const letter = text.charCodeAt(0) | 32;
  return letter >= 97 && letter <= 122;
}

export function isNext(before: TypedSign | undefined, after: TypedSign): boolean {
  if (before === undefined || before.sign !== after.sign) return false;
  return after.value === undefined || after.value === (before.value ?? 0) + 1;
}

/** Lines of one paragraph that begin with signs, each as a paragraph of its own with the lines that go on below it. */
export function atTypedSigns(record: ParagraphRecord): readonly ParagraphRecord[] {
  if (!record.leaves.some(isBreak)) return [record];
  const parts: ParagraphRecord[] = [];
  let before: TypedSign | undefined;
  let pairs = 0;
  for (const leaves of linesOf(record.leaves)) {
    const line = { ...record, leaves };
    const sign = typedSign(line);
    const last = parts.at(-1);
    if (sign !== undefined || last === undefined) parts.push(line);
    else last.leaves.push(breakLeaf(undefined), ...leaves);
    if (sign === undefined) continue;
    if (isNext(before, sign)) pairs += 1;
    before = sign;
  }
  return pairs > 0 ? parts : [record];
}

function linesOf(leaves: readonly Leaf[]): Leaf[][] {
  const lines: Leaf[][] = [[]];
  for (const leaf of leaves) {
    if (isBreak(leaf)) lines.push([]);
    else lines.at(-1)?.push({ ...leaf });
  }
  return lines;
}

/** The list says it again. */
export function dropSign(leaves: readonly Leaf[], { length }: TypedSign): void {
  let left = length;
  for (const leaf of leaves) {
    if (leaf.node !== undefined || left === 0) return;
    const cut = Math.min(left, leaf.text.length);
    leaf.text = leaf.text.slice(cut);
    left -= cut;
  }
}

function startOf(leaves: readonly Leaf[]): string {
  let start = '';
  for (const leaf of leaves) {
    if (leaf.node !== undefined || start.length >= longest) break;
    start += leaf.text.slice(0, longest);
  }
  return start;
}
