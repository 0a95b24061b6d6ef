// Text of DrawingML paragraphs (ECMA-376 part 1, 21.1.2): runs, fields, breaks and links as phrasing, for slides,
// diagrams, chart titles and the shapes of sheets.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import {
  emphasis,
  inlineCode,
  lineBreak,
  link,
  strike,
  strong,
  subscript,
  superscript,
  text,
} from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { fontKind } from './fonts.ts';
import { ommlToLatex } from './math.ts';
import { signsOf } from './symbols.ts';

export interface TextScope {
  /** The part whose relations the links of the text go through. */
  readonly part: OpcPart;
  /** Set where bold is the look of the place itself, such as a title. */
  readonly plainBold?: boolean;
  /** Where the whole shape links to. */
  readonly link?: string;
}

/** ST_OnOff and xsd:boolean (ECMA-376 part 1, 22.9.2.7). */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

export function paragraphPhrasing(paragraph: OfficeElement, scope: TextScope): Phrasing[] {
  const nodes: Phrasing[] = [];
  for (const element of paragraph.elements()) {
    if (element.key === 'a:br') nodes.push(lineBreak);
    else if (element.key === 'a:r' || element.key === 'a:fld') {
      for (const node of runNodes(element, scope)) addNode(nodes, node);
    } else if (element.key === 'a14:m') for (const formula of formulas(element)) nodes.push(inlineMath(formula));
  }
  return nodes;
}

/** Programs cut the words of one link into several runs. */
function addNode(nodes: Phrasing[], node: Phrasing): void {
  const last = nodes[nodes.length - 1];
  if (node.type !== 'link' || last?.type !== 'link' || last.url !== node.url) nodes.push(node);
  // The array was made for this node by the run before.
  else for (const child of node.children) (last.children as Phrasing[]).push(child);
}

/** Formulas in a line of text ([MS-ODRAWXML] 2.8.1); one m:oMathPara or m:oMath each. */
function formulas(math: OfficeElement): string[] {
  return [...math.elements()].map(ommlToLatex).filter((formula) => formula !== '');
}

const inlineMath = (value: string): Phrasing => ({ type: 'inlineMath', value });

/** The paragraph as a block; undefined when it shows nothing. */
export function paragraphBlock(paragraph: OfficeElement, scope: TextScope): Block | undefined {
  const nodes = withoutEdges(paragraphPhrasing(paragraph, scope));
  if (nodes.every(isBlank) || isFurniture(paragraph)) return undefined;
  const [only] = nodes;
  // A formula that has the paragraph to itself is set apart.
  if (nodes.length === 1 && only?.type === 'inlineMath') return { type: 'math', value: only.value };
  // A link of words goes before that of the shape they stand in.
  const target = nodes.some((node) => node.type === 'link') ? undefined : scope.link;
  return { type: 'paragraph', children: target === undefined ? nodes : [link(target, nodes)] };
}

/** Without the no-break spaces at both ends that texts are pushed into place with. */
export function withoutEdges(nodes: readonly Phrasing[]): Phrasing[] {
  const shows = (node: Phrasing): boolean => node.type !== 'text' || node.value.trim() !== '';
  const kept = nodes.slice(nodes.findIndex(shows), nodes.findLastIndex(shows) + 1);
  const first = kept.at(0);
  if (first !== undefined) kept[0] = trimmed(first, 0, (value) => value.trimStart());
  const last = kept.at(-1);
  if (last !== undefined) kept[kept.length - 1] = trimmed(last, -1, (value) => value.trimEnd());
  return kept;
}

/** Calls itself for marks, which nest at most as deep as a run has kinds of them. */
function trimmed(node: Phrasing, end: 0 | -1, trim: (value: string) => string): Phrasing {
  if (node.type === 'text') return text(trim(node.value));
  const outer = 'children' in node ? node.children.at(end) : undefined;
  if (outer === undefined || !('children' in node)) return node;
  const inner = trimmed(outer, end, trim);
  return { ...node, children: end === 0 ? [inner, ...node.children.slice(1)] : [...node.children.slice(0, -1), inner] };
}

/** True for what shows nothing; marks nest at most as deep as a run has kinds of them. */
export function isBlank(node: Phrasing): boolean {
  if ('children' in node) return node.children.every(isBlank);
  return node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
}

/** A slide number that stands alone is part of the page, wherever it is put. */
function isFurniture(paragraph: OfficeElement): boolean {
  let numbers = 0;
  for (const element of paragraph.elements()) {
    if (element.key === 'a:fld' && element.get('type') === 'slidenum') numbers += 1;
    else if (element.key !== 'a:pPr' && element.key !== 'a:endParaRPr' && runText(element).trim() !== '') return false;
  }
  return numbers > 0;
}

/** All text of the paragraph without marks; line breaks as they stand. */
export function paragraphText(paragraph: OfficeElement, fieldText: (field: OfficeElement) => string = runText): string {
  let all = '';
  for (const element of paragraph.elements()) {
    if (element.key === 'a:br') all += '\n';
    else if (element.key === 'a:r') all += runText(element);
    else if (element.key === 'a:fld') all += fieldText(element);
  }
  return all;
}

/** The paragraphs of a text body in one line. */
export function plainText(body: OfficeElement | undefined): string {
  const lines: string[] = [];
  for (const paragraph of body?.elements('a:p') ?? []) {
    const line = paragraphText(paragraph).replace(/\s+/g, ' ').trim();
    if (line !== '') lines.push(line);
  }
  return lines.join(' ');
}

/** True when there is text and all of it is set in a font for code. */
export function isCodeParagraph(paragraph: OfficeElement): boolean {
  let seen = false;
  for (const element of paragraph.elements()) {
    if (element.key === 'a:br' || element.key === 'a:pPr' || element.key === 'a:endParaRPr') continue;
    if (element.key !== 'a:r' || !isCode(element)) return false;
    seen ||= runText(element).trim() !== '';
  }
  return seen;
}

function isCode(run: OfficeElement): boolean {
  const font = run.at('a:rPr', 'a:latin')?.get('typeface');
  return font !== undefined && fontKind(font) === 'fixed';
}

/** Control characters are written as `_x000B_` where XML cannot hold them (ECMA-376 part 1, 22.9.2.19). */
const escapedControl = /_x00(0[0-9A-F]|1[0-9A-F])_/gi;

function runText(run: OfficeElement): string {
  const value = withSymbols(run.child('a:t')?.text() ?? '', run.child('a:rPr'));
  if (!value.includes('_x00')) return value;
  return value.replace(escapedControl, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Where symbol fonts keep their signs beside the letters of other fonts. */
const privateSigns = /[\uf020-\uf0ff]+/g;

/** Signs of symbol fonts as characters: `a:sym` is the font of the private ones, `a:latin` that of letters too (21.1.2.3.10). */
function withSymbols(value: string, properties: OfficeElement | undefined): string {
  const letters = fontKind(properties?.child('a:latin')?.get('typeface') ?? '');
  const signs = fontKind(properties?.child('a:sym')?.get('typeface') ?? '');
  if (letters !== 'text' && letters !== 'fixed') return signsOf(value, letters);
  return signs === 'text' || signs === 'fixed' ? value : value.replace(privateSigns, (one) => signsOf(one, signs));
}

function runNodes(run: OfficeElement, scope: TextScope): Phrasing[] {
  const value = runText(run);
  if (value === '') return [];
  const properties = run.child('a:rPr');
  let nodes: Phrasing[] = isCode(run) && value.trim() !== '' ? codeNodes(value) : broken(value);
  if (properties === undefined) return nodes;
  const baseline = Number(properties.get('baseline')?.replace('%', '') ?? 0);
  if (baseline > 0) nodes = [superscript(nodes)];
  else if (baseline < 0) nodes = [subscript(nodes)];
  const struck = properties.get('strike');
  if (struck !== undefined && struck !== 'noStrike') nodes = [strike(nodes)];
  if (isOn(properties.get('i'))) nodes = [emphasis(nodes)];
  if (isOn(properties.get('b')) && scope.plainBold !== true) nodes = [strong(nodes)];
  const target = linkTarget(properties.child('a:hlinkClick'), scope.part);
  return target === undefined ? nodes : [link(target, nodes)];
}

/** Spaces at the ends of code stay outside of it, where they part it from the words beside it. */
function codeNodes(value: string): Phrasing[] {
  const code = value.trim();
  const start = value.indexOf(code);
  return [text(value.slice(0, start)), inlineCode(code), text(value.slice(start + code.length))];
}

/** A soft return that was pasted in is kept as a vertical tab. */
function broken(value: string): Phrasing[] {
  if (!value.includes('\v')) return [text(value)];
  return value.split('\v').flatMap((line, at) => (at === 0 ? [text(line)] : [lineBreak, text(line)]));
}

/** An address outside of the document; jumps within it are no links in Markdown. */
export function linkTarget(click: OfficeElement | undefined, part: OpcPart): string | undefined {
  const id = click?.get('r:id');
  const relation = id === undefined ? undefined : part.relations.get(id);
  return relation?.external === true && relation.type === 'hyperlink' ? relation.target : undefined;
}
