// The JSON form: `{source_type, file | url, filename, options}` with the keys in any order. The Base64 in `file` goes
// to the store while it arrives; other keys are taken as options, so that none is ignored in silence.
import { decodeBase64 } from './base64-stream.ts';
import { type JsonValue, readJson, StreamedString } from './json-stream.ts';
import { invalidField, optionsOf, storeContent, type Upload, type UploadSettings, uploadOf } from './upload-content.ts';

const envelopeKeys: ReadonlySet<string> = new Set(['source_type', 'file', 'url', 'filename', 'options']);

/** Bytes a JSON body may have for a file of this size: Base64, and a quarter more for line breaks and escapes. */
export function jsonBodyLimit(maxFileBytes: number, maxFieldBytes: number): number {
  return Math.ceil(Math.ceil(maxFileBytes / 3) * 4 * 1.25) + maxFieldBytes;
}

export async function receiveJson<S>(
  body: AsyncIterable<Uint8Array>,
  settings: UploadSettings<S>,
  defaults: ReadonlyMap<string, unknown>,
): Promise<Upload<S>> {
  let mediaType: string | undefined;
  let files = 0;
  const root = await readJson<S>(body, {
    maxHeldBytes: settings.maxFieldBytes,
    take: (path) => {
      if (path.length !== 1 || path[0] !== 'file') return undefined;
      files += 1;
      if (files > 1) throw invalidField('file', 'file stands in the request twice.');
      return (text) => {
        const bytes = decodeBase64(text, {
          field: 'file',
          onMediaType: (declared) => {
            mediaType = declared;
          },
        });
        // The name may stand behind the file in the text, so the store never gets it in this form.
        return storeContent(bytes, undefined, settings);
      };
    },
  });
  if (!(root instanceof Map)) throw invalidField('source_type', 'The body must be a JSON object.');
  const envelope: ReadonlyMap<string, JsonValue<S>> = root;

  const options = new Map([...defaults, ...optionsOf(envelope.get('options'))]);
  for (const [key, value] of envelope) if (!envelopeKeys.has(key)) options.set(key, value);

  const source = sourceOf(envelope);
  const filename = textOf(envelope, 'filename');
  if (source === 'url') return uploadOf<S>({ url: textOf(envelope, 'url'), filename, options });
  const file = envelope.get('file');
  return uploadOf<S>({
    stored: file instanceof StreamedString ? { value: file.result } : undefined,
    filename,
    mediaType,
    options,
  });
}

/** Checks that exactly the field that `source_type` announces is there; null counts as absent. */
function sourceOf(envelope: ReadonlyMap<string, JsonValue<unknown>>): 'file' | 'url' {
  const source = envelope.get('source_type');
  if (source !== 'file' && source !== 'url') throw invalidField('source_type', "source_type must be 'file' or 'url'.");
  const file = envelope.get('file') ?? undefined;
  const url = envelope.get('url') ?? undefined;
  if (file !== undefined && !(file instanceof StreamedString)) {
    throw invalidField('file', 'file must be a string with the content in Base64.');
  }
  textOf(envelope, 'url');
  if (source === 'file' && file === undefined) throw invalidField('file', "source_type 'file' needs the field file.");
  if (source === 'file' && url !== undefined) throw invalidField('url', "source_type 'file' does not take a url.");
  if (source === 'url' && url === undefined) throw invalidField('url', "source_type 'url' needs the field url.");
  if (source === 'url' && file !== undefined) throw invalidField('file', "source_type 'url' does not take a file.");
  return source;
}

function textOf(envelope: ReadonlyMap<string, JsonValue<unknown>>, name: string): string | undefined {
  const value = envelope.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalidField(name, `${name} must be a string.`);
}
