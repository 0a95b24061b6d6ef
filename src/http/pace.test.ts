// Bodies that hardly move are given up; slow stores and honest slow senders are not.
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atPace, setPatience } from './pace.ts';

/** With this patience a stretch must bring 100 bytes. */
const patienceMs = 200;

function body(): PassThrough {
  const raw = new PassThrough();
  setPatience(raw, patienceMs);
  return raw;
}

async function read(raw: PassThrough, restMs = 0): Promise<number> {
  let bytes = 0;
  for await (const piece of atPace(raw)) {
    bytes += (piece as Uint8Array).length;
    if (restMs > 0) await pause(restMs);
  }
  return bytes;
}

async function send(raw: PassThrough, pieces: number, size: number, everyMs: number): Promise<void> {
  for (let sent = 0; sent < pieces && !raw.destroyed; sent += 1) {
    raw.write(Buffer.alloc(size));
    await pause(everyMs);
  }
  raw.end();
}

test('a trickle is given up, although it is never silent for long', async () => {
  const raw = body();
  const sending = send(raw, 40, 1, 20);
  const began = performance.now();
  await expect(read(raw)).rejects.toMatchObject({ code: 'REQUEST_005', status: 408 });
  expect(performance.now() - began).toBeLessThan(3 * patienceMs);
  // The connection still has to carry the answer.
  expect(raw.destroyed).toBe(false);
  await sending;
});

test('silence is given up', async () => {
  await expect(read(body())).rejects.toMatchObject({ code: 'REQUEST_005' });
});

test('a body that was quick at first is given up when it stops', async () => {
  const raw = body();
  raw.write(Buffer.alloc(50_000));
  await expect(read(raw)).rejects.toMatchObject({ code: 'REQUEST_005' });
});

test('a slow body that keeps its pace may take as long as it needs', async () => {
  const raw = body();
  const [bytes] = await Promise.all([read(raw), send(raw, 15, 60, 40)]);
  expect(bytes).toBe(15 * 60);
});

test('time that the reader takes is not held against the sender', async () => {
  const raw = body();
  const [bytes] = await Promise.all([read(raw, patienceMs), send(raw, 4, 10, 0)]);
  expect(bytes).toBe(40);
});

test('who stops reading leaves the rest to others', async () => {
  const raw = body();
  raw.write(Buffer.alloc(10));
  for await (const _piece of atPace(raw)) break;
  raw.end(Buffer.alloc(30));
  let rest = 0;
  for await (const piece of raw) rest += (piece as Uint8Array).length;
  expect(rest).toBe(30);
});
