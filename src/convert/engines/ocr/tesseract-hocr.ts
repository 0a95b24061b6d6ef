// Words out of Tesseract's hOCR, the one output that tells lines, baselines, boxes and confidence together. Both the
// module and the command write it, so both are read by the same code.
import type { PixelBox } from './port.ts';

export interface HocrWord extends PixelBox {
  readonly text: string;
  /** 0..100, as Tesseract gives it. */
  readonly confidence: number;
  readonly rightToLeft: boolean;
}

export interface HocrLine extends PixelBox {
  /** Height of the line's type from descender to ascender, in pixels. */
  readonly size: number;
  /** The baseline: how much it falls per pixel to the right, and where it stands at the line's left edge. */
  readonly slope: number;
  readonly baseline: number;
  readonly words: readonly HocrWord[];
}

/** A page of newsprint has some 10 000 words; more than this is noise read as letters. */
const mostWords = 100_000;

const lineClasses: ReadonlySet<string> = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat']);
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
]);

export function linesOfHocr(hocr: string): HocrLine[] {
  const lines: HocrLine[] = [];
  let words: HocrWord[] = [];
  let paragraphRightToLeft = false;
  let count = 0;
  for (let at = hocr.indexOf('<'); at >= 0 && count < mostWords; at = hocr.indexOf('<', at + 1)) {
    const end = hocr.indexOf('>', at);
    if (end < 0) break;
    const tag = hocr.slice(at + 1, end);
    const kind = attribute(tag, 'class');
    if (kind === 'ocr_par') paragraphRightToLeft = attribute(tag, 'dir') === 'rtl';
    else if (kind !== undefined && lineClasses.has(kind)) {
      words = [];
      const line = lineOf(titleOf(tag), words);
      if (line) lines.push(line);
    } else if (kind === 'ocrx_word') {
      const close = hocr.indexOf('</span>', end);
      if (close < 0) break;
      const title = titleOf(tag);
      const box = boxOf(title);
      const text = textOf(hocr.slice(end + 1, close));
      const direction = attribute(tag, 'dir');
      if (box && text !== '') {
        const rightToLeft = direction === undefined ? paragraphRightToLeft : direction === 'rtl';
        words.push({ ...box, text, confidence: title.get('x_wconf')?.[0] ?? 0, rightToLeft });
        count += 1;
      }
    }
  }
  return lines.filter((line) => line.words.length > 0);
}

function lineOf(title: ReadonlyMap<string, readonly number[]>, words: readonly HocrWord[]): HocrLine | undefined {
  const box = boxOf(title);
  if (!box) return undefined;
  const [slope = 0, offset = 0] = title.get('baseline') ?? [];
  const size = title.get('x_size')?.[0] ?? box.bottom - box.top;
  // hOCR 1.2, "baseline": a line from the bottom left corner of the box, downwards being positive.
  return { ...box, size, slope, baseline: box.bottom + offset, words };
}

function attribute(tag: string, name: string): string | undefined {
  for (const quote of ["'", '"']) {
    const start = tag.indexOf(` ${name}=${quote}`);
    if (start < 0) continue;
    const from = start + name.length + 3;
    const to = tag.indexOf(quote, from);
    return to < 0 ? undefined : tag.slice(from, to);
  }
  return undefined;
}

/** `bbox 1 2 3 4; x_wconf 92` and such: names with numbers. */
function titleOf(tag: string): Map<string, readonly number[]> {
  const parts = new Map<string, readonly number[]>();
  for (const part of (attribute(tag, 'title') ?? '').split(';')) {
    const [name = '', ...values] = part.trim().split(' ');
    parts.set(name, values.map(Number));
  }
  return parts;
}

function boxOf(title: ReadonlyMap<string, readonly number[]>): PixelBox | undefined {
  const [left, top, right, bottom] = title.get('bbox') ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return right > left && bottom > top && Number.isFinite(left + top + right + bottom)
    ? { left, top, right, bottom }
    : undefined;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&([a-z]{2,4}|#39);/g, (whole, name: string) => entities.get(name) ?? whole)
    .trim();
