// Prose in XML: walks a document of a known vocabulary, or an unknown one with mixed content, into blocks.
import { attributeOf, firstElement, textOf, type XmlElement, type XmlNode } from '../../containers/xml-tree.ts';
import { bulletList, code, heading, item, paragraph, quote, strong, text } from '../../document/build.ts';
import type { Block, FootnoteDefinition, ListItem, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { childElements, isMixed } from './data-shape.ts';
import { frontBlocks } from './document-front.ts';
import { phrasingOf } from './document-inline.ts';
import { listBlock, termsBlock } from './document-lists.ts';
import { DocumentScope } from './document-scope.ts';
import { tableBlocks } from './document-table.ts';
import { captionBlocks, titleLine } from './document-title.ts';
import { latexOf } from './math.ts';
import { isInlineRole, type Role, roleOf, type Vocabulary } from './vocabulary.ts';

export function* documentBlocks(root: XmlElement, vocabulary: Vocabulary, context: ReadContext): Generator<Block> {
  const scope = new DocumentScope(root, vocabulary, context);
  const front = frontBlocks(root, scope, blocksIn);
  yield* front.blocks;
  yield* blocksIn(root, front.titled ? 2 : 1, scope, front.used);
  // Writing a note may meet further notes; each is written once.
  for (let open = scope.openNotes(); open.length > 0; open = scope.openNotes()) {
    for (const [note] of open) yield noteBlock(note, scope);
  }
}

const nothing: ReadonlySet<XmlNode> = new Set();

/** The blocks inside an element; `skip` are children that were used already. Depth is bounded by how trees are built. */
function blocksIn(
  element: XmlElement,
  level: number,
  scope: DocumentScope,
  skip: ReadonlySet<XmlNode> = nothing,
): Block[] {
  const blocks: Block[] = [];
  const mixed = isMixed(element);
  let run: XmlNode[] = [];
  let works: ListItem[] = [];
  const endWorks = () => {
    if (works.length > 0) blocks.push(bulletList(works));
    works = [];
  };
  const flush = () => {
    const line = run.length === 0 ? [] : phrasingOf(run, scope);
    run = [];
    if (line.length === 0) return;
    endWorks();
    blocks.push(paragraph(line));
  };
  for (const child of element.children) {
    if (skip.has(child)) continue;
    if (typeof child === 'string') {
      run.push(child);
      continue;
    }
    const role = roleOf(child, scope.vocabulary);
    if (staysInLine(child, role, mixed, scope)) run.push(child);
    else {
      flush();
      const made = blockOf(child, role, level, scope);
      if (role === 'reference') works.push(...made.map((one) => item([one])));
      else {
        endWorks();
        blocks.push(...made);
      }
    }
  }
  flush();
  endWorks();
  return blocks;
}

function staysInLine(child: XmlElement, role: Role | undefined, mixed: boolean, scope: DocumentScope): boolean {
  if (role === 'footnote') return mixed || !scope.isReferenced(child);
  if (role === 'line') return true;
  if (role === 'literal') return !/\n/.test(textOf(child).trim());
  if (role === 'span') return !holdsBlocks(child, scope);
  if (role !== undefined) return isInlineRole(role);
  return mixed && !holdsBlocks(child, scope);
}

function holdsBlocks(element: XmlElement, scope: DocumentScope): boolean {
  return childElements(element).some((one) => {
    const role = roleOf(one, scope.vocabulary);
    if (role === undefined || role === 'span') return holdsBlocks(one, scope);
    return !isInlineRole(role) && role !== 'drop';
  });
}

function blockOf(element: XmlElement, role: Role | undefined, level: number, scope: DocumentScope): Block[] {
  switch (role) {
    case 'drop':
      return [];
    case 'section':
    case 'references':
      return sectionBlocks(element, level, scope);
    case 'title':
      return labelled([strong(phrasingOf(element.children, scope))]);
    case 'subtitle':
      return labelled([{ type: 'emphasis', children: phrasingOf(element.children, scope) }]);
    case 'heading':
      return headingBlock(element, level, scope);
    case 'list':
    case 'ordered':
      return listBlock(element, role, level, scope, blocksIn);
    case 'terms':
      return termsBlock(element, level, scope, blocksIn);
    case 'table':
      return tableBlocks(element, level, scope, blocksIn);
    case 'figure':
      return figureBlocks(element, level, scope);
    case 'code':
    case 'literal':
      return [code(textOf(element).replace(/^\n+/, '').trimEnd(), languageOf(element))];
    case 'quote':
      return [quote(blocksIn(element, level, scope))];
    case 'admonition':
      return [admonition(element, level, scope)];
    case 'claim':
      return paragraphs(element, scope);
    case 'reference':
      return referenceBlocks(element, scope);
    case 'display':
      return displayBlocks(element, level, scope);
    case 'footnote':
      return [noteBlock(element, scope)];
    default:
      return blocksIn(element, level, scope);
  }
}

/** What a section without a title of its own is called. */
const defaultTitles = new Map([
  ['abstract', 'Abstract'],
  ['subdoc-abstract', 'Abstract'],
  ['SDOAB', 'Abstract'],
  ['claims', 'Claims'],
  ['subdoc-claims', 'Claims'],
  ['SDOCL', 'Claims'],
  ['ref-list', 'References'],
  ['bibliography', 'Bibliography'],
  ['bibliolist', 'Bibliography'],
  ['listBibl', 'Bibliography'],
  ['ack', 'Acknowledgements'],
  ['acknowledgements', 'Acknowledgements'],
  ['glossary', 'Glossary'],
  ['fn-group', 'Notes'],
]);

function sectionBlocks(element: XmlElement, level: number, scope: DocumentScope): Block[] {
  const { line, used } = titleLine(element, scope);
  const title = line.length > 0 ? line : defaultTitle(element);
  const inner = blocksIn(element, title.length > 0 ? level + 1 : level, scope, used);
  if (inner.length === 0 && line.length === 0) return [];
  // A heading over nothing but notes would head an empty section: notes are shown elsewhere.
  const onlyNotes = line.length === 0 && inner.every((one) => one.type === 'footnoteDefinition');
  return title.length > 0 && !onlyNotes ? [heading(level, title), ...inner] : inner;
}

function defaultTitle(element: XmlElement): Phrasing[] {
  const title = defaultTitles.get(element.name.local);
  return title === undefined ? [] : [text(title)];
}

/** Headings that stand between paragraphs: the level is an attribute. */
function headingBlock(element: XmlElement, level: number, scope: DocumentScope): Block[] {
  const line = phrasingOf(element.children, scope);
  if (line.length === 0) return [];
  const given = element.attributes.find((one) => /^(?:level|lvl|outline-level)$/i.test(one.name.local))?.value ?? '1';
  const own = Math.min(6, Math.max(1, Number.parseInt(given, 10) || 1));
  return [heading(scope.vocabulary === 'odf' ? own : Math.max(2, Math.min(level, 3)) + own - 1, line)];
}

function paragraphs(element: XmlElement, scope: DocumentScope): Block[] {
  const line = phrasingOf(element.children, scope);
  return line.length > 0 ? [paragraph(line)] : [];
}

const labelled = (children: Phrasing[]): Block[] => {
  const [only] = children;
  return only !== undefined && 'children' in only && only.children.length === 0 ? [] : [paragraph(children)];
};

function figureBlocks(element: XmlElement, level: number, scope: DocumentScope): Block[] {
  const { blocks, used } = captionBlocks(element, level, scope, blocksIn);
  return [...blocks, ...blocksIn(element, level, scope, used)];
}

function admonition(element: XmlElement, level: number, scope: DocumentScope): Block {
  const { line, used } = titleLine(element, scope);
  const kind = element.name.local;
  const name = kind === 'boxed-text' || kind === 'sidebar' ? '' : (attributeOf(element, 'type') ?? kind);
  const title: Phrasing[] = line.length > 0 ? line : name === '' ? [] : [text(name[0]?.toUpperCase() + name.slice(1))];
  const inner = blocksIn(element, level, scope, used);
  return quote(title.length > 0 ? [paragraph([strong(title)]), ...inner] : inner);
}

function displayBlocks(element: XmlElement, level: number, scope: DocumentScope): Block[] {
  const value = latexOf(element, scope.context.limits.depth);
  if (value === undefined) return blocksIn(element, level, scope);
  const label = firstElement(element, 'label');
  const tag = textOf(label)
    .trim()
    .replace(/^\(|\)$/g, '');
  return [{ type: 'math', value: tag === '' || value.includes('\\tag') ? value : `${value} \\tag{${tag}}` }];
}

/** One work of a bibliography: its label and its text on one line. */
function referenceBlocks(element: XmlElement, scope: DocumentScope): Block[] {
  const line = phrasingOf(element.children, scope);
  return line.length > 0 ? [paragraph(line)] : [];
}

function noteBlock(note: XmlElement, scope: DocumentScope): FootnoteDefinition {
  scope.written(note);
  const identifier = scope.noteName(note);
  const label = firstElement(note, 'label');
  return { type: 'footnoteDefinition', identifier, children: blocksIn(note, 6, scope, new Set(label ? [label] : [])) };
}

function languageOf(element: XmlElement): string | undefined {
  const language =
    attributeOf(element, 'language') ?? attributeOf(element, 'outputclass') ?? attributeOf(element, 'lang');
  const name = language?.replace(/^language-/, '').toLowerCase();
  return name !== undefined && /^[a-z0-9+#._-]{1,30}$/.test(name) ? name : undefined;
}
