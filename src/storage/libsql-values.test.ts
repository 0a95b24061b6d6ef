// The corners of the driver that would lose or alter a value, each closed by a conversion or a refusal.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { LibsqlConnection } from './libsql-connection.ts';
import { rowMaker, toParameters } from './libsql-values.ts';

const memory = () => new LibsqlConnection({ path: ':memory:', pragmas: [] });
const kindOf = (value: unknown) => memory().prepare('SELECT typeof(?) AS kind').all([value]);

describe('binding', () => {
  test.each([
    [5, 'integer'],
    [-0, 'integer'],
    [5.5, 'real'],
    [1e300, 'real'],
    [Number.POSITIVE_INFINITY, 'real'],
    [2n ** 62n, 'integer'],
    [true, 'integer'],
    ['5', 'text'],
    ['', 'text'],
    [new Uint8Array([1, 2, 3]).subarray(1), 'blob'],
    [new Uint8Array(0), 'blob'],
    [null, 'null'],
  ])('%s is bound as %s', (value, kind) => {
    expect(kindOf(value)).toEqual([{ kind }]);
  });

  test('a whole number in a text column is written as a whole number', () => {
    const db = memory();
    db.run('CREATE TABLE t (v text)');
    expect(db.prepare('INSERT INTO t VALUES (?) RETURNING v').all([5])).toEqual([{ v: '5' }]);
  });

  test.each([
    [Number.NaN],
    [undefined],
    ['a\0b'],
    [2n ** 63n],
    [-(2n ** 63n) - 1n],
    [new Date(0)],
    [{ a: 1 }],
    [[1]],
    [Symbol('s')],
    [() => 1],
    [new ArrayBuffer(2)],
    [new Float64Array(1)],
  ])('%s is refused', (value) => {
    expect(() => toParameters([value])).toThrow(Failure);
  });

  test('anything at all is bound or refused; the process survives', () => {
    const db = memory();
    const echo = db.prepare('SELECT ? AS v');
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), (value) => {
        try {
          echo.all([value]);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('reading', () => {
  test('integers are numbers up to 2^53 - 1 and refused beyond', () => {
    const db = memory();
    const one = (sql: string) => db.prepare(`SELECT ${sql} AS v`).all([]);
    expect(one('9007199254740991')).toEqual([{ v: Number.MAX_SAFE_INTEGER }]);
    expect(one('-9007199254740991')).toEqual([{ v: Number.MIN_SAFE_INTEGER }]);
    expect(() => one('9007199254740993')).toThrow(Failure);
    // The connection goes on working after a refusal.
    expect(one('1')).toEqual([{ v: 1 }]);
  });

  test('bytes are a Buffer', () => {
    const [row] = memory().prepare(`SELECT x'0102' AS v`).all([]) as { v: unknown }[];
    expect(Buffer.isBuffer(row?.v)).toBe(true);
    expect(rowMaker(() => ['v'])([new Uint8Array([7]).buffer])).toEqual({ v: Buffer.from([7]) });
  });
});
