// Started by the tests of the embedded database: writes units from a process of its own and prints each one's name once
// it is acknowledged. Every unit is two rows, so that half a unit would show.
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openLibsql } from '../../src/storage/libsql.ts';

interface PairSchema {
  pairs: { name: string; side: string; filler: string };
}

const [path = '', prefix = '', units = '', callers = ''] = process.argv.slice(2);
const total = Number(units);
const db = await openLibsql<PairSchema>({ path });
await db.write((tx) =>
  sql`create table if not exists pairs (name text, side text, filler text, primary key (name, side))`.execute(tx),
);
writeSync(1, 'ready\n');

let next = 0;
const caller = async () => {
  while (next < total) {
    const name = `${prefix}-${next++}`;
    await db.write(async (tx) => {
      await tx
        .insertInto('pairs')
        .values({ name, side: 'left', filler: 'x'.repeat(500) })
        .execute();
      await tx
        .insertInto('pairs')
        .values({ name, side: 'right', filler: 'y'.repeat(500) })
        .execute();
    });
    // At once and without a buffer: what was printed has left the process when it is killed.
    writeSync(1, `${name}\n`);
  }
};
await Promise.all(Array.from({ length: Number(callers) }, caller));
await db.close();
