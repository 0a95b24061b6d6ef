// Phrasing laid flat: leaves in order, each with the set of marks that cover it. Nesting depth is gone, so no tree,
// however deep, can overflow the stack, and the writer is free to nest the marks in the one way that can be written.
import { isSafeImageTarget, isSafeLinkTarget } from '../document/safe-url.ts';
import type { Phrasing } from '../document/tree.ts';
import { autolink, linkTail } from './destination.ts';
import { canBeCodeInCell, footnoteLabel, isBreakTag, isInlineHtml, mathInCell, spanValue } from './spans.ts';

export const emphasisMark = 1;
export const strongMark = 2;
export const deleteMark = 4;
export const allMarks = [deleteMark, emphasisMark, strongMark] as const;

export interface Item {
  kind: 'text' | 'space' | 'code' | 'math' | 'raw' | 'break' | 'group';
  /** Text as it is to be seen, LaTeX or code without fences, or finished Markdown for `raw`. */
  value: string;
  marks: number;
  /** Write emphasis that begins here with `_`. */
  underscore?: boolean;
  group?: Group;
}

/** Something with both an opening and a closing piece that marks may not cross. */
export interface Group {
  readonly open: string;
  readonly close: string;
  /** Marks inside pair only with each other (link and image text). */
  readonly scope: boolean;
  /** The content is shown in this line, so marks may move into it. */
  readonly transparent: boolean;
  content: Item[];
}

export interface Sequence {
  readonly items: Item[];
  /** True when any leaf carries a mark. */
  readonly marked: boolean;
}

interface Frame {
  readonly children: readonly Phrasing[];
  index: number;
  readonly target: Item[];
  readonly marks: number;
  readonly inside: number;
  /** Set on the frame that ends a group. */
  readonly owner?: Item;
}

const inLink = 1;
const inSuperscript = 2;
const inSubscript = 4;
const asciiSpaces = /[ \t\r\n\f\v]+/g;
const needsCollapse = /[\t\r\n\f\v]| {2}/;
const edgeSpace = /[ \t\r\n\f\v]/;

/** Runs of ASCII white space become one space, as every reader of Markdown sees them. */
export const collapsed = (value: string): string =>
  needsCollapse.test(value) ? value.replace(asciiSpaces, ' ') : value;

export function sequenceOf(children: readonly Phrasing[], inCell: boolean): Sequence {
  const items: Item[] = [];
  let marked = false;
  // Whether what was last laid down ends in white space: then more of it says nothing.
  let spaced = true;
  const frames: Frame[] = [{ children, index: 0, target: items, marks: 0, inside: 0 }];

  const addText = (target: Item[], value: string, marks: number): void => {
    let text = collapsed(value);
    if (spaced && text.length > 0 && edgeSpace.test(text[0] as string)) text = text.slice(1);
    if (text === '') return;
    spaced = text.endsWith(' ');
    const last = target[target.length - 1];
    if (last !== undefined && last.kind === 'text' && last.marks === marks) {
      // Two halves of one run may meet in a fresh pair of spaces only when both were kept, which `spaced` prevents.
      last.value += text;
    } else target.push({ kind: 'text', value: text, marks });
  };
  const addLeaf = (target: Item[], kind: Item['kind'], value: string, marks: number): void => {
    spaced = false;
    target.push({ kind, value, marks });
  };
  const addBreak = (target: Item[], marks: number): void => {
    trimEnd(target);
    spaced = true;
    if (target !== items || target.length > 0) target.push({ kind: 'break', value: '', marks });
  };

  while (frames.length > 0) {
    const frame = frames[frames.length - 1] as Frame;
    const node = frame.children[frame.index];
    if (node === undefined) {
      frames.pop();
      if (frame.owner !== undefined) {
        closeGroup(frame.owner, frames[frames.length - 1]?.target ?? items);
        // A link is there even when its text is not, so white space after it counts.
        if (frame.owner.group?.scope && frame.target.every(isBlank)) spaced = false;
      }
      continue;
    }
    frame.index += 1;
    const { target, marks, inside } = frame;
    const enter = (below: readonly Phrasing[], more: number): void => {
      if (more !== 0) marked = true;
      frames.push({ children: below, index: 0, target, marks: marks | more, inside });
    };
    const enterGroup = (below: readonly Phrasing[], open: string, close: string, place: number): void => {
      const content: Item[] = [];
      const owner: Item = {
        kind: 'group',
        value: '',
        marks,
        group: { open, close, scope: place === inLink, transparent: true, content },
      };
      target.push(owner);
      frames.push({ children: below, index: 0, target: content, marks, inside: inside | place, owner });
    };
    switch (node.type) {
      case 'text':
        addText(target, node.value, marks);
        break;
      case 'emphasis':
        enter(node.children, emphasisMark);
        break;
      case 'strong':
        enter(node.children, strongMark);
        break;
      case 'delete':
        enter(node.children, deleteMark);
        break;
      case 'superscript':
        if (inside & inSuperscript) enter(node.children, 0);
        else enterGroup(node.children, '<sup>', '</sup>', inSuperscript);
        break;
      case 'subscript':
        if (inside & inSubscript) enter(node.children, 0);
        else enterGroup(node.children, '<sub>', '</sub>', inSubscript);
        break;
      case 'link': {
        const only = node.children.length === 1 ? node.children[0] : undefined;
        const short = only?.type === 'text' && !node.title ? autolink(node.url, only.value) : undefined;
        if (inside & inLink || !isSafeLinkTarget(node.url)) enter(node.children, 0);
        else if (short !== undefined) addLeaf(target, 'raw', short, marks);
        else enterGroup(node.children, '[', linkTail(node.url, node.title, inCell), inLink);
        break;
      }
      case 'image': {
        if (!isSafeImageTarget(node.url)) {
          addText(target, node.alt, marks);
          break;
        }
        const alt = trimmed(collapsed(node.alt));
        const tail = linkTail(node.url, node.title, inCell);
        const content: Item[] = alt === '' ? [] : [{ kind: 'text', value: alt, marks: 0 }];
        spaced = false;
        target.push({
          kind: 'group',
          value: '',
          marks,
          group: { open: '![', close: tail, scope: true, transparent: false, content },
        });
        break;
      }
      case 'inlineCode': {
        const value = spanValue(node.value);
        if (value === '') break;
        if (inCell && !canBeCodeInCell(value)) addText(target, value, marks);
        else addLeaf(target, 'code', value, marks);
        break;
      }
      case 'inlineMath': {
        const value = trimmed(spanValue(node.value));
        if (value !== '') addLeaf(target, 'math', inCell ? mathInCell(value) : value, marks);
        break;
      }
      case 'footnoteReference':
        addLeaf(target, 'raw', `[^${footnoteLabel(node.identifier)}]`, marks);
        break;
      case 'html': {
        if (isBreakTag(node.value)) {
          addBreak(target, marks);
          break;
        }
        const value = spanValue(node.value);
        if (!isInlineHtml(value)) addText(target, value, marks);
        else addLeaf(target, 'raw', inCell ? value.replaceAll('|', '&#124;') : value, marks);
        break;
      }
      case 'break':
        addBreak(target, marks);
        break;
    }
  }
  trimBlockEnd(items);
  return { items, marked };
}

/** Without spaces at both ends; by hand, as a pattern anchored at the end would be quadratic. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && value.charCodeAt(start) === 32) start += 1;
  while (end > start && value.charCodeAt(end - 1) === 32) end -= 1;
  return value.slice(start, end);
}

/** Marks that cover all of a group stand outside it: `**[a](b)**` and not `[**a**](b)`. */
function closeGroup(owner: Item, target: Item[]): void {
  const content = owner.group?.content ?? [];
  if (!owner.group?.scope && content.every((item) => item.kind === 'text' && item.value === ' ')) {
    // Nothing to be seen stands high or low.
    target.splice(-1, 1, ...content);
    return;
  }
  let common = -1;
  for (const item of content) if (item.kind !== 'space' && item.kind !== 'break') common &= item.marks;
  if (common === -1) return;
  owner.marks = common;
  for (const item of content) item.marks &= ~common;
}

const isBlank = (item: Item): boolean => item.kind === 'break' || (item.kind === 'text' && item.value === ' ');

function trimEnd(items: Item[]): void {
  const last = items[items.length - 1];
  if (last?.kind !== 'text' || !last.value.endsWith(' ')) return;
  last.value = last.value.slice(0, -1);
  if (last.value === '') items.pop();
}

/** White space and line breaks at the end of a block say nothing, and a hard break there would be a backslash. */
function trimBlockEnd(items: Item[]): void {
  trimEnd(items);
  while (items[items.length - 1]?.kind === 'break') {
    items.pop();
    trimEnd(items);
  }
}
