// The one reader of ZIP packages (docx, pptx, xlsx, epub): parts by name, inflated within limits and nothing before it is
// asked for (APPNOTE.TXT 6.3.10). Sizes that the file declares are never trusted.
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { Failure } from '../../core/failure.ts';
import { limitFailure } from '../document/budget.ts';
import type { ReadContext } from '../format.ts';
import { type ByteSource, chunks } from '../input.ts';
import { readZipEntries, type ZipEntry } from './zip-entries.ts';

export type { ZipEntry } from './zip-entries.ts';

export type ZipContext = Pick<ReadContext, 'budget' | 'limits' | 'warn' | 'signal'>;

/** A part may grow this much whatever its ratio is; XML of real documents rarely inflates to more than 50 times. */
const freeBytes = 32 * 2 ** 20;
const highestRatio = 200;
/** Pieces that a streamed part is inflated to: each is a trip to another thread and back. Small parts need less. */
const inflatedPiece = 512 * 1024;
const leastPiece = 16 * 1024;
/** Room made at once for a part that is wanted as a whole; memory that is not written to is not taken. */
const largestRoom = 64 * 2 ** 20;
const usualRatio = 16;

export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly #source: ByteSource;
  readonly #context: ZipContext;
  readonly #byName = new Map<string, ZipEntry>();
  readonly #damaged = new Set<ZipEntry>();

  constructor(source: ByteSource, context: ZipContext) {
    this.#source = source;
    this.#context = context;
    const { entries, recovered } = readZipEntries(source, context.limits.archiveEntries);
    if (entries.length === 0) throw new Failure('CORRUPTED_FILE', { details: 'The list of parts cannot be read.' });
    context.budget.spend('archiveEntries', entries.length);
    if (recovered) {
      context.warn(
        'damaged-archive',
        'The end of the file is damaged or missing; the parts that could be found were read.',
      );
    }
    this.entries = entries;
    for (const entry of entries) {
      // ECMA-376 part 2, 7.3: part names are compared without regard to case. The first of two is the one that counts.
      const key = entry.name.toLowerCase();
      if (!this.#byName.has(key)) this.#byName.set(key, entry);
    }
  }

  /** The entry of that name, without regard to case; a leading slash does not count. */
  find(name: string): ZipEntry | undefined {
    return this.#byName.get(name.replace(/^\/+/, '').toLowerCase());
  }

  /** The whole part, up to `limit` bytes: for parts that are small, or needed at once. */
  bytes(entry: ZipEntry, limit: number = this.#context.limits.wholeFileBytes): Uint8Array {
    const { budget } = this.#context;
    const packed = this.#packed(entry);
    const allowed = Math.min(limit, budget.left('inflatedBytes'), mostOf(entry, packed.end - packed.start));
    if (packed.end - packed.start > allowed) throw this.#tooLarge(entry, allowed);
    const content = this.#source.read(packed.start, packed.end - packed.start);
    const bytes = entry.method === 0 ? content : this.#inflate(entry, content, allowed);
    budget.spend('inflatedBytes', bytes.length);
    this.#check(entry, crc32(bytes), bytes.length);
    return bytes;
  }

  /** The part piece by piece, for parts of any size. */
  async *stream(entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
    const { budget, signal } = this.#context;
    const packed = this.#packed(entry);
    const most = mostOf(entry, packed.end - packed.start);
    // A part that says it is a bomb is unpacked once for nothing: far cheaper than to find out while reading it.
    if (entry.size > most) await this.#refuseBomb(entry, packed, most);
    let total = 0;
    let sum = 0;
    for await (const piece of this.#pieces(entry, packed)) {
      if (signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: signal.reason });
      total += piece.length;
      if (total > most) throw this.#tooLarge(entry, most);
      budget.spend('inflatedBytes', piece.length);
      sum = crc32(piece, sum);
      yield piece;
    }
    this.#check(entry, sum, total);
  }

  async #refuseBomb(entry: ZipEntry, packed: Span, most: number): Promise<void> {
    let total = 0;
    for await (const piece of this.#pieces(entry, packed)) {
      total += piece.length;
      if (total > most) throw this.#tooLarge(entry, most);
    }
  }

  #pieces(entry: ZipEntry, packed: Span): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
    const content = chunks(this.#source, packed.start, packed.end);
    const likely = Math.max(leastPiece, (packed.end - packed.start) * usualRatio);
    return entry.method === 0 ? content : this.#inflated(entry, content, Math.min(inflatedPiece, likely));
  }

  async *#inflated(entry: ZipEntry, content: Generator<Uint8Array>, chunkSize: number): AsyncGenerator<Uint8Array> {
    const inflate = createInflateRaw({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
    const feed = (): void => {
      for (;;) {
        const { done, value } = content.next();
        if (done === true) inflate.end();
        else if (inflate.write(value)) continue;
        return;
      }
    };
    inflate.on('drain', feed);
    feed();
    try {
      for await (const piece of inflate) yield piece as Buffer;
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw damagedPart(entry, error);
    } finally {
      inflate.destroy();
    }
  }

  #inflate(entry: ZipEntry, content: Uint8Array, allowed: number): Uint8Array {
    try {
      return inflateRawSync(content, {
        maxOutputLength: Math.max(1, allowed),
        chunkSize: roomFor(entry, content.length, allowed),
        // What can be had of a part that was cut off.
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw this.#tooLarge(entry, allowed);
      throw damagedPart(entry, error);
    }
  }

  /** Where the content of an entry stands: after its local header, whose own fields may differ in length. */
  #packed(entry: ZipEntry): Span {
    if (entry.encrypted) {
      throw new Failure('PASSWORD_REQUIRED', {
        details: `The part "${shown(entry)}" is encrypted inside the package.`,
        suggestion: 'Unpack the file with its password and send what is in it.',
      });
    }
    if (entry.method !== 0 && entry.method !== 8) {
      throw new Failure('CORRUPTED_FILE', {
        details: `The part "${shown(entry)}" is packed with method ${entry.method}, which no document format uses.`,
      });
    }
    const header = this.#source.read(entry.offset, 30);
    const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
    if (header.length < 30 || view.getUint32(0, true) !== 0x04034b50) throw damagedPart(entry, 'no local header');
    const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
    const end = Math.min(this.#source.size, start + entry.packedSize);
    if (start > end) throw damagedPart(entry, 'it stands outside the file');
    return { start, end };
  }

  #check(entry: ZipEntry, sum: number, size: number): void {
    if (entry.crc === undefined || (sum === entry.crc && size === entry.size) || this.#damaged.has(entry)) return;
    this.#damaged.add(entry);
    this.#context.warn(
      'damaged-part',
      `The part "${shown(entry)}" does not match its checksum; what could be read of it was used.`,
    );
  }

  #tooLarge(entry: ZipEntry, allowed: number): Failure {
    const { budget, limits } = this.#context;
    if (budget.left('inflatedBytes') <= allowed) return limitFailure('inflatedBytes', limits.inflatedBytes);
    return new Failure('ARCHIVE_LIMIT', {
      details: `The part "${shown(entry)}" inflates to more than ${allowed} bytes.`,
      facts: { limit: 'inflatedBytes', value: allowed },
    });
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Room for the whole part at once, as joining pieces takes its memory twice. What the packed bytes make likely is the bound,
 * never what the part says of itself: that only keeps the room from being larger than it need be.
 */
function roomFor(entry: ZipEntry, packed: number, allowed: number): number {
  const likely = Math.min(largestRoom, packed * usualRatio, allowed, entry.size) + 1;
  return Math.max(likely, Math.min(2 ** 20, Math.max(1024, packed * 4)));
}

function mostOf(entry: ZipEntry, packed: number): number {
  return entry.method === 0 ? packed : Math.max(freeBytes, packed * highestRatio);
}

/** Names of parts are content in a way: only a short start of them, without line breaks. */
function shown(entry: ZipEntry): string {
  return entry.name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

function damagedPart(entry: ZipEntry, cause: unknown): Failure {
  return new Failure('CORRUPTED_FILE', { details: `The part "${shown(entry)}" is damaged.`, cause });
}
