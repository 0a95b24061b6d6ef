// Writes without an answer: found where they are, refused where they are not, and never looked for after a real refusal.
import { expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { writtenOrFound } from './unconfirmed-write.ts';

const silent = new Failure('UNAVAILABLE');

test('what was confirmed is taken at its word', async () => {
  const look = () => Promise.reject(new Error('nobody should look'));
  await expect(writtenOrFound(Promise.resolve(1), look)).resolves.toBe(1);
});

test('what was written without a word is found', async () => {
  await expect(writtenOrFound(Promise.reject(silent), async () => 2)).resolves.toBe(2);
});

test('what is not there, or cannot be looked for, stays refused with the first error', async () => {
  await expect(writtenOrFound(Promise.reject(silent), async () => undefined)).rejects.toBe(silent);
  await expect(writtenOrFound(Promise.reject(silent), () => Promise.reject(new Error('down')))).rejects.toBe(silent);
});

test('a refusal is a refusal', async () => {
  const refusal = new Failure('RATE_001');
  await expect(writtenOrFound(Promise.reject(refusal), async () => 3)).rejects.toBe(refusal);
});
