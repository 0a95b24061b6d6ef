// Takes a document out of a request, in whichever of the three forms it comes: multipart, JSON, or the bare document.
// Nothing is held: content goes to the store while it arrives.
import { Failure } from '../core/failure.ts';
import { fileTooLarge } from '../service/fetch-content.ts';
import { linger } from './linger.ts';
import {
  bodyOf,
  type IncomingRequest,
  invalidField,
  optionsFromText,
  storeContent,
  type Upload,
  type UploadSettings,
  uploadOf,
} from './upload-content.ts';
import { receiveForm } from './upload-form.ts';
import { jsonBodyLimit, receiveJson } from './upload-json.ts';
import { boundaryOf } from './upload-multipart.ts';

export type { IncomingRequest, Store, Upload, UploadSettings } from './upload-content.ts';

type Form = 'multipart' | 'json' | 'raw';

/** curl says this of any body given by --data-binary; no document is of this type. */
const noDocumentType = 'application/x-www-form-urlencoded';

/**
 * Reads one upload to its end. Fails with REQUEST_001 (form), FILE_001 (Base64), FILE_002 (size, as soon as it is
 * known) or CORRUPTED_FILE (empty). The query's `filename` and `options` apply where the body has none of its own.
 *
 * A body of type application/json is the JSON form, unless the query has `filename`: then it is a JSON document.
 */
export async function receiveUpload<S>(request: IncomingRequest, settings: UploadSettings<S>): Promise<Upload<S>> {
  try {
    return await receive(request, settings);
  } catch (error) {
    linger(request.raw);
    throw error;
  }
}

async function receive<S>(request: IncomingRequest, settings: UploadSettings<S>): Promise<Upload<S>> {
  const { maxFileBytes, maxFieldBytes } = settings;
  const contentType = headerOf(request, 'content-type')?.trim() ?? '';
  const filename = queryText(request, 'filename');
  const form = formOf(contentType, filename);
  const encoding = headerOf(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalidField('Content-Encoding', 'The body must be sent without compression.');

  const limit = bodyLimit(form, maxFileBytes, maxFieldBytes);
  if (Number(headerOf(request, 'content-length') ?? 0) > limit) throw fileTooLarge(maxFileBytes);
  const boundary = form === 'multipart' ? boundaryOf(contentType) : '';
  const defaults = await optionsFromText(queryText(request, 'options') ?? '', maxFieldBytes);

  const body = bodyOf(request.raw, limit, maxFileBytes);
  if (form === 'json') return receiveJson(body, settings, defaults);
  if (form === 'multipart') {
    const upload = await receiveForm(body, boundary, settings, defaults);
    return upload.filename === undefined
      ? { ...upload, ...uploadOf<S>({ filename, options: upload.options }) }
      : upload;
  }
  const stored = await storeContent(body, filename, settings);
  const mediaType = contentType.toLowerCase().startsWith(noDocumentType) ? undefined : contentType;
  return uploadOf<S>({ stored: { value: stored }, filename, mediaType, options: defaults });
}

function formOf(contentType: string, filename: string | undefined): Form {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') return 'multipart';
  return type === 'application/json' && filename === undefined ? 'json' : 'raw';
}

/** The longest body that can hold an allowed file: what a form adds around the file is held to maxFieldBytes. */
function bodyLimit(form: Form, maxFileBytes: number, maxFieldBytes: number): number {
  if (form === 'json') return jsonBodyLimit(maxFileBytes, maxFieldBytes);
  return form === 'multipart' ? maxFileBytes + maxFieldBytes : maxFileBytes;
}

function headerOf(request: IncomingRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value[0] : value;
}

function queryText(request: IncomingRequest, name: string): string | undefined {
  const value = Object.hasOwn(request.query, name) ? request.query[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new Failure('REQUEST_001', { field: name, details: `The query has ${name} more than once.` });
}
