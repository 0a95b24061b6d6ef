// The door to conversions: tasks wait here for a warm child. A crash, a hang or a flood costs one child and one task;
// the caller gets a Failure, and the next task finds a sound child.
import { Failure } from '../core/failure.ts';
import { Crew } from './crew.ts';
import { planLaunches } from './launch.ts';
import type { ConversionTask, TaskOutcome } from './protocol.ts';
import { completeSettings, type PoolSettings } from './settings.ts';
import { startTask, type TaskControl, type TaskEnd } from './task-run.ts';
import { failureOfKill } from './verdict.ts';

export type { ConversionTask, TaskOutcome } from './protocol.ts';
export type { PoolSettings } from './settings.ts';
export type { TaskControl } from './task-run.ts';

interface PoolStats {
  /** Tasks that may run at one time. */
  readonly size: number;
  readonly busy: number;
  /** Children that wait for a task. */
  readonly idle: number;
  /** Children started so far. */
  readonly spawned: number;
  /** Children ended for cause: time, memory, an abort, nonsense. */
  readonly killed: number;
  /** Tasks that wait for a child. */
  readonly waiting: number;
}

export interface Pool {
  /** Converts one document; rejects only with a Failure. */
  run(task: ConversionTask, control?: TaskControl): Promise<TaskOutcome>;
  stats(): PoolStats;
  /** Takes no more tasks, waits for the running ones up to the grace time, then ends every child. */
  close(): Promise<void>;
}

interface Job {
  readonly id: number;
  readonly task: ConversionTask;
  readonly control: TaskControl;
  readonly resolve: (outcome: TaskOutcome) => void;
  readonly reject: (failure: Failure) => void;
  /** Children that died before they took this task. */
  lost: number;
}

/** A task is handed to another child this often when it was never touched. */
const handOvers = 2;

export function createPool(given: PoolSettings): Pool {
  const settings = completeSettings(given);
  const waiting: Job[] = [];
  let running = 0;
  let tasks = 0;
  let closing: Promise<void> | undefined;
  let whenQuiet: (() => void) | undefined;

  const crew = new Crew(settings, {
    onIdle: () => dispatch(),
    onUnable: () => {
      for (const job of waiting.splice(0)) job.reject(unableFailure());
    },
  });
  planLaunches(settings).then(
    (launches) => crew.begin(launches),
    (error: unknown) => crew.giveUp(error),
  );

  const dispatch = (): void => {
    for (let job = waiting[0]; job !== undefined; job = waiting[0]) {
      const started: Job = job;
      if (!startTask(crew, settings, job.id, job.task, job.control, (end) => finish(started, end))) return;
      waiting.shift();
      running += 1;
    }
  };

  const finish = (job: Job, end: TaskEnd): void => {
    running -= 1;
    if (end.kind === 'outcome') job.resolve(end.outcome);
    else if (end.kind === 'failure') job.reject(end.failure);
    else retry(job);
    if (running === 0) whenQuiet?.();
  };

  const retry = (job: Job): void => {
    job.lost += 1;
    if (closing !== undefined) job.reject(closedFailure());
    else if (crew.unable || job.lost > handOvers) job.reject(unableFailure());
    else {
      waiting.unshift(job);
      dispatch();
    }
  };

  const run = (task: ConversionTask, control: TaskControl = {}): Promise<TaskOutcome> =>
    new Promise((resolve, reject) => {
      const { signal } = control;
      const aborted = (): Failure => failureOfKill({ kind: 'aborted', reason: signal?.reason });
      if (closing !== undefined) return reject(closedFailure());
      if (signal?.aborted) return reject(aborted());
      if (crew.unable) return reject(unableFailure());
      const leave = (): void => {
        const at = waiting.indexOf(job);
        if (at < 0) return;
        waiting.splice(at, 1);
        job.reject(aborted());
      };
      const job: Job = {
        id: ++tasks,
        task,
        control,
        resolve: (outcome) => {
          signal?.removeEventListener('abort', leave);
          resolve(outcome);
        },
        reject: (failure) => {
          signal?.removeEventListener('abort', leave);
          reject(failure);
        },
        lost: 0,
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(job);
      dispatch();
    });

  const shut = async (): Promise<void> => {
    for (const job of waiting.splice(0)) job.reject(closedFailure());
    const gone = crew.close();
    if (running > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, settings.graceMs);
        whenQuiet = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    crew.killAll();
    await gone;
  };

  return {
    run,
    stats: () => ({
      size: settings.size,
      busy: crew.count('busy'),
      idle: crew.count('idle'),
      spawned: crew.spawned,
      killed: crew.killed,
      waiting: waiting.length,
    }),
    close: () => {
      // Set before anything runs, so that a task handed in meanwhile is refused.
      closing ??= Promise.resolve().then(shut);
      return closing;
    },
  };
}

const closedFailure = (): Failure => failureOfKill({ kind: 'closing' });

/** Not the document's fault: whoever handed it in may try again. */
const unableFailure = (): Failure =>
  new Failure('UNAVAILABLE', { details: 'No conversion process can be started.', cause: 'children keep dying' });
