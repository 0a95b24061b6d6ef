// The watch ends a task for time, silence or memory, and for nothing else.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../core/clock.ts';
import { type TaskWatch, watchTask } from './task-watch.ts';
import type { KillReason } from './verdict.ts';

const limits = { deadlineMs: 10_000, silenceMs: 2_000, maxRssBytes: 1_000 };
let time: number;
let memory: number | undefined;
let reasons: KillReason[];
let watch: TaskWatch;
const clock: Clock = { now: () => time, monotonic: () => time };

/** Lets time pass in the steps in which the parent gets a turn. */
function pass(ms: number, step = 50): void {
  for (let passed = 0; passed < ms; passed += step) {
    time += step;
    vi.advanceTimersByTime(Math.min(step, 50));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  time = 5_000;
  memory = 10;
  reasons = [];
  watch = watchTask(
    limits,
    clock,
    () => memory,
    (reason) => reasons.push(reason),
  );
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

describe('watchTask', () => {
  it('lets a task that speaks up go on until its deadline', () => {
    for (let second = 1; second < 10; second += 1) {
      pass(1_000);
      watch.heard();
    }
    expect(reasons).toEqual([]);
    pass(1_000);
    expect(reasons[0]).toEqual({ kind: 'deadline', ms: 10_000 });
  });

  it('takes a long silence for a hang', () => {
    pass(1_900);
    expect(reasons).toEqual([]);
    pass(100);
    expect(reasons[0]).toEqual({ kind: 'silence', ms: 2_000 });
  });

  it('does not count time in which the parent itself stood still as silence', () => {
    pass(1_000);
    pass(3_000, 3_000);
    expect(reasons).toEqual([]);
    pass(1_000);
    expect(reasons[0]).toEqual({ kind: 'silence', ms: 2_000 });
  });

  it('counts such time against the deadline', () => {
    pass(12_000, 12_000);
    expect(reasons[0]).toEqual({ kind: 'deadline', ms: 10_000 });
  });

  it('sees memory at the next look', () => {
    memory = 1_000;
    pass(50);
    expect(reasons).toEqual([]);
    memory = 1_001;
    pass(50);
    expect(reasons[0]).toEqual({ kind: 'memory', limit: 1_000, seen: 1_001 });
  });

  it('takes the word of the child where the system says nothing', () => {
    memory = undefined;
    watch.heard(1_001);
    pass(50);
    expect(reasons[0]).toEqual({ kind: 'memory', limit: 1_000, seen: 1_001 });
  });

  it('says nothing once it was stopped', () => {
    watch.stop();
    pass(20_000);
    expect(reasons).toEqual([]);
  });
});
