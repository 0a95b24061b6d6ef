// The JSON form of a batch: `{files: [{id, source_type, filename, file | content | url, options}], options}` with the keys
// in any order. The Base64 of each file goes to the store while it arrives.
import { decodeBase64 } from './base64-stream.ts';
import { type JsonPath, type JsonValue, readJson, StreamedString } from './json-stream.ts';
import {
  type BatchUpload,
  type BatchUploadSettings,
  defaultId,
  storeOne,
  tooManyFiles,
  type UploadedFile,
  type UploadedSource,
} from './upload-batch-content.ts';
import { invalidField, uploadOf } from './upload-content.ts';

const envelopeKeys: ReadonlySet<string> = new Set(['files', 'options']);
const fileKeys: ReadonlySet<string> = new Set(['id', 'source_type', 'filename', 'file', 'content', 'url', 'options']);
/** The two names of the content (specification 4.2). */
const contentKeys = ['file', 'content'] as const;

const maxIdLength = 256;

/** What became of one document, and the type that a data: URL declared for it. */
interface Taken<S> {
  readonly source: UploadedSource<S>;
  readonly mediaType: string | undefined;
}

type Entry<S> = ReadonlyMap<string, JsonValue<Taken<S>>>;

export async function receiveBatchJson<S>(
  body: AsyncIterable<Uint8Array>,
  settings: BatchUploadSettings<S>,
): Promise<BatchUpload<S>> {
  const { maxFiles, maxFieldBytes } = settings;
  const seen = new Set<number>();
  const root = await readJson<Taken<S>>(body, {
    maxHeldBytes: maxFieldBytes,
    take: (path) => {
      const index = contentPlace(path);
      if (index === undefined) return undefined;
      if (index >= maxFiles) throw tooManyFiles(maxFiles);
      if (seen.has(index))
        throw invalidField(`files[${index}]`, 'The content of this file stands in the request twice.');
      seen.add(index);
      const field = `files[${index}].${path[2]}`;
      return (text) => take(text, field, index, settings);
    },
  });
  if (!(root instanceof Map)) throw invalidField('files', 'The body must be a JSON object with an array files.');
  const envelope: Entry<S> = root;
  const list = envelope.get('files');
  if (!Array.isArray(list)) throw invalidField('files', 'files must be an array of file objects.');
  if (list.length > maxFiles) throw tooManyFiles(maxFiles);
  const files = (list as readonly JsonValue<Taken<S>>[]).map((entry, index) => fileOf(entry, index));
  // A second array of files replaces the first in the tree; what was stored for the first would lie about unused.
  if (files.filter((file) => file.taken).length !== seen.size) {
    throw invalidField('files', 'files stands in the request twice.');
  }
  return { files: files.map((file) => file.uploaded), options: optionsIn(envelope, envelopeKeys, 'options') };
}

/** The index of the file whose content a string at this path is. */
function contentPlace(path: JsonPath): number | undefined {
  const [root, index, key] = path;
  const isContent = path.length === 3 && root === 'files' && contentKeys.some((name) => name === key);
  return isContent && typeof index === 'number' ? index : undefined;
}

async function take<S>(
  text: AsyncIterable<Uint8Array>,
  field: string,
  index: number,
  settings: BatchUploadSettings<S>,
): Promise<Taken<S>> {
  let mediaType: string | undefined;
  const bytes = decodeBase64(text, {
    field,
    onMediaType: (declared) => {
      mediaType = declared;
    },
  });
  const source = await storeOne(bytes, index, settings);
  return { source, mediaType };
}

function fileOf<S>(value: JsonValue<Taken<S>>, index: number): { uploaded: UploadedFile<S>; taken: boolean } {
  const at = `files[${index}]`;
  if (!(value instanceof Map)) throw invalidField(at, 'A file of a batch must be a JSON object.');
  const entry: Entry<S> = value;
  const content = contentOf(entry, at);
  const url = textOf(entry, 'url', at);
  checkSource(entry.get('source_type') ?? undefined, content !== undefined, url !== undefined, at);
  const { filename, mediaType } = uploadOf<S>({
    filename: textOf(entry, 'filename', at),
    mediaType: content?.mediaType,
    options: new Map(),
  });
  const source: UploadedSource<S> = content?.source ?? { kind: 'url', url: url ?? '' };
  return {
    taken: content !== undefined,
    uploaded: {
      id: idOf(entry, index, at),
      source,
      ...(filename === undefined ? {} : { filename }),
      ...(mediaType === undefined ? {} : { mediaType }),
      options: optionsIn(entry, fileKeys, `${at}.options`),
    },
  };
}

function contentOf<S>(entry: Entry<S>, at: string): Taken<S> | undefined {
  let found: Taken<S> | undefined;
  for (const key of contentKeys) {
    const value = entry.get(key) ?? undefined;
    if (value === undefined) continue;
    if (!(value instanceof StreamedString)) {
      throw invalidField(`${at}.${key}`, `${key} must be a string with the content in Base64.`);
    }
    found = value.result;
  }
  return found;
}

/** A file says by its fields what it is; `source_type` may say it too, and must then be right. */
function checkSource(source: unknown, hasContent: boolean, hasUrl: boolean, at: string): void {
  if (source !== undefined && source !== 'file' && source !== 'url') {
    throw invalidField(`${at}.source_type`, "source_type must be 'file' or 'url'.");
  }
  if (hasContent && (hasUrl || source === 'url')) {
    throw invalidField(source === 'url' ? `${at}.file` : `${at}.url`, 'A file has either its content or a url.');
  }
  if (!hasContent && (source === 'file' || !hasUrl)) {
    throw source === 'url'
      ? invalidField(`${at}.url`, "source_type 'url' needs the field url.")
      : invalidField(`${at}.file`, 'A file needs its content in file or content, or a url.');
  }
}

function idOf(entry: Entry<unknown>, index: number, at: string): string {
  const id = textOf(entry, 'id', at);
  if (id === undefined) return defaultId(index);
  // Control characters and half characters cannot be stored or shown.
  if (id.length >= 1 && id.length <= maxIdLength && !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(id)) return id;
  throw invalidField(`${at}.id`, `An id must have 1 to ${maxIdLength} visible characters.`);
}

/** Other keys are taken as options, so that none is ignored in silence. */
function optionsIn(entry: Entry<unknown>, ownKeys: ReadonlySet<string>, field: string): ReadonlyMap<string, unknown> {
  const given = entry.get('options') ?? undefined;
  if (given !== undefined && !(given instanceof Map)) throw invalidField(field, 'options must be a JSON object.');
  const options = new Map<string, unknown>(given as ReadonlyMap<string, unknown> | undefined);
  for (const [key, value] of entry) if (!ownKeys.has(key)) options.set(key, value);
  return options;
}

function textOf(entry: Entry<unknown>, name: string, at: string): string | undefined {
  const value = entry.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalidField(`${at}.${name}`, `${name} must be a string.`);
}
