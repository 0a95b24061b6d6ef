// API keys: made from 32 random bytes, shown once, kept only as SHA-256, looked up by that hash.
import { createHash, randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId, type RandomBytes } from '../core/ids.ts';
import { type Plan, type Plans, plans as publishedPlans } from '../core/plan.ts';
import type { Accounts, Caller, KeyChange } from '../storage/accounts.ts';
import type { AccountRow, ApiKeyRow } from '../storage/schema.ts';

export const scopes = ['convert', 'read', 'usage'] as const;
export type Scope = (typeof scopes)[number];

/** The account and key behind a request. */
export interface Principal {
  readonly accountId: Id;
  readonly keyId: Id;
  readonly plan: Plan;
  readonly scopes: ReadonlySet<string>;
}

/** A principal with what may still stand in its way. */
export interface Identity extends Principal {
  readonly subscription: AccountRow['subscription'];
  readonly allowList: readonly Range[] | undefined;
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

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

interface Known {
  readonly identity: Identity;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly until: number;
}

export function createKeys(
  accounts: Accounts,
  clock: Clock,
  plans: Plans = publishedPlans,
  random: RandomBytes = randomBytes,
) {
  const cache = new Map<string, Known>();
  /** Look-ups under way: requests that come together with one key ask once. */
  const asked = new Map<string, Promise<Known>>();

  function lookUp(key: string, hash: string): Promise<Known> | Known {
    const cached = cache.get(hash);
    if (cached !== undefined && cached.until > clock.monotonic()) return cached;
    if (!isWellFormed(key)) throw new Failure('AUTH_001', { details: 'The API key is not well formed.' });
    const found = asked.get(hash) ?? find(hash).finally(() => asked.delete(hash));
    asked.set(hash, found);
    return found;
  }

  async function find(hash: string): Promise<Known> {
    const caller = await accounts.callerByKeyHash(hash);
    cache.delete(hash);
    if (caller === undefined || caller.revoked_at !== null) {
      throw new Failure('AUTH_001', { details: 'The API key is not known or was revoked.' });
    }
    const known: Known = {
      identity: identityOf(caller, plans),
      expiresAt: caller.expires_at,
      lastUsedAt: caller.last_used_at,
      until: clock.monotonic() + cacheMs,
    };
    remember(hash, known);
    return known;
  }

  function remember(hash: string, known: Known): void {
    if (cache.size >= cachedKeys) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    cache.set(hash, known);
  }

  /** The next request asks anew, and joins no look-up that began before the change. */
  function forget(hash: string): void {
    cache.delete(hash);
    asked.delete(hash);
  }

  async function only(accountId: Id, idOrPrefix: string): Promise<ApiKeyRow | undefined> {
    const found = (await accounts.keys(accountId)).filter(
      (row) => row.revoked_at === null && (row.id === idOrPrefix || row.prefix === idOrPrefix),
    );
    return found.length === 1 ? found[0] : undefined;
  }

  return {
    /** Makes a key and returns it in full, the only time it can be seen. */
    async create(accountId: Id, request: KeyRequest): Promise<{ readonly key: string; readonly row: ApiKeyRow }> {
      const key = newKey(random);
      const now = clock.now();
      const row: ApiKeyRow = {
        id: newId(now),
        account_id: accountId,
        name: request.name,
        hash: hashKey(key),
        prefix: key.slice(0, prefix.length + 6),
        scopes: (request.scopes ?? scopes).join(' '),
        allow_list: allowListText(request.allowList ?? null),
        expires_at: request.expiresAt ?? null,
        last_used_at: null,
        revoked_at: null,
        created_at: now,
      };
      await accounts.addKey(row);
      return { key, row };
    },

    list: (accountId: Id): Promise<ApiKeyRow[]> => accounts.keys(accountId),

    /** Changes what is named and nothing else; the key before the change, or undefined when none fits. */
    async change(accountId: Id, idOrPrefix: string, wanted: KeyChanges): Promise<ApiKeyRow | undefined> {
      const row = await only(accountId, idOrPrefix);
      if (row === undefined) return undefined;
      const fields: KeyChange = {
        ...(wanted.name === undefined ? {} : { name: wanted.name }),
        ...(wanted.scopes === undefined ? {} : { scopes: wanted.scopes.join(' ') }),
        ...(wanted.expiresAt === undefined ? {} : { expires_at: wanted.expiresAt }),
        ...(wanted.allowList === undefined ? {} : { allow_list: allowListText(wanted.allowList) }),
      };
      const changed = await accounts.changeKey(accountId, row.id, fields);
      forget(row.hash);
      return changed ? row : undefined;
    },

    /** Takes an id or the visible prefix of a key; the name of the revoked key, or undefined when none fits. */
    async revoke(accountId: Id, idOrPrefix: string): Promise<string | undefined> {
      const row = await only(accountId, idOrPrefix);
      if (row === undefined) return undefined;
      const revoked = await accounts.revokeKey(accountId, row.id, clock.now());
      forget(row.hash);
      return revoked ? row.name : undefined;
    },

    /** True for a key that worked lately: wrong keys from its address must not lock it out. */
    workedLately: (key: string | undefined): boolean => key !== undefined && cache.has(hashKey(key)),

    /** Who is calling; AUTH_001 for a key that does not work. */
    async identify(key: string | undefined): Promise<Identity> {
      if (key === undefined || key === '') {
        throw new Failure('AUTH_001', { details: 'The X-API-Key header is missing.' });
      }
      const hash = hashKey(key);
      const known = await lookUp(key, hash);
      const now = clock.now();
      if (known.expiresAt !== null && known.expiresAt <= now) {
        cache.delete(hash);
        throw new Failure('AUTH_001', { details: 'The API key has expired.' });
      }
      if (known.lastUsedAt === null || now - known.lastUsedAt > touchMs) {
        // Said before it is written, so that one of many requests at once writes it.
        remember(hash, { ...known, lastUsedAt: now });
        // A store that is full or busy still answers readers: the time of last use is not worth a refusal.
        await accounts.touchKey(known.identity.keyId, now).catch(() => undefined);
      }
      return known.identity;
    },
  };
}

/** What `docmill keys change` may set; null takes a limit away. */
export interface KeyChanges {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: number | null;
  readonly allowList?: readonly string[] | null;
}

/**
 * 403 for a key that works but may not do this. An account that is past due keeps reading what it has; it converts
 * nothing new until it has paid.
 */
export function checkPermission(identity: Identity, address: string, scope: Scope | 'any'): void {
  if (identity.allowList !== undefined && !isListed(address, identity.allowList)) throw new Failure('IP_001');
  const { subscription } = identity;
  if (subscription === 'past_due' ? scope === 'convert' : subscription !== 'active') {
    throw new Failure('PLAN_001', {
      details: `It is ${subscription === 'past_due' ? 'past due' : subscription}.`,
      facts: { subscription },
    });
  }
  if (scope !== 'any' && !identity.scopes.has(scope)) {
    throw new Failure('AUTH_002', { details: `The key lacks the scope "${scope}".`, facts: { scope } });
  }
}

function identityOf(caller: Caller, plans: Plans): Identity {
  return {
    accountId: caller.account_id,
    keyId: caller.key_id,
    plan: plans[caller.plan],
    scopes: new Set(caller.scopes.split(' ')),
    subscription: caller.subscription,
    allowList:
      caller.allow_list === null
        ? undefined
        : (JSON.parse(caller.allow_list) as string[]).map((range) => ipaddr.parseCIDR(range)),
  };
}

function allowListText(ranges: readonly string[] | null): string | null {
  for (const range of ranges ?? []) {
    if (!ipaddr.isValidCIDR(range)) {
      throw new Failure('REQUEST_001', { field: 'allow_list', details: `${range} is not an address range.` });
    }
  }
  return ranges === null ? null : JSON.stringify(ranges);
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

function isListed(address: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}
