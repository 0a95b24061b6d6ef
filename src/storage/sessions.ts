// The rows of who is signed in: found by the hash of the token, together with the person and the account.
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { AccountRow, Schema, SessionRow, UserRow } from './schema.ts';

/** What a request with a session needs to know, in one look-up. */
export type SignedInRow = Pick<SessionRow, 'hash' | 'created_at' | 'last_seen_at'> &
  Pick<UserRow, 'email' | 'role' | 'password_changed_at' | 'account_id'> &
  Pick<AccountRow, 'name' | 'plan' | 'subscription'> & { readonly user_id: string };

export function createSessionRows(db: Db<Schema>) {
  return {
    async add(session: SessionRow): Promise<void> {
      await db.writeOne((one) => one.insertInto('sessions').values(session).execute());
    },

    /** Ends all sessions of a person and begins this one, as one unit. */
    async replaceAll(session: SessionRow): Promise<void> {
      await db.write(async (tx) => {
        await tx.deleteFrom('sessions').where('user_id', '=', session.user_id).execute();
        await tx.insertInto('sessions').values(session).execute();
      });
    },

    async find(hash: string): Promise<SignedInRow | undefined> {
      return db.reader
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select([
          'sessions.hash',
          'sessions.created_at',
          'sessions.last_seen_at',
          'users.id as user_id',
          'users.email',
          'users.role',
          'users.password_changed_at',
          'users.account_id',
          'accounts.name',
          'accounts.plan',
          'accounts.subscription',
        ])
        .where('sessions.hash', '=', hash)
        .executeTakeFirst();
    },

    async touch(hash: string, at: Instant): Promise<void> {
      await db.writeOne((one) =>
        one.updateTable('sessions').set({ last_seen_at: at }).where('hash', '=', hash).execute(),
      );
    },

    async remove(hash: string): Promise<void> {
      await db.writeOne((one) => one.deleteFrom('sessions').where('hash', '=', hash).execute());
    },

    /** Rows of sessions that are over. */
    async removeOld(seenBefore: Instant, createdBefore: Instant): Promise<void> {
      await db.write((tx) =>
        tx
          .deleteFrom('sessions')
          .where((one) => one.or([one('last_seen_at', '<=', seenBefore), one('created_at', '<=', createdBefore)]))
          .execute(),
      );
    },
  };
}

export type SessionRows = ReturnType<typeof createSessionRows>;
