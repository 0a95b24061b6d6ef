// Batches, variants, extensions, replayed answers, exact rate windows, and usage summed up by day.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const jobColumns = [
    ['mode', 'text', 'convert'],
    ['source_type', 'text', 'file'],
    ['held', 'integer', 0],
    ['extensions', 'integer', 0],
    ['cached', 'integer', 0],
  ] as const;
  for (const [name, type, value] of jobColumns) {
    await db.schema
      .alterTable('jobs')
      .addColumn(name, type, (column) => column.notNull().defaultTo(value))
      .execute();
  }
  for (const name of ['batch_id', 'file_id', 'source_url'] as const) {
    await db.schema.alterTable('jobs').addColumn(name, 'text').execute();
  }
  for (const name of ['batch_index', 'last_accessed_at'] as const) {
    await db.schema.alterTable('jobs').addColumn(name, 'bigint').execute();
  }
  await db.schema.createIndex('jobs_of_batch').on('jobs').columns(['batch_id', 'batch_index']).execute();
  await db.schema.createIndex('jobs_of_account').on('jobs').columns(['account_id', 'id']).execute();
  await db.schema.createIndex('jobs_same_input').on('jobs').columns(['account_id', 'input_sha256']).execute();

  await db.schema
    .alterTable('accounts')
    .addColumn('billing_cycle', 'text', (column) => column.notNull().defaultTo('monthly'))
    .execute();

  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('sequential', 'integer', (column) => column.notNull())
    .addColumn('total_files', 'integer', (column) => column.notNull())
    .addColumn('completed_files', 'integer', (column) => column.notNull())
    .addColumn('failed_files', 'integer', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('batches_of_account').on('batches').columns(['account_id', 'id']).execute();
  await db.schema.createIndex('batches_due').on('batches').columns(['finished_at', 'deadline_at']).execute();

  await db.schema
    .createTable('replays')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('headers', 'text')
    .addColumn('body_key', 'text')
    .addColumn('body_size', 'bigint')
    .addColumn('body_sha256', 'text')
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('replays_key', ['account_id', 'name'])
    .execute();
  await db.schema.createIndex('replays_expiry').on('replays').columns(['expires_at']).execute();

  await db.schema
    .createTable('rate_windows')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('usage_days')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('conversions', 'integer', (column) => column.notNull())
    .addColumn('successes', 'integer', (column) => column.notNull())
    .addColumn('pages', 'bigint', (column) => column.notNull())
    .addColumn('file_bytes', 'bigint', (column) => column.notNull())
    .addColumn('processing_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['account_id', 'day', 'format', 'key_id'])
    .execute();
}
