// What a request with an Idempotency-Key had accepted when it fell silent: who sends it again gets that very job or batch.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('replays').addColumn('work', 'text').execute();
}
