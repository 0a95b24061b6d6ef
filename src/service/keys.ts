// API keys: made from 32 random bytes, shown once, kept only as SHA-256, looked up by that hash.
import { createHash, randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId, type RandomBytes } from '../core/ids.ts';
import { type Plan, plans } from '../core/plan.ts';
import type { Accounts, Caller } from '../storage/accounts.ts';
import type { ApiKeyRow } from '../storage/schema.ts';

export const scopes = ['convert', 'read', 'usage'] as const;
export type Scope = (typeof scopes)[number];

/** The account and key behind a request. */
export interface Principal {
  readonly accountId: Id;
  readonly keyId: Id;
  readonly plan: Plan;
  readonly scopes: ReadonlySet<string>;
}

export interface KeyRequest {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: number;
  /** CIDR ranges. */
  readonly allowList?: readonly string[];
}

const prefix = 'dm_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checkLength = 6;
const keyPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checkLength}}$`);

/** How long a look-up may be reused: a revoked key must be refused within a second. */
const cacheMs = 500;
const cachedKeys = 10_000;
/** `last_used_at` is written at most this often per key. */
const touchMs = 60_000;

export function createKeys(accounts: Accounts, clock: Clock, random: RandomBytes = randomBytes) {
  const cache = new Map<string, { readonly caller: Caller; readonly until: number }>();

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const now = clock.monotonic();
    const cached = cache.get(hash);
    if (cached !== undefined && cached.until > now) return cached.caller;
    const caller = await accounts.callerByKeyHash(hash);
    cache.delete(hash);
    if (caller !== undefined) {
      if (cache.size >= cachedKeys) cache.clear();
      cache.set(hash, { caller, until: now + cacheMs });
    }
    return caller;
  }

  return {
    /** Makes a key and returns it in full, the only time it can be seen. */
    async create(accountId: Id, request: KeyRequest): Promise<{ readonly key: string; readonly row: ApiKeyRow }> {
      for (const range of request.allowList ?? []) {
        if (!ipaddr.isValidCIDR(range)) {
          throw new Failure('REQUEST_001', { field: 'allow_list', details: `${range} is not an address range.` });
        }
      }
      const key = newKey(random);
      const now = clock.now();
      const row: ApiKeyRow = {
        id: newId(now),
        account_id: accountId,
        name: request.name,
        hash: hashKey(key),
        prefix: key.slice(0, prefix.length + 6),
        scopes: (request.scopes ?? scopes).join(' '),
        allow_list: request.allowList === undefined ? null : JSON.stringify(request.allowList),
        expires_at: request.expiresAt ?? null,
        last_used_at: null,
        revoked_at: null,
        created_at: now,
      };
      await accounts.addKey(row);
      return { key, row };
    },

    list: (accountId: Id): Promise<ApiKeyRow[]> => accounts.keys(accountId),

    /** Takes an id or the visible prefix of a key; the name of the revoked key, or undefined when none fits. */
    async revoke(accountId: Id, idOrPrefix: string): Promise<string | undefined> {
      const found = (await accounts.keys(accountId)).filter(
        (row) => row.revoked_at === null && (row.id === idOrPrefix || row.prefix === idOrPrefix),
      );
      const [only] = found;
      if (only === undefined || found.length > 1) return undefined;
      cache.delete(only.hash);
      return (await accounts.revokeKey(accountId, only.id, clock.now())) ? only.name : undefined;
    },

    /** Who is calling: 401 for a key that does not work, 403 for one that may not be used here. */
    async authenticate(key: string | undefined, address: string): Promise<Principal> {
      if (key === undefined || key === '') {
        throw new Failure('AUTH_001', { details: 'The X-API-Key header is missing.' });
      }
      if (!isWellFormed(key)) throw new Failure('AUTH_001', { details: 'The API key is not well formed.' });
      const caller = await lookUp(hashKey(key));
      const now = clock.now();
      if (caller === undefined || caller.revoked_at !== null) {
        throw new Failure('AUTH_001', { details: 'The API key is not known or was revoked.' });
      }
      if (caller.expires_at !== null && caller.expires_at <= now) {
        throw new Failure('AUTH_001', { details: 'The API key has expired.' });
      }
      if (caller.allow_list !== null && !isListed(address, JSON.parse(caller.allow_list) as string[])) {
        throw new Failure('IP_001');
      }
      if (caller.subscription !== 'active') throw new Failure('PLAN_001');
      if (caller.last_used_at === null || now - caller.last_used_at > touchMs) {
        await accounts.touchKey(caller.key_id, now);
        cache.delete(hashKey(key));
      }
      return {
        accountId: caller.account_id,
        keyId: caller.key_id,
        plan: plans[caller.plan],
        scopes: new Set(caller.scopes.split(' ')),
      };
    },
  };
}

export type Keys = ReturnType<typeof createKeys>;

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

function newKey(random: RandomBytes): string {
  const secret = base62(Buffer.from(random(32)), secretLength);
  return prefix + secret + checkOf(secret);
}

/** The check characters tell a mistyped key from an unknown one without asking the database. */
function isWellFormed(key: string): boolean {
  if (!keyPattern.test(key)) return false;
  const secret = key.slice(prefix.length, -checkLength);
  return checkOf(secret) === key.slice(-checkLength);
}

const checkOf = (secret: string): string =>
  base62(createHash('sha256').update(`docmill ${secret}`).digest().subarray(0, 8), checkLength);

/** Fixed width: the lowest digits are kept, which for 32 bytes in 43 digits is all of them. */
function base62(bytes: Uint8Array, width: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (let place = 0; place < width; place += 1) {
    digits = alphabet.charAt(Number(value % 62n)) + digits;
    value /= 62n;
  }
  return digits;
}

function isListed(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}
