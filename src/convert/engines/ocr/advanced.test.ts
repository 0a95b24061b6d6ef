// Reads a drawn page with the real networks: what Tesseract is sure of stands, the rest is read, whichever way it lies.
import { beforeAll, describe, expect, it } from 'vitest';
import { rotated, samplePage, spoilt } from '../../../../test/support/degraded-page.ts';
import type { Raster } from '../raster.ts';
import { readAdvanced, surveyAdvanced } from './advanced.ts';
import type { OcrRequest, OcrWord } from './port.ts';

const request: OcrRequest = { type: 'advanced', languages: ['en'], signal: new AbortController().signal };
const lines = (words: readonly OcrWord[]): string[] => {
  const byLine = new Map<number, string>();
  for (const { line, text } of words) byLine.set(line, byLine.has(line) ? `${byLine.get(line)} ${text}` : text);
  return [...byLine.values()];
};

/** Rows of a picture, so that a test reads some lines and not a page. */
function rows({ width, channels, pixels }: Raster, from: number, to: number): Raster {
  const row = width * channels;
  return { width, height: to - from, channels, pixels: pixels.slice(from * row, to * row) };
}

let page: Raster;
let start: string;
let read: readonly OcrWord[];

beforeAll(async () => {
  const { raster, text } = await samplePage('prose', 0, 120);
  page = rows(raster, 70, 230);
  start = text;
  read = (await readAdvanced({ grey: page }, [], request)).words;
}, 120_000);

describe('readAdvanced', () => {
  it('reads what Tesseract passed over, line by line, with a box for each word', () => {
    const all = lines(read);
    expect(all.length).toBeGreaterThan(2);
    expect(start.startsWith(all.slice(0, 3).join(' '))).toBe(true);
    for (const { left, top, right, bottom, confidence } of read) {
      expect(confidence).toBeGreaterThan(0.8);
      expect(right).toBeGreaterThan(left);
      expect(bottom).toBeGreaterThan(top);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right <= page.width && bottom <= page.height).toBe(true);
    }
    // Boxes of neighbours on a line do not reach into each other.
    for (const [i, word] of read.entries()) {
      const next = read[i + 1];
      if (next?.line === word.line) expect(next.left).toBeGreaterThanOrEqual(word.right);
    }
  });

  it('keeps sure words, replaces unsure ones and drops noise beside the print', async () => {
    const [first, second, ...others] = read
      .filter(({ line }) => line === 1)
      .map((word) => ({ ...word, confidence: 0.96 }));
    if (!first || !second) throw new Error('The second line has no two words.');
    const sure = { ...first, text: 'Kept' };
    const unsure = { ...second, text: 'g@rb1ed', confidence: 0.3 };
    const noise = { text: 'ii', confidence: 0.4, line: 9, left: 2, top: 2, right: 12, bottom: 12 };
    const { words } = await readAdvanced({ grey: page }, [sure, unsure, ...others, noise], request);
    const texts = words.map(({ text }) => text);
    expect(texts).toContain('Kept');
    expect(texts).not.toContain('g@rb1ed');
    expect(texts).not.toContain('ii');
    expect(lines(words)[1]?.split(' ').slice(0, 2)).toEqual(['Kept', second.text]);
    expect(lines(words)).toHaveLength(lines(read).length);
  }, 60_000);

  it('gives the same words for the same picture', async () => {
    expect((await readAdvanced({ grey: page }, [], request)).words).toEqual(read);
  }, 60_000);

  it('leaves languages to Tesseract whose letters the networks do not know', async () => {
    const word = read.find(({ line }) => line === 1);
    if (!word) throw new Error('There is no second line.');
    const german = { ...word, text: 'Größe', confidence: 0.5 };
    const { words } = await readAdvanced({ grey: page }, [german], { ...request, languages: ['de'] });
    expect(words.map(({ text }) => text)).toEqual(['Größe']);
  }, 60_000);

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readAdvanced({ grey: page }, [], { ...request, signal })).rejects.toThrow('enough');
  }, 60_000);

  it('finds nothing on an empty sheet', async () => {
    const sheet: Raster = { width: 300, height: 200, channels: 1, pixels: new Uint8Array(60_000).fill(255) };
    expect((await readAdvanced({ grey: sheet }, [], request)).words).toEqual([]);
    expect(await surveyAdvanced(sheet)).toEqual({ turn: 0, margin: 0 });
  }, 60_000);
});

describe('a page that does not stand upright', () => {
  it('is read along lines that run down or up the page', async () => {
    const { words } = await readAdvanced({ grey: await spoilt(page, rotated(-90)) }, [], request);
    expect(lines(words).toSorted()).toEqual(lines(read).toSorted());
  }, 60_000);

  it('is surveyed for the turn that sets it right', async () => {
    for (const angle of [180, 25]) {
      const { turn, margin } = await surveyAdvanced(await spoilt(page, rotated(angle)));
      expect(Math.abs(((((turn + angle) % 360) + 540) % 360) - 180)).toBeLessThan(1.5);
      expect(margin).toBeGreaterThan(0.2);
    }
  }, 120_000);
});
