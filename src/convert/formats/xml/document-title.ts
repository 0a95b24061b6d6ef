// The title of a section, figure or table: its label and its title on one line.
import { firstElement, type XmlElement, type XmlNode } from '../../containers/xml-tree.ts';
import { paragraph, strong, text } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { phrasingOf } from './document-inline.ts';
import type { DocumentScope, Inside } from './document-scope.ts';
import { roleOf } from './vocabulary.ts';

const titleHolders = new Set([
  'info',
  'sectioninfo',
  'sect1info',
  'sect2info',
  'chapterinfo',
  'articleinfo',
  'bookinfo',
  'title-group',
  'titlegroup',
  'appendixinfo',
  'partinfo',
  'prefaceinfo',
]);

/** The label and title of an element, and the children they were taken from. */
export function titleLine(element: XmlElement, scope: DocumentScope): { line: Phrasing[]; used: Set<XmlNode> } {
  const used = new Set<XmlNode>();
  const line: Phrasing[] = [];
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const isLabel = child.name.local === 'label' && scope.vocabulary !== 'tei';
    const title =
      roleOf(child, scope.vocabulary) === 'title' || (scope.vocabulary === 'tei' && child.name.local === 'head')
        ? child
        : titleHolders.has(child.name.local)
          ? firstElement(child, 'title')
          : undefined;
    if (!isLabel && title === undefined) continue;
    used.add(child);
    const part = phrasingOf((title ?? child).children, scope);
    if (part.length === 0) continue;
    if (line.length > 0) line.push(text(' '));
    line.push(...part);
    if (title !== undefined) break;
  }
  return { line, used };
}

/** The caption of a figure or table on one line: label and title in bold, then the first paragraph of the caption. */
export function captionBlocks(
  element: XmlElement,
  level: number,
  scope: DocumentScope,
  inside: Inside,
): { blocks: Block[]; used: Set<XmlNode> } {
  const { line, used } = titleLine(element, scope);
  const bold = [...line];
  const blocks: Block[] = [];
  for (const child of element.children) {
    if (typeof child === 'string' || roleOf(child, scope.vocabulary) !== 'caption' || used.has(child)) continue;
    used.add(child);
    const titled = titleLine(child, scope);
    if (titled.line.length > 0) bold.push(...(bold.length > 0 ? [text(' ')] : []), ...titled.line);
    blocks.push(...inside({ ...child, children: child.children.filter((one) => !titled.used.has(one)) }, level, scope));
  }
  if (bold.length === 0) return { blocks, used };
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph') return { blocks: [paragraph([strong(bold)]), ...blocks], used };
  return { blocks: [paragraph([strong(bold), text(' '), ...first.children]), ...rest], used };
}
