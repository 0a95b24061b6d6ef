// How much waits and how much runs, over all accounts, from the counters that the queue is held by.
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

export function createQueueLoad(db: Db<Schema>): () => Promise<{ readonly waiting: number; readonly running: number }> {
  return async () => {
    const sums = await db.reader
      .selectFrom('tenants')
      .select((one) => [one.fn.sum<number>('waiting').as('waiting'), one.fn.sum<number>('running').as('running')])
      .executeTakeFirst();
    return { waiting: Number(sums?.waiting ?? 0), running: Number(sums?.running ?? 0) };
  };
}
