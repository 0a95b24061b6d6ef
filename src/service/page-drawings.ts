// The pages of stored documents as pictures, drawn in the sandbox because documents are hostile. They have a child of
// their own, started when somebody looks and ended when nobody does: who looks at a page waits for no conversion, and no
// conversion waits for who looks.
import { setMaxListeners } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mostPages, type PageSize } from '../convert/page-drawing.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import type { Pool } from '../sandbox/pool.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { JobRow } from '../storage/schema.ts';

const mostWidth = 1400;
/** Questions that wait for the one child, and those of one account among them; more are refused. */
const mostWaiting = 20;
const mostOfAccount = 8;
/** A page that cost all its time is not tried again for so long. */
const givenUpMs = 600_000;
const mostGivenUp = 1000;
const defaults = { deadlineMs: 10_000, idleMs: 60_000 };
const cacheBytes = 32 * 2 ** 20;
/** Of one file of a child: six million pixels that do not compress at all. */
const mostBytes = 20 * 2 ** 20;
const cachedSizes = 200;

interface Parts {
  readonly blobs: Blobs;
  readonly scratchRoot: string;
  /** A pool of one child. */
  readonly startPool: () => Pool;
  readonly clock: Clock;
}

export function createPageDrawings(
  { blobs, scratchRoot, startPool, clock }: Parts,
  settings: Partial<typeof defaults> = {},
) {
  const { deadlineMs, idleMs } = { ...defaults, ...settings };
  /** In the order of their last use, by content: the same document is drawn once for all its jobs. */
  const pictures = new Map<string, Buffer>();
  let held = 0;
  const sizes = new Map<string, readonly PageSize[]>();
  const underWay = new Map<string, { readonly accountId: Id; readonly work: Promise<unknown> }>();
  const givenUp = new Map<string, number>();
  const stopping = new AbortController();
  // Who may wait is bounded already.
  setMaxListeners(0, stopping.signal);
  let pool: Pool | undefined;
  let closing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function rest(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void dismiss(), idleMs);
    timer.unref();
  }

  async function dismiss(): Promise<void> {
    clearTimeout(timer);
    const ended = pool;
    pool = undefined;
    if (ended !== undefined) closing = closing.then(() => ended.close());
    await closing;
  }

  /** One at a time for the same thing; others who ask for it get the same answer. */
  async function shared<T>(name: string, accountId: Id, draw: () => Promise<T>): Promise<T> {
    const begun = underWay.get(name)?.work as Promise<T> | undefined;
    if (begun !== undefined) return begun;
    if ((givenUp.get(name) ?? Number.NEGATIVE_INFINITY) > clock.monotonic()) throw tooSlow();
    const facts = { retryAfter: 2 };
    if (stopping.signal.aborted || underWay.size >= mostWaiting) {
      throw new Failure('UNAVAILABLE', { details: 'Too many pages are being drawn.', facts });
    }
    // Nobody can have all places: documents that take long to draw are easily made.
    const own = [...underWay.values()].filter((one) => one.accountId === accountId);
    if (own.length >= mostOfAccount) {
      throw new Failure('RATE_004', { details: `${mostOfAccount} pages are drawn at a time.`, facts });
    }
    const work = draw()
      .catch((error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'PROCESSING_TIMEOUT') throw error;
        giveUp(name);
        throw tooSlow();
      })
      .finally(() => {
        underWay.delete(name);
        if (underWay.size === 0 && !stopping.signal.aborted) rest();
      });
    underWay.set(name, { accountId, work });
    return work;
  }

  function giveUp(name: string): void {
    if (givenUp.size >= mostGivenUp) givenUp.clear();
    givenUp.set(name, clock.monotonic() + givenUpMs);
  }

  async function draw<T>(
    job: JobRow,
    page: number | undefined,
    taken: (files: { readonly map: string; readonly picture: string | undefined }) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(scratchRoot, 'drawing-'));
    try {
      const inputPath = join(folder, 'input');
      const outputDir = join(folder, 'out');
      await mkdir(outputDir);
      await blobs.fetch({ key: job.input_key, size: job.input_size, sha256: job.input_sha256 }, inputPath);
      clearTimeout(timer);
      pool ??= startPool();
      const { mapPath, images } = await pool.run(
        {
          inputPath,
          outputDir,
          ...(job.filename === null ? {} : { name: job.filename }),
          ...(job.media_type === null ? {} : { mediaType: job.media_type }),
          options: {},
          drawing: { mostWidth, ...(page === undefined ? {} : { page }) },
        },
        { deadlineMs, signal: stopping.signal },
      );
      return await taken({ map: mapPath, picture: images[0]?.path });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function keep(name: string, png: Buffer): void {
    if (png.length > cacheBytes / 4) return;
    pictures.set(name, png);
    held += png.length;
    for (const [oldest, { length }] of pictures) {
      if (held <= cacheBytes) break;
      pictures.delete(oldest);
      held -= length;
    }
  }

  return {
    /** One page as PNG, at most 1400 pixels wide; `page` counts from 1. */
    async picture(job: JobRow, page: number): Promise<Buffer> {
      const name = `${job.input_sha256} ${page}`;
      const known = pictures.get(name);
      if (known !== undefined) {
        pictures.delete(name);
        pictures.set(name, known);
        return known;
      }
      return shared(name, job.account_id, () =>
        draw(job, page, async ({ picture }) => {
          if (picture === undefined) throw new Failure('PROCESSING_FAILED', { cause: 'no page was drawn' });
          const png = await smallFile(picture);
          keep(name, png);
          return png;
        }),
      );
    },

    async sizes(job: JobRow): Promise<readonly PageSize[]> {
      const name = job.input_sha256;
      const known = sizes.get(name);
      if (known !== undefined) return known;
      return shared(name, job.account_id, () =>
        draw(job, undefined, async ({ map }) => {
          const found = checkedSizes((await smallFile(map)).toString('utf8'));
          if (sizes.size >= cachedSizes) sizes.clear();
          sizes.set(name, found);
          return found;
        }),
      );
    },

    async stop(): Promise<void> {
      stopping.abort(new Failure('UNAVAILABLE', { details: 'The service is stopping.' }));
      await Promise.allSettled([...underWay.values()].map((one) => one.work));
      await dismiss();
    },
  };
}

const tooSlow = (): Failure =>
  new Failure('PROCESSING_TIMEOUT', {
    message: 'The page takes longer to draw than allowed.',
    suggestion: 'Download the original and open it in its own program.',
  });

export type PageDrawings = ReturnType<typeof createPageDrawings>;

/** A child that a document has taken over may write anything, and as much as the disk takes. */
async function smallFile(path: string): Promise<Buffer> {
  if ((await stat(path)).size > mostBytes) throw new Failure('PROCESSING_FAILED', { cause: 'too large an answer' });
  return readFile(path);
}

function checkedSizes(text: string): readonly PageSize[] {
  const lie = (cause: unknown): Failure => new Failure('PROCESSING_FAILED', { cause });
  let pages: unknown;
  try {
    pages = (JSON.parse(text) as { readonly pages?: unknown }).pages;
  } catch (error) {
    throw lie(error);
  }
  if (!Array.isArray(pages) || pages.length > mostPages) throw lie('no sizes');
  return pages.map((one: Partial<PageSize> | null) => {
    const { page, width, height, orientation } = one ?? {};
    const fits =
      Number.isSafeInteger(page) &&
      Number.isFinite(width) &&
      Number.isFinite(height) &&
      orientation !== undefined &&
      [1, 2, 3, 4, 5, 6, 7, 8].includes(orientation);
    if (!fits) throw lie('a size that is none');
    return { page: Number(page), width: Number(width), height: Number(height), orientation };
  });
}
