// Small results kept in memory for a while: a client that polls asks for the same one again and again, and opening and
// proving its file each time costs more than everything else in the answer.
import type { BlobRef, Blobs } from '../storage/blobs.ts';

/** Larger ones are streamed from the store. */
const mostBytesEach = 64 * 2 ** 10;
const mostBytesInAll = 32 * 2 ** 20;

export interface SmallResults {
  /** The proven content, or undefined where it is too large to be kept. */
  read(ref: BlobRef): Promise<string | undefined>;
}

export function createSmallResults(blobs: Pick<Blobs, 'read'>): SmallResults {
  /** In the order of their last use. Keys belong to one attempt and are never written twice. */
  const kept = new Map<string, { readonly text: string; readonly size: number }>();
  let bytes = 0;

  return {
    async read(ref) {
      if (ref.size > mostBytesEach) return undefined;
      const name = `${ref.key} ${ref.sha256}`;
      const known = kept.get(name);
      if (known !== undefined) {
        kept.delete(name);
        kept.set(name, known);
        return known.text;
      }
      const pieces: Uint8Array[] = [];
      for await (const piece of await blobs.read(ref)) pieces.push(piece as Uint8Array);
      const text = Buffer.concat(pieces).toString('utf8');
      if (!kept.has(name)) bytes += ref.size;
      kept.set(name, { text, size: ref.size });
      for (const [oldest, { size }] of kept) {
        if (bytes <= mostBytesInAll) break;
        kept.delete(oldest);
        bytes -= size;
      }
      return text;
    },
  };
}
