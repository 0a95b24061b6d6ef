// Values on their way into and out of PostgreSQL. The driver turns undefined into NULL, sends NaN as a number and hands
// out large integers as text; the tables are promised numbers that are exact, or an error.
import type { CustomTypesConfig } from 'pg';
import pg from 'pg';
import { Failure } from '../core/failure.ts';

type Bound = string | number | Buffer | null;

const refuse = (reason: string): never => {
  throw new Failure('INTERNAL', { cause: new TypeError(`cannot bind ${reason}`) });
};

function toBound(value: unknown): Bound {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? refuse('text with U+0000') : value;
    case 'number':
      return Number.isNaN(value) ? refuse('NaN') : value;
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? value.toString() : refuse('an integer beyond 64 bits');
    case 'boolean':
      // PostgreSQL reads both as a flag and as a number.
      return value ? '1' : '0';
    case 'undefined':
      return refuse('undefined');
    default:
      if (value === null) return null;
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return refuse(Object.prototype.toString.call(value));
  }
}

export function toParameters(values: readonly unknown[]): Bound[] {
  return values.map(toBound);
}

function toInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new Failure('INTERNAL', { cause: new RangeError('integer beyond 2^53 in a row') });
}

/** Sums of large integers are `numeric`; whole ones are held to the same promise, the others are fractions. */
const toNumber = (text: string): number => (/^-?\d+$/.test(text) ? toInteger(text) : Number(text));

const { builtins } = pg.types;

const readers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toInteger],
  [builtins.NUMERIC, toNumber],
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
]);

/** Handed to our own connections, so that nothing else in the process that uses the driver is changed. */
export const valueReaders: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    const own = format === 'binary' ? undefined : readers.get(type);
    return own ?? pg.types.getTypeParser(type, format);
  },
};
