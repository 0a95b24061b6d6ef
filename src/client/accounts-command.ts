// `docmill accounts`: accounts straight in the store of this machine, while the service runs or not. A running service
// follows within a second.
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import type { PlanName } from '../core/plan.ts';
import { ensureAccount } from '../service/accounts.ts';
import type { AccountRow } from '../storage/schema.ts';
import type { CommandIo } from './command-io.ts';
import { columns, day, jsonLines, reported, type Store, UsageError, withStore } from './store-command.ts';

const planNames = ['starter', 'pro', 'scale'] as const satisfies readonly PlanName[];
const subscriptions = ['active', 'past_due', 'cancelled', 'expired'] as const;
const cycles = ['monthly', 'yearly'] as const;

const usage = `Usage:
  docmill accounts list [--json]
  docmill accounts create NAME [--plan ${planNames.join('|')}] [--cycle ${cycles.join('|')}]
  docmill accounts set-plan NAME ${planNames.join('|')}
  docmill accounts set-subscription NAME ${subscriptions.join('|')}
  docmill accounts set-cycle NAME ${cycles.join('|')}
Options for all: --data-dir DIR (default DATA_DIR or ./data)
`;

/** How many operands each action takes. */
const actions = new Map([
  ['list', 0],
  ['create', 1],
  ['set-plan', 2],
  ['set-subscription', 2],
  ['set-cycle', 2],
]);

export function accountsCommand(args: string[], io: CommandIo): Promise<number> {
  return reported(io, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        plan: { type: 'string' },
        cycle: { type: 'string' },
        'data-dir': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      io.stdout.write(usage);
      return;
    }
    const [action = '', ...rest] = positionals;
    if (actions.get(action) !== rest.length) throw new UsageError(usage.trim());
    const [name = '', value = ''] = rest;
    const plan = action === 'create' ? (values.plan ?? 'starter') : value;
    const cycle = action === 'create' ? (values.cycle ?? 'monthly') : value;
    // Checked before the store is opened, so that a wrong word changes nothing.
    const said = await withStore(values['data-dir'], wordOf(action, { name, value, plan, cycle, json: values.json }));
    (action === 'list' ? io.stdout : io.stderr).write(said);
  });
}

interface Wanted {
  readonly name: string;
  readonly value: string;
  readonly plan: string;
  readonly cycle: string;
  readonly json: boolean;
}

/** What the action does; the words it ends with. */
function wordOf(action: string, wanted: Wanted): (store: Store) => Promise<string> {
  const { name, json } = wanted;
  switch (action) {
    case 'list':
      return async ({ accounts }) => (json ? jsonLines(await accounts.list()) : table(await accounts.list()));
    case 'create': {
      const plan = oneOf('plan', wanted.plan, planNames);
      const cycle = oneOf('cycle', wanted.cycle, cycles);
      if (!/^[^\p{C}]{1,100}$/u.test(name) || name.trim() !== name) {
        throw new UsageError('the name of an account has 1 to 100 visible characters');
      }
      return async ({ accounts, plans }) => {
        const { account, created } = await ensureAccount(accounts, name, plan, systemClock, plans);
        if (!created) throw new UsageError(`there is an account named "${name}" already`);
        if (cycle !== account.billing_cycle) await accounts.change(account.id, { billing_cycle: cycle });
        return `Account "${name}" on the plan ${plans[plan].title}. Its first key: docmill keys create --account ${JSON.stringify(name)}\n`;
      };
    }
    case 'set-plan': {
      const plan = oneOf('plan', wanted.value, planNames);
      return async ({ accounts, plans }) => {
        await accounts.setPlan((await named(accounts, name)).id, plan, plans[plan].concurrentConversions);
        return `Account "${name}" is on the plan ${plans[plan].title}.\n`;
      };
    }
    case 'set-subscription': {
      const subscription = oneOf('subscription', wanted.value, subscriptions);
      return async ({ accounts }) => {
        await accounts.change((await named(accounts, name)).id, { subscription });
        return `The subscription of account "${name}" is ${subscription}.\n`;
      };
    }
    default: {
      const billing_cycle = oneOf('cycle', wanted.value, cycles);
      return async ({ accounts }) => {
        await accounts.change((await named(accounts, name)).id, { billing_cycle });
        return `Account "${name}" pays ${billing_cycle}.\n`;
      };
    }
  }
}

async function named(accounts: Store['accounts'], name: string): Promise<AccountRow> {
  const account = await accounts.findByName(name);
  if (account === undefined) throw new UsageError(`there is no account named "${name}"; see: docmill accounts list`);
  return account;
}

function oneOf<T extends string>(what: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new UsageError(`the ${what} "${given}" is not one of ${allowed.join(', ')}`);
  return found;
}

const table = (rows: readonly AccountRow[]): string =>
  columns(
    rows.map((row) => [
      row.id,
      row.plan,
      row.subscription,
      row.billing_cycle,
      `since ${day(row.created_at)}`,
      row.name,
    ]),
  );
