// Where bookmarks at headings lead to: GFM gives every heading a name made of its words. Links may point forward, so a
// document with such links is looked through once before it is read; others are not.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { FieldStack } from './fields.ts';
import { hasContent, plainText } from './leaves.ts';
import { paragraphNumber } from './paragraph.ts';
import { LineReader } from './runs.ts';
import type { DocumentState, Story } from './scope.ts';

const mostAnchors = 100_000;
/** Bytes kept from one piece to the next, so that nothing is missed where they meet. */
const overlap = 256;
const attribute = Buffer.from('anchor=');
const reference = Buffer.from('REF ');
const hyperlink = Buffer.from('HYPERLINK');

/** True when the text of a part refers to a bookmark that is not one of a table of contents, which is left out. */
export async function hasInnerLinks(part: OpcPart): Promise<boolean> {
  let tail: Uint8Array = new Uint8Array(0);
  for await (const piece of part.stream()) {
    const bytes = Buffer.concat([tail, piece]);
    // Parts in UTF-16 are rare: they are looked through in any case.
    if (bytes.includes(0)) return true;
    if (found(bytes, attribute, /^["'](?!_Toc)/)) return true;
    if (found(bytes, reference, /^ *(?!_Toc| )/) || found(bytes, hyperlink, /^[^<]{0,20}\\l +"?(?!_Toc)/)) return true;
    tail = bytes.subarray(-overlap);
  }
  return false;
}

function found(bytes: Buffer, word: Buffer, follows: RegExp): boolean {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
    const from = at + word.length;
    if (follows.test(bytes.toString('latin1', from, from + 60))) return true;
  }
  return false;
}

/** Bookmarks at headings and the anchors of these headings. */
export async function headingAnchors(part: OpcPart, document: DocumentState): Promise<Map<string, string>> {
  const anchors = new Map<string, string>();
  const used = new Map<string, number>();
  let waiting: string[] = [];
  const visit = (element: OfficeElement): void => {
    if (element.key === 'w:bookmarkStart') {
      const name = element.get('w:name');
      if (name !== undefined && waiting.length < 1_000) waiting.push(name);
    } else if (element.key === 'w:p') {
      const { isHeading, count } = paragraphNumber(element, document);
      const numbered = count();
      if (!isHeading) {
        waiting = [];
        return;
      }
      const line = new LineReader(silentStory(part, document), document.styles.paragraph(undefined));
      line.read(element);
      if (!hasContent(line.leaves)) return;
      const words = plainText(line.leaves);
      const slug = uniqueSlug(numbered?.kind === 'number' ? `${numbered.label} ${words}` : words, used);
      for (const bookmark of element.descendants('w:bookmarkStart')) waiting.push(bookmark.get('w:name') ?? '');
      for (const name of waiting) if (anchors.size < mostAnchors && !anchors.has(name)) anchors.set(name, `#${slug}`);
      waiting = [];
    } else if (element.key === 'w:tbl') {
      // Headings in cells are no headings in Markdown, but their numbers count.
      for (const inner of element.descendants('w:p')) paragraphNumber(inner, document).count();
    } else if (element.key === 'w:sdt' || element.key === 'w:sdtContent' || element.key === 'w:customXml') {
      for (const child of element.elements()) visit(child);
    }
  };
  for await (const some of part.childrenBySome('w:body')) for (const child of some) visit(child);
  return anchors;
}

/** Text boxes of a heading are no part of its words. */
function silentStory(part: OpcPart, document: DocumentState): Story {
  return { document, part, fields: new FieldStack(), origin: { kind: 'paragraph', index: 0 }, blocks: () => [] };
}

/** The name that GFM gives a heading: lower case, spaces to hyphens, punctuation left out, repeated ones counted. */
export function uniqueSlug(words: string, used: Map<string, number>): string {
  const slug = words
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(slug);
  if (used.size < mostAnchors) used.set(slug, (count ?? 0) + 1);
  return count === undefined ? slug : `${slug}-${count}`;
}
