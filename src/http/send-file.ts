// Sends a stored file with ETag, conditional requests and single ranges (RFC 9110, sections 13 and 14).
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobRef, Blobs, ByteRange } from '../storage/blobs.ts';

export interface FileToSend {
  readonly ref: BlobRef;
  readonly name: string;
  readonly mediaType: string;
  readonly disposition: 'attachment' | 'inline';
  /** Until when a link of the store may read the file in our place; without it, the file always comes from us. */
  readonly linkUntil?: number;
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  file: FileToSend,
): Promise<unknown> {
  const { ref } = file;
  const etag = `"${ref.sha256.slice(0, 32)}"`;
  const describe = (): FastifyReply =>
    reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache');
  if (matches(request.headers['if-none-match'], etag)) return describe().code(304).send();

  // Ranges are defined for GET alone (RFC 9110, 14.2).
  const asked = request.method === 'GET' ? request.headers.range : undefined;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? byteRange(asked, ref.size) : undefined;
  if (range === 'unsatisfiable') {
    return describe().code(416).header('content-range', `bytes */${ref.size}`).send();
  }
  const link = await storeLink(request, blobs, file);
  if (link !== undefined) {
    return reply.code(302).header('location', link).header('cache-control', 'private, no-store').send();
  }
  // Opened before anything is said of it: where it cannot be read, the answer is an error and nothing else. An empty
  // stream leaves the length below alone, where an empty body would set it to zero.
  const content = request.method === 'HEAD' ? Readable.from([]) : await blobs.read(ref, range);
  describe()
    .header('content-type', file.mediaType)
    .header('content-disposition', contentDisposition(file.disposition, file.name))
    .header('content-length', String(range === undefined ? ref.size : range.end - range.start));
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${ref.size}`);
  return reply.send(content);
}

/**
 * Where the store itself can serve the file. Ranges and HEAD are answered here: some clients leave out their range when
 * they follow a redirect, and a link of the store is signed for one method.
 */
async function storeLink(request: FastifyRequest, blobs: Blobs, file: FileToSend): Promise<string | undefined> {
  if (file.linkUntil === undefined || request.method !== 'GET' || request.headers.range !== undefined) return undefined;
  return await blobs.temporaryLink?.(file.ref, {
    expiresAt: file.linkUntil,
    mediaType: file.mediaType,
    disposition: contentDisposition(file.disposition, file.name),
  });
}

/** One satisfiable range of bytes; undefined when the whole file is meant (no or several ranges). */
function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start >= end ? 'unsatisfiable' : { start, end };
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** RFC 6266 with the encoding of RFC 8187: an ASCII fallback and the full name. */
function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
