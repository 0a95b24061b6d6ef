// What a notebook cell printed or drew: the richest form that Markdown can show, terminal colours taken off.
import { code, image, paragraph } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { htmlToBlocks } from '../html/blocks.ts';
import { markdownBlocks } from '../md.ts';
import { itemsOf, type JsonObject, type JsonValue, joinedText, jsonText, member, textOf } from './value.ts';

/** nbformat 3 names the forms by short keys beside the output itself. */
const oldForms = new Map([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
  ['html', 'text/html'],
  ['latex', 'text/latex'],
  ['json', 'application/json'],
  ['text', 'text/plain'],
]);

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

export function* outputBlocks(output: JsonValue, context: ReadContext): Generator<Block> {
  const kind = textOf(member(output, 'output_type'));
  if (kind === 'stream') {
    yield* printed(joinedText(member(output, 'text')));
    return;
  }
  if (kind === 'error' || kind === 'pyerr') {
    const trace = itemsOf(member(output, 'traceback')).map(textOf).join('\n');
    const short = `${textOf(member(output, 'ename'))}: ${textOf(member(output, 'evalue'))}`;
    yield* printed(trace === '' ? short : trace);
    return;
  }
  yield* bundleBlocks(formsOf(output), context);
}

function formsOf(output: JsonValue): Map<string, JsonValue> {
  const forms = new Map<string, JsonValue>();
  const add = (object: JsonObject, name: (key: string) => string | undefined) => {
    object.keys.forEach((key, at) => {
      const mediaType = name(key);
      if (mediaType !== undefined) forms.set(mediaType, object.values[at] as JsonValue);
    });
  };
  const data = member(output, 'data');
  if (typeof data === 'object' && data.kind === 'object') add(data, (key) => key);
  else if (typeof output === 'object' && output.kind === 'object') add(output, (key) => oldForms.get(key));
  return forms;
}

function* bundleBlocks(forms: ReadonlyMap<string, JsonValue>, context: ReadContext): Generator<Block> {
  const plain = joinedText(forms.get('text/plain'));
  const markdown = forms.get('text/markdown');
  if (markdown !== undefined) {
    yield* markdownBlocks(joinedText(markdown), context);
    return;
  }
  const picture = imageTypes.find((type) => forms.has(type));
  if (picture !== undefined) {
    yield* pictureBlocks(picture, joinedText(forms.get(picture)), plain, context);
    return;
  }
  const html = forms.get('text/html');
  if (html !== undefined) {
    const blocks = htmlToBlocks(joinedText(html), context, { clean: false });
    // Widgets are often nothing but script: then the plain form says more.
    if (blocks.length > 0) {
      yield* blocks;
      return;
    }
  }
  const latex = forms.get('text/latex');
  if (latex !== undefined) yield { type: 'math', value: bareLatex(joinedText(latex)) };
  else if (plain !== '') yield* printed(plain);
  else yield* otherForms(forms, context);
}

function* pictureBlocks(mediaType: string, data: string, alt: string, context: ReadContext): Generator<Block> {
  const bytes = mediaType === 'image/svg+xml' ? Buffer.from(data) : Buffer.from(data, 'base64');
  const url = bytes.length === 0 ? undefined : context.saveImage({ bytes, mediaType });
  const shown = stripTerminal(alt).replace(/\s+/g, ' ').trim();
  if (url !== undefined) yield paragraph([image(url, shown)]);
  else if (shown !== '') yield* printed(alt);
  else context.warn('image-not-extracted', 'An image in the output of a cell is not in the result.');
}

function* otherForms(forms: ReadonlyMap<string, JsonValue>, context: ReadContext): Generator<Block> {
  for (const [mediaType, value] of forms) {
    if (mediaType === 'application/json') yield code(jsonText(value), 'json');
    else if (mediaType.startsWith('text/')) yield* printed(joinedText(value));
    else
      context.warn('notebook-output-dropped', `An output of type "${mediaType.slice(0, 80)}" cannot be shown as text.`);
  }
}

/** Jupyter writes formulas with their delimiters. */
function bareLatex(value: string): string {
  return value
    .trim()
    .replace(/^\\\[|\\\]$|^\$\$?|\$\$?$/g, '')
    .replace(/^\\displaystyle\s+/, '')
    .trim();
}

function* printed(output: string): Generator<Block> {
  const shown = stripTerminal(output).replace(/(?<!\n)\n+$/, '');
  if (shown.trim() !== '') yield code(shown);
}

/** ECMA-48 control sequences, and lines that a progress bar wrote over. */
function stripTerminal(output: string): string {
  const plain = output
    .replace(/\u001b\[[0-9:;<=>?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  if (!plain.includes('\r')) return plain;
  return plain
    .split('\n')
    .map((line) => {
      const last = line.replace(/(?<!\r)\r+$/, '');
      return last.slice(last.lastIndexOf('\r') + 1);
    })
    .join('\n');
}
