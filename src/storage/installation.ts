// What operators look at: all accounts, the nodes that convert, and how healthy each node was.
import { sql } from 'kysely';
import { type Instant, monthOf } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { Db } from './db.ts';
import type { AccountRow, HealthSampleRow, Schema, WorkerNodeRow } from './schema.ts';

export interface AccountWish {
  /** Part of the name, whatever its case, or of the address of one of its users. */
  readonly text?: string | undefined;
  readonly id?: Id | undefined;
  readonly before?: Id | undefined;
  readonly limit: number;
}

export type AccountSummary = AccountRow & {
  readonly users: number;
  readonly keys: number;
  readonly conversions: number;
};

export function createInstallation(db: Db<Schema>) {
  return {
    /** Newest first. */
    async accounts(want: AccountWish, at: Instant): Promise<AccountSummary[]> {
      const month = monthOf(at);
      let query = db.reader
        .selectFrom('accounts')
        .selectAll()
        .select((one) => [
          one
            .selectFrom('users')
            .select((row) => row.fn.countAll<number>().as('count'))
            .whereRef('users.account_id', '=', 'accounts.id')
            .as('users'),
          one
            .selectFrom('api_keys')
            .select((row) => row.fn.countAll<number>().as('count'))
            .whereRef('api_keys.account_id', '=', 'accounts.id')
            .where('api_keys.revoked_at', 'is', null)
            // Not the row that stands for the dashboard, which has no prefix.
            .where('api_keys.prefix', '<>', '')
            .as('keys'),
          one
            .selectFrom('usage_days')
            .select((row) => row.fn.sum<number>('usage_days.conversions').as('sum'))
            .whereRef('usage_days.account_id', '=', 'accounts.id')
            .where('usage_days.day', '>=', `${month}-01`)
            .where('usage_days.day', '<=', `${month}-31`)
            .as('conversions'),
        ]);
      if (want.id !== undefined) query = query.where('accounts.id', '=', want.id);
      if (want.before !== undefined) query = query.where('accounts.id', '<', want.before);
      if (want.text !== undefined) {
        const pattern = `%${want.text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
        query = query.where(
          sql<boolean>`(lower(accounts.name) like ${pattern} escape '\\' or exists (
            select 1 from users where users.account_id = accounts.id and users.email like ${pattern} escape '\\'))`,
        );
      }
      const rows = await query.orderBy('accounts.id', 'desc').limit(want.limit).execute();
      return rows.map((row) => ({
        ...row,
        users: Number(row.users ?? 0),
        keys: Number(row.keys ?? 0),
        conversions: Number(row.conversions ?? 0),
      }));
    },

    /** False when the name is taken, also by another process just now. */
    async rename(id: Id, name: string): Promise<boolean> {
      try {
        await db.writeOne((one) => one.updateTable('accounts').set({ name }).where('id', '=', id).execute());
        return true;
      } catch (error) {
        // Only the index knows of two who rename at one time, and every store words its refusal differently. Whose name
        // it is now, all of them tell alike.
        const owner = await db.reader.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
        if (owner !== undefined && owner.id !== id) return false;
        throw error;
      }
    },

    async oldestWaiting(): Promise<Instant | undefined> {
      const found = await db.reader
        .selectFrom('jobs')
        .select((one) => one.fn.min('created_at').as('at'))
        .where('state', '=', 'pending')
        .executeTakeFirst();
      return found?.at ?? undefined;
    },

    async reportWorker(node: WorkerNodeRow): Promise<void> {
      const { slots, busy, seen_at } = node;
      await db.write((tx) =>
        tx
          .insertInto('worker_nodes')
          .values(node)
          .onConflict((conflict) => conflict.column('node').doUpdateSet({ slots, busy, seen_at }))
          .execute(),
      );
    },

    async removeWorker(node: string): Promise<void> {
      await db.writeOne((one) => one.deleteFrom('worker_nodes').where('node', '=', node).execute());
    },

    async workers(seenAfter: Instant): Promise<WorkerNodeRow[]> {
      return db.reader
        .selectFrom('worker_nodes')
        .selectAll()
        .where('seen_at', '>', seenAfter)
        .orderBy('node')
        .execute();
    },

    async addHealth(sample: HealthSampleRow): Promise<void> {
      await db.writeOne((one) => one.insertInto('health_samples').values(sample).execute());
    },

    /** Newest first. */
    async healthSamples(limit: number): Promise<HealthSampleRow[]> {
      return db.reader.selectFrom('health_samples').selectAll().orderBy('id', 'desc').limit(limit).execute();
    },

    /** What is so old that nobody looks at it. */
    async removeOld(samplesBefore: Instant, workersBefore: Instant): Promise<void> {
      await db.write(async (tx) => {
        await tx.deleteFrom('health_samples').where('at', '<=', samplesBefore).execute();
        await tx.deleteFrom('worker_nodes').where('seen_at', '<=', workersBefore).execute();
      });
    },
  };
}

export type Installation = ReturnType<typeof createInstallation>;
