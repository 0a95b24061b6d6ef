// Who may become a user without the command line: the first person with the code that the start printed, and everybody
// where registration is open.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { newId } from '../core/ids.ts';
import type { Plans } from '../core/plan.ts';
import type { Accounts } from '../storage/accounts.ts';
import type { AccountRow } from '../storage/schema.ts';
import type { UserRows } from '../storage/users.ts';
import { firstAccountOf } from './accounts.ts';
import type { User, Users } from './users.ts';

export interface Registrant {
  readonly email: string;
  readonly password: string;
  readonly accountName?: string | undefined;
  readonly setupCode?: string | undefined;
}

interface Parts {
  readonly accounts: Accounts;
  readonly users: Users;
  readonly rows: UserRows;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly open: boolean;
  /** What the code is made from; kept in the store, so that every node knows the same code. */
  readonly secret: string;
}

/** No letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export function createRegistration({ accounts, users, rows, clock, plans, open, secret }: Parts) {
  const code = setupCode(secret);

  async function firstUser({ email, password, setupCode: given }: Registrant): Promise<User> {
    if (!sameCode(given ?? '', code)) {
      throw new Failure('AUTH_007', {
        message: 'The set-up code is missing or wrong.',
        suggestion: 'The service prints the code when it starts; look at its output.',
      });
    }
    const account = await firstAccountOf(accounts, clock, plans);
    const user = await users.createFirst({ accountId: account.id, email, password, role: 'operator' });
    if (user !== undefined) return user;
    throw new Failure('AUTH_007', { message: 'Somebody else was first.', suggestion: 'Sign in, or register again.' });
  }

  async function owner({ email, password, accountName }: Registrant): Promise<User> {
    const name = accountName?.trim() || email.trim().toLowerCase();
    if (name.length > 100) {
      throw new Failure('REQUEST_001', { field: 'account_name', details: 'A name has at most 100 characters.' });
    }
    const now = clock.now();
    const account: AccountRow = {
      id: newId(now),
      name,
      plan: 'starter',
      subscription: 'active',
      billing_cycle: 'monthly',
      created_at: now,
    };
    const maxRunning = plans[account.plan].concurrentConversions;
    return users.createWithAccount({ email, password, role: 'owner' }, account, maxRunning);
  }

  return {
    code,
    open,

    isFirstRun: async (): Promise<boolean> => !(await rows.any()),

    async register(registrant: Registrant): Promise<User> {
      if (!(await rows.any())) return firstUser(registrant);
      if (!open) throw new Failure('AUTH_007', { details: 'Registration is closed.' });
      return owner(registrant);
    },
  };
}

export type Registration = ReturnType<typeof createRegistration>;

/** Sixty bits: the same on every node and after every start, until the secret of the store is another. */
function setupCode(secret: string): string {
  const bytes = createHmac('sha256', Buffer.from(secret, 'hex')).update('set-up code').digest();
  const letters = [...bytes.subarray(0, 12)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

function sameCode(given: string, code: string): boolean {
  const bare = (text: string): Buffer => Buffer.from(text.toLowerCase().replace(/[\s-]/g, ''));
  const [one, other] = [bare(given), bare(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
