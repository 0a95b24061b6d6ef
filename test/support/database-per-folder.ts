// Lets the tests over HTTP run on PostgreSQL: with TEST_DATABASE_SERVER set to the address of a server, every data
// directory gets a database of its own there.
import { createHash } from 'node:crypto';
import pg from 'pg';

export async function databaseFor(dataDir: string): Promise<string | undefined> {
  const server = process.env['TEST_DATABASE_SERVER'];
  if (server === undefined) return undefined;
  const name = `d${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
