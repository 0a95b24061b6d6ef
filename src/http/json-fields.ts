// A small JSON body that holds no document: an object whose fields the handler checks one by one.
import type { Readable } from 'node:stream';
import { Failure } from '../core/failure.ts';
import { type JsonValue, readJson } from './json-stream.ts';
import { bodyOf } from './upload-content.ts';

const maxBodyBytes = 64 * 1024;

export type Fields = ReadonlyMap<string, JsonValue>;

export async function jsonFields(raw: Readable): Promise<Fields> {
  // The reader of the JSON keeps to the limit: a body without a file is never a file that is too large.
  const body = bodyOf(raw, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const fields = await readJson(body, { maxHeldBytes: maxBodyBytes });
  if (!(fields instanceof Map)) throw new Failure('REQUEST_001', { details: 'The body must be a JSON object.' });
  return fields;
}
