// What the dashboard keeps: who is signed in, how often signing in was tried, which workers there are, and how healthy
// each node was.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id']).execute();
  await db.schema.createIndex('sessions_by_last_seen').on('sessions').columns(['last_seen_at']).execute();

  await db.schema
    .createTable('attempts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('window_end', 'bigint', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('worker_nodes')
    .addColumn('node', 'text', (column) => column.primaryKey())
    .addColumn('slots', 'integer', (column) => column.notNull())
    .addColumn('busy', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('health_samples')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('services', 'text', (column) => column.notNull())
    .execute();
}
