// Many concurrent writes behind one commit. A commit waits for the disk and blocks the only thread, so units that arrive
// together share one transaction, each inside its own savepoint: 64 callers cost about as many disk waits as one.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';

/** What the groups need from a store. All but `run` are synchronous: nothing else happens between them. */
export interface GroupStore<Tx> {
  /** Throws `busy` errors as they are; `isBusy` tells them apart. */
  begin(): void;
  commit(): void;
  /** Afterwards no transaction is open, whatever went wrong before. Never throws. */
  abandon(): void;
  readonly inTransaction: boolean;
  isBusy(error: unknown): boolean;
  /** Runs one unit inside a savepoint; a unit that throws is rolled back alone. */
  run<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface GroupLimits {
  /** Units behind one commit. */
  readonly units: number;
  /** After this long no further unit joins the group: those that ran are waiting for their commit. */
  readonly milliseconds: number;
  /** Units that may wait; more are refused, so that a store that stands still does not fill the memory. */
  readonly waiting: number;
  /** How long one unit may take before it is rolled back and rejected. */
  readonly unitMilliseconds: number;
  /** How long to try for the write lock while another process holds it. */
  readonly busyMilliseconds: number;
}

interface Task<Tx> {
  readonly unit: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Milliseconds between tries for the lock; the last repeats. Waiting inside SQLite would stop the event loop. */
const lockPauses = [1, 1, 2, 3, 5, 8] as const;

export class WriteGroups<Tx> {
  readonly #store: GroupStore<Tx>;
  readonly #limits: GroupLimits;
  readonly #clock: Clock;
  #waiting: Task<Tx>[] = [];
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(store: GroupStore<Tx>, limits: GroupLimits, clock: Clock) {
    this.#store = store;
    this.#limits = limits;
    this.#clock = clock;
  }

  write<T>(unit: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Failure('UNAVAILABLE', { cause: new Error('the database is closed') }));
    if (this.#waiting.length >= this.#limits.waiting) {
      return Promise.reject(new Failure('UNAVAILABLE', { cause: new Error('too many writes are waiting') }));
    }
    return new Promise<T>((resolve, reject) => {
      // `value` is what this very unit returned; the list of tasks cannot say so in its type.
      this.#waiting.push({ unit, resolve: (value) => resolve(value as T), reject });
      this.#working ??= this.#work();
    });
  }

  /** Refuses new units and waits for those accepted. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop: callers answered by the last commit, and requests read meanwhile, join this group.
      await nextTurn();
      if (await this.#begin()) await this.#group();
    }
    this.#working = undefined;
  }

  async #begin(): Promise<boolean> {
    const present = this.#waiting.length;
    const deadline = this.#clock.monotonic() + this.#limits.busyMilliseconds;
    for (let attempt = 0; ; attempt++) {
      try {
        this.#store.begin();
        return true;
      } catch (error) {
        if (!this.#store.isBusy(error) || this.#clock.monotonic() >= deadline) {
          this.#store.abandon();
          for (const task of this.#waiting.splice(0, present)) task.reject(asUnavailable(error));
          return false;
        }
      }
      await pause(lockPauses[Math.min(attempt, lockPauses.length - 1)]);
    }
  }

  async #group(): Promise<void> {
    const { units, milliseconds } = this.#limits;
    const end = this.#clock.monotonic() + milliseconds;
    const done: { readonly task: Task<Tx>; readonly outcome: Outcome }[] = [];
    let lost: unknown;
    do {
      const task = this.#waiting.shift();
      if (task === undefined) break;
      const outcome = await this.#runUnit(task.unit);
      done.push({ task, outcome });
      // Some errors (a full disk, for one) end the whole transaction: sqlite.org/lang_transaction.html, section 3.1.
      if (!this.#store.inTransaction) {
        lost = 'error' in outcome ? outcome.error : new Error('a unit ended the transaction of its group');
        break;
      }
    } while (done.length < units && this.#clock.monotonic() < end);

    if (lost === undefined) {
      try {
        this.#store.commit();
      } catch (error) {
        lost = error;
      }
    }
    if (lost !== undefined) {
      this.#store.abandon();
      const failure = asUnavailable(lost);
      // Also those that threw by themselves: what they saw may have been the work of a unit that is now gone.
      for (const { task } of done) task.reject(failure);
      return;
    }
    for (const { task, outcome } of done) {
      if ('error' in outcome) task.reject(outcome.error);
      else task.resolve(outcome.value);
    }
  }

  async #runUnit(unit: (tx: Tx) => Promise<unknown>): Promise<Outcome> {
    try {
      return { value: await this.#store.run((tx) => this.#inTime(unit(tx))) };
    } catch (error) {
      return { error };
    }
  }

  async #inTime(work: Promise<unknown>): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const tooLong = () => reject(new Failure('INTERNAL', { cause: new Error('a unit did not end in time') }));
      timer = setTimeout(tooLong, this.#limits.unitMilliseconds);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function asUnavailable(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('UNAVAILABLE', { cause: error });
}
