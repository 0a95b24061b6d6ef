// How a part spells the elements of SpreadsheetML: the fast scanners look for `<c` or `<x:c`, whichever the root tells.
import { officeNamespace } from '../../containers/office-namespaces.ts';

/** Declarations before the root; more than this is no usual part. */
const longestProlog = 8_192;

/** The prefix with its colon, '' for none; undefined when the root is not what is expected and needs a careful reader. */
export function rootPrefix(start: string, local: string): string | undefined {
  const head = start.slice(0, longestProlog);
  const root = /<(?![?!])([^\s/<>]{1,200})(?=[\s/>])([^<>]{0,6000})>/.exec(withoutComments(head));
  if (root === null || head.includes('<!DOCTYPE')) return undefined;
  const [, name = '', attributes = ''] = root;
  const colon = name.indexOf(':');
  if (name.slice(colon + 1) !== local) return undefined;
  const prefix = name.slice(0, colon + 1);
  let mine: boolean | undefined;
  for (const [, declared = '', , uri = ''] of attributes.matchAll(declarations)) {
    const known = officeNamespace(uri) === 'x';
    if ((declared === '' ? '' : `${declared.slice(1)}:`) === prefix) mine = known;
    // Two names for one namespace: elements may carry either.
    else if (known) return undefined;
  }
  // No declaration at all is a fault that leaves no doubt about what is meant.
  return mine === false ? undefined : prefix;
}

const declarations = /\sxmlns(:[^\s=]{1,100})?\s*=\s*(["'])([^"']{0,500})\2/g;

/** Not by an expression, which would look for the end of a comment at each of its beginnings. */
function withoutComments(text: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}
