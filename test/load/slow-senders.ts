// Hundreds of connections that send ten bytes a second, half of them in the headers, half in a body: they are closed at the
// deadline, and nobody else waits for them (scorecard, row 4).
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Finding } from '../chaos/finding.ts';
import { openStoreSet, type StoreName } from '../chaos/store-sets.ts';
import type { RunningServer } from '../support/server.ts';
import { median, openClient, percentile } from './client.ts';
import { startUsual } from './mixed-load.ts';

export interface SlowSenders {
  readonly connections: number;
  /** The deadline that the service is given. */
  readonly deadlineMs: number;
  /** Each compares a while without them and a while with them. */
  readonly rounds: number;
  /** What they may add to the others' p99; left out where the machine is not ours alone. */
  readonly mostAdded?: number;
}

const others = 8;
const restMs = 5;
const everyMs = 1000;
const bytesEach = 10;
/** Deadlines are looked at now and then, and the machine has other work. */
const graceMs = 3000;

export async function slowSenders(store: StoreName, settings: SlowSenders): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const [target] = await startUsual(set, { SLOW_SENDER_MS: String(settings.deadlineMs) });
    if (target === undefined) throw new Error('no process was started');
    const path = `/api/v1/status/${await oneJob(target)}`;
    const latestMs = settings.deadlineMs * 1.25 + graceMs;
    const problems: string[] = [];
    const quiet: number[] = [];
    const crowded: number[] = [];
    const closed: number[] = [];
    await answersOf(target, path, 1000);
    for (let round = 0; round < settings.rounds; round += 1) {
      const alone = await answersOf(target, path, settings.deadlineMs);
      const senders = Array.from({ length: settings.connections }, (_, at) => trickle(target, at, latestMs));
      const together = await answersOf(target, path, settings.deadlineMs);
      for (const { ms, said } of await Promise.all(senders)) {
        closed.push(ms);
        if (ms > latestMs) problems.push(`a slow connection was still open after ${Math.round(ms)} ms`);
        // What comes before its time would hit honest senders too.
        if (ms < settings.deadlineMs * 0.9) problems.push(`closed after ${Math.round(ms)} ms: ${said.slice(0, 200)}`);
        if (!said.startsWith('HTTP/1.1 408 ')) problems.push(`a slow connection was told: ${said.slice(0, 200)}`);
      }
      for (const { wrong } of [alone, together]) if (wrong > 0) problems.push(`${wrong} others were not answered`);
      quiet.push(percentile(alone.times, 0.99));
      crowded.push(percentile(together.times, 0.99));
    }
    const added = median(crowded) / median(quiet) - 1;
    if (settings.mostAdded !== undefined && added > settings.mostAdded) {
      problems.push(`others' p99 rose by ${(added * 100).toFixed(0)} %`);
    }
    const figure = `${settings.connections} connections at ${bytesEach} B/s: others' p99 ${median(quiet).toFixed(1)} ms without, ${median(crowded).toFixed(1)} ms with them (${(added * 100).toFixed(0)} %); closed after ${(percentile(closed, 0) / 1000).toFixed(1)} to ${(Math.max(...closed) / 1000).toFixed(1)} s with a deadline of ${settings.deadlineMs / 1000} s`;
    return { row: 4, test: 'slow connections', store, problems, figure };
  } finally {
    await set.close();
  }
}

async function oneJob({ url, key }: RunningServer): Promise<string> {
  const client = openClient(url, key, 1);
  const { text } = await client.post('/api/v1/convert?filename=a.md', '# Title\n\nText.\n', {
    'content-type': 'text/markdown',
  });
  client.close();
  return (JSON.parse(text) as { job_id: string }).job_id;
}

/** What others see in the meantime: a steady stream of requests, not a flood of their own. */
async function answersOf({ url, key }: RunningServer, path: string, forMs: number) {
  const client = openClient(url, key, others);
  const times: number[] = [];
  let wrong = 0;
  const end = performance.now() + forMs;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, ms } = await client.get(path);
      times.push(ms);
      if (status !== 200) wrong += 1;
      await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: others }, one));
  client.close();
  return { times, wrong };
}

/** Sends ten bytes a second until it is cut off, or long after it should have been. */
function trickle({ url, key }: RunningServer, at: number, latestMs: number): Promise<{ ms: number; said: string }> {
  const { port, hostname } = new URL(url);
  const inHeaders = at % 2 === 0;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    let began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      began = performance.now();
      const start = 'POST /api/v1/convert?filename=a.txt HTTP/1.1\r\nHost: localhost\r\n';
      const rest = `X-API-Key: ${key}\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n`;
      socket.write(inHeaders ? `${start}X-Slow: ` : `${start}${rest}`);
      timer = setInterval(() => {
        socket.write('a'.repeat(bytesEach));
        if (performance.now() - began > latestMs + everyMs) socket.destroy();
      }, everyMs);
    });
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ ms: performance.now() - began, said });
    });
  });
}
