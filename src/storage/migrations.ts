// The list of migrations in order; a new one is one file and one line here. Published ones are never edited.
import type { Migration } from 'kysely';
import { up as foundation } from './migrations/001-foundation.ts';
import { up as contract } from './migrations/002-contract.ts';
import { up as readyJobs } from './migrations/003-ready-jobs.ts';
import { up as users } from './migrations/004-users.ts';
import { up as sessions } from './migrations/005-sessions.ts';
import { up as leases } from './migrations/006-leases.ts';
import { up as replayedWork } from './migrations/007-replayed-work.ts';

export const migrations: Record<string, Migration> = {
  '001-foundation': { up: foundation },
  '002-contract': { up: contract },
  '003-ready-jobs': { up: readyJobs },
  '004-users': { up: users },
  '005-sessions': { up: sessions },
  '006-leases': { up: leases },
  '007-replayed-work': { up: replayedWork },
};
