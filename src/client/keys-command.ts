// `docmill keys`: API keys straight in the store of this machine, while the service runs or not.
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { ensureAccount, firstAccount } from '../service/accounts.ts';
import { type KeyChanges, type Scope, scopes } from '../service/keys.ts';
import type { AccountRow, ApiKeyRow } from '../storage/schema.ts';
import type { CommandIo } from './command-io.ts';
import { columns, day, jsonLines, reported, type Store, UsageError, withStore } from './store-command.ts';

const usage = `Usage:
  docmill keys create [--name NAME] [--scopes ${scopes.join(',')}] [--expires 90d|DATE] [--allow CIDR,...]
  docmill keys list [--json]
  docmill keys change ID|PREFIX [--name NAME] [--scopes ...] [--expires 90d|DATE|never] [--allow CIDR,...|any]
  docmill keys revoke ID|PREFIX
Options for all: --account NAME (default ${firstAccount}), --data-dir DIR (default DATA_DIR or ./data)
`;

/** How many operands each action takes. */
const actions = new Map([
  ['create', 0],
  ['list', 0],
  ['change', 1],
  ['revoke', 1],
]);

export function keysCommand(args: string[], io: CommandIo): Promise<number> {
  return reported(io, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        allow: { type: 'string' },
        account: { type: 'string', default: firstAccount },
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
    const [which = ''] = rest;
    const wanted = wantedOf(values);
    await withStore(values['data-dir'], async (store) => {
      const { keys } = store;
      const account = await accountNamed(store, values.account);
      if (action === 'create') {
        const { key, row } = await keys.create(account.id, {
          name: wanted.name ?? 'Command line',
          ...(wanted.scopes === undefined ? {} : { scopes: wanted.scopes }),
          ...(wanted.expiresAt == null ? {} : { expiresAt: wanted.expiresAt }),
          ...(wanted.allowList == null ? {} : { allowList: wanted.allowList }),
        });
        io.stderr.write(`Key ${row.id} for account "${account.name}"; it is shown this once:\n`);
        io.stdout.write(`${key}\n`);
      } else if (action === 'list') {
        const rows = await keys.list(account.id);
        io.stdout.write(values.json ? jsonLines(rows.map(visible)) : table(rows));
      } else if (action === 'change') {
        if (Object.keys(wanted).length === 0) throw new UsageError('say what to change; see: docmill keys --help');
        const changed = await keys.change(account.id, which, wanted);
        if (changed === undefined) throw noSuchKey(which);
        io.stderr.write(`Key "${wanted.name ?? changed.name}" is changed.\n`);
      } else {
        const revoked = await keys.revoke(account.id, which);
        if (revoked === undefined) throw noSuchKey(which);
        io.stderr.write(`Key "${revoked}" is revoked.\n`);
      }
    });
  });
}

const noSuchKey = (which: string): UsageError =>
  new UsageError(`no single working key has the id or prefix "${which}"; see: docmill keys list`);

/** Only the first account makes itself: a mistyped name must not become an account. */
async function accountNamed({ accounts, plans }: Store, name: string): Promise<AccountRow> {
  if (name === firstAccount) return (await ensureAccount(accounts, firstAccount, 'scale', systemClock, plans)).account;
  const account = await accounts.findByName(name);
  if (account === undefined) throw new UsageError(`there is no account named "${name}"`);
  return account;
}

function wantedOf(values: { name?: string; scopes?: string; expires?: string; allow?: string }): KeyChanges {
  const chosen = values.scopes?.split(',').map((one) => one.trim());
  const unknown = chosen?.find((one) => !scopes.includes(one as Scope));
  if (unknown !== undefined) throw new UsageError(`--scopes: "${unknown}" is not one of ${scopes.join(', ')}`);
  return {
    ...(values.name === undefined ? {} : { name: values.name }),
    ...(chosen === undefined ? {} : { scopes: chosen as Scope[] }),
    ...(values.expires === undefined ? {} : { expiresAt: expiry(values.expires) }),
    ...(values.allow === undefined ? {} : { allowList: ranges(values.allow) }),
  };
}

const ranges = (text: string): string[] | null => (text === 'any' ? null : text.split(',').map((one) => one.trim()));

function expiry(text: string): number | null {
  if (text === 'never') return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const at = days === undefined ? Date.parse(text) : systemClock.now() + Number(days) * 86_400_000;
  if (Number.isNaN(at)) throw new UsageError(`--expires: "${text}" is neither a number of days (90d) nor a date`);
  return at;
}

function visible({ hash: _, ...row }: ApiKeyRow): object {
  return row;
}

const table = (rows: readonly ApiKeyRow[]): string =>
  columns(
    rows.map((row) => [
      row.id,
      row.prefix,
      row.revoked_at === null ? 'active' : `revoked ${day(row.revoked_at)}`,
      row.scopes,
      `expires ${day(row.expires_at)}`,
      `last used ${day(row.last_used_at)}`,
      row.allow_list === null ? 'from anywhere' : `from ${(JSON.parse(row.allow_list) as string[]).join(',')}`,
      row.name,
    ]),
  );
