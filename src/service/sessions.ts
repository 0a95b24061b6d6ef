// Sessions of people who signed in: a random token in the browser, its hash in the store, so that any node knows it and
// nobody who reads the store can use it.
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Id, RandomBytes } from '../core/ids.ts';
import type { SessionRow } from '../storage/schema.ts';
import type { SessionRows, SignedInRow } from '../storage/sessions.ts';

const hour = 3_600_000;
/** Not used for this long, a session is over. */
const idleMs = 7 * 24 * hour;
/** However much it is used, it is over after this. */
export const longestMs = 30 * 24 * hour;
/** `last_seen_at` is written at most this often. */
const touchMs = 5 * 60_000;
const tokenForm = /^[\w-]{43}$/;

export type SignedIn = SignedInRow;

interface Parts {
  readonly rows: SessionRows;
  readonly clock: Clock;
  readonly random?: RandomBytes;
}

interface Person {
  readonly id: Id;
  readonly password_changed_at: number;
}

export function createSessions({ rows, clock, random = randomBytes }: Parts) {
  function fresh(user: Person): { readonly token: string; readonly row: SessionRow } {
    const token = Buffer.from(random(32)).toString('base64url');
    const now = clock.now();
    // A node whose clock is behind must not make a session that is older than the password.
    const created = Math.max(now, user.password_changed_at);
    return { token, row: { hash: hashOf(token), user_id: user.id, created_at: created, last_seen_at: created } };
  }

  return {
    /** The token, the only time it can be seen. */
    async begin(user: Person): Promise<string> {
      const { token, row } = fresh(user);
      await rows.add(row);
      return token;
    },

    /** Ends every session of this person, and begins a new one for the browser that asked. */
    async beginAlone(user: Person): Promise<string> {
      const { token, row } = fresh(user);
      await rows.replaceAll(row);
      return token;
    },

    /** Who this is; undefined when the session is over or never was. */
    async find(token: string | undefined): Promise<SignedIn | undefined> {
      if (token === undefined || !tokenForm.test(token)) return undefined;
      const found = await rows.find(hashOf(token));
      if (found === undefined) return undefined;
      const now = clock.now();
      const over =
        now - found.last_seen_at >= idleMs ||
        now - found.created_at >= longestMs ||
        // A new password, wherever it was set, ends what the old one began.
        found.created_at < found.password_changed_at;
      if (over) {
        await rows.remove(found.hash).catch(() => undefined);
        return undefined;
      }
      // A store that is full still answers readers.
      if (now - found.last_seen_at > touchMs) await rows.touch(found.hash, now).catch(() => undefined);
      return found;
    },

    end: (session: SignedIn): Promise<void> => rows.remove(session.hash),

    async sweep(): Promise<void> {
      const now = clock.now();
      await rows.removeOld(now - idleMs, now - longestMs);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
