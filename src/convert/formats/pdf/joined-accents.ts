// Accents that are drawn as signs of their own (`drawn-accents.ts`), put on their letters. TeX draws them before the letter, raised
// or lowered by a little; the engine then may have them at the end of their line, with gaps around them, so they are found by
// where they are drawn and not by what stands beside them.
import { type CharTable, generatedChar, pickedChars } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { addAll } from '../../layout/many.ts';
import { overlap } from '../../layout/page.ts';
import { accented, isAccent, marked } from './drawn-accents.ts';

/** How much of the narrower of the two lies over the other, and of the lower one beside the other. */
const onLetter = 0.6;
const onLine = 0.6;
/** Characters looked at to either side: more than a line has. */
const farthest = 300;
const mostAccents = 20_000;
/** In parts of the type size: a gap that was within a word before an accent was drawn into it. */
const withinWord = 0.12;
/** The signs of accents lie between these, but for three that ASCII has, and the stroke through a sign. */
const [firstSign, lastSign] = [0xa8, 0x2dd];
const isOtherSign = (code: number): boolean => code === 0x60 || code === 0x5e || code === 0x7e || code === 0x338;

export function withJoinedAccents(page: PdfPage): PdfPage {
  const { chars } = page;
  const accents = accentsOf(chars);
  if (accents.length === 0) return page;
  const letters = new Map<number, string>();
  const dropped = new Set<number>();
  for (const at of accents) {
    const found = letterUnder(chars, at, letters);
    if (found === undefined) continue;
    letters.set(found.at, found.made);
    dropped.add(at);
  }
  if (dropped.size === 0) return page;
  const codes = new Map(Array.from(letters, ([at, made]) => [at, made.length === 1 ? made.charCodeAt(0) : made]));
  return { ...page, chars: pickedChars(chars, orderWithout(page, dropped), codes) };
}

function accentsOf(chars: CharTable): number[] {
  const accents: number[] = [];
  const isAllKnown = chars.recovered.size === 0;
  for (let at = 0; at < chars.count && accents.length < mostAccents; at += 1) {
    const code = chars.code[at] as number;
    // Most are of the letters between.
    if (isAllKnown && (code < 0x5e || (code > 0x60 && code < 0x7e))) continue;
    const isSign = (code >= firstSign && code <= lastSign) || isOtherSign(code);
    if (!isSign && isAllKnown) continue;
    if (isAccent(textAt(chars, at)) && ((chars.flags[at] as number) & generatedChar) === 0) accents.push(at);
  }
  return accents;
}

function textAt({ recovered, code }: CharTable, at: number): string {
  const known = recovered.size === 0 ? undefined : recovered.get(at);
  const own = code[at] as number;
  return known ?? (own > 0 && own < 0x11_0000 ? String.fromCodePoint(own) : '');
}

/** The letter that an accent stands on, of those nearest to it in the order of drawing, and what the two make. */
function letterUnder(
  chars: CharTable,
  at: number,
  known: ReadonlyMap<number, string>,
): { readonly at: number; readonly made: string } | undefined {
  const sign = textAt(chars, at);
  for (let away = 1; away <= farthest; away += 1) {
    for (const other of [at + away, at - away]) {
      if (other < 0 || other >= chars.count || !isOver(chars, at, other)) continue;
      const letter = known.get(other) ?? textAt(chars, other);
      const made = accented(letter, sign) ?? marked(letter, sign);
      if (made !== undefined) return { at: other, made };
    }
  }
  return undefined;
}

function isOver({ left, right, top, bottom }: CharTable, at: number, other: number): boolean {
  const [from, to] = [left[at] as number, right[at] as number];
  const [otherFrom, otherTo] = [left[other] as number, right[other] as number];
  const narrower = Math.min(to - from, otherTo - otherFrom);
  if (narrower <= 0 || overlap(from, to, otherFrom, otherTo) < onLetter * narrower) return false;
  const [up, down] = [top[at] as number, bottom[at] as number];
  const [otherUp, otherDown] = [top[other] as number, bottom[other] as number];
  return overlap(up, down, otherUp, otherDown) >= onLine * Math.min(down - up, otherDown - otherUp);
}

/** The places of all characters but those, and but the spaces that the engine saw around them within a word. */
function orderWithout({ chars, styles }: PdfPage, dropped: ReadonlySet<number>): number[] {
  const { count, flags, left, right, top, bottom, style } = chars;
  const order: number[] = [];
  const isMade = (at: number): boolean => ((flags[at] as number) & generatedChar) !== 0;
  let made: number[] = [];
  let isBroken = false;
  for (let at = 0; at < count; at += 1) {
    if (dropped.has(at)) {
      isBroken = true;
      continue;
    }
    if (isMade(at)) {
      made.push(at);
      continue;
    }
    const last = order.at(-1);
    const goesOn =
      isBroken &&
      last !== undefined &&
      overlap(top[last] as number, bottom[last] as number, top[at] as number, bottom[at] as number) > 0 &&
      Math.abs((left[at] as number) - (right[last] as number)) < withinWord * (styles[style[at] as number]?.size ?? 0);
    if (!goesOn) addAll(order, made);
    order.push(at);
    made = [];
    isBroken = false;
  }
  addAll(order, made);
  return order;
}
