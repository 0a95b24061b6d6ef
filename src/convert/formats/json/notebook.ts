// Jupyter notebooks (nbformat 3 and 4): Markdown cells as they are, code in fences, outputs as what they show.
import { code } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { markdownBlocks } from '../md.ts';
import { outputBlocks } from './notebook-output.ts';
import { itemsOf, type JsonValue, joinedText, member, textOf } from './value.ts';

/** nbformat 4 has `cells`, nbformat 3 `worksheets`; both name the version. */
export function isNotebook(value: JsonValue): boolean {
  return (
    member(value, 'nbformat') !== undefined && (isArray(member(value, 'cells')) || isArray(member(value, 'worksheets')))
  );
}

export function* notebookBlocks(notebook: JsonValue, context: ReadContext): Generator<Block> {
  const metadata = member(notebook, 'metadata');
  const title = textOf(member(metadata, 'title')) || textOf(member(metadata, 'name'));
  if (title !== '') context.describe({ title });
  const authors = itemsOf(member(metadata, 'authors')).map((one) => textOf(member(one, 'name')) || textOf(one));
  const author = authors.filter((one) => one !== '').join(', ');
  if (author !== '') context.describe({ author });
  const language = languageOf(metadata);
  let index = 0;
  for (const cell of cellsOf(notebook)) {
    index += 1;
    for (const block of cellBlocks(cell, language, context)) {
      yield placedAt(block, { kind: 'path', path: `cells[${index - 1}]` });
    }
    context.progress(index, index + 1);
  }
}

function* cellsOf(notebook: JsonValue): Generator<JsonValue> {
  yield* itemsOf(member(notebook, 'cells'));
  for (const sheet of itemsOf(member(notebook, 'worksheets'))) yield* itemsOf(member(sheet, 'cells'));
}

function* cellBlocks(cell: JsonValue, language: string | undefined, context: ReadContext): Generator<Block> {
  const kind = textOf(member(cell, 'cell_type'));
  const source = joinedText(member(cell, 'source') ?? member(cell, 'input'));
  if (kind === 'markdown') {
    yield* markdownBlocks(source, context, { images: attachmentsOf(cell, context) });
    return;
  }
  if (kind === 'heading') {
    const level = Number(textOf(member(cell, 'level'))) || 1;
    yield* markdownBlocks(`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${source.replaceAll('\n', ' ')}`, context);
    return;
  }
  if (kind === 'raw') {
    const format =
      textOf(member(member(cell, 'metadata'), 'raw_mimetype')) || textOf(member(member(cell, 'metadata'), 'format'));
    if (format === 'text/markdown') yield* markdownBlocks(source, context);
    else if (source.trim() !== '') yield code(source);
    return;
  }
  if (kind !== 'code') {
    context.warn('notebook-cell-unknown', `A cell of the kind "${kind.slice(0, 40)}" is shown as text.`);
    if (source.trim() !== '') yield code(source);
    return;
  }
  const own = textOf(member(cell, 'language')) || magicLanguage(source) || language;
  if (source.trim() !== '') yield own === undefined ? code(source) : code(source, own);
  for (const output of itemsOf(member(cell, 'outputs'))) yield* outputBlocks(output, context);
}

/** Images pasted into a Markdown cell (nbformat 4.1): `attachment:name` in the text. */
function attachmentsOf(cell: JsonValue, context: ReadContext): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const attachments = member(cell, 'attachments');
  if (typeof attachments !== 'object' || attachments.kind !== 'object') return found;
  attachments.keys.forEach((name, at) => {
    const bundle = attachments.values[at];
    if (typeof bundle !== 'object' || bundle.kind !== 'object') return;
    bundle.keys.forEach((mediaType, one) => {
      if (!mediaType.startsWith('image/')) return;
      const bytes = Buffer.from(joinedText(bundle.values[one]), 'base64');
      found.set(`attachment:${name}`, bytes.length === 0 ? undefined : context.saveImage({ bytes, mediaType, name }));
    });
  });
  return found;
}

function languageOf(metadata: JsonValue | undefined): string | undefined {
  const named =
    textOf(member(member(metadata, 'language_info'), 'name')) ||
    textOf(member(member(metadata, 'kernelspec'), 'language')) ||
    textOf(member(metadata, 'language'));
  const language = named.toLowerCase();
  return /^[a-z0-9+#._-]{1,30}$/.test(language) ? (language === 'ipython' ? 'python' : language) : undefined;
}

const magics = new Map([
  ['bash', 'bash'],
  ['sh', 'sh'],
  ['script', 'sh'],
  ['html', 'html'],
  ['javascript', 'javascript'],
  ['js', 'javascript'],
  ['latex', 'latex'],
  ['markdown', 'markdown'],
  ['perl', 'perl'],
  ['ruby', 'ruby'],
  ['sql', 'sql'],
  ['r', 'r'],
  ['cython', 'cython'],
]);

/** A cell magic such as `%%bash` turns the whole cell into another language. */
function magicLanguage(source: string): string | undefined {
  const magic = /^%%([A-Za-z]{1,20})\b/.exec(source)?.[1];
  return magic === undefined ? undefined : magics.get(magic.toLowerCase());
}

function isArray(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value.kind === 'array';
}
