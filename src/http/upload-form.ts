// The multipart form: a part `file`, or `url` with `source_type=url`; `options` as JSON before or behind the file; any
// other field is an option of that name.
import { decodeBase64 } from './base64-stream.ts';
import {
  invalidField,
  optionFromField,
  optionsFromText,
  storeContent,
  type Upload,
  type UploadSettings,
  uploadOf,
} from './upload-content.ts';
import { type FormPart, readParts } from './upload-multipart.ts';

/** RFC 7578, section 4.6: names the charset of the other fields; we take UTF-8 only. */
const charsetField = '_charset_';
const envelopeFields: ReadonlySet<string> = new Set(['source_type', 'url', 'filename', 'options', charsetField]);
const plainEncodings: ReadonlySet<string> = new Set(['binary', '8bit', '7bit']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function receiveForm<S>(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  settings: UploadSettings<S>,
  defaults: ReadonlyMap<string, unknown>,
): Promise<Upload<S>> {
  const fields = new Fields(settings.maxFieldBytes);
  let stored: { readonly value: S } | undefined;
  let file: FormPart | undefined;
  for await (const part of readParts(body, boundary)) {
    if (part.name !== 'file') {
      await fields.add(part);
      continue;
    }
    const content = part.filename === '' ? await unlessEmpty(part.content) : part.content;
    // A browser sends an unused file input as an empty part with an empty name.
    if (content === undefined) continue;
    if (file !== undefined) throw invalidField('file', 'The form has more than one part named file.');
    file = part;
    stored = { value: await storeContent(decoded(content, part.encoding), part.filename || undefined, settings) };
  }
  const options = new Map([
    ...defaults,
    ...(await optionsFromText(fields.get('options') ?? '', settings.maxFieldBytes)),
  ]);
  for (const [name, text] of fields.others()) options.set(name, optionFromField(name, text));

  const url = fields.get('url') || undefined;
  checkSource(fields.get('source_type'), stored !== undefined, url !== undefined);
  return uploadOf<S>({
    stored,
    url,
    filename: fields.get('filename') || file?.filename,
    mediaType: file?.mediaType,
    options,
  });
}

/** The form says by its parts what it is; `source_type` may say it too, and must then be right. */
function checkSource(source: string | undefined, hasFile: boolean, hasUrl: boolean): void {
  if (source !== undefined && source !== 'file' && source !== 'url') {
    throw invalidField('source_type', "source_type must be 'file' or 'url'.");
  }
  if (hasFile && (hasUrl || source === 'url')) {
    throw invalidField(source === 'url' ? 'file' : 'url', 'The form has a file; it cannot name a url as well.');
  }
  if (!hasFile && (source === 'file' || !hasUrl)) {
    throw source === 'url'
      ? invalidField('url', "source_type 'url' needs the field url.")
      : invalidField('file', 'The form has no part named file.');
  }
}

/** The short parts, kept as text. */
export class Fields {
  readonly #texts = new Map<string, string>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async add(part: FormPart): Promise<void> {
    const { name } = part;
    // `options` is sent from a file now and then; any other file is a document under a wrong name.
    if (name !== 'options' && part.filename !== undefined && part.filename !== '') {
      throw invalidField('file', 'The document must be sent in the part named file.');
    }
    const text = await this.#textOf(part);
    const earlier = this.#texts.get(name);
    if (earlier === undefined) this.#texts.set(name, text);
    else if (envelopeFields.has(name)) throw invalidField(name, `The form has more than one part named ${name}.`);
    // A list is sent by repeating its field.
    else this.#texts.set(name, `${earlier},${text}`);
  }

  async #textOf(part: FormPart): Promise<string> {
    const pieces: Uint8Array[] = [];
    this.#bytes += Buffer.byteLength(part.name);
    for await (const piece of decoded(part.content, part.encoding)) {
      this.#bytes += piece.length;
      if (this.#bytes > this.#maxBytes) {
        throw invalidField(part.name.slice(0, 64), `The fields of the form are longer than ${this.#maxBytes} bytes.`);
      }
      pieces.push(piece);
    }
    try {
      return utf8.decode(Buffer.concat(pieces));
    } catch {
      throw invalidField(part.name.slice(0, 64), 'The field is not UTF-8.');
    }
  }

  get(name: string): string | undefined {
    return this.#texts.get(name);
  }

  others(): Iterable<readonly [string, string]> {
    return [...this.#texts].filter(([name]) => !envelopeFields.has(name));
  }
}

/** RFC 7578, section 4.7: no longer used on the web, but mail libraries still encode parts. */
export function decoded(content: AsyncIterable<Uint8Array>, encoding: string | undefined): AsyncIterable<Uint8Array> {
  if (encoding === undefined || plainEncodings.has(encoding)) return content;
  if (encoding === 'base64') return decodeBase64(content, { field: 'file' });
  throw invalidField('file', 'Content-Transfer-Encoding must be binary or base64.');
}

export async function unlessEmpty(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | undefined> {
  const iterator = content[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return undefined;
  return (async function* () {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
}
