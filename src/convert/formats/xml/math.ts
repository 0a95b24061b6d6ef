// Formulas in XML documents: TeX where the author left it, MathML turned into LaTeX otherwise.
import { attributeOf, descendants, textOf, type XmlElement } from '../../containers/xml-tree.ts';
import type { DomElement, DomNode } from '../html/dom.ts';
import { mathToLatex } from '../html/mathml.ts';

/** The LaTeX of a formula element, without delimiters; undefined when it holds neither TeX nor MathML. */
export function latexOf(element: XmlElement, depth: number): string | undefined {
  const parts = [element, ...descendants(element)];
  const tex = parts.find((one) => one.name.local === 'tex-math' || isTex(one));
  const source = tex === undefined ? '' : bareTex(textOf(tex));
  if (source !== '') return source;
  const math = parts.find(
    (one) => one.name.local === 'math' && one.children.some((child) => typeof child === 'object'),
  );
  const latex = math === undefined ? '' : mathToLatex(domOf(math), depth);
  return latex === '' ? undefined : latex;
}

/** DocBook `alt role="tex"`, TEI `formula notation="TeX"`, MathML annotations are handled by the MathML reader. */
function isTex(element: XmlElement): boolean {
  const notation = attributeOf(element, 'notation') ?? attributeOf(element, 'role') ?? '';
  return /^(?:la)?tex$/i.test(notation) && element.children.length > 0;
}

/** JATS often carries a whole TeX document around one formula. */
function bareTex(source: string): string {
  const begin = source.indexOf('\\begin{document}');
  const end = source.lastIndexOf('\\end{document}');
  let tex = (begin < 0 ? source : source.slice(begin + 16, end > begin ? end : undefined)).trim();
  for (const [open, close] of delimiters) {
    if (tex.length > open.length + close.length && tex.startsWith(open) && tex.endsWith(close)) {
      tex = tex.slice(open.length, -close.length).trim();
      break;
    }
  }
  return tex;
}

const delimiters = [
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
] as const;

/** The same element in the shape the MathML reader takes. Depth is bounded by how trees are built. */
function domOf(element: XmlElement): DomElement {
  const made: DomElement = {
    kind: 'element',
    tag: element.name.local,
    space: 'math',
    attributes: element.attributes.map((one) => ({ name: one.name.local, value: one.value })),
    line: 0,
    parent: undefined,
    previous: undefined,
    next: undefined,
    first: undefined,
    last: undefined,
    content: undefined,
  };
  for (const child of element.children) {
    const node: DomNode =
      typeof child === 'string'
        ? { kind: 'text', value: child, parent: made, previous: made.last, next: undefined }
        : domOf(child);
    node.parent = made;
    node.previous = made.last;
    if (made.last === undefined) made.first = node;
    else made.last.next = node;
    made.last = node;
  }
  return made;
}
