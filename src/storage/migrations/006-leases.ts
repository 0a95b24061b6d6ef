// How many workers fell silent over a job: one that ends its workers is not tried for ever.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('lost_workers', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
