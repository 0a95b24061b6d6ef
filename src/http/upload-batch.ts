// Takes the documents of a batch out of a request while it arrives: JSON with Base64 and URLs mixed, or a multipart form
// with many files. What is wrong with one document refuses that document; what is wrong with the form refuses them all.
import { Failure } from '../core/failure.ts';
import { linger } from './linger.ts';
import type { BatchUpload, BatchUploadSettings, UploadedFile } from './upload-batch-content.ts';
import { receiveBatchForm } from './upload-batch-form.ts';
import { receiveBatchJson } from './upload-batch-json.ts';
import { bodyOf, type IncomingRequest, invalidField } from './upload-content.ts';
import { jsonBodyLimit } from './upload-json.ts';
import { boundaryOf } from './upload-multipart.ts';

/**
 * Reads a batch to its end. Fails with REQUEST_001 (form), DUPLICATE_FILE_ID or BATCH_002 (too many files, or a body
 * longer than they may be); whoever made the store then removes what it holds.
 */
export async function receiveBatch<S>(
  request: IncomingRequest,
  settings: BatchUploadSettings<S>,
): Promise<BatchUpload<S>> {
  try {
    const upload = await receive(request, settings);
    if (upload.files.length === 0) throw invalidField('files', 'The batch has no files.');
    checkIds(upload.files);
    return upload;
  } catch (error) {
    linger(request.raw);
    throw error;
  }
}

function receive<S>(request: IncomingRequest, settings: BatchUploadSettings<S>): Promise<BatchUpload<S>> {
  const { maxFiles, maxFileBytes, maxFieldBytes } = settings;
  const contentType = headerOf(request, 'content-type')?.trim() ?? '';
  const encoding = headerOf(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalidField('Content-Encoding', 'The body must be sent without compression.');
  const limit = maxFiles * jsonBodyLimit(maxFileBytes, 0) + maxFieldBytes;
  if (Number(headerOf(request, 'content-length') ?? 0) > limit) throw bodyTooLong(limit);
  const body = withinLimit(bodyOf(request.raw, Number.POSITIVE_INFINITY, maxFileBytes), limit);
  return /^multipart\/form-data/i.test(contentType)
    ? receiveBatchForm(body, boundaryOf(contentType), settings)
    : receiveBatchJson(body, settings);
}

async function* withinLimit(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > limit) throw bodyTooLong(limit);
    yield bytes;
  }
}

function bodyTooLong(limit: number): Failure {
  return new Failure('BATCH_002', { details: `The body may have up to ${limit} bytes.`, facts: { limit } });
}

function checkIds(files: readonly UploadedFile<unknown>[]): void {
  const places = new Map<string, number>();
  for (const [index, { id }] of files.entries()) {
    const earlier = places.get(id);
    if (earlier !== undefined) {
      throw new Failure('DUPLICATE_FILE_ID', {
        field: `files[${index}].id`,
        details: `"${id}" is the id of files[${earlier}] too.`,
        facts: { id },
      });
    }
    places.set(id, index);
  }
}

function headerOf(request: IncomingRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value[0] : value;
}
