// The table of docs/sandbox.md: every way a child can end, and the code its task gets.
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { type Exit, failureOfExit, failureOfKill } from './verdict.ts';

const exit = (parts: Partial<Exit>): Exit => ({ code: null, signal: null, tail: '', ...parts });
const heap = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb73e90 node';

describe('a child that ended by itself', () => {
  it.each([
    ['a segmentation fault', exit({ signal: 'SIGSEGV' }), 'CORRUPTED_FILE'],
    ['a bus error', exit({ signal: 'SIGBUS' }), 'CORRUPTED_FILE'],
    ['a failed assertion', exit({ signal: 'SIGABRT' }), 'CORRUPTED_FILE'],
    ['an abort for want of heap', exit({ signal: 'SIGABRT', tail: heap }), 'PROCESSING_FAILED'],
    ['a trap for want of heap', exit({ signal: 'SIGTRAP', tail: heap }), 'PROCESSING_FAILED'],
    ['a kill from outside', exit({ signal: 'SIGKILL' }), 'PROCESSING_FAILED'],
    ['an exit without an answer', exit({ code: 0 }), 'PROCESSING_FAILED'],
    ['an uncaught error', exit({ code: 1, tail: 'Error: nobody waits for this' }), 'PROCESSING_FAILED'],
  ])('%s', (_name, ended, code) => {
    expect(failureOfExit(ended, 1_000).code).toBe(code);
  });

  it('names the memory limit when memory was the cause', () => {
    expect(failureOfExit(exit({ signal: 'SIGABRT', tail: heap }), 1_000).facts).toEqual({
      limit: 'maxRssBytes',
      value: 1_000,
    });
  });

  it('tells clients nothing of what the child printed', () => {
    const failure = failureOfExit(exit({ code: 1, tail: 'a line of the document' }), 1_000);
    expect(JSON.stringify(failure.record())).not.toContain('a line of the document');
  });
});

describe('a child that was ended', () => {
  it.each([
    [{ kind: 'deadline', ms: 5 } as const, 'PROCESSING_TIMEOUT', { limit: 'deadlineMs', value: 5 }],
    [{ kind: 'silence', ms: 5 } as const, 'PROCESSING_TIMEOUT', { limit: 'silenceMs', value: 5 }],
    [{ kind: 'memory', limit: 5, seen: 6 } as const, 'PROCESSING_FAILED', { limit: 'maxRssBytes', value: 5 }],
    [{ kind: 'protocol', what: 'nonsense' } as const, 'PROCESSING_FAILED', undefined],
    [{ kind: 'aborted', reason: new Error('gone') } as const, 'PROCESSING_TIMEOUT', undefined],
    [{ kind: 'closing' } as const, 'UNAVAILABLE', undefined],
  ])('%o', (reason, code, facts) => {
    const failure = failureOfKill(reason);
    expect(failure.code).toBe(code);
    expect(failure.facts).toEqual(facts);
  });

  it('keeps the Failure an abort was made for', () => {
    const reason = new Failure('JOB_NOT_FOUND');
    expect(failureOfKill({ kind: 'aborted', reason })).toBe(reason);
  });
});
