// Documents broken at random: whatever comes in, Markdown or a Failure comes out. The fixtures of every format are the
// stock; MUTANTS=2000 is the long form. Readers are on trial here: OCR and speech, which take seconds for a picture or a
// sound and have tests of their own, give a word and silence.
import { describe, expect, test } from 'vitest';
import type { Engines } from '../../src/convert/engines/engines.ts';
import { bytesSource, convert, Failure } from '../../src/convert/index.ts';
import { fixtureBytes, fixtureFormats, fixturesOf } from '../support/fixtures.ts';
import { randomNumbers } from '../support/random-numbers.ts';

const mutants = Number(process.env['MUTANTS'] ?? 40);
const engines: Engines = {
  ocr: async () => ({
    parallel: 1,
    lines: async () => undefined,
    read: async ({ width, height }) => ({
      width,
      height,
      turned: 0,
      levelled: 0,
      words: [{ text: 'word', confidence: 0.9, line: 0, left: 0, top: 0, right: width / 2, bottom: height / 2 }],
      rules: [],
      areas: [],
      confidence: 0.9,
    }),
  }),
  speech: async () => ({ begin: async () => ({ language: undefined, async *hear() {}, async *finish() {} }) }),
};
const stock = fixtureFormats.map((format) => ({
  format,
  documents: fixturesOf(format).map((fixture) => ({ name: fixture.file, bytes: fixtureBytes(fixture) })),
}));

describe.each(stock)('$format', ({ format, documents }) => {
  test('ends in Markdown or a Failure', { timeout: 60_000 + mutants * 500 }, async () => {
    const random = randomNumbers(documents.length);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const ends = { converted: 0, refused: 0 };
    for (let round = 0; round < mutants; round += 1) {
      const { name, bytes } = pick(documents);
      const mutant = mutate(bytes, pick(documents).bytes, random);
      // Without a name now and then, so that sniffing is tried too.
      const input = { source: bytesSource(mutant), ...(random() < 0.8 ? { name } : {}) };
      try {
        await convert(input, { cleanHtml: random() < 0.5 }, { engines });
        ends.converted += 1;
      } catch (error) {
        if (!(error instanceof Failure)) throw new Error(`${name}: ${mutant.toString('base64')}`, { cause: error });
        ends.refused += 1;
      }
    }
    expect(ends.converted + ends.refused).toBe(mutants);
    // A WebP picture is whole or nothing: its decoder takes no damage at all.
    if (format !== 'webp') expect(ends.converted).toBeGreaterThan(0);
  });
});

/** Flips bytes, cuts, doubles a part, or splices in a part of another document. */
function mutate(bytes: Buffer, other: Buffer, random: () => number): Buffer {
  const place = (length: number) => Math.floor(random() * (length + 1));
  let result = Buffer.from(bytes);
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const [from = 0, to = 0] = [place(result.length), place(result.length)].sort((a, b) => a - b);
    const kind = Math.floor(random() * 5);
    if (kind === 0) {
      for (let flips = 1 + place(8); flips > 0 && result.length > 0; flips -= 1) {
        result[place(result.length - 1)] = Math.floor(random() * 256);
      }
    } else if (kind === 1) result = result.subarray(0, to);
    else if (kind === 2) result = Buffer.concat([result.subarray(0, from), result.subarray(to)]);
    else if (kind === 3)
      result = Buffer.concat([result.subarray(0, to), result.subarray(from, to), result.subarray(to)]);
    else {
      const start = place(other.length);
      const part = other.subarray(start, start + place(200));
      result = Buffer.concat([result.subarray(0, from), part, result.subarray(from)]);
    }
  }
  return result;
}
