// Phrasing laid flat: leaves in order, each with the set of marks that cover it. Nesting depth is gone, so no tree,
// however deep, can overflow the stack, and the writer is free to nest the marks in the one way that can be written.
import { isSafeImageTarget, isSafeLinkTarget } from '../document/safe-url.ts';
import type { Image, Link, Phrasing } from '../document/tree.ts';
import { autolink, linkTail } from './destination.ts';
import { canBeCodeInCell, footnoteLabel, isBreakTag, isInlineHtml, mathInCell, spanValue } from './spans.ts';

export const emphasisMark = 1;
export const strongMark = 2;
const deleteMark = 4;
export const allMarks = [deleteMark, emphasisMark, strongMark] as const;

export interface Item {
  kind: 'text' | 'space' | 'code' | 'math' | 'raw' | 'break' | 'group';
  /** Text as it is to be seen, LaTeX or code without fences, or finished Markdown for `raw`. */
  value: string;
  marks: number;
  /** Write emphasis that begins here with `_`. */
  underscore: boolean;
  readonly group: Group | undefined;
  /** Text without any character that could need a backslash. */
  plain: boolean;
}

/** Something with both an opening and a closing piece that marks may not cross. */
interface Group {
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
  readonly owner: Item | undefined;
}

const inLink = 1;
const inSuperscript = 2;
const inSubscript = 4;
const asciiSpaces = /[ \t\r\n\f\v]+/g;
const otherSpace = /[\t-\r]/;
/** Odd white space, or any character of escape.ts: one search tells that a text needs neither. */
const noteworthy = /[\t-\r\\`*_[\]<&$~|]/;

/** Runs of ASCII white space become one space, as every reader of Markdown sees them. */
const collapsed = (value: string): string =>
  value.includes('  ') || otherSpace.test(value) ? value.replace(asciiSpaces, ' ') : value;

interface State {
  readonly items: Item[];
  marked: boolean;
  readonly inCell: boolean;
  readonly frames: Frame[];
  /** Whether what was last laid down ends in white space: then more of it says nothing. */
  spaced: boolean;
}

export function sequenceOf(children: readonly Phrasing[], inCell: boolean): Sequence {
  const items: Item[] = [];
  const frames: Frame[] = [{ children, index: 0, target: items, marks: 0, inside: 0, owner: undefined }];
  const state: State = { items, marked: false, inCell, frames, spaced: true };
  while (frames.length > 0) {
    const frame = frames[frames.length - 1] as Frame;
    const node = frame.children[frame.index];
    frame.index += 1;
    if (node === undefined) leave(state, frame);
    else if (node.type === 'text') addText(state, frame.target, node.value, frame.marks);
    else addNode(state, node, frame);
  }
  trimBlockEnd(items);
  trimBlockStart(items);
  return state;
}

function addNode(state: State, node: Exclude<Phrasing, { type: 'text' }>, frame: Frame): void {
  const { target, marks } = frame;
  switch (node.type) {
    case 'emphasis':
      enter(state, frame, node.children, emphasisMark);
      break;
    case 'strong':
      enter(state, frame, node.children, strongMark);
      break;
    case 'delete':
      enter(state, frame, node.children, deleteMark);
      break;
    case 'superscript':
      if (frame.inside & inSuperscript) enter(state, frame, node.children, 0);
      else enterGroup(state, frame, node.children, '<sup>', '</sup>', inSuperscript);
      break;
    case 'subscript':
      if (frame.inside & inSubscript) enter(state, frame, node.children, 0);
      else enterGroup(state, frame, node.children, '<sub>', '</sub>', inSubscript);
      break;
    case 'link':
      addLink(state, node, frame);
      break;
    case 'image':
      addImage(state, node, target, marks);
      break;
    case 'inlineCode': {
      const value = spanValue(node.value);
      if (value === '') break;
      if (state.inCell && !canBeCodeInCell(value)) addText(state, target, value, marks);
      else addLeaf(state, target, 'code', value, marks);
      break;
    }
    case 'inlineMath': {
      const value = trimmed(spanValue(node.value));
      if (value !== '') addLeaf(state, target, 'math', state.inCell ? mathInCell(value) : value, marks);
      break;
    }
    case 'footnoteReference':
      addLeaf(state, target, 'raw', `[^${footnoteLabel(node.identifier)}]`, marks);
      break;
    case 'html': {
      const value = spanValue(node.value);
      if (isBreakTag(value)) addBreak(state, target, marks);
      else if (!isInlineHtml(value)) addText(state, target, value, marks);
      else addLeaf(state, target, 'raw', state.inCell ? value.replaceAll('|', '&#124;') : value, marks);
      break;
    }
    case 'break':
      addBreak(state, target, marks);
      break;
  }
}

function addText(state: State, target: Item[], value: string, marks: number): void {
  const plain = !noteworthy.test(value);
  let text = plain && !value.includes('  ') ? value : collapsed(value);
  if (state.spaced && text.charCodeAt(0) === 32) text = text.slice(1);
  if (text === '') return;
  state.spaced = text.charCodeAt(text.length - 1) === 32;
  const last = target[target.length - 1];
  if (last !== undefined && last.kind === 'text' && last.marks === marks) {
    last.value += text;
    if (!plain) last.plain = false;
  } else target.push({ kind: 'text', value: text, marks, underscore: false, group: undefined, plain });
}

function addLeaf(state: State, target: Item[], kind: Item['kind'], value: string, marks: number): void {
  state.spaced = false;
  target.push({ kind, value, marks, underscore: false, group: undefined, plain: false });
}

function addBreak(state: State, target: Item[], marks: number): void {
  trimEnd(target);
  state.spaced = true;
  target.push({ kind: 'break', value: '', marks, underscore: false, group: undefined, plain: false });
}

function addLink(state: State, node: Link, frame: Frame): void {
  const only = node.children.length === 1 ? node.children[0] : undefined;
  const short = only?.type === 'text' && !node.title ? autolink(node.url, only.value) : undefined;
  if (frame.inside & inLink || !isSafeLinkTarget(node.url)) enter(state, frame, node.children, 0);
  else if (short !== undefined) addLeaf(state, frame.target, 'raw', short, frame.marks);
  else enterGroup(state, frame, node.children, '[', linkTail(node.url, node.title, state.inCell), inLink);
}

function addImage(state: State, node: Image, target: Item[], marks: number): void {
  if (!isSafeImageTarget(node.url)) {
    addText(state, target, node.alt, marks);
    return;
  }
  const alt = trimmed(collapsed(node.alt));
  const content: Item[] = [];
  if (alt !== '')
    content.push({ kind: 'text', value: alt, marks: 0, underscore: false, group: undefined, plain: false });
  const close = linkTail(node.url, node.title, state.inCell);
  const group: Group = { open: '![', close, scope: true, transparent: false, content };
  state.spaced = false;
  target.push({ kind: 'group', value: '', marks, underscore: false, group, plain: false });
}

function enter(state: State, frame: Frame, children: readonly Phrasing[], more: number): void {
  if (more !== 0) state.marked = true;
  const only = children.length === 1 ? children[0] : undefined;
  if (only?.type === 'text') {
    addText(state, frame.target, only.value, frame.marks | more);
    return;
  }
  const { target, marks, inside } = frame;
  state.frames.push({ children, index: 0, target, marks: marks | more, inside, owner: undefined });
}

function enterGroup(
  state: State,
  frame: Frame,
  children: readonly Phrasing[],
  open: string,
  close: string,
  place: number,
): void {
  const content: Item[] = [];
  const group: Group = { open, close, scope: place === inLink, transparent: true, content };
  const owner: Item = { kind: 'group', value: '', marks: frame.marks, underscore: false, group, plain: false };
  frame.target.push(owner);
  state.frames.push({ children, index: 0, target: content, marks: frame.marks, inside: frame.inside | place, owner });
}

function leave(state: State, frame: Frame): void {
  state.frames.pop();
  if (frame.owner === undefined) return;
  closeGroup(frame.owner, state.frames[state.frames.length - 1]?.target ?? state.items);
  // A link is there even when its text is not, so white space after it counts.
  if (frame.owner.group?.scope && frame.target.every(isBlank)) state.spaced = false;
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
  if (!owner.group?.scope && content.every(isBlank)) {
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

function trimBlockStart(items: Item[]): void {
  let blanks = 0;
  while (blanks < items.length && isBlank(items[blanks] as Item)) blanks += 1;
  if (blanks > 0) items.splice(0, blanks);
}
