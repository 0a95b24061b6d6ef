// Every resource has one UUIDv7; what clients see is a prefix and its 32 hex digits (docs: decisions, "Identity").
import { randomBytes } from 'node:crypto';
import type { Instant } from './clock.ts';

/** 32 lower-case hex digits of a UUIDv7: sorts by time of creation. */
export type Id = string;

export type RandomBytes = (size: number) => Uint8Array;

/** One call of the system fills many ids: every request has one. Bytes are handed out once. */
const pool = { bytes: new Uint8Array(0), used: 0 };
function pooledBytes(size: number): Uint8Array {
  if (pool.used + size > pool.bytes.length) {
    pool.bytes = randomBytes(Math.max(size, 4096));
    pool.used = 0;
  }
  pool.used += size;
  return pool.bytes.subarray(pool.used - size, pool.used);
}

/** RFC 9562, section 5.7: 48 bits of milliseconds, version, 74 random bits. */
export function newId(now: Instant, random: RandomBytes = pooledBytes): Id {
  const bytes = new Uint8Array(16);
  bytes.set(random(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  return Buffer.from(bytes).toString('hex');
}

/** The same id as a UUID with dashes (the variant form `conversion_id`). */
export function asUuid(id: Id): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

/** Reads `<prefix>_<32 hex>`, bare hex, or a UUID with dashes; undefined for anything else. */
export function parseId(text: string, prefix: string): Id | undefined {
  if (text.length > 64) return undefined;
  const bare = text.startsWith(`${prefix}_`) ? text.slice(prefix.length + 1) : text;
  if (/^[0-9a-f]{32}$/i.test(bare)) return bare.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(bare)) return bare.replaceAll('-', '').toLowerCase();
  return undefined;
}
