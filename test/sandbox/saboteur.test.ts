// Every way a reader can go wrong costs one child and one task: the task gets its code, and the next one succeeds.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Failure, type FailureCode } from '../../src/core/failure.ts';
import type { PoolSettings } from '../../src/sandbox/pool.ts';
import { openPool, until } from './open-pool.ts';

const mebibyte = 2 ** 20;
const memory = 300 * mebibyte;

/** What is done, the code it gives, what the failure says of the cause, and the limit that is to catch it. */
interface Act {
  readonly act: string;
  readonly code: FailureCode;
  readonly facts?: object;
  readonly settings?: Partial<PoolSettings>;
}

const acts: readonly Act[] = [
  { act: 'throw', code: 'PROCESSING_FAILED' },
  { act: 'throw-string', code: 'PROCESSING_FAILED' },
  {
    act: 'hang',
    code: 'PROCESSING_TIMEOUT',
    facts: { limit: 'silenceMs', value: 1_000 },
    settings: { silenceMs: 1_000 },
  },
  {
    act: 'hang-after-output',
    code: 'PROCESSING_TIMEOUT',
    facts: { limit: 'silenceMs', value: 1_000 },
    settings: { silenceMs: 1_000 },
  },
  {
    act: 'silence',
    code: 'PROCESSING_TIMEOUT',
    facts: { limit: 'silenceMs', value: 1_000 },
    settings: { silenceMs: 1_000 },
  },
  {
    act: 'busy-with-progress 60000',
    code: 'PROCESSING_TIMEOUT',
    facts: { limit: 'deadlineMs', value: 1_500 },
    settings: { deadlineMs: 1_500 },
  },
  {
    act: 'buffer-oom',
    code: 'PROCESSING_FAILED',
    facts: { limit: 'maxRssBytes', value: memory },
    settings: { maxRssBytes: memory },
  },
  { act: 'exit', code: 'PROCESSING_FAILED' },
  { act: 'exit-1', code: 'PROCESSING_FAILED' },
  { act: 'segfault', code: 'CORRUPTED_FILE', facts: { signal: 'SIGSEGV' } },
  { act: 'abort', code: 'CORRUPTED_FILE', facts: { signal: 'SIGABRT' } },
  { act: 'killed-from-outside', code: 'PROCESSING_FAILED' },
  { act: 'late-rejection', code: 'PROCESSING_FAILED' },
  { act: 'garbage-bytes', code: 'PROCESSING_FAILED' },
  { act: 'garbage-shape', code: 'PROCESSING_FAILED' },
  { act: 'garbage-without-end', code: 'PROCESSING_FAILED' },
  { act: 'flood 1', code: 'PROCESSING_FAILED' },
  { act: 'wrong-id', code: 'PROCESSING_FAILED' },
  { act: 'ready-again', code: 'PROCESSING_FAILED' },
  { act: 'foreign-code 1', code: 'PROCESSING_FAILED' },
];

describe('a saboteur', () => {
  it.each(acts)('$act: $code, and the next task on that slot succeeds', async ({ act, code, facts, settings }) => {
    const sandbox = openPool(settings);
    const failure = await sandbox.failure(`sabotage: ${act}`);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.code).toBe(code);
    expect(failure.facts).toEqual(facts);
    const { markdownPath } = await sandbox.convert('All is well.');
    expect(readFileSync(markdownPath, 'utf8')).toBe('All is well.\n');
    expect(sandbox.pool.stats()).toMatchObject({ busy: 0, spawned: 2, waiting: 0 });
  });

  it('that talks nonsense after its answer is not given the next task', async () => {
    const sandbox = openPool();
    await sandbox.convert('sabotage: nonsense-afterwards 50');
    await until(() => sandbox.pool.stats().idle === 0);
    await sandbox.convert('All is well.');
    expect(sandbox.pool.stats()).toMatchObject({ spawned: 2, killed: 1 });
  });

  it('that fills the heap of V8 is told the memory limit', async () => {
    const sandbox = openPool({ heapMb: 64 });
    const failure = await sandbox.failure('sabotage: heap-oom');
    expect(failure.code).toBe('PROCESSING_FAILED');
    expect(failure.facts).toMatchObject({ limit: 'maxRssBytes' });
    await sandbox.convert('All is well.');
  });

  it('that prints without end neither blocks nor fills the parent', async () => {
    const sandbox = openPool();
    await sandbox.convert('warm');
    const before = process.memoryUsage.rss();
    await sandbox.convert(`sabotage: stdout ${300 * mebibyte}`);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * mebibyte);
    expect(sandbox.pool.stats().spawned).toBe(1);
  });

  it('that builds too many nodes is stopped by the limit on nodes', async () => {
    const sandbox = openPool();
    const failure = await sandbox.failure('sabotage: nodes 200000', {}, { limits: { liveNodes: 20_000 } });
    expect(failure.code).toBe('DOCUMENT_LIMIT');
    expect(failure.facts).toMatchObject({ limit: 'liveNodes' });
    await sandbox.convert('All is well.');
    expect(sandbox.pool.stats().killed).toBe(0);
  });

  it('is reported to the log with its error and its last words', async () => {
    const sandbox = openPool();
    await sandbox.failure('sabotage: throw');
    expect(sandbox.entries).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ error: expect.stringContaining('sabotage: a bug in a reader') }),
      }),
    );
    await sandbox.failure('sabotage: late-rejection');
    expect(sandbox.entries).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        fields: expect.objectContaining({ tail: expect.stringContaining('nobody waits for this') }),
      }),
    );
  });

  it('shows clients nothing of its error', async () => {
    const failure = await openPool().failure('sabotage: throw');
    expect(JSON.stringify(failure.record())).not.toContain('sabotage');
  });
});
