// Reads one paragraph: its properties, its place in a list, and what stands in it (ECMA-376 part 1, 17.3.1).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { readIndent, twips } from './measures.ts';
import type { Numbered } from './numbering.ts';
import { isOn } from './run-format.ts';
import { LineReader } from './runs.ts';
import type { DocumentState, ParagraphRecord, Story } from './scope.ts';
import { outlineOf, type ParagraphStyle } from './styles.ts';

/** Properties that are spelled alike are one and the same element, and most paragraphs of a document share a few of them. */
const known = new WeakMap<OfficeElement, Properties>();

interface Properties {
  style: string | undefined;
  numId: string | undefined;
  level: number | undefined;
  outline: number | undefined;
  indent: number | undefined;
  dropCap: boolean;
  pageBreakBefore: boolean | undefined;
  /** The end of the paragraph is deleted (17.13.5.15) or moved away. */
  endDeleted: boolean;
}

export function readParagraph(element: OfficeElement, story: Story): ParagraphRecord {
  const { document, fields } = story;
  const properties = readProperties(element.child('w:pPr'));
  const style = document.styles.paragraph(properties.style);
  if (properties.pageBreakBefore ?? style.pageBreakBefore) document.pages.breakBefore();
  const line = new LineReader(story, style);
  line.read(element);
  fields.endParagraph();
  if (properties.endDeleted) document.tally.add('deletions', story.origin);
  const outline = properties.outline ?? style.outline;
  const numbered = properties.endDeleted ? undefined : numberedAt(properties, style, document);
  return {
    style,
    outline: outline !== undefined && outline < 9 ? outline : undefined,
    numbered,
    listByName: properties.numId === undefined && style.numId === undefined ? style.listByName : undefined,
    indent: properties.indent ?? numbered?.indent ?? style.indent,
    leaves: line.leaves,
    after: line.after,
    contents: style.role === 'contents' || (line.contentsSeen && (line.contentsBegin || line.looksLikeContents)),
    joinsNext: properties.endDeleted || properties.dropCap,
    checked: line.boxes === 1 ? line.opensWithBox : undefined,
    page: line.page === 0 ? document.pages.page : line.page,
    origin: story.origin,
  };
}

const noProperties: Readonly<Properties> = {
  style: undefined,
  numId: undefined,
  level: undefined,
  outline: undefined,
  indent: undefined,
  dropCap: false,
  pageBreakBefore: undefined,
  endDeleted: false,
};

function readProperties(element: OfficeElement | undefined): Readonly<Properties> {
  if (element === undefined) return noProperties;
  let properties = known.get(element);
  if (properties === undefined) {
    properties = propertiesIn(element);
    known.set(element, properties);
  }
  return properties;
}

function propertiesIn(element: OfficeElement): Properties {
  const properties: Properties = { ...noProperties };
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    switch (child.key) {
      case 'w:pStyle':
        properties.style = child.get('w:val');
        break;
      case 'w:numPr':
        properties.numId = child.child('w:numId')?.get('w:val');
        properties.level = twips(child.child('w:ilvl')?.get('w:val'));
        break;
      case 'w:outlineLvl':
        properties.outline = outlineOf(element);
        break;
      case 'w:ind':
        properties.indent = readIndent(child);
        break;
      case 'w:framePr': {
        const dropCap = child.get('w:dropCap');
        properties.dropCap = dropCap === 'drop' || dropCap === 'margin';
        break;
      }
      case 'w:pageBreakBefore':
        properties.pageBreakBefore = isOn(child);
        break;
      case 'w:rPr':
        properties.endDeleted = child.child('w:del') !== undefined || child.child('w:moveFrom') !== undefined;
        break;
    }
  }
  return properties;
}

/** 17.9.18: the paragraph's own list, else that of its style; the list 0 takes it out of any. */
function numberedAt(
  properties: Pick<Properties, 'numId' | 'level'>,
  style: ParagraphStyle,
  document: DocumentState,
): Numbered | undefined {
  const { numbering } = document;
  const numId = properties.numId ?? style.numId;
  if (numId === undefined || numId === '0') return undefined;
  const level =
    properties.level ??
    (properties.numId === undefined ? (numbering.levelOfStyle(numId, style.id) ?? style.level) : undefined) ??
    0;
  return numbering.next(numId, level);
}

/** Only what decides about headings and counts, for a first look at the document. */
export function paragraphNumber(element: OfficeElement, document: DocumentState) {
  const properties = readProperties(element.child('w:pPr'));
  const style = document.styles.paragraph(properties.style);
  const outline = properties.outline ?? style.outline;
  const isHeading = (outline !== undefined && outline < 9) || style.role === 'title';
  return { isHeading, count: () => numberedAt(properties, style, document) };
}
