// The law of the groups, on a small store in memory whose every call can be made to fail.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type GroupLimits, type GroupStore, WriteGroups } from './write-groups.ts';

type Keys = Set<number>;

const limits: GroupLimits = { units: 8, milliseconds: 1000, waiting: 1000, unitMilliseconds: 40, busyMilliseconds: 30 };

/** A set of numbers with transactions and savepoints; `fails` is asked before each call of the named step. */
class SetStore implements GroupStore<Keys> {
  committed: Keys = new Set();
  commits = 0;
  abandoned = 0;
  groups: number[] = [];
  #open: Keys | undefined;
  readonly #fails: (step: 'begin' | 'commit' | 'loss') => Error | undefined;

  constructor(fails: (step: 'begin' | 'commit' | 'loss') => Error | undefined = () => undefined) {
    this.#fails = fails;
  }

  get inTransaction(): boolean {
    return this.#open !== undefined;
  }

  begin(): void {
    if (this.#open !== undefined) throw new Error('a transaction was left open');
    const error = this.#fails('begin');
    if (error !== undefined) throw error;
    this.#open = new Set(this.committed);
    this.groups.push(0);
  }

  commit(): void {
    if (this.#open === undefined) throw new Error('commit without a transaction');
    const error = this.#fails('commit');
    if (error !== undefined) throw error;
    this.committed = this.#open;
    this.#open = undefined;
    this.commits += 1;
  }

  abandon(): void {
    this.#open = undefined;
    this.abandoned += 1;
  }

  isBusy(error: unknown): boolean {
    return error instanceof Error && error.message === 'busy';
  }

  async run<T>(unit: (tx: Keys) => Promise<T>): Promise<T> {
    if (this.#open === undefined) throw new Error('unit without a transaction');
    this.groups.push((this.groups.pop() ?? 0) + 1);
    const own = new Set(this.#open);
    const value = await unit(own);
    const loss = this.#fails('loss');
    if (loss !== undefined) {
      this.#open = undefined;
      throw loss;
    }
    this.#open = own;
    return value;
  }
}

const put = (key: number) => async (tx: Keys) => {
  tx.add(key);
  return key;
};

describe('groups', () => {
  test('callers that come together share commits, and none waits for more than the limit', async () => {
    const store = new SetStore();
    const groups = new WriteGroups(store, limits, systemClock);
    const values = await Promise.all(Array.from({ length: 20 }, (_, key) => groups.write(put(key))));
    expect(values).toEqual(Array.from({ length: 20 }, (_, key) => key));
    expect(store.groups).toEqual([8, 8, 4]);
  });

  test('a group ends when its time is over, though more are waiting', async () => {
    let now = 0;
    const clock = { now: () => 0, monotonic: () => now };
    const store = new SetStore();
    const groups = new WriteGroups(store, { ...limits, milliseconds: 10 }, clock);
    const slow = (key: number) => async (tx: Keys) => {
      tx.add(key);
      now += 4;
    };
    await Promise.all(Array.from({ length: 7 }, (_, key) => groups.write(slow(key))));
    expect(store.groups).toEqual([3, 3, 1]);
  });

  test('nobody is answered before the commit, not even a unit that failed by itself', async () => {
    const store = new SetStore();
    const groups = new WriteGroups(store, limits, systemClock);
    const seen: number[] = [];
    const failing = groups.write(async () => {
      throw new Error('mine');
    });
    await Promise.all([
      failing.catch(() => seen.push(store.commits)),
      groups.write(put(1)).then(() => seen.push(store.commits)),
    ]);
    expect(seen).toEqual([1, 1]);
  });

  test('what a failed commit took back is rejected for all, with the cause kept', async () => {
    const cause = new Error('the disk');
    let broken = true;
    const store = new SetStore((step) => (broken && step === 'commit' ? cause : undefined));
    const groups = new WriteGroups(store, limits, systemClock);
    const failing = async () => {
      throw new Error('decided on rows that are gone');
    };
    const results = await Promise.allSettled([groups.write(put(1)), groups.write(failing), groups.write(put(2))]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', cause } });
    }
    broken = false;
    await groups.write(put(3));
    expect([...store.committed]).toEqual([3]);
  });

  test('a busy store is tried again, and given up after its time', async () => {
    let busyTimes = 3;
    const store = new SetStore((step) => (step === 'begin' && busyTimes-- > 0 ? new Error('busy') : undefined));
    const groups = new WriteGroups(store, limits, systemClock);
    await groups.write(put(1));
    busyTimes = Number.POSITIVE_INFINITY;
    await expect(groups.write(put(2))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    busyTimes = 0;
    await groups.write(put(3));
    expect([...store.committed]).toEqual([1, 3]);
  });

  test('a store that cannot begin for another reason is not tried again', async () => {
    let begins = 0;
    const cause = new Error('the disk');
    const store = new SetStore((step) => {
      begins += step === 'begin' ? 1 : 0;
      return cause;
    });
    const groups = new WriteGroups(store, limits, systemClock);
    const results = await Promise.allSettled([groups.write(put(1)), groups.write(put(2))]);
    for (const result of results) expect(result).toMatchObject({ reason: { code: 'UNAVAILABLE', cause } });
    expect(begins).toBe(1);
  });

  test('a unit that hangs is rejected alone; its neighbours are committed', async () => {
    const store = new SetStore();
    const groups = new WriteGroups(store, limits, systemClock);
    const hanging = groups.write(async (tx) => {
      tx.add(99);
      await new Promise(() => undefined);
    });
    const [first, second, third] = await Promise.allSettled([groups.write(put(1)), hanging, groups.write(put(2))]);
    expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
    expect([...store.committed]).toEqual([1, 2]);
  });

  test('more waiting units than allowed are refused at once', async () => {
    const groups = new WriteGroups(new SetStore(), { ...limits, waiting: 2 }, systemClock);
    const results = await Promise.allSettled([1, 2, 3].map((key) => groups.write(put(key))));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('whatever fails, a unit is there exactly when it was acknowledged', async () => {
    const fault = fc.constantFrom('ok', 'ok', 'ok', 'begin', 'commit', 'loss', 'throw', 'busy');
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), async (faults, units) => {
        let call = 0;
        const store = new SetStore((step) => {
          const next = faults[call++];
          if (next === 'busy' && step === 'begin') return new Error('busy');
          return next === step ? new Error(step) : undefined;
        });
        const groups = new WriteGroups(store, { ...limits, units }, systemClock);
        const own = new Error('mine');
        const results = await Promise.allSettled(
          Array.from({ length: 25 }, (_, key) =>
            groups.write(async (tx) => {
              tx.add(key);
              if (faults[key] === 'throw') throw own;
              return key;
            }),
          ),
        );
        const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect([...store.committed]).toEqual(acknowledged);
        for (const result of results) {
          if (result.status === 'rejected')
            expect(result.reason === own || result.reason instanceof Failure).toBe(true);
        }
        await groups.close();
        expect(store.inTransaction).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
