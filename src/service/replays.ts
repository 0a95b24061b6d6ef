// `Idempotency-Key`: the first answer to a request is kept for a day and given again to the same request, so that a
// client may repeat it after a lost connection without converting, or paying, twice.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId } from '../core/ids.ts';
import type { BlobContent, BlobRef, Blobs } from '../storage/blobs.ts';
import type { Within } from '../storage/jobs.ts';
import { bindReplay, type ReplayClaim, type ReplayRows, replayBusy } from '../storage/replays.ts';
import type { ReplayRow } from '../storage/schema.ts';
import type { Log } from './log.ts';

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** A request that is the first with its key. */
export interface FirstRequest {
  /** Keeps the answer before it is sent; returns it to send. */
  keep(answer: {
    readonly fingerprint: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: BlobContent;
  }): Promise<Readable>;
  /** Lets the same request be tried again: it failed for a reason that may pass. */
  release(): Promise<void>;
  /** For the unit that accepts its work: from then on the same request leads to that work. */
  binding(fingerprint: string, work: string): Within;
  /** Ends without an answer to keep, after its work was accepted. */
  leave(): void;
}

/** A request whose key was used before by one that has no answer yet, or died before it had one. */
export interface ResumedRequest {
  /** The accepted work; IDEMPOTENCY_CONFLICT where the request is another. */
  work(fingerprint: string): string;
  /** The work ended in a way that may pass: the next time it is a first request again. */
  forget(): Promise<void>;
}

/** A request whose key was used before. */
export interface RepeatedRequest {
  /** The first answer, where the request is the same; IDEMPOTENCY_CONFLICT where it is not. */
  answer(fingerprint: string): Promise<KeptAnswer>;
}

type Begun =
  | { readonly first: FirstRequest }
  | { readonly repeated: RepeatedRequest }
  | { readonly resumed: ResumedRequest };

const keptMs = 24 * 3_600_000;
/** A claim that is not renewed for this long belongs to a process that died. */
const heldMs = 60_000;
const renewMs = 15_000;
const sweepMs = 10 * 60_000;

interface Parts {
  readonly rows: ReplayRows;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

export function createReplays({ rows, blobs, clock, log }: Parts) {
  let timer: NodeJS.Timeout | undefined;

  async function sweep(): Promise<void> {
    try {
      await rows.dropExpired(clock.now());
      for await (const blob of blobs.list('replays/')) {
        // An hour more than the rows live: an answer may just be on its way to its reader.
        if (blob.modifiedAt < clock.now() - keptMs - 3_600_000) await blobs.delete(blob.key);
      }
    } catch (error) {
      log.error({ err: error }, 'removing kept answers failed');
    }
  }

  /** After a fault of the stores, which may hit this as well: the claim then runs out by itself. */
  async function giveUp(claim: ReplayClaim): Promise<void> {
    await rows.release(claim).catch((error: unknown) => log.warn({ err: error }, 'claim not released'));
  }

  function first(claim: ReplayClaim): FirstRequest {
    const renewal = setInterval(() => {
      rows.keep(claim, clock.now() + heldMs).catch((error: unknown) => log.warn({ err: error }, 'claim not renewed'));
    }, renewMs);
    renewal.unref();
    return {
      async keep({ fingerprint, status, headers, body }) {
        clearInterval(renewal);
        try {
          const stored = await blobs.put(blobKey(claim), body);
          const kept = await rows.finish(claim, {
            fingerprint,
            status,
            headers: JSON.stringify(headers),
            body: stored,
          });
          if (!kept) log.warn({ account: claim.accountId }, 'an answer came too late to be kept');
          return await blobs.read(stored);
        } catch (error) {
          await giveUp(claim);
          // What was done is told all the same while its bytes are at hand; a stream is used up by now.
          if (!(body instanceof Uint8Array)) throw error;
          log.error({ err: error, account: claim.accountId }, 'an answer could not be kept');
          return Readable.from([body], { objectMode: false });
        }
      },
      async release() {
        clearInterval(renewal);
        await rows.release(claim);
      },
      binding: (fingerprint, work) => (tx) => bindReplay(tx, claim, fingerprint, work),
      leave: () => clearInterval(renewal),
    };
  }

  return {
    /** Claims the key for this request, or finds the one that had it. */
    async begin(accountId: Id, name: string): Promise<Begun> {
      const now = clock.now();
      const claim: ReplayClaim = { accountId, name, holder: newId(now) };
      const row = await rows.claim(claim, now + heldMs, now + keptMs, now).catch(async (error: unknown) => {
        // It may have been written all the same, and nobody else would free it for a minute.
        await giveUp(claim);
        throw error;
      });
      if (row.holder === claim.holder) return { first: first(claim) };
      if (row.status === null && row.work !== null) return { resumed: resumed(row, row.work) };
      if (row.status === null) throw replayBusy();
      return { repeated: { answer: (fingerprint) => answerOf(row, fingerprint) } };
    },
    start(): void {
      timer = setInterval(() => void sweep(), sweepMs).unref();
      void sweep();
    },
    stop: (): void => clearInterval(timer),
    sweep,
  };

  function resumed(row: ReplayRow, work: string): ResumedRequest {
    return {
      work(fingerprint) {
        checkSame(row, fingerprint);
        return work;
      },
      forget: () => rows.dropWork(row.account_id, row.name, work),
    };
  }

  async function answerOf(row: ReplayRow, fingerprint: string): Promise<KeptAnswer> {
    checkSame(row, fingerprint);
    return {
      status: row.status ?? 200,
      headers: JSON.parse(row.headers ?? '{}') as Record<string, string>,
      body: await blobs.read(bodyOf(row)),
    };
  }
}

export type Replays = ReturnType<typeof createReplays>;

function checkSame(row: ReplayRow, fingerprint: string): void {
  if (row.fingerprint !== fingerprint) throw new Failure('IDEMPOTENCY_CONFLICT', { field: 'Idempotency-Key' });
}

const bodyOf = (row: ReplayRow): BlobRef => ({
  key: row.body_key ?? '',
  size: row.body_size ?? 0,
  sha256: row.body_sha256 ?? '',
});

/** Names are the clients' own, so a hash of them stands in the key. */
const blobKey = ({ accountId, name, holder }: ReplayClaim): string =>
  `replays/${accountId}/${createHash('sha256').update(name).digest('hex').slice(0, 32)}/${holder}`;
