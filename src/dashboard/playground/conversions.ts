// The conversions started on this page: sent a few at a time, followed to their end, kept while other pages are open.
import { followJob, type Options, type Source, startConversion } from '../api/convert.ts';
import type { Job } from '../api/jobs.ts';
import { type Remedy, remedyOf } from '../api/problem.ts';

export interface Conversion {
  readonly number: number;
  readonly name: string;
  readonly size: number | undefined;
  readonly phase: 'waiting' | 'sending' | 'working' | 'done' | 'failed' | 'cancelled';
  /** Of what the phase does; undefined while nobody knows. */
  readonly share: number | undefined;
  readonly message: string;
  readonly job?: Job;
  readonly problem?: Remedy;
}

/** Uploads at one time; the rest waits here instead of crowding the connection. */
const mostAtOnce = 3;

interface Entry {
  readonly source: Source;
  readonly options: Options;
  readonly stop: AbortController;
}

const entries = new Map<number, Entry>();
let all: readonly Conversion[] = [];
let running = 0;
let lastNumber = 0;
const listeners = new Set<() => void>();

export const conversions = (): readonly Conversion[] => all;

export function onConversions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function addConversion(source: Source, options: Options): number {
  lastNumber += 1;
  entries.set(lastNumber, { source, options, stop: new AbortController() });
  const name = 'url' in source ? source.url : source.file.name;
  const size = 'url' in source ? undefined : source.file.size;
  update([
    { number: lastNumber, name, size, phase: 'waiting', share: undefined, message: 'Waiting to be sent' },
    ...all,
  ]);
  startNext();
  return lastNumber;
}

export function cancelConversion(number: number): void {
  entries.get(number)?.stop.abort();
  change(number, { phase: 'cancelled', message: 'No longer followed' });
}

export function clearConversions(): void {
  for (const { stop } of entries.values()) stop.abort();
  entries.clear();
  update([]);
}

function startNext(): void {
  const next = all.findLast((one) => one.phase === 'waiting');
  const entry = next && entries.get(next.number);
  if (next === undefined || entry === undefined || running >= mostAtOnce) return;
  running += 1;
  void convert(next.number, entry).finally(() => {
    running -= 1;
    startNext();
  });
  startNext();
}

async function convert(number: number, { source, options, stop }: Entry): Promise<void> {
  const fetching = 'url' in source;
  change(number, {
    phase: 'sending',
    share: fetching ? undefined : 0,
    message: fetching ? 'Fetching the page' : 'Sending',
  });
  try {
    const sent = (share: number): void =>
      change(number, {
        share: share < 1 ? share : undefined,
        message: share < 1 ? `Sending, ${Math.floor(share * 100)} %` : 'Received',
      });
    const job = await startConversion(source, options, sent, stop.signal);
    change(number, { ...working(job), ...(job.filename === undefined ? {} : { name: job.filename }) });
    const end = await followJob(job.jobId, (now) => change(number, working(now)), stop.signal);
    if (end.status === 'completed') change(number, { phase: 'done', share: 1, message: 'Done', job: end });
    else change(number, { phase: 'failed', job: end, ...(end.error ? { problem: end.error } : {}), message: 'Failed' });
  } catch (error) {
    if (!stop.signal.aborted) change(number, { phase: 'failed', message: 'Failed', problem: remedyOf(error) });
  }
}

function working(job: Job): Partial<Conversion> {
  const { progress } = job;
  if (progress === undefined) return { phase: 'working', share: undefined, message: 'Waiting for a worker', job };
  return { phase: 'working', share: progress.percentage / 100, message: progress.message, job };
}

function change(number: number, fields: Partial<Conversion>): void {
  update(all.map((one) => (one.number === number && one.phase !== 'cancelled' ? { ...one, ...fields } : one)));
}

function update(next: readonly Conversion[]): void {
  all = next;
  for (const listener of listeners) listener();
}
