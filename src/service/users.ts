// People who sign in with an address and a password; what they may do follows from their account and role.
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId } from '../core/ids.ts';
import type { AccountRow, UserRow } from '../storage/schema.ts';
import type { UserRows } from '../storage/users.ts';
import { checkPassword, type Passwords } from './passwords.ts';

export const roles = ['owner', 'operator'] as const;
export type Role = (typeof roles)[number];

/** A user without what must not leave this file. */
export type User = Omit<UserRow, 'password_hash'>;

export interface NewUser {
  readonly accountId: Id;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

interface Parts {
  readonly rows: UserRows;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

export function createUsers({ rows, passwords, clock }: Parts) {
  async function newRow({ accountId, email, password, role }: NewUser): Promise<UserRow> {
    const address = emailOf(email);
    checkPassword(password);
    const now = clock.now();
    return {
      id: newId(now),
      account_id: accountId,
      email: address,
      password_hash: await passwords.hash(password),
      role,
      created_at: now,
      password_changed_at: now,
      last_login_at: null,
    };
  }

  return {
    /** REQUEST_001 for an address that is none or is taken, and for a password that is too short. */
    async create(user: NewUser): Promise<User> {
      const row = await newRow(user);
      if (await rows.add(row)) return visible(row);
      throw taken();
    },

    /** As create, but undefined when there is any user already. */
    async createFirst(user: NewUser): Promise<User | undefined> {
      const row = await newRow(user);
      return (await rows.addFirst(row)) ? visible(row) : undefined;
    },

    /** A user with an account of their own, both or nothing. */
    async createWithAccount(user: Omit<NewUser, 'accountId'>, account: AccountRow, maxRunning: number): Promise<User> {
      // Looked at before the password is hashed, which takes a good part of a second.
      if ((await rows.findByEmail(emailOf(user.email))) !== undefined) throw taken();
      const row = await newRow({ ...user, accountId: account.id });
      const conflict = await rows.addWithAccount(row, account, maxRunning);
      if (conflict === undefined) return visible(row);
      if (conflict === 'email') throw taken();
      throw new Failure('REQUEST_001', { field: conflict, details: 'There is an account of this name already.' });
    },

    /** The user, or undefined: whether the address or the password was wrong is told to nobody, not even by time. */
    async authenticate(email: string, password: string): Promise<User | undefined> {
      const row = await rows.findByEmail(lowered(email));
      if (!(await passwords.isRight(password, row?.password_hash)) || row === undefined) return undefined;
      if (passwords.isOutdated(row.password_hash)) {
        await rows.strengthen(row.id, row.password_hash, await passwords.hash(password));
      }
      const now = clock.now();
      await rows.noteLogin(row.id, now);
      return { ...visible(row), last_login_at: now };
    },

    /** False when there is no such user any more. */
    async changePassword(id: Id, password: string): Promise<boolean> {
      checkPassword(password);
      return rows.setPassword(id, await passwords.hash(password), clock.now());
    },

    async find(email: string): Promise<User | undefined> {
      const row = await rows.findByEmail(lowered(email));
      return row === undefined ? undefined : visible(row);
    },

    list: async (): Promise<User[]> => (await rows.list()).map(visible),

    remove: (id: Id): Promise<boolean> => rows.remove(id),
  };
}

export type Users = ReturnType<typeof createUsers>;

const taken = (): Failure =>
  new Failure('REQUEST_001', { field: 'email', details: 'There is a user with this address already.' });

function visible({ password_hash: _, ...user }: UserRow): User {
  return user;
}

const lowered = (email: string): string => email.trim().toLowerCase();

/** One @ with something on both sides: whether mail arrives there is for a mail to find out. */
function emailOf(given: string): string {
  const email = lowered(given);
  if (email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new Failure('REQUEST_001', { field: 'email', details: 'This is not an e-mail address.' });
}
