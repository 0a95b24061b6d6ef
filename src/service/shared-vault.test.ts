// Passwords between nodes: they arrive, in a form that nobody on the way can read, and are gone with the job.
import { expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createLocalBell } from './bell.ts';
import { newSealKey, publicPart, seal, unseal } from './seal.ts';
import { createSharedVault } from './shared-vault.ts';

/** Two nodes that hear the same bell, and all that went over it. */
function nodes() {
  const bell = createLocalBell();
  const heard: string[] = [];
  bell.hear((topic) => heard.push(topic));
  return { api: createSharedVault(bell, systemClock), worker: createSharedVault(bell, systemClock), heard };
}

test('a worker gets the password from the node that has it, and nothing readable went over the bell', async () => {
  const { api, worker, heard } = nodes();
  api.keep('job1', 'correct horse');
  api.keep('job2', 'another one');
  expect(await worker.password('job1')).toBe('correct horse');
  expect(heard).toHaveLength(2);
  const sealed = heard[1]?.split(' ')[3] ?? '';
  for (const text of [heard.join(), Buffer.from(sealed, 'base64url').toString('latin1')]) {
    expect(text).not.toMatch(/correct|horse|another/);
  }
});

test('when the job has ended, no node keeps it', async () => {
  const { api, worker, heard } = nodes();
  api.keep('job1', 'secret');
  await worker.password('job1');
  worker.forget('job1');
  heard.length = 0;
  expect(await api.password('job1')).toBeUndefined();
  expect(heard.every((topic) => topic.startsWith('password?'))).toBe(true);
});

test('a text opens with its key and its purpose only, and not when a byte was changed', () => {
  const key = newSealKey();
  for (const text of ['', 'x', 'Füße 中文 🙂', 'long '.repeat(500)]) {
    const sealed = seal(text, publicPart(key), 'job1') ?? '';
    expect(unseal(sealed, key, 'job1')).toBe(text);
    expect(unseal(sealed, key, 'job2')).toBeUndefined();
    expect(unseal(sealed, newSealKey(), 'job1')).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of [0, 31, 40, 50, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes[at] ?? 0) ^ 1, at);
      expect(unseal(changed.toString('base64url'), key, 'job1')).toBeUndefined();
    }
    expect(unseal(sealed.slice(0, 60), key, 'job1')).toBeUndefined();
  }
  expect(seal('x', 'no key', 'job1')).toBeUndefined();
});
