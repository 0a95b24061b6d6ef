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

/** Makes objects of rows that come as lists. A table that gained a column meanwhile shows in the length of its rows. */
export function rowMaker(columnNames: () => readonly string[]): (cells: readonly unknown[]) => Record<string, unknown> {
  let names: readonly string[] = [];
  return (cells) => {
    if (cells.length !== names.length) names = columnNames();
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = fromCell(cells[at], names[at] as string);
    return row;
  };
}

function fromCell(value: unknown, column: string): unknown {
  if (typeof value === 'bigint') return toSafeInteger(value, column);
  return value instanceof ArrayBuffer ? Buffer.from(value) : value;
}

function toSafeInteger(value: bigint, column: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new Failure('INTERNAL', { cause: new RangeError(`integer beyond 2^53 in column ${column}`) });
  }
  return number;
}
