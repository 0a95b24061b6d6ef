// PostgreSQL under the contract of the port.
import { afterAll, beforeAll } from 'vitest';
import { openPostgres } from '../../src/storage/postgres.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type ContractSchema, type DbUnderTest, dbContract } from './db.ts';
import { migrationContract } from './migrations.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

async function open(): Promise<DbUnderTest> {
  const url = await server.database();
  const db = await openPostgres<ContractSchema>({ url });
  return {
    db,
    another: () => openPostgres<ContractSchema>({ url }),
    destroy: () => db.close(),
  };
}

dbContract('postgres', open);
migrationContract('postgres', open);
