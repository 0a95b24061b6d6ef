// Passwords for workers on other nodes. The worker that has the job rings for its password with a key of its own, and the
// node that took the document in answers with the password sealed for that key: it travels over the bell, and nothing that
// can be read is stored or logged on the way.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { Bell } from './bell.ts';
import { newSealKey, publicPart, seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

interface Held {
  readonly password: string;
  readonly at: number;
}

interface Asking {
  readonly key: KeyObject;
  answer(password: string): void;
}

const asks = 'password?';
const answers = 'password!';
const done = 'password.';

/** How often is asked, and for how long an answer is awaited: a ring may be missed, an owner may be gone. */
const tries = 3;
const tryMs = 1500;
/** The end of a job may be missed as well; no job waits this long. */
const longestMs = 24 * 3_600_000;
const looseMs = 60_000;

export function createSharedVault(bell: Bell, clock: Clock): Vault {
  const held = new Map<Id, Held>();
  const asking = new Map<Id, Asking>();
  let sweptAt = clock.monotonic();

  bell.hear((topic) => {
    const [word, jobId = '', publicKey = '', sealed = ''] = topic.split(' ');
    if (word === asks) {
      const own = held.get(jobId);
      const note = own === undefined ? undefined : seal(own.password, publicKey, jobId);
      if (note !== undefined) bell.ring(`${answers} ${jobId} ${publicKey} ${note}`);
    } else if (word === answers) {
      const waiting = asking.get(jobId);
      if (waiting === undefined || publicPart(waiting.key) !== publicKey) return;
      const password = unseal(sealed, waiting.key, jobId);
      if (password !== undefined) waiting.answer(password);
    } else if (word === done) held.delete(jobId);
  });

  function keep(jobId: Id, password: string): void {
    const now = clock.monotonic();
    if (now - sweptAt > looseMs) {
      sweptAt = now;
      for (const [id, { at }] of held) if (now - at > longestMs) held.delete(id);
    }
    held.set(jobId, { password, at: now });
  }

  async function ask(jobId: Id): Promise<string | undefined> {
    const key = newSealKey();
    const heard = new AbortController();
    let password: string | undefined;
    asking.set(jobId, {
      key,
      answer(found) {
        password = found;
        heard.abort();
      },
    });
    try {
      for (let turn = 0; turn < tries && !heard.signal.aborted; turn += 1) {
        bell.ring(`${asks} ${jobId} ${publicPart(key)}`);
        // An answer ends the wait by the signal.
        await bell.wait(`${answers} ${jobId}`, tryMs, heard.signal);
      }
    } finally {
      asking.delete(jobId);
    }
    // Kept here too: should this worker die, the next one may ask when the owner is gone.
    if (password !== undefined) keep(jobId, password);
    return password;
  }

  return {
    keep,
    password: async (jobId) => held.get(jobId)?.password ?? (await ask(jobId)),
    forget(jobId) {
      if (held.delete(jobId)) bell.ring(`${done} ${jobId}`);
    },
  };
}
