// The quality meter: words, damage, the documented formula, a bounded sample, and indifference to how pieces are cut.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQualityMeter, type QualityResult } from './quality.ts';

const measured = (text: string, pieceBytes = 7): QualityResult => {
  const meter = createQualityMeter();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) meter.add(bytes.subarray(at, at + pieceBytes));
  return meter.result();
};

describe('words', () => {
  test.each([
    ['', 0],
    ['one two  three\nfour', 4],
    ["don't well-known 3.14", 3],
    ['| a | - | b1 |\n| --- | --- | --- |', 2],
    ['naïve Größe', 2],
    ['Привет, мир', 2],
    ['漢字 kana かな', 5],
    ['한국어 문장', 2],
    ['a\u00a0b — c', 3],
    ['😀 !', 0],
  ])('%j has %i', (text, expected) => {
    expect(measured(text).words).toBe(expected);
  });
});

describe('score', () => {
  const clean = 'clean text '.repeat(10);
  test('is 1 for undamaged text, and for none', () => {
    expect(measured(clean).score({})).toBe(1);
    expect(measured('').score({})).toBe(1);
  });
  test.each(['\ufffd', '\u0001', '\u0085', '\ue000', '\u{f0000}'])('falls with damage such as %j', (bad) => {
    // One in a hundred visible characters, which weighs eight times.
    expect(measured(`${'x'.repeat(99)}${bad}`).score({})).toBe(0.92);
    expect(measured(bad.repeat(20)).score({})).toBe(0);
  });
  test('multiplies what was not read and how sure the engine was', () => {
    expect(measured(clean).score({ unreadableShare: 0.25 })).toBe(0.75);
    expect(measured(clean).score({ ocrConfidence: 0.9 })).toBe(0.9);
    expect(measured(clean).score({ unreadableShare: 0.5, ocrConfidence: 0.5 })).toBe(0.25);
  });
  test('stays within 0 and 1 whatever a reader reports', () => {
    for (const share of [-1, 2, Number.NaN, Number.POSITIVE_INFINITY]) {
      const score = measured(clean).score({ unreadableShare: share, ocrConfidence: share });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});

describe('sample', () => {
  test('holds a short document whole', () => {
    expect(measured('Größe 漢字').sample).toBe('Größe 漢字');
  });
  test('of a long document is bounded and comes from all parts of it', () => {
    const meter = createQualityMeter();
    for (let chapter = 0; chapter < 100; chapter += 1) meter.add(Buffer.from(`chapter${chapter}ü `.repeat(5_000)));
    const { sample } = meter.result();
    expect(sample.length).toBeLessThan(20_000);
    expect(sample).not.toContain('\ufffd');
    const chapters = new Set([...sample.matchAll(/chapter(\d+)ü/g)].map((match) => Number(match[1])));
    expect(Math.min(...chapters)).toBe(0);
    expect(Math.max(...chapters)).toBeGreaterThan(80);
    expect(chapters.size).toBeGreaterThanOrEqual(8);
  });
});

test('the result does not depend on how the pieces are cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      const whole = measured(text, 1000);
      const cut = measured(text, size);
      expect([cut.words, cut.sample, cut.score({})]).toEqual([whole.words, whole.sample, whole.score({})]);
    }),
  );
});
