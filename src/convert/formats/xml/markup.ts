// Elements back to markup, for content that another reader understands: XHTML in a feed goes to the HTML reader.
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { XmlElement, XmlNode } from '../../containers/xml-tree.ts';

const voidTags = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** The markup of nodes, names without prefixes. Depth is bounded by how trees are built. */
export function markupOf(nodes: readonly XmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? escaped(node) : elementMarkup(node))).join('');
}

function elementMarkup(element: XmlElement): string {
  const { local } = element.name;
  const attributes = element.attributes.map(
    (one) => ` ${one.name.local}="${escaped(one.value).replaceAll('"', '&quot;')}"`,
  );
  const open = `<${local}${attributes.join('')}>`;
  return voidTags.has(local) ? open : `${open}${markupOf(element.children)}</${local}>`;
}

const escaped = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** The text of an HTML fragment, without its tags. */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  const stack: HtmlNode[] = [...parseFragment(html).childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('value' in node) pieces.push(node.value);
    else if ('childNodes' in node && node.nodeName !== 'script' && node.nodeName !== 'style') {
      stack.push(...node.childNodes.toReversed());
    }
  }
  return pieces.join('');
}
