// Accounts, and the first one: a fresh store gets the account `local` on the Scale plan with one key.
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { type PlanName, type Plans, plans as publishedPlans } from '../core/plan.ts';
import type { Accounts } from '../storage/accounts.ts';
import type { AccountRow } from '../storage/schema.ts';
import type { Keys } from './keys.ts';

export const firstAccount = 'local';

/** The account of that name, made if it is missing; `created` only for the process that made it. */
export async function ensureAccount(
  accounts: Accounts,
  name: string,
  plan: PlanName,
  clock: Clock,
  plans: Plans = publishedPlans,
): Promise<{ readonly account: AccountRow; readonly created: boolean }> {
  const known = await accounts.findByName(name);
  if (known !== undefined) return { account: known, created: false };
  const now = clock.now();
  const account: AccountRow = {
    id: newId(now),
    name,
    plan,
    subscription: 'active',
    billing_cycle: 'monthly',
    created_at: now,
  };
  const created = await accounts.create(account, plans[plan].concurrentConversions);
  const kept = await accounts.findByName(name);
  return { account: kept ?? account, created };
}

/** The first key of a fresh store, in full; undefined on every later start. */
export async function firstKey(
  accounts: Accounts,
  keys: Keys,
  clock: Clock,
  plans: Plans = publishedPlans,
): Promise<string | undefined> {
  const { account, created } = await ensureAccount(accounts, firstAccount, 'scale', clock, plans);
  if (!created) return undefined;
  const { key } = await keys.create(account.id, { name: 'First key' });
  return key;
}

/** Every account runs as many conversions at one time as its plan says now. */
export async function alignRunning(accounts: Accounts, plans: Plans): Promise<void> {
  for (const plan of Object.values(plans)) await accounts.alignRunning(plan.name, plan.concurrentConversions);
}
