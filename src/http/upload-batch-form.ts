// The multipart form of a batch: a part `files` (or `file`) for each document, `options` as JSON; any other field is an
// option of that name. Ids are counted; a file that needs options of its own is sent in the JSON form.
import {
  type BatchUpload,
  type BatchUploadSettings,
  defaultId,
  storeOne,
  tooManyFiles,
  type UploadedFile,
} from './upload-batch-content.ts';
import { invalidField, optionFromField, optionsFromText, uploadOf } from './upload-content.ts';
import { decoded, Fields, unlessEmpty } from './upload-form.ts';
import { formLimits, readParts } from './upload-multipart.ts';

const fileParts: ReadonlySet<string> = new Set(['file', 'files', 'file[]', 'files[]']);
/** What the form of one document has, but that of a batch has not. */
const foreignFields = ['url', 'source_type', 'filename'] as const;

export async function receiveBatchForm<S>(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  settings: BatchUploadSettings<S>,
): Promise<BatchUpload<S>> {
  const { maxFiles, maxFieldBytes } = settings;
  const fields = new Fields(maxFieldBytes);
  const files: UploadedFile<S>[] = [];
  for await (const part of readParts(body, boundary, maxFiles + formLimits.parts)) {
    if (!fileParts.has(part.name)) {
      await fields.add(part);
      continue;
    }
    const content = part.filename === '' ? await unlessEmpty(part.content) : part.content;
    // A browser sends an unused file input as an empty part with an empty name.
    if (content === undefined) continue;
    const index = files.length;
    if (index >= maxFiles) throw tooManyFiles(maxFiles);
    const source = await storeOne(decoded(content, part.encoding), index, settings);
    const { filename, mediaType } = uploadOf<S>({
      filename: part.filename || undefined,
      mediaType: part.mediaType,
      options: new Map(),
    });
    files.push({
      id: defaultId(index),
      source,
      ...(filename === undefined ? {} : { filename }),
      ...(mediaType === undefined ? {} : { mediaType }),
      options: new Map(),
    });
  }
  for (const name of foreignFields) {
    if (fields.get(name)) throw invalidField(name, `The form of a batch has no field ${name}; send JSON instead.`);
  }
  const options = new Map(await optionsFromText(fields.get('options') ?? '', maxFieldBytes));
  for (const [name, text] of fields.others()) options.set(name, optionFromField(name, text));
  return { files, options };
}
