// How often one may try to sign in or to register: by address and by e-mail address, counted in the store, so that it
// holds on several nodes. Attempts are counted before they are looked at, so that many at once gain nothing.
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { AttemptLimit, Attempts } from '../storage/attempts.ts';

const quarter = 15 * 60_000;

/** Only what was tried in vain stays counted: many people behind one address sign in every morning. */
const limits = {
  loginsOfEmail: { most: 10, windowMs: quarter },
  loginsOfAddress: { most: 50, windowMs: quarter },
  registrationsOfAddress: { most: 10, windowMs: 4 * quarter },
} as const satisfies Record<string, AttemptLimit>;

export function createLoginThrottle(attempts: Attempts, clock: Clock) {
  async function count(kind: keyof typeof limits, who: string): Promise<void> {
    const now = clock.now();
    const free = await attempts.take(nameOf(kind, who), limits[kind], now);
    if (free === undefined) return;
    throw new Failure('RATE_005', {
      facts: {
        retryAfter: Math.max(1, Math.ceil((free - now) / 1000)),
        resetTime: new Date(free).toISOString(),
      },
    });
  }

  return {
    /** RATE_005 when there were too many. */
    async login(email: string, address: string): Promise<void> {
      await count('loginsOfAddress', networkOf(address));
      await count('loginsOfEmail', email.trim().toLowerCase());
    },

    /** The password was right. */
    async rightPassword(email: string, address: string): Promise<void> {
      await attempts.giveBack(nameOf('loginsOfAddress', networkOf(address)));
      await attempts.forget(nameOf('loginsOfEmail', email.trim().toLowerCase()));
    },

    registration: (address: string): Promise<void> => count('registrationsOfAddress', networkOf(address)),

    sweep: (): Promise<void> => attempts.removeOld(clock.now()),
  };
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/** Hashed: people type passwords into the field of the address, and nobody needs to read whom others tried to be. */
const nameOf = (kind: keyof typeof limits, who: string): string =>
  `${kind}:${createHash('sha256').update(who).digest('hex')}`;

/** Whoever has one IPv6 address has the 2^64 beside it (RFC 4291, 2.5.1). */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString();
}
