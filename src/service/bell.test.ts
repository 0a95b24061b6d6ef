// The bell: wakes whoever waits, gives up after its time, and keeps nothing of those who left.
import { expect, test } from 'vitest';
import { createLocalBell } from './bell.ts';

test('a ring wakes all who wait for that topic and nobody else', async () => {
  const bell = createLocalBell();
  const woken: string[] = [];
  const waits = [
    bell.wait('a', 60_000).then(() => woken.push('a1')),
    bell.wait('a', 60_000).then(() => woken.push('a2')),
  ];
  const other = new AbortController();
  const stays = bell.wait('b', 60_000, other.signal).then(() => woken.push('b'));
  bell.ring('a');
  await Promise.all(waits);
  expect(woken).toEqual(['a1', 'a2']);
  other.abort();
  await stays;
});

test('a wait ends by itself, and at once when its signal has aborted', async () => {
  const bell = createLocalBell();
  await bell.wait('a', 1);
  await bell.wait('a', 60_000, AbortSignal.abort());
  bell.ring('a');
});
