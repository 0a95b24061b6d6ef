// How a part spells the elements of SpreadsheetML: the fast scanners look for `<c` or `<x:c`, whichever the root tells.
import { officeNamespace } from '../../containers/office-namespaces.ts';

/** Declarations before the root; more than this is no usual part. */
const longestProlog = 8_192;

/** The prefix with its colon, '' for none; undefined when the root is not what is expected and needs a careful reader. */
export function rootPrefix(start: string, local: string): string | undefined {
  const head = start.slice(0, longestProlog);
  const root = /<(?![?!])([^\s/>]{1,200})([^>]{0,6000})>/.exec(head.replace(/<!--[\s\S]*?-->/g, ''));
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
