// Values on their way into and out of libsql. The driver aborts the whole process on a boolean, binds every number as a
// REAL, reads text only up to U+0000 and rounds integers beyond 2^53 without a word; nothing of that may reach a table.
import { Failure } from '../core/failure.ts';

type Bound = string | number | bigint | Uint8Array | null;

const refuse = (reason: string): never => {
  throw new Failure('INTERNAL', { cause: new TypeError(`cannot bind ${reason}`) });
};

function toBound(value: unknown): Bound {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? refuse('text with U+0000') : value;
    case 'number':
      // BigInt is the driver's only way to an INTEGER; a REAL would turn 5 into '5.0' in a text column.
      if (Number.isSafeInteger(value)) return BigInt(value);
      return Number.isNaN(value) ? refuse('NaN') : value;
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? value : refuse('an integer beyond 64 bits');
    case 'boolean':
      return value ? 1n : 0n;
    case 'undefined':
      return refuse('undefined');
    default:
      if (value === null || value instanceof Uint8Array) return value;
      return refuse(Object.prototype.toString.call(value));
  }
}

export function toParameters(values: readonly unknown[]): Bound[] {
  return values.map(toBound);
}

/** Rows are objects the driver has just made, so they are corrected in place. */
export function fromRow(row: unknown): unknown {
  const cells = row as Record<string, unknown>;
  for (const column of Object.keys(cells)) {
    const value = cells[column];
    if (typeof value === 'bigint') cells[column] = toSafeInteger(value, column);
    else if (value instanceof ArrayBuffer) cells[column] = Buffer.from(value);
  }
  return row;
}

function toSafeInteger(value: bigint, column: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new Failure('INTERNAL', { cause: new RangeError(`integer beyond 2^53 in column ${column}`) });
  }
  return number;
}
