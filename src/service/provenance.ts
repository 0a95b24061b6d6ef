// Which bytes of the Markdown came from where, for a page that shows both: the stored map, block by block, with boxes as
// shares of the page as it is drawn. The map may be large, so it is never held whole.
import { uprightShare } from '../convert/engines/pictures/orientation.ts';
import type { BlockRange, Origin } from '../convert/index.ts';
import type { PageSize } from '../convert/page-drawing.ts';
import { Failure } from '../core/failure.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { PageDrawings } from './page-drawings.ts';

export interface PlacedBlock {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly page?: number;
  /** Left, top, right and bottom. */
  readonly box?: readonly [number, number, number, number];
  readonly confidence?: number;
  /** Where there are no pages: the slide, the range of a sheet, the seconds of a recording. */
  readonly place?: string;
}

export interface Provenance {
  /** As drawn: turned upright. */
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly blocks: AsyncIterable<PlacedBlock>;
  /** For who does not read to the end. */
  close(): void;
}

interface Parts {
  readonly blobs: Blobs;
  readonly drawings: PageDrawings;
}

export function createProvenance({ blobs, drawings }: Parts) {
  /** A document whose pages cannot be shown has blocks all the same. */
  async function sizesOf(job: JobRow, paged: boolean): Promise<readonly PageSize[]> {
    if (!paged) return [];
    try {
      return await drawings.sizes(job);
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return [];
      throw error;
    }
  }

  /** `paged`: the document is one whose pages can be drawn. */
  return async (job: JobRow, paged: boolean): Promise<Provenance> => {
    const sizes = await sizesOf(job, paged);
    const map = { key: job.map_key ?? '', size: job.map_size ?? 0, sha256: job.map_sha256 ?? '' };
    const stored = await blobs.read(map);
    const byPage = new Map(sizes.map((size) => [size.page, size]));
    return {
      pages: sizes.map(asDrawn),
      blocks: placed(linesOf(stored), byPage),
      close: () => void stored.destroy(),
    };
  };
}

export type ProvenanceOf = ReturnType<typeof createProvenance>;

function asDrawn({ page, width, height, orientation }: PageSize) {
  return orientation >= 5 ? { page, width: height, height: width } : { page, width, height };
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of content) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** A line of the map is a block, but for the first and the last (sandbox/serve.ts writes it so). */
async function* placed(
  lines: AsyncIterable<string>,
  sizes: ReadonlyMap<number, PageSize>,
): AsyncGenerator<PlacedBlock> {
  for await (const line of lines) {
    if (!line.startsWith('{') || line.startsWith('{"blocks"')) continue;
    yield placedBlock(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as BlockRange, sizes);
  }
}

function placedBlock(
  { type, start, end, origin, confidence }: BlockRange,
  sizes: ReadonlyMap<number, PageSize>,
): PlacedBlock {
  const block = { start, end, kind: type, ...(confidence === undefined ? {} : { confidence }) };
  if (origin === undefined) return block;
  if (origin.kind !== 'page') return { ...block, place: placeOf(origin) };
  const size = sizes.get(origin.page);
  if (origin.box === undefined || size === undefined || !(size.width > 0 && size.height > 0)) {
    return { ...block, page: origin.page };
  }
  const [left, top, right, bottom] = origin.box;
  const share = uprightShare(
    { left: left / size.width, top: top / size.height, right: right / size.width, bottom: bottom / size.height },
    size.orientation,
  );
  const box = [share.left, share.top, share.right, share.bottom].map(rounded) as [number, number, number, number];
  return { ...block, page: origin.page, box };
}

const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;

function placeOf(origin: Exclude<Origin, { kind: 'page' }>): string {
  switch (origin.kind) {
    case 'slide':
      return `slide ${origin.slide}`;
    case 'sheet':
      return origin.range === undefined ? origin.sheet : `${origin.sheet}!${origin.range}`;
    case 'paragraph':
      return `paragraph ${origin.index}`;
    case 'line':
      return origin.end === undefined || origin.end === origin.start
        ? `line ${origin.start}`
        : `lines ${origin.start}-${origin.end}`;
    case 'path':
      return origin.path;
    case 'time':
      return `${origin.start.toFixed(1)}-${origin.end.toFixed(1)} s`;
  }
}
