// The first tables: accounts, their counters, keys, jobs, usage and settings. Written for SQLite and PostgreSQL alike.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('subscription', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('tenants')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('max_running', 'integer', (column) => column.notNull())
    .addColumn('running', 'integer', (column) => column.notNull())
    .addColumn('waiting', 'integer', (column) => column.notNull())
    .addColumn('last_served', 'bigint', (column) => column.notNull())
    .addColumn('quota_day', 'text', (column) => column.notNull())
    .addColumn('day_used', 'integer', (column) => column.notNull())
    .addColumn('quota_month', 'text', (column) => column.notNull())
    .addColumn('month_used', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('allow_list', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('filename', 'text')
    .addColumn('media_type', 'text')
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('has_secret', 'integer', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('input_key', 'text', (column) => column.notNull())
    .addColumn('input_size', 'bigint', (column) => column.notNull())
    .addColumn('input_sha256', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lease_token', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('percentage', 'double precision', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('result_key', 'text')
    .addColumn('result_size', 'bigint')
    .addColumn('result_sha256', 'text')
    .addColumn('map_key', 'text')
    .addColumn('map_size', 'bigint')
    .addColumn('map_sha256', 'text')
    .addColumn('failure', 'text')
    .addColumn('processing_ms', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  // The queue of one account, the watch on leases, the sweep of expired files, and the list of an account's jobs.
  await db.schema.createIndex('jobs_queue').on('jobs').columns(['account_id', 'state', 'id']).execute();
  await db.schema.createIndex('jobs_leases').on('jobs').columns(['state', 'lease_until']).execute();
  await db.schema.createIndex('jobs_expiry').on('jobs').columns(['deleted_at', 'expires_at']).execute();

  await db.schema
    .createTable('usage_records')
    .addColumn('job_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'bigint', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('succeeded', 'integer', (column) => column.notNull())
    .addColumn('failure_code', 'text')
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('file_bytes', 'bigint', (column) => column.notNull())
    .addColumn('processing_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('usage_by_account').on('usage_records').columns(['account_id', 'ended_at']).execute();

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
