// The keys of the account: made and shown once, named, revoked. The row that stands for the dashboard is never among them.
import ipaddr from 'ipaddr.js';
import { Failure } from '../../core/failure.ts';
import { type Id, parseId } from '../../core/ids.ts';
import { type Scope, scopes } from '../../service/keys.ts';
import type { ApiKeyRow } from '../../storage/schema.ts';
import { type Fields, jsonFields } from '../json-fields.ts';
import { invalid, optionalText, optionalTexts, requiredText } from './body-fields.ts';
import type { DashboardRoute, SessionCall } from './dashboard-route.ts';

const longestName = 100;
const mostRanges = 100;

export const keyRoutes: readonly DashboardRoute[] = [
  {
    method: 'GET',
    path: '/dashboard/api/keys',
    who: 'signed-in',
    handle: async ({ parts, session }) => ({ keys: (await parts.keys.list(session.account_id)).map(keyShape) }),
  },
  { method: 'POST', path: '/dashboard/api/keys', who: 'signed-in', handle: createKey },
  { method: 'PATCH', path: '/dashboard/api/keys/:id', who: 'signed-in', handle: renameKey },
  { method: 'DELETE', path: '/dashboard/api/keys/:id', who: 'signed-in', handle: revokeKey },
];

async function createKey({ request, reply, parts, session }: SessionCall): Promise<unknown> {
  const fields = await jsonFields(request.raw);
  const name = requiredText(fields, 'name', longestName).trim();
  const allowList = rangesOf(optionalTexts(fields, 'allow_list', mostRanges));
  const expiresAt = expiryOf(fields, parts.clock.now());
  const { key, row } = await parts.keys.create(session.account_id, {
    name,
    scopes: scopesOf(optionalTexts(fields, 'scopes', scopes.length)),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(allowList === undefined ? {} : { allowList }),
  });
  return reply.code(201).send({ key, ...keyShape(row) });
}

async function renameKey(call: SessionCall): Promise<unknown> {
  const { request, parts, session } = call;
  const id = keyId(call);
  const name = requiredText(await jsonFields(request.raw), 'name', longestName).trim();
  if ((await parts.keys.change(session.account_id, id, { name })) === undefined) throw noKey();
  const row = (await parts.keys.list(session.account_id)).find((one) => one.id === id);
  if (row === undefined) throw noKey();
  return keyShape(row);
}

async function revokeKey(call: SessionCall): Promise<unknown> {
  const { reply, parts, session } = call;
  if ((await parts.keys.revoke(session.account_id, keyId(call))) === undefined) throw noKey();
  return reply.code(204).send();
}

const noKey = (): Failure =>
  new Failure('NOT_FOUND', {
    message: 'There is no such key, or it was revoked.',
    suggestion: 'Look at the list of keys again.',
  });

function keyId({ request }: SessionCall): Id {
  const id = parseId((request.params as { id: string }).id, 'key');
  if (id === undefined) throw noKey();
  return id;
}

function scopesOf(given: readonly string[] | undefined): readonly Scope[] {
  if (given === undefined) return scopes;
  const unknown = given.find((one) => !scopes.some((scope) => scope === one));
  if (unknown !== undefined || given.length === 0) {
    throw invalid('scopes', `scopes must be one or more of ${scopes.join(', ')}.`);
  }
  return scopes.filter((scope) => given.includes(scope));
}

function expiryOf(fields: Fields, now: number): number | undefined {
  const given = optionalText(fields, 'expires_at', 40);
  if (given === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN;
  if (!(at > now)) throw invalid('expires_at', 'expires_at must be a time in ISO 8601 that lies in the future.');
  return at;
}

/** A single address is the range of itself. */
function rangesOf(given: readonly string[] | undefined): readonly string[] | undefined {
  if (given === undefined || given.length === 0) return undefined;
  return given.map((range) => {
    const text = range.trim();
    if (!ipaddr.isValid(text)) return text;
    return `${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`;
  });
}

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function keyShape(row: ApiKeyRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes.split(' '),
    allow_list: row.allow_list === null ? [] : (JSON.parse(row.allow_list) as string[]),
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
    last_used_at: time(row.last_used_at),
    revoked_at: time(row.revoked_at),
  };
}
