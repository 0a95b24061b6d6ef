// Encrypted Office documents: opened with their password, refused by code without it, and never by anything else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../../test/support/random-numbers.ts';
import { Failure } from '../core/failure.ts';
import { convert } from './index.ts';
import { bytesSource } from './input.ts';

const documents = ['agile', 'standard'].map((kind) => ({
  kind,
  bytes: readFileSync(join(import.meta.dirname, `../../test/fixtures/docx/encrypted-${kind}/input.docx`)),
}));

const failureOf = async (bytes: Uint8Array, password?: string): Promise<Failure> => {
  try {
    await convert({ source: bytesSource(bytes) }, password === undefined ? {} : { password });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was converted');
};

describe.each(documents)('$kind', ({ bytes }) => {
  test('is opened with its password', async () => {
    const { markdown, metadata } = await convert(
      { source: bytesSource(bytes), name: 'a.docx' },
      { password: 'Pässwort 1' },
    );
    expect(markdown).toBe('Behind the password.\n');
    expect(metadata.format).toBe('docx');
  });

  test('needs a password, and the right one', async () => {
    const missing = await failureOf(bytes);
    expect([missing.code, missing.field]).toEqual(['PASSWORD_REQUIRED', undefined]);
    const wrong = await failureOf(bytes, 'xyzzy-9');
    expect([wrong.code, wrong.field]).toEqual(['PASSWORD_REQUIRED', 'password']);
    expect(JSON.stringify(wrong.record())).not.toContain('xyzzy');
  });

  test('ends in Markdown or a Failure however it is damaged', { timeout: 120_000 }, async () => {
    const random = randomNumbers(5);
    for (let round = 0; round < 10; round += 1) {
      const mutant = Buffer.from(bytes);
      for (let flips = 0; flips < 6; flips += 1)
        mutant[Math.floor(random() * mutant.length)] = Math.floor(random() * 256);
      try {
        await convert({ source: bytesSource(mutant) }, { password: 'Pässwort 1' });
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }
  });
});
