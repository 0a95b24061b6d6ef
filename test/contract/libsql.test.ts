// The embedded database under the contract of the port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibsql } from '../../src/storage/libsql.ts';
import { type ContractSchema, type DbUnderTest, dbContract } from './db.ts';
import { migrationContract } from './migrations.ts';

async function open(): Promise<DbUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'docmill-db-'));
  const path = join(directory, 'data', 'docmill.db');
  const db = await openLibsql<ContractSchema>({ path });
  return {
    db,
    another: () => openLibsql<ContractSchema>({ path }),
    destroy: async () => {
      await db.close();
      await rm(directory, { recursive: true });
    },
  };
}

dbContract('libsql', open);
migrationContract('libsql', open);
