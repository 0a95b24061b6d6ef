// Accounts, and the first one: a fresh store gets the account `local` on the Scale plan with one key.
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { type PlanName, type Plans, plans as publishedPlans } from '../core/plan.ts';
import type { Accounts } from '../storage/accounts.ts';
import type { AccountRow } from '../storage/schema.ts';
import type { Keys } from './keys.ts';

export const firstAccount = 'local';
const firstAccountSetting = 'first_account';

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

/** The account that a fresh store begins with, by whatever name it goes today. */
export async function firstAccountOf(
  accounts: Accounts,
  clock: Clock,
  plans: Plans = publishedPlans,
): Promise<AccountRow> {
  const known = await accounts.setting(firstAccountSetting);
  const found = known === undefined ? undefined : await accounts.find(known);
  return found ?? (await ensureAccount(accounts, firstAccount, 'scale', clock, plans)).account;
}

/** The first key of a fresh store, in full; undefined on every later start. */
export async function firstKey(
  accounts: Accounts,
  keys: Keys,
  clock: Clock,
  plans: Plans = publishedPlans,
): Promise<string | undefined> {
  // Once there was a first account, its name may be changed: a later start makes no other.
  if ((await accounts.setting(firstAccountSetting)) !== undefined) return undefined;
  const { account, created } = await ensureAccount(accounts, firstAccount, 'scale', clock, plans);
  const first = await accounts.settleSetting(firstAccountSetting, account.id);
  if (!created || first !== account.id) return undefined;
  const { key } = await keys.create(account.id, { name: 'First key' });
  return key;
}

/** Every account runs as many conversions at one time as its plan says now. */
export async function alignRunning(accounts: Accounts, plans: Plans): Promise<void> {
  for (const plan of Object.values(plans)) await accounts.alignRunning(plan.name, plan.concurrentConversions);
}
