// Where links lead: addresses outside, or the names that GFM gives to headings at which a bookmark stands.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { Instruction } from './fields.ts';
import type { LinkTarget } from './leaves.ts';

type Anchors = ReadonlyMap<string, string>;

/** 17.16.22: an address by its relation, a bookmark, or both. */
export function hyperlinkTarget(element: OfficeElement, part: OpcPart, anchors: Anchors): LinkTarget | undefined {
  const relation = part.relations.get(element.get('r:id') ?? '');
  const anchor = element.get('w:anchor');
  if (relation?.external === true) return titled(withAnchor(relation.target, anchor), element.get('w:tooltip'));
  return titled(anchors.get(anchor ?? ''), element.get('w:tooltip'));
}

/** HYPERLINK (17.16.5.25), and references that are marked as links: REF and PAGEREF with the switch h. */
export function fieldTarget(
  { name, arguments: words, switches }: Instruction,
  anchors: Anchors,
): LinkTarget | undefined {
  const [first = ''] = words;
  if (name === 'HYPERLINK') {
    const anchor = switches.get('l');
    return titled(first === '' ? anchors.get(anchor ?? '') : withAnchor(first, anchor), switches.get('o'));
  }
  if ((name === 'REF' || name === 'PAGEREF') && switches.has('h')) return titled(anchors.get(first), undefined);
  return undefined;
}

function titled(url: string | undefined, title: string | undefined): LinkTarget | undefined {
  if (url === undefined || url === '') return undefined;
  return title === undefined || title === '' ? { url } : { url, title };
}

function withAnchor(target: string, anchor: string | undefined): string {
  return anchor === undefined || anchor === '' || target.includes('#') ? target : `${target}#${anchor}`;
}
