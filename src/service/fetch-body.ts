// The content of an answer under the size limit. We ask for no compression; a server that compresses all the same is
// decoded under the same limit, so that a small answer cannot unfold into a large one.
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Failure } from '../core/failure.ts';
import { withinSize } from './fetch-content.ts';

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export function fetchedContent(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const coding = encoding?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return withinSize(body, maxBytes);
  const decoder = decoders.get(coding)?.();
  if (decoder === undefined) {
    throw new Failure('URL_003', {
      field: 'url',
      details: 'The server sent a content encoding that was not asked for.',
    });
  }
  // The encoded bytes are limited too: some streams of any length decode to nothing.
  return withinSize(
    pipeline(withinSize(body, maxBytes), decoder, () => undefined),
    maxBytes,
  );
}
