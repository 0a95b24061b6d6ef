// What only operators of the installation see and change: every account, the health of all nodes, the queue.
import { Failure } from '../../core/failure.ts';
import { parseId } from '../../core/ids.ts';
import type { PlanName } from '../../core/plan.ts';
import { workerSilenceMs } from '../../service/node-reports.ts';
import type { AccountSummary } from '../../storage/installation.ts';
import type { HealthSampleRow } from '../../storage/schema.ts';
import { jsonFields } from '../json-fields.ts';
import { healthShape } from '../shapes/health.ts';
import { wireNames } from '../shapes/wire-names.ts';
import { invalid, optionalChoice, optionalText } from './body-fields.ts';
import type { DashboardRoute, SessionCall } from './dashboard-route.ts';
import { pageOf, queryCursor, queryText, queryWhole } from './query-fields.ts';

const usualPage = 50;
const longestPage = 200;
const shownSamples = 1440;
const planNames: readonly PlanName[] = ['starter', 'pro', 'scale'];
const subscriptions = ['active', 'past_due', 'cancelled', 'expired'] as const;
const cycles = ['monthly', 'yearly'] as const;

export const adminRoutes: readonly DashboardRoute[] = [
  { method: 'GET', path: '/dashboard/api/admin/accounts', who: 'operator', handle: listAccounts },
  { method: 'PATCH', path: '/dashboard/api/admin/accounts/:id', who: 'operator', handle: changeAccount },
  { method: 'GET', path: '/dashboard/api/admin/health', who: 'operator', handle: showHealth },
  { method: 'GET', path: '/dashboard/api/admin/queue', who: 'operator', handle: showQueue },
];

async function listAccounts(call: SessionCall): Promise<unknown> {
  const { parts } = call;
  const limit = queryWhole(call, 'limit', usualPage, longestPage);
  const wish = { text: queryText(call, 'query'), before: queryCursor(call), limit: limit + 1 };
  const found = await parts.dashboard.installation.accounts(wish, parts.clock.now());
  const { page, nextCursor } = pageOf(found, limit);
  return { accounts: page.map(accountShape), next_cursor: nextCursor };
}

async function changeAccount({ request, parts }: SessionCall): Promise<unknown> {
  const { accounts, plans, installation } = parts.dashboard;
  const id = parseId((request.params as { id: string }).id, 'acct');
  const noAccount = (): Failure =>
    new Failure('NOT_FOUND', {
      message: 'There is no such account.',
      suggestion: 'Look at the list of accounts again.',
    });
  if (id === undefined || (await accounts.find(id)) === undefined) throw noAccount();
  const fields = await jsonFields(request.raw);
  const plan = optionalChoice(fields, 'plan', planNames);
  const subscription = optionalChoice(fields, 'subscription', subscriptions);
  const cycle = optionalChoice(fields, 'billing_cycle', cycles);
  const name = optionalText(fields, 'name', 100)?.trim();
  // Everything is checked before anything is changed.
  if (name !== undefined && !(await installation.rename(id, name))) {
    throw invalid('name', 'There is an account of this name already.');
  }
  if (plan !== undefined) await accounts.setPlan(id, plan, plans[plan].concurrentConversions);
  if (subscription !== undefined || cycle !== undefined) {
    await accounts.change(id, {
      ...(subscription === undefined ? {} : { subscription }),
      ...(cycle === undefined ? {} : { billing_cycle: cycle }),
    });
  }
  const [changed] = await installation.accounts({ id, limit: 1 }, parts.clock.now());
  if (changed === undefined) throw noAccount();
  return accountShape(changed);
}

async function showHealth({ parts }: SessionCall): Promise<unknown> {
  const [report, samples] = await Promise.all([
    parts.health.report(),
    parts.dashboard.installation.healthSamples(shownSamples),
  ]);
  return { ...healthShape(report), history: samples.reverse().map(sampleShape) };
}

async function showQueue({ parts }: SessionCall): Promise<unknown> {
  const { installation, queue } = parts.dashboard;
  const now = parts.clock.now();
  const [{ waiting, running }, oldest, workers] = await Promise.all([
    queue(),
    installation.oldestWaiting(),
    installation.workers(now - workerSilenceMs),
  ]);
  return {
    waiting,
    running,
    oldest_waiting_seconds: oldest === undefined ? null : Math.max(0, Math.round((now - oldest) / 1000)),
    workers: workers.map(({ node, slots, busy, seen_at }) => ({
      node,
      slots,
      busy,
      seen_at: new Date(seen_at).toISOString(),
    })),
  };
}

function accountShape(account: AccountSummary): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    subscription: account.subscription,
    billing_cycle: account.billing_cycle,
    created_at: new Date(account.created_at).toISOString(),
    users: account.users,
    keys: account.keys,
    conversions_this_month: account.conversions,
  };
}

function sampleShape({ at, node, status, services }: HealthSampleRow): Record<string, unknown> {
  const each = JSON.parse(services) as Record<string, { readonly status: string; readonly latencyMs: number | null }>;
  const figures = Object.entries(each).map(([name, one]) => [name, wireNames(one)]);
  return { at: new Date(at).toISOString(), node, status, services: wireNames(Object.fromEntries(figures)) };
}
