// What a sheet says besides its rows (ECMA-376 part 1, 18.3.1.99): columns before them, links and drawings after them.
// The rows are cut out of the text, and what is left is a small tree.
import { Failure } from '../../../core/failure.ts';
import { asBuffer } from '../../containers/as-buffer.ts';
import { createDecoder } from '../../containers/charset-decoder.ts';
import { type OfficeElement, parseOfficeXml, partCharset } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';

/** Text around the rows that is kept to look at. */
const longestFrame = 32 * 2 ** 20;
const openMark = /<(?:[^\s<>/:]{1,50}:)?sheetData[\s/>]/;
const overlap = 100;

/** The frame of a sheet that is held whole. */
export function frameOf(bytes: Uint8Array, context: ReadContext): OfficeElement | undefined {
  const buffer = asBuffer(bytes);
  if (partCharset(bytes) !== 'utf-8') return cutOut(decoded(bytes), context);
  // Only the edges become text, however many rows there are.
  const word = Buffer.from('sheetData');
  const first = buffer.indexOf(word);
  const last = buffer.lastIndexOf(word);
  if (first < 0) return cutOut(buffer.toString('utf8', 0, longestFrame), context);
  const start = buffer.toString('utf8', 0, Math.min(first, longestFrame));
  const end = buffer.toString('utf8', Math.max(0, last), Math.min(buffer.length, last + longestFrame));
  return framed(start.slice(0, start.lastIndexOf('<')), end.slice(end.indexOf('>') + 1), context);
}

/** The frame of a sheet of any size, in a pass of its own: all of it, or what stands before the rows. */
export async function streamedFrame(
  part: OpcPart,
  extent: 'all' | 'before',
  context: ReadContext,
): Promise<OfficeElement | undefined> {
  let decoder: ReturnType<typeof createDecoder> | undefined;
  let before = '';
  let rest = '';
  let after: string | undefined;
  let opened = false;
  for await (const piece of part.stream()) {
    // The bytes are read a second time for the rows; they count once.
    context.budget.release('inflatedBytes', piece.length);
    decoder ??= createDecoder(partCharset(piece));
    const text = decoder.write(piece);
    if (after !== undefined) {
      if (after.length < longestFrame) after += text;
      continue;
    }
    rest += text;
    if (!opened) {
      const open = openMark.exec(rest);
      if (open === null) {
        if (rest.length > longestFrame) return undefined;
        continue;
      }
      opened = true;
      before = rest.slice(0, open.index);
      if (extent === 'before') break;
      rest = rest.slice(open.index + open[0].length);
    }
    const end = rest.indexOf('sheetData>');
    if (end >= 0) after = rest.slice(end + 10);
    else rest = rest.slice(-overlap);
  }
  return framed(before, after ?? '', context);
}

function cutOut(xml: string, context: ReadContext): OfficeElement | undefined {
  const open = openMark.exec(xml);
  if (open === null) return framed(xml, '', context);
  const end = xml.lastIndexOf('sheetData>');
  const after = end > open.index ? xml.slice(end + 10) : xml.slice(xml.indexOf('>', open.index) + 1);
  return framed(xml.slice(0, open.index), after, context);
}

function framed(before: string, after: string, context: ReadContext): OfficeElement | undefined {
  try {
    // Declared character sets are done with: this is UTF-8.
    const frame = before.replace(/^\s*<\?xml[^>]{0,500}\?>/, '') + withoutMerges(after);
    return parseOfficeXml(Buffer.from(frame), context);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    return undefined;
  }
}

/** Merged ranges are of no use here, and a sheet may have a hundred thousand of them. */
function withoutMerges(xml: string): string {
  const name = xml.indexOf('mergeCells');
  const end = xml.lastIndexOf('mergeCells>');
  return end > name && name > 0 ? xml.slice(0, Math.max(0, xml.lastIndexOf('<', name))) + xml.slice(end + 11) : xml;
}

function decoded(bytes: Uint8Array): string {
  const decoder = createDecoder(partCharset(bytes));
  return decoder.write(bytes) + decoder.end();
}
