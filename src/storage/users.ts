// The rows of people who sign in, found by their lower-cased address.
import type { Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import { insertAccount } from './accounts.ts';
import type { Db } from './db.ts';
import type { AccountRow, Schema, UserRow } from './schema.ts';

export function createUserRows(db: Db<Schema>) {
  return {
    /** False when the address is taken, also by another process just now. */
    async add(user: UserRow): Promise<boolean> {
      const added = await db.write((tx) =>
        tx
          .insertInto('users')
          .values(user)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst(),
      );
      return Number(added.numInsertedOrUpdatedRows ?? 0) === 1;
    },

    async any(): Promise<boolean> {
      return (await db.reader.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** Adds a user only where there is none; two who try at one time are made to queue by the setting they both write. */
    async addFirst(user: UserRow): Promise<boolean> {
      return db.write(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ name: 'first_user', value: user.id })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: user.id }))
          .execute();
        const other = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
        if (other !== undefined) return false;
        await tx.insertInto('users').values(user).execute();
        return true;
      });
    },

    /** An account and its owner, both or nothing; what of the two is taken already, if one is. */
    async addWithAccount(
      user: UserRow,
      account: AccountRow,
      maxRunning: number,
    ): Promise<'email' | 'account_name' | undefined> {
      return db.write(async (tx) => {
        const other = await tx.selectFrom('users').select('id').where('email', '=', user.email).executeTakeFirst();
        if (other !== undefined) return 'email';
        if (!(await insertAccount(tx, account, maxRunning))) return 'account_name';
        const added = await tx
          .insertInto('users')
          .values(user)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst();
        // Two with one address at one moment: the account of the second goes with the unit.
        if (Number(added.numInsertedOrUpdatedRows ?? 0) !== 1) throw new Failure('REQUEST_001', { field: 'email' });
        return undefined;
      });
    },

    async findByEmail(email: string): Promise<UserRow | undefined> {
      return db.reader.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    },

    async list(): Promise<UserRow[]> {
      return db.reader.selectFrom('users').selectAll().orderBy('email').execute();
    },

    async setPassword(id: Id, hash: string, at: Instant): Promise<boolean> {
      const set = await db.write((tx) =>
        tx
          .updateTable('users')
          .set({ password_hash: hash, password_changed_at: at })
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      return Number(set.numUpdatedRows) === 1;
    },

    /** The same password under a stronger hash; not over a password that was changed meanwhile. */
    async strengthen(id: Id, from: string, to: string): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable('users')
          .set({ password_hash: to })
          .where('id', '=', id)
          .where('password_hash', '=', from)
          .execute(),
      );
    },

    async noteLogin(id: Id, at: Instant): Promise<void> {
      await db.writeOne((one) => one.updateTable('users').set({ last_login_at: at }).where('id', '=', id).execute());
    },

    async remove(id: Id): Promise<boolean> {
      const removed = await db.writeOne((one) => one.deleteFrom('users').where('id', '=', id).executeTakeFirst());
      return Number(removed.numDeletedRows) === 1;
    },
  };
}

export type UserRows = ReturnType<typeof createUserRows>;
