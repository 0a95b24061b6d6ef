// A person in the dashboard as the account's caller: what is done there is charged to the account like any other work,
// under a row among its keys that nobody can call with and no list shows.
import type { Clock } from '../core/clock.ts';
import { type Id, newId } from '../core/ids.ts';
import type { Plans } from '../core/plan.ts';
import type { Accounts } from '../storage/accounts.ts';
import { type Identity, scopes } from './keys.ts';
import type { SignedIn } from './sessions.ts';

/** Accounts whose row is remembered; it never changes. */
const mostKnown = 10_000;

export function createDashboardKeys(accounts: Accounts, clock: Clock, plans: Plans) {
  const known = new Map<Id, Id>();

  async function keyOf(accountId: Id): Promise<Id> {
    const found = known.get(accountId);
    if (found !== undefined) return found;
    const now = clock.now();
    const id = await accounts.dashboardKey(accountId, newId(now), now);
    if (known.size >= mostKnown) known.clear();
    known.set(accountId, id);
    return id;
  }

  return {
    async identity(session: SignedIn): Promise<Identity> {
      return {
        accountId: session.account_id,
        keyId: await keyOf(session.account_id),
        plan: plans[session.plan],
        scopes: new Set(scopes),
        subscription: session.subscription,
        allowList: undefined,
      };
    },
  };
}

export type DashboardKeys = ReturnType<typeof createDashboardKeys>;
