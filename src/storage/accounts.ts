// Accounts with their counter row, API keys by hash, and the settings that the service makes for itself.
import type { Transaction } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { PlanName } from '../core/plan.ts';
import type { Db } from './db.ts';
import type { AccountRow, ApiKeyRow, Schema } from './schema.ts';

/** What a request needs to know about its caller, in one look-up. */
export type Caller = Pick<ApiKeyRow, 'scopes' | 'allow_list' | 'expires_at' | 'revoked_at' | 'last_used_at'> &
  Pick<AccountRow, 'plan' | 'subscription'> & { readonly key_id: string; readonly account_id: string };

/** What of a key may be changed after it was made. */
export type KeyChange = Partial<Pick<ApiKeyRow, 'name' | 'scopes' | 'expires_at' | 'allow_list'>>;

/**
 * Where the hash of a key would stand, for the row that stands for an account's dashboard: no key has such a hash, so
 * nobody can call with it, and there is one per account.
 */
const dashboardHash = (accountId: Id): string => `dashboard:${accountId}`;

export function createAccounts(db: Db<Schema>) {
  return {
    async find(id: Id): Promise<AccountRow | undefined> {
      return db.reader.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    },

    async findByName(name: string): Promise<AccountRow | undefined> {
      return db.reader.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst();
    },

    async list(): Promise<AccountRow[]> {
      return db.reader.selectFrom('accounts').selectAll().orderBy('name').execute();
    },

    /** Changes the plan with the running limit that belongs to it; false when there is no such account. */
    async setPlan(id: Id, plan: PlanName, maxRunning: number): Promise<boolean> {
      return db.write(async (tx) => {
        const set = await tx.updateTable('accounts').set({ plan }).where('id', '=', id).executeTakeFirst();
        if (Number(set.numUpdatedRows) !== 1) return false;
        await tx.updateTable('tenants').set({ max_running: maxRunning }).where('account_id', '=', id).execute();
        return true;
      });
    },

    async change(id: Id, fields: Partial<Pick<AccountRow, 'subscription' | 'billing_cycle'>>): Promise<boolean> {
      const changed = await db.write((tx) =>
        tx.updateTable('accounts').set(fields).where('id', '=', id).executeTakeFirst(),
      );
      return Number(changed.numUpdatedRows) === 1;
    },

    /** Gives the accounts of a plan its running limit, after the operator changed the numbers of the plan. */
    async alignRunning(plan: PlanName, maxRunning: number): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable('tenants')
          .set({ max_running: maxRunning })
          .where('max_running', '<>', maxRunning)
          .where(
            'account_id',
            'in',
            tx
              .selectFrom('tenants')
              .select('account_id')
              .where('account_id', 'in', tx.selectFrom('accounts').select('id').where('plan', '=', plan))
              .orderBy('account_id')
              // Nodes that start at once take the rows in the same order and wait, instead of blocking each other.
              .$if(db.kind === 'postgres', (rows) => rows.forUpdate()),
          )
          .execute(),
      );
    },

    /** Creates the account and its tenant row; false when the name is taken, also by another process just now. */
    async create(account: AccountRow, maxRunning: number): Promise<boolean> {
      return db.write((tx) => insertAccount(tx, account, maxRunning));
    },

    async addKey(key: ApiKeyRow): Promise<void> {
      await db.writeOne((one) => one.insertInto('api_keys').values(key).execute());
    },

    /** The keys that were made for callers; not the row that stands for the dashboard. */
    async keys(accountId: Id): Promise<ApiKeyRow[]> {
      return db.reader
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('hash', '<>', dashboardHash(accountId))
        .orderBy('id')
        .execute();
    },

    /** The id of the row that work done in the dashboard is charged to; `id` is for a new one. */
    async dashboardKey(accountId: Id, id: Id, at: Instant): Promise<Id> {
      const hash = dashboardHash(accountId);
      return db.write(async (tx) => {
        const row: ApiKeyRow = {
          id,
          account_id: accountId,
          name: 'Dashboard',
          hash,
          prefix: '',
          scopes: '',
          allow_list: null,
          expires_at: null,
          last_used_at: null,
          revoked_at: null,
          created_at: at,
        };
        await tx
          .insertInto('api_keys')
          .values(row)
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .execute();
        const kept = await tx.selectFrom('api_keys').select('id').where('hash', '=', hash).executeTakeFirstOrThrow();
        return kept.id;
      });
    },

    /** False when there is no such key that still works. */
    async changeKey(accountId: Id, keyId: Id, fields: KeyChange): Promise<boolean> {
      const changed = await db.write((tx) =>
        tx
          .updateTable('api_keys')
          .set(fields)
          .where('id', '=', keyId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      );
      return Number(changed.numUpdatedRows) === 1;
    },

    /** False when there is no such key that still works. */
    async revokeKey(accountId: Id, keyId: Id, at: Instant): Promise<boolean> {
      const revoked = await db.write((tx) =>
        tx
          .updateTable('api_keys')
          .set({ revoked_at: at })
          .where('id', '=', keyId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      );
      return Number(revoked.numUpdatedRows) === 1;
    },

    async callerByKeyHash(hash: string): Promise<Caller | undefined> {
      return db.reader
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .select([
          'api_keys.id as key_id',
          'api_keys.account_id',
          'api_keys.scopes',
          'api_keys.allow_list',
          'api_keys.expires_at',
          'api_keys.revoked_at',
          'api_keys.last_used_at',
          'accounts.plan',
          'accounts.subscription',
        ])
        .where('api_keys.hash', '=', hash)
        .executeTakeFirst();
    },

    async touchKey(keyId: Id, at: Instant): Promise<void> {
      await db.writeOne((one) =>
        one.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute(),
      );
    },

    async setting(name: string): Promise<string | undefined> {
      const found = await db.reader.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
      return found?.value;
    },

    /** Keeps the first value that any process stored under this name, and returns it. */
    async settleSetting(name: string, value: string): Promise<string> {
      return db.write(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        const kept = await tx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
        return kept.value;
      });
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Within a unit: the account and its tenant row; false when the name is taken. */
export async function insertAccount(
  tx: Transaction<Schema>,
  account: AccountRow,
  maxRunning: number,
): Promise<boolean> {
  const made = await tx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  if (Number(made.numInsertedOrUpdatedRows ?? 0) !== 1) return false;
  await tx
    .insertInto('tenants')
    .values({
      account_id: account.id,
      max_running: maxRunning,
      running: 0,
      waiting: 0,
      last_served: 0,
      quota_day: '',
      day_used: 0,
      quota_month: '',
      month_used: 0,
    })
    .execute();
  return true;
}
