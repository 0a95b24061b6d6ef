// Markdown in its many hands to Markdown in one: parsed as CommonMark with GFM, math and front matter, made inert, and
// handed on piece by piece (docs/md.md has what is changed and what is not).
import type { Root } from 'mdast';
import { decodedInput } from '../containers/decoded-input.ts';
import { lineBreak, paragraph, text as textNode } from '../document/build.ts';
import type { Block, List, Phrasing } from '../document/tree.ts';
import type { Read, ReadContext } from '../format.ts';
import { wholeContent } from '../input.ts';
import { fenceBlocks, tableBlock } from './md-blocks.ts';
import { htmlFlow } from './md-html.ts';
import { parseMarkdown } from './md-parse.ts';
import { References } from './md-references.ts';
import { type Segment, segmentsOf } from './md-segments.ts';
import { flowBlocks, type MdScope } from './md-tree.ts';

/** Characters parsed at once: the parser's events are many times its text, and short ones die young (half the time of 64 k). */
const pieceTarget = 4 * 1024;

export const read: Read = async function* (input, context) {
  wholeContent(input.source, context.limits.wholeFileBytes);
  const text = [...decodedInput(input, context).pieces()].join('');
  yield* markdownBlocks(text, context, { front: true });
};

export interface MarkdownSettings {
  /** Addresses of images that are kept elsewhere (attachments of a notebook); undefined leaves the text of the image. */
  readonly images?: ReadonlyMap<string, string | undefined>;
  /** The text is a whole document and may begin with front matter. */
  readonly front?: boolean;
  /** For tests: how soon to cut. */
  readonly target?: number;
}

/** The blocks of a Markdown text, also of one inside another document. */
export function* markdownBlocks(text: string, context: ReadContext, settings: MarkdownSettings = {}): Generator<Block> {
  const target = settings.target ?? pieceTarget;
  const segments = segmentsOf(text, { target, depth: context.limits.depth }, settings.front === true);
  const references = new References();
  const told = new Set<string>();
  const warnOnce = (code: string, message: string) => {
    if (told.has(message)) return;
    told.add(message);
    context.warn(code, message);
  };
  const parsed = collectReferences(text, segments, references);
  const images = settings.images ?? new Map<string, string | undefined>();
  let held: Block | undefined;
  for (const segment of segments) {
    context.progress(segment.start, text.length);
    const piece = text.slice(segment.start, segment.end);
    if (segment.kind === 'front') describeFront(piece, context);
    if (segment.forced) warnOnce('markdown-cut', 'A very long part was cut in two where a list or quote may go on.');
    const scope: MdScope = { context, definitions: references.definitions, images, lines: segment.line, warnOnce };
    const known = parsed.get(segment);
    const made =
      known === undefined ? segmentBlocks(piece, segment, references, scope) : flowBlocks(known.children, scope);
    let first = true;
    for (const block of made) {
      const joined = first ? joinedLists(held, block, segment.continues) : undefined;
      first = false;
      if (joined === undefined && held !== undefined) yield held;
      held = joined ?? block;
    }
  }
  if (held !== undefined) yield held;
}

function* segmentBlocks(piece: string, segment: Segment, references: References, scope: MdScope): Generator<Block> {
  const { context } = scope;
  if (segment.kind === 'literal') {
    yield* literalBlocks(piece, segment, context);
    return;
  }
  if (segment.kind === 'html') {
    yield* htmlFlow([{ type: 'html', value: piece.trimEnd() }], 0, scope).blocks;
    return;
  }
  if (segment.kind === 'fence') {
    yield* fenceBlocks(piece, scope);
    return;
  }
  const table = segment.kind === 'table' ? tableBlock(piece, references, scope) : undefined;
  if (table !== undefined) {
    yield table;
    return;
  }
  const front = segment.kind === 'front';
  const lead = front ? { text: '', blocks: 0 } : references.preamble(piece);
  const root = parsedOrUndefined(lead.text + piece, front);
  if (root === undefined) yield* literalBlocks(piece, segment, context);
  else yield* flowBlocks(root.children.slice(lead.blocks), { ...scope, lines: scope.lines - newlines(lead.text) });
}

/** One list again, where a long one was cut between two of its items. */
function joinedLists(before: Block | undefined, after: Block, continues: Segment['continues']): Block | undefined {
  if (continues === undefined || before?.type !== 'list' || after.type !== 'list') return undefined;
  const spread = before.spread === true || after.spread === true || continues === 'spread';
  const list: List = { ...before, children: [...before.children, ...after.children] };
  return spread ? { ...list, spread } : list;
}

/** Learns the definitions of all pieces; a text of one piece is parsed only once. */
function collectReferences(text: string, segments: readonly Segment[], references: References): Map<Segment, Root> {
  const parsed = new Map<Segment, Root>();
  for (const segment of segments) {
    if (segment.kind !== 'parse' && segment.kind !== 'front') continue;
    const piece = text.slice(segment.start, segment.end);
    if (segments.length > 1 && (segment.kind === 'front' || !References.mayDefine(piece))) continue;
    const root = parsedOrUndefined(piece, segment.kind === 'front');
    if (root === undefined) continue;
    references.collect(root);
    if (segments.length === 1) parsed.set(segment, root);
  }
  return parsed;
}

/** The parser recurses in places: text that nests beyond what it can take is not parsed at all. */
function parsedOrUndefined(text: string, front: boolean): Root | undefined {
  if (!/\S/.test(text)) return { type: 'root', children: [] };
  try {
    return parseMarkdown(text, front);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function* literalBlocks(piece: string, segment: Segment, context: ReadContext): Generator<Block> {
  const lines = piece.split('\n');
  const origin = { kind: 'line', start: segment.line + 1, end: segment.line + lines.length } as const;
  context.warn(
    'markdown-kept-literal',
    'A part with too many marks or too much nesting is kept as plain text.',
    origin,
  );
  let run: Phrasing[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') {
      if (run.length > 0) run.push(lineBreak);
      run.push(textNode(line));
    } else if (run.length > 0) {
      yield { ...paragraph(run), origin };
      run = [];
    }
  }
}

/** The title and author that front matter names in one line each; anything more is for programs that read YAML. */
function describeFront(front: string, context: ReadContext): void {
  for (const name of ['title', 'author'] as const) {
    const value = new RegExp(`^${name}[ \\t]*[:=][ \\t]*(.{1,500})$`, 'm').exec(front)?.[1]?.trim();
    const bare = value?.replace(/^(["'])(.*)\1$/, '$2');
    if (bare !== undefined && bare !== '' && !/^[[{|>&*]/.test(bare)) context.describe({ [name]: bare });
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
