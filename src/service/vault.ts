// Passwords of encrypted documents: held in memory from acceptance to the end of the job, never stored or logged. A
// restart forgets them, and such a job then fails with PASSWORD_REQUIRED instead of waiting for ever.
import type { Id } from '../core/ids.ts';

export interface Vault {
  keep(jobId: Id, password: string): void;
  password(jobId: Id): Promise<string | undefined>;
  forget(jobId: Id): void;
}

export function createVault(): Vault {
  const held = new Map<Id, string>();
  return {
    keep: (jobId, password) => void held.set(jobId, password),
    password: async (jobId) => held.get(jobId),
    forget: (jobId) => void held.delete(jobId),
  };
}
