// Passwords as scrypt hashes that carry their own parameters, so that these can be raised and old hashes still work.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Failure } from '../core/failure.ts';
import type { RandomBytes } from '../core/ids.ts';

export interface ScryptCost {
  /** Binary logarithm of N (RFC 7914, section 2). */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MB and a good part of a second on one core. */
export const presentCost: ScryptCost = { logN: 17, r: 8, p: 1 };
/** What nobody should go below: 16 MB. */
export const leastLogN = 14;

const saltBytes = 16;
const hashBytes = 32;
/** A hash that asks for more than this is not one of ours; it would be a way to take all memory. */
export const mostLogN = 20;
const mostR = 32;
const mostP = 4;
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Each takes much memory: more at once than this wait, and more waiting than that are refused. */
const atOnce = 2;
const mostWaiting = 100;

const shortestPassword = 10;
const longestPassword = 256;

export function createPasswords(cost: ScryptCost = presentCost, random: RandomBytes = randomBytes) {
  const gate = createGate();
  // Of no password: what an unknown user is compared with, so that it takes as long as a known one.
  const nobody = encode(cost, new Uint8Array(saltBytes), new Uint8Array(hashBytes));

  async function derive(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Buffer> {
    // The same password typed on another keyboard may come as other code points (RFC 8265, section 4.2).
    const text = password.normalize('NFKC');
    const N = 2 ** logN;
    return gate(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          scrypt(text, salt, hashBytes, { N, r, p, maxmem: 128 * N * r + 2 ** 22 * p }, (error, hash) =>
            error === null ? resolve(hash) : reject(error),
          );
        }),
    );
  }

  return {
    async hash(password: string): Promise<string> {
      const salt = random(saltBytes);
      return encode(cost, salt, await derive(password, salt, cost));
    },

    /** In constant time for equal parameters; undefined stands for a user that does not exist, and is never right. */
    async isRight(password: string, stored: string | undefined): Promise<boolean> {
      const known = decode(stored ?? nobody) ?? decode(nobody);
      if (known === undefined || password.length > longestPassword * 2) return false;
      const equal = timingSafeEqual(await derive(password, known.salt, known.cost), known.hash);
      return equal && stored !== undefined && decode(stored) !== undefined;
    },

    /** True for a hash made with other parameters than are used now. */
    isOutdated(stored: string): boolean {
      const used = decode(stored)?.cost;
      return used === undefined || used.logN !== cost.logN || used.r !== cost.r || used.p !== cost.p;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Length alone is asked for: rules about kinds of characters make passwords worse (NIST SP 800-63B, 5.1.1.2). */
export function checkPassword(password: string): void {
  const length = [...password.normalize('NFKC')].length;
  if (length >= shortestPassword && length <= longestPassword) return;
  throw new Failure('REQUEST_001', {
    field: 'password',
    details: `A password must have ${shortestPassword} to ${longestPassword} characters.`,
  });
}

function encode({ logN, r, p }: ScryptCost, salt: Uint8Array, hash: Uint8Array): string {
  const text = (bytes: Uint8Array): string =>
    Buffer.from(bytes)
      .toString('base64')
      .replace(/={1,2}$/, '');
  return `$scrypt$ln=${logN},r=${r},p=${p}$${text(salt)}$${text(hash)}`;
}

function decode(stored: string) {
  const [, logN, r, p, salt = '', hash = ''] = form.exec(stored) ?? [];
  const cost: ScryptCost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const fits = cost.logN >= 1 && cost.logN <= mostLogN && cost.r >= 1 && cost.r <= mostR && cost.p >= 1;
  if (!fits || cost.p > mostP) return undefined;
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function createGate() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) {
        throw new Failure('UNAVAILABLE', { cause: new Error('too many sign-ins at once') });
      }
      // The place is handed over, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
