// `docmill keys create|list|revoke`: API keys straight in the store of this machine, while the service runs or not.
import { parseArgs } from 'node:util';
import { openStore } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { ensureAccount, firstAccount } from '../service/accounts.ts';
import { type KeyRequest, type Scope, scopes } from '../service/keys.ts';
import { startProblem } from '../start-problem.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodes } from './exit-codes.ts';

const usage = `Usage:
  docmill keys create [--name NAME] [--scopes ${scopes.join(',')}] [--expires 90d|DATE] [--allow CIDR,...]
  docmill keys list [--json]
  docmill keys revoke ID|PREFIX
Options for all: --account NAME (default ${firstAccount}), --data-dir DIR (default DATA_DIR or ./data)
`;

class UsageError extends Error {}

export async function keysCommand(args: string[], io: CommandIo): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string', default: 'Command line' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        allow: { type: 'string' },
        account: { type: 'string', default: firstAccount },
        'data-dir': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [action, ...rest] = positionals;
    if (values.help) {
      io.stdout.write(usage);
      return exitCodes.done;
    }
    const wanted = action === 'revoke' ? 1 : 0;
    if (!['create', 'list', 'revoke'].includes(action ?? '') || rest.length !== wanted)
      throw new UsageError(usage.trim());
    const request = keyRequest(values);
    const { db, accounts, keys } = await openStore(readConfig({ DATA_DIR: values['data-dir'] }));
    try {
      // Only the first account makes itself: a mistyped name must not become an account.
      const account =
        values.account === firstAccount
          ? (await ensureAccount(accounts, firstAccount, 'scale', systemClock)).account
          : await accounts.findByName(values.account);
      if (account === undefined) throw new UsageError(`there is no account named "${values.account}"`);
      if (action === 'create') {
        const { key, row } = await keys.create(account.id, request);
        io.stderr.write(`Key ${row.id} for account "${account.name}"; it is shown this once:\n`);
        io.stdout.write(`${key}\n`);
      } else if (action === 'list') {
        const rows = await keys.list(account.id);
        io.stdout.write(values.json ? rows.map((row) => `${JSON.stringify(visible(row))}\n`).join('') : keyTable(rows));
      } else {
        const revoked = await keys.revoke(account.id, rest[0] ?? '');
        if (revoked === undefined) {
          throw new UsageError(`no single working key has the id or prefix "${rest[0]}"; see: docmill keys list`);
        }
        io.stderr.write(`Key "${revoked}" is revoked.\n`);
      }
      return exitCodes.done;
    } finally {
      await db.close();
    }
  } catch (error) {
    const wrongUse =
      error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    const text = wrongUse ? (error as Error).message : startProblem(error);
    const details = error instanceof Failure && error.details !== undefined ? `\n  ${error.details}` : '';
    io.stderr.write(`docmill: ${text}${details}\n`);
    return wrongUse ? exitCodes.usage : exitCodes.failed;
  }
}

function keyRequest(values: { name: string; scopes?: string; expires?: string; allow?: string }): KeyRequest {
  const chosen = values.scopes?.split(',').map((one) => one.trim());
  const unknown = chosen?.find((one) => !scopes.includes(one as Scope));
  if (unknown !== undefined) throw new UsageError(`--scopes: "${unknown}" is not one of ${scopes.join(', ')}`);
  return {
    name: values.name,
    ...(chosen === undefined ? {} : { scopes: chosen as Scope[] }),
    ...(values.expires === undefined ? {} : { expiresAt: expiry(values.expires) }),
    ...(values.allow === undefined ? {} : { allowList: values.allow.split(',').map((one) => one.trim()) }),
  };
}

function expiry(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const at = days === undefined ? Date.parse(text) : systemClock.now() + Number(days) * 86_400_000;
  if (Number.isNaN(at)) throw new UsageError(`--expires: "${text}" is neither a number of days (90d) nor a date`);
  return at;
}

const day = (at: number | null): string => (at === null ? '-' : new Date(at).toISOString().slice(0, 10));

function visible(row: ApiKeyRow): Record<string, unknown> {
  const { hash: _, ...rest } = row;
  return rest;
}

function keyTable(rows: readonly ApiKeyRow[]): string {
  const lines = rows.map((row) => [
    row.id,
    row.prefix,
    row.revoked_at === null ? 'active' : `revoked ${day(row.revoked_at)}`,
    row.scopes,
    `expires ${day(row.expires_at)}`,
    `last used ${day(row.last_used_at)}`,
    row.name,
  ]);
  return lines.map((cells) => `${cells.join('  ')}\n`).join('');
}
