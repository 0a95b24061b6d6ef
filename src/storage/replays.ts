// Answers kept for requests that may be sent twice: one row per account and key, claimed by a request before it works.
import { sql, type Transaction } from 'kysely';
import type { Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { BlobRef } from './blobs.ts';
import type { Db } from './db.ts';
import type { ReplayRow, Schema } from './schema.ts';

export interface ReplayClaim {
  readonly accountId: string;
  readonly name: string;
  /** The request that claims. */
  readonly holder: string;
}

export interface ReplayAnswer {
  readonly fingerprint: string;
  readonly status: number;
  /** JSON of the headers that are sent again. */
  readonly headers: string;
  readonly body: BlobRef;
}

const retrySeconds = 2;

const mine = ({ accountId, name, holder }: ReplayClaim) => ({ account_id: accountId, name, holder });

/**
 * Within the unit that accepts a job or batch: whoever repeats the request gets that work, whatever becomes of the process
 * that accepted it. Fails, and the unit with it, when another request has taken the claim over.
 */
export async function bindReplay(
  tx: Transaction<Schema>,
  claim: ReplayClaim,
  fingerprint: string,
  work: string,
): Promise<void> {
  const bound = await tx
    .updateTable('replays')
    .set({ fingerprint, work })
    .where((row) => row.and(mine(claim)))
    .where('status', 'is', null)
    .executeTakeFirst();
  if (Number(bound.numUpdatedRows) !== 1) throw replayBusy();
}

/** Another request holds the claim and has no answer yet. */
export const replayBusy = (): Failure =>
  new Failure('IDEMPOTENCY_BUSY', { field: 'Idempotency-Key', facts: { retryAfter: retrySeconds } });

export function createReplayRows(db: Db<Schema>) {
  return {
    /** The row as it stands: it is the claimer's own where `holder` says so. */
    async claim(claim: ReplayClaim, until: Instant, expiresAt: Instant, at: Instant): Promise<ReplayRow> {
      return db.write(async (tx) => {
        const fresh = {
          ...mine(claim),
          fingerprint: '',
          status: null,
          headers: null,
          body_key: null,
          body_size: null,
          body_sha256: null,
          held_until: until,
          expires_at: expiresAt,
          work: null,
        };
        await tx
          .insertInto('replays')
          .values(fresh)
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'name'])
              .doUpdateSet(fresh)
              // Free again: its time is over, or the request that held it fell silent before anything was accepted.
              .where((one) =>
                one.or([
                  one('replays.expires_at', '<=', at),
                  one.and([
                    one('replays.status', 'is', null),
                    one('replays.work', 'is', null),
                    one('replays.held_until', '<=', at),
                  ]),
                ]),
              ),
          )
          .execute();
        return tx
          .selectFrom('replays')
          .selectAll()
          .where('account_id', '=', claim.accountId)
          .where('name', '=', claim.name)
          .executeTakeFirstOrThrow();
      });
    },

    async keep(claim: ReplayClaim, until: Instant): Promise<void> {
      await db.writeOne((one) =>
        one
          .updateTable('replays')
          .set({ held_until: until })
          .where((row) => row.and(mine(claim)))
          .where('status', 'is', null)
          .execute(),
      );
    },

    /** False when another request has taken over meanwhile. */
    async finish(claim: ReplayClaim, answer: ReplayAnswer): Promise<boolean> {
      const kept = await db.writeOne((one) =>
        one
          .updateTable('replays')
          .set({
            fingerprint: answer.fingerprint,
            status: answer.status,
            headers: answer.headers,
            body_key: answer.body.key,
            body_size: answer.body.size,
            body_sha256: answer.body.sha256,
          })
          .where((row) => row.and(mine(claim)))
          .where('status', 'is', null)
          .executeTakeFirst(),
      );
      return Number(kept.numUpdatedRows) === 1;
    },

    /** Gives a claim up, so that the same request may be tried again. */
    async release(claim: ReplayClaim): Promise<void> {
      await db.writeOne((one) =>
        one
          .deleteFrom('replays')
          .where((row) => row.and(mine(claim)))
          .where('status', 'is', null)
          .execute(),
      );
    },

    /** The work has ended in a way that may pass: the same request may be tried as a new one. */
    async dropWork(accountId: string, name: string, work: string): Promise<void> {
      await db.writeOne((one) =>
        one
          .deleteFrom('replays')
          .where((row) => row.and({ account_id: accountId, name, work }))
          .where('status', 'is', null)
          .execute(),
      );
    },

    async dropExpired(at: Instant): Promise<void> {
      // Other nodes sweep at the same time: what one of them holds it removes itself.
      const lock = db.kind === 'postgres' ? sql`for update skip locked` : sql``;
      await db.writeOne((one) =>
        one
          .deleteFrom('replays')
          .where('expires_at', '<=', at)
          .where(
            sql<boolean>`(account_id, name) in (select account_id, name from replays where expires_at <= ${at} ${lock})`,
          )
          .execute(),
      );
    },
  };
}

export type ReplayRows = ReturnType<typeof createReplayRows>;
