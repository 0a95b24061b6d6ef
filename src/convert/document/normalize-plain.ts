// The short way to phrasing in its one form: for text with marks and links around single texts, as most paragraphs are.
// All else goes the whole way (normalize-phrasing.ts), with the same result.
import { cleanText, collapseSpace, hasControls } from './clean-text.ts';
import type { Normalizing } from './normalize-phrasing.ts';
import { isSafeLinkTarget } from './safe-url.ts';
import type { InlineCode, Link, Phrasing, Text } from './tree.ts';

/** A text node still being joined. */
type OpenText = { -readonly [Key in keyof Text]: Text[Key] };

/** The phrasing in normal form, or undefined when it takes a closer look. */
export function plainPhrasing(children: readonly Phrasing[], normalizing: Normalizing): Phrasing[] | undefined {
  const { preserveFormatting, includeLinks } = normalizing.options;
  const out: Phrasing[] = [];
  let seen = children.length;
  let started = false;
  /** White space since the last leaf: it stands outside of marks. */
  let space = false;
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at] as Phrasing;
    let raw: string;
    switch (node.type) {
      case 'text':
        raw = node.value;
        break;
      case 'strong':
      case 'emphasis':
      case 'delete':
      case 'superscript':
      case 'subscript':
      case 'link': {
        const only = node.children[0];
        if (node.children.length !== 1 || only?.type !== 'text' || !preserveFormatting) return undefined;
        if (node.type === 'link' && !(includeLinks && isSafeLinkTarget(node.url))) return undefined;
        raw = only.value;
        seen += 1;
        break;
      }
      case 'inlineCode':
      case 'footnoteReference': {
        const leaf = node.type === 'inlineCode' ? codeOf(cleanText(node.value)) : node;
        if (leaf === undefined) continue;
        if (space && started) appendText(out, ' ');
        out.push(leaf);
        started = true;
        space = false;
        continue;
      }
      default:
        return undefined;
    }
    const value = collapseSpace(cleaned(raw, normalizing));
    const start = value.charCodeAt(0) === 32 ? 1 : 0;
    const end = value.length > start && value.charCodeAt(value.length - 1) === 32 ? value.length - 1 : value.length;
    if (start === 1) space = true;
    if (end === start) {
      // Links without text are told of.
      if (node.type === 'link') return undefined;
      continue;
    }
    if (space && started) appendText(out, ' ');
    started = true;
    space = end < value.length;
    const shown = start === 0 && end === value.length ? value : value.slice(start, end);
    if (node.type === 'text') appendText(out, shown);
    else if (node.type === 'link') out.push(linkTo(node, [{ type: 'text', value: shown }]));
    else {
      const last = out[out.length - 1];
      // Only marks made here are in `out`, so they may grow.
      if (last !== undefined && last.type === node.type) appendText(last.children as Phrasing[], shown);
      else out.push({ type: node.type, children: [{ type: 'text', value: shown }] });
    }
  }
  normalizing.count(seen);
  return out;
}

const codeOf = (value: string): InlineCode | undefined => (value === '' ? undefined : { type: 'inlineCode', value });

export function linkTo({ url, title }: Link, children: readonly Phrasing[]): Link {
  const target = cleanText(url, '');
  return title === undefined
    ? { type: 'link', url: target, children }
    : { type: 'link', url: target, title: cleanText(title), children };
}

export function appendText(out: Phrasing[], value: string): void {
  const last = out[out.length - 1];
  // Only text nodes made here end up in `out`, so they may grow.
  if (last?.type === 'text') (last as OpenText).value += value;
  else out.push({ type: 'text', value });
}

/** Text that can be written. */
export function cleaned(value: string, { once, origin }: Normalizing): string {
  const clean = cleanText(value);
  if (clean.length < value.length && hasControls(value)) {
    once('control-characters', 'Control characters, which Markdown cannot carry, were removed.', origin);
  }
  return clean;
}
