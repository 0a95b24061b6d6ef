// The jobs of an account that a worker may take now, found without walking over those held in sequential batches.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('jobs_ready').on('jobs').columns(['account_id', 'state', 'held', 'id']).execute();
}
