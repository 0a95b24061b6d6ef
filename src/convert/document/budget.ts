// Spend or fail: counts what a conversion uses against named limits, so that no loop over untrusted input is open-ended.
import { Failure, type FailureCode } from '../../core/failure.ts';
import type { Limits } from '../../core/limits.ts';

/** The limits that add up over a whole conversion, and the code a reader fails with when one is passed. */
const spendable = {
  outputBytes: 'DOCUMENT_LIMIT',
  inflatedBytes: 'ARCHIVE_LIMIT',
  archiveEntries: 'ARCHIVE_LIMIT',
  embeddedDocuments: 'ARCHIVE_LIMIT',
  liveNodes: 'DOCUMENT_LIMIT',
  images: 'DOCUMENT_LIMIT',
  imageBytes: 'DOCUMENT_LIMIT',
} as const satisfies Partial<Record<keyof Limits, FailureCode>>;

export type Spendable = keyof typeof spendable;

export class Budget {
  readonly #limits: Limits;
  readonly #spent = new Map<Spendable, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Adds to what was spent; throws the limit's Failure, naming it, when that is too much. */
  spend(name: Spendable, amount: number): void {
    const total = (this.#spent.get(name) ?? 0) + amount;
    this.#spent.set(name, total);
    if (total > this.#limits[name]) throw limitFailure(name, this.#limits[name]);
  }

  /** Gives back what is no longer held (live nodes of a block that was written). */
  release(name: Spendable, amount: number): void {
    this.#spent.set(name, Math.max(0, (this.#spent.get(name) ?? 0) - amount));
  }

  left(name: Spendable): number {
    return Math.max(0, this.#limits[name] - (this.#spent.get(name) ?? 0));
  }
}

/** The Failure for a passed limit; also used where a limit bounds one thing and not a sum. */
export function limitFailure(name: keyof Limits, limit: number): Failure {
  const code: FailureCode = name in spendable ? spendable[name as Spendable] : 'DOCUMENT_LIMIT';
  return new Failure(code, {
    details: `The limit ${name} of ${limit} was passed.`,
    facts: { limit: name, value: limit },
  });
}
