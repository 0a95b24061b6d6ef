// The short way to a line whose marks stand where they cannot be misread: text with bold, italics, code, links and notes here
// and there, as most lines are. All else goes the whole way (inline.ts), with the same result.
import { isSafeLinkTarget } from '../document/safe-url.ts';
import type { Link, Phrasing } from '../document/tree.ts';
import { type CharacterClass, classAt, classBefore, punctuationClass, spaceClass, surelyFlanks } from './characters.ts';
import { autolink, linkTail } from './destination.ts';
import { markdownLine } from './escape.ts';
import type { LineContext } from './line.ts';
import { lineStartEscapes } from './line-start.ts';
import { type Piece, piece } from './pieces.ts';
import { codeSpan, footnoteLabel, spanValue } from './spans.ts';

/** All that escape.ts looks for, what may begin a bare URL, and white space that is not one single space. */
const noteworthy = /[\t-\r\\`*_[\]<&$~|]| {2}|:\/\/|www\./i;
const oddSpace = /[\t-\r]| {2}/;
/** What may need a backslash by itself, as in sequence.ts. */
const special = /[\\`*_[\]<&$~|]/;

/** The line, or undefined when it takes a closer look. */
export function plainLine(children: readonly Phrasing[], context: LineContext): string | undefined {
  let line = '';
  /** False once anything could need a backslash. */
  let plain = true;
  /** What the line ends in so far. */
  let before: CharacterClass = spaceClass;
  let previous: Phrasing['type'] | undefined;
  let marked = false;
  /** Text that is nothing but white space, which takes part in the marks around it. */
  let blank = false;
  const last = children.length - 1;
  for (let at = 0; at <= last; at += 1) {
    const node = children[at] as Phrasing;
    switch (node.type) {
      case 'text': {
        const { value } = node;
        if (previous === 'text' || value === '') return undefined;
        // White space at the ends of a line says nothing.
        if (previous === undefined && value.charCodeAt(0) === 32) return undefined;
        if (at === last && value.charCodeAt(value.length - 1) === 32) return undefined;
        if (noteworthy.test(value)) {
          if (oddSpace.test(value)) return undefined;
          plain = false;
        } else if (plain) plain = sitsWell(value, previous, children[at + 1], context);
        line += value;
        before = classBefore(value, value.length);
        if (before === spaceClass && classAt(value, 0) === spaceClass && value.trim() === '') blank = true;
        break;
      }
      case 'strong':
      case 'emphasis': {
        // Marks that touch would be one longer run.
        if (previous === 'strong' || previous === 'emphasis') return undefined;
        const value = onlyText(node.children);
        if (value === undefined) return undefined;
        const opening = surelyFlanks('*', before, classAt(value, 0));
        const closing = surelyFlanks('*', classBefore(value, value.length), classAfter(children[at + 1]));
        if (!opening.opens || opening.closes || !closing.closes || closing.opens) return undefined;
        if (plain && noteworthy.test(value)) plain = false;
        marked = true;
        const marker = node.type === 'strong' ? '**' : '*';
        line += marker + value + marker;
        before = punctuationClass;
        break;
      }
      case 'link': {
        const value = onlyText(node.children);
        if (value === undefined || !isPlainLink(node, value)) return undefined;
        if (plain && noteworthy.test(value)) plain = false;
        if (plain) line += `[${value}${linkTail(node.url, node.title, context.place === 'cell')}`;
        before = punctuationClass;
        break;
      }
      case 'inlineCode': {
        // Code in cells has rules of its own, and code beside code is one.
        if (context.place === 'cell' || previous === 'inlineCode') return undefined;
        const value = spanValue(node.value);
        if (value === '') return undefined;
        if (plain) line += codeSpan(value, false);
        before = punctuationClass;
        break;
      }
      case 'footnoteReference':
        if (plain) line += `[^${footnoteLabel(node.identifier)}]`;
        before = punctuationClass;
        break;
      default:
        return undefined;
    }
    previous = node.type;
  }
  if (marked && blank) return undefined;
  return plain ? line : markdownLine(piecesOf(children, context), context);
}

/** Whether a text without noteworthy characters means nothing else where it stands. */
function sitsWell(
  value: string,
  previous: Phrasing['type'] | undefined,
  next: Phrasing | undefined,
  { place }: LineContext,
): boolean {
  if (previous === undefined && place === 'paragraph' && lineStartEscapes(value, true).length > 0) return false;
  const first = value.charCodeAt(0);
  // `[^1](` and `[^1]:` mean something else.
  if (previous === 'footnoteReference' && (first === 40 || first === 58)) return false;
  const end = value.charCodeAt(value.length - 1);
  if (next === undefined) return !(place === 'heading' && end === 35);
  // `![`
  return !(end === 33 && (next.type === 'link' || next.type === 'footnoteReference'));
}

/** The text in a mark or a link, where there is nothing else and it is not blank at its ends. */
function onlyText(children: readonly Phrasing[]): string | undefined {
  const only = children[0];
  if (children.length !== 1 || only?.type !== 'text') return undefined;
  const { value } = only;
  if (classAt(value, 0) === spaceClass || classBefore(value, value.length) === spaceClass) return undefined;
  return oddSpace.test(value) ? undefined : value;
}

function isPlainLink({ url, title }: Link, value: string): boolean {
  return isSafeLinkTarget(url) && (!!title || autolink(url, value) === undefined);
}

function classAfter(next: Phrasing | undefined): CharacterClass {
  if (next === undefined) return spaceClass;
  return next.type === 'text' ? classAt(next.value, 0) : punctuationClass;
}

/** The same nodes as pieces, of which some may need backslashes. */
function piecesOf(children: readonly Phrasing[], { place }: LineContext): Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], value: string, scope = false, opens = false): void => {
    pieces.push(piece(kind, value, scope, kind === 'text' && !special.test(value), opens));
  };
  for (const node of children) {
    if (node.type === 'text') add('text', node.value);
    else if (node.type === 'inlineCode') add('code', spanValue(node.value));
    else if (node.type === 'footnoteReference') add('raw', `[^${footnoteLabel(node.identifier)}]`);
    else if (node.type === 'link') {
      add('open', '[', true);
      add('text', onlyText(node.children) ?? '');
      add('close', linkTail(node.url, node.title, place === 'cell'), true);
    } else if (node.type === 'strong' || node.type === 'emphasis') {
      const marker = node.type === 'strong' ? '**' : '*';
      add('delimiter', marker, false, true);
      add('text', onlyText(node.children) ?? '');
      add('delimiter', marker);
    }
  }
  return pieces;
}
