// The list of migrations in order; a new one is one file and one line here. Published ones are never edited.
import type { Migration } from 'kysely';
import { up as foundation } from './migrations/001-foundation.ts';
import { up as contract } from './migrations/002-contract.ts';

export const migrations: Record<string, Migration> = {
  '001-foundation': { up: foundation },
  '002-contract': { up: contract },
};
