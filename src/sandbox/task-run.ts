// One task on one child, from the hand-over to its end; every way it can end comes out as one value.
import { Failure } from '../core/failure.ts';
import { startAssistance } from './assistance.ts';
import type { Crew, Member, MemberListener } from './crew.ts';
import { collectOutcome } from './outcome.ts';
import {
  type ChildMessage,
  type ConversionTask,
  type DoneMessage,
  pixelsPath,
  readingPath,
  type TaskOutcome,
} from './protocol.ts';
import type { FullPoolSettings } from './settings.ts';
import { memoryOfProcess, type TaskWatch, watchTask } from './task-watch.ts';
import { type Exit, failureOfExit, failureOfKill, isOutOfMemory, type KillReason, memoryFailure } from './verdict.ts';

export interface TaskControl {
  /** Instead of the pool's own. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export type TaskEnd =
  | { readonly kind: 'outcome'; readonly outcome: TaskOutcome }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The child died before it took the task: another one may have it. */
  | { readonly kind: 'untouched' };

const progressEveryMs = 50;

/** Starts the task if a child is free; `finished` is called once. */
export function startTask(
  crew: Crew,
  settings: FullPoolSettings,
  id: number,
  task: ConversionTask,
  control: TaskControl,
  finished: (end: TaskEnd) => void,
): boolean {
  const run = new TaskRun(settings, id, task, control, finished);
  const member = crew.take(run);
  if (member === undefined) return false;
  run.begin(crew, member);
  return true;
}

interface Place {
  readonly crew: Crew;
  readonly member: Member;
  readonly watch: TaskWatch;
}

class TaskRun implements MemberListener {
  readonly #settings: FullPoolSettings;
  readonly #id: number;
  readonly #task: ConversionTask;
  readonly #control: TaskControl;
  readonly #finished: (end: TaskEnd) => void;
  /** Children that read pictures for this task. */
  readonly #helpers = new Map<number, { stop(): void }>();
  #place: Place | undefined;
  #started = false;
  #answered = false;
  #over = false;
  /** Memory as the child itself told it, for systems that do not. */
  #ownWord = 0;
  #lastProgress = Number.NEGATIVE_INFINITY;

  constructor(
    settings: FullPoolSettings,
    id: number,
    task: ConversionTask,
    control: TaskControl,
    finished: (end: TaskEnd) => void,
  ) {
    this.#settings = settings;
    this.#id = id;
    this.#task = task;
    this.#control = control;
    this.#finished = finished;
  }

  begin(crew: Crew, member: Member): void {
    const limits = { ...this.#settings, deadlineMs: this.#control.deadlineMs ?? this.#settings.deadlineMs };
    const watch = watchTask(limits, this.#settings.clock, memoryOfProcess(member.process.pid), (reason) =>
      member.process.kill(reason),
    );
    this.#place = { crew, member, watch };
    this.#control.signal?.addEventListener('abort', this.#abort, { once: true });
    member.process.send({
      type: 'convert',
      id: this.#id,
      task: this.#task,
      helpers: Math.max(0, this.#settings.size - 1),
      engines: this.#settings.engines,
    });
  }

  onMessage(message: ChildMessage): void {
    const place = this.#place;
    if (place === undefined || message.type === 'ready' || message.type === 'warm') return;
    if (message.id !== this.#id || this.#answered || (message.type === 'started') === this.#started) {
      place.member.process.kill({ kind: 'protocol', what: `${message.type} out of turn` });
      return;
    }
    if ('rss' in message) this.#ownWord = message.rss;
    place.watch.heard('rss' in message ? message.rss : undefined);
    switch (message.type) {
      case 'started':
        this.#started = true;
        return;
      case 'progress':
        this.#progress(message.done, message.total);
        return;
      case 'ask':
        this.#assist(place, message);
        return;
      case 'recognised':
        place.member.process.kill({ kind: 'protocol', what: 'recognised out of turn' });
        return;
      case 'done':
        this.#answer();
        void this.#collect(message);
        return;
      case 'failed': {
        this.#answer();
        if (message.log !== undefined)
          this.#log('info', 'a conversion failed', { code: message.record.code, cause: message.log });
        this.#settle({ kind: 'failure', failure: Failure.fromRecord(message.record) }, true);
        return;
      }
      case 'broke':
        this.#answer();
        this.#log('error', 'a reader threw what is no Failure', { error: message.log });
        this.#settle({ kind: 'failure', failure: this.#failureOfBug(message.log) }, false);
    }
  }

  onEnd(exit: Exit, reason: KillReason | undefined): void {
    // Nonsense before it took the task is left over from a document before this one.
    const untouched = !this.#started && (reason === undefined || reason.kind === 'protocol');
    if (untouched) this.#settle({ kind: 'untouched' }, false);
    else if (reason !== undefined) this.#settle({ kind: 'failure', failure: failureOfKill(reason) }, false);
    else this.#settle({ kind: 'failure', failure: failureOfExit(exit, this.#settings.maxRssBytes) }, false);
  }

  /** Finds an idle child for one picture of the document; answers no where there is none. */
  #assist(place: Place, { ask, picture }: Extract<ChildMessage, { type: 'ask' }>): void {
    const answer = (read: boolean): void => {
      this.#helpers.delete(ask);
      if (this.#over) return;
      place.watch.heard();
      place.member.process.send({ type: 'answer', ask, read });
    };
    const help =
      this.#helpers.size >= this.#settings.size
        ? undefined
        : startAssistance(
            place.crew,
            this.#settings,
            {
              id: this.#id,
              picture,
              pixelsPath: pixelsPath(this.#task, ask),
              readingPath: readingPath(this.#task, ask),
            },
            answer,
          );
    if (help === undefined) answer(false);
    else this.#helpers.set(ask, help);
  }

  readonly #abort = (): void => {
    this.#place?.member.process.kill({ kind: 'aborted', reason: this.#control.signal?.reason });
  };

  #progress(done: number, total: number): void {
    const now = this.#settings.clock.monotonic();
    if (now - this.#lastProgress < progressEveryMs) return;
    this.#lastProgress = now;
    try {
      this.#control.onProgress?.(done, total);
    } catch (error) {
      this.#log('error', 'a progress callback threw', { error: String(error) });
    }
  }

  /** The document is done with: time and memory no longer count against it. */
  #answer(): void {
    this.#answered = true;
    this.#place?.watch.stop();
  }

  async #collect(message: DoneMessage): Promise<void> {
    const outcome = await collectOutcome(this.#task, message);
    if (typeof outcome !== 'string') return this.#settle({ kind: 'outcome', outcome }, true);
    this.#log('error', 'a child left something else than it reported', { what: outcome });
    this.#settle({ kind: 'failure', failure: new Failure('PROCESSING_FAILED', { cause: outcome }) }, false);
  }

  /** `sound`: the child may go on; otherwise nothing it holds is trusted any more. */
  #settle(end: TaskEnd, sound: boolean): void {
    const place = this.#place;
    if (this.#over || place === undefined) return;
    this.#over = true;
    this.#place = undefined;
    place.watch.stop();
    for (const help of this.#helpers.values()) help.stop();
    this.#control.signal?.removeEventListener('abort', this.#abort);
    if (!sound) place.member.process.kill({ kind: 'worn' });
    this.#finished(end);
    if (sound) place.crew.giveBack(place.member, memoryOfProcess(place.member.process.pid)() ?? this.#ownWord);
  }

  #failureOfBug(log: string): Failure {
    return isOutOfMemory(log)
      ? memoryFailure(this.#settings.maxRssBytes, log)
      : new Failure('PROCESSING_FAILED', { cause: log });
  }

  #log(level: 'info' | 'error', message: string, fields: Readonly<Record<string, unknown>>): void {
    this.#settings.log[level]({ task: this.#id, pid: this.#place?.member.process.pid, ...fields }, message);
  }
}
