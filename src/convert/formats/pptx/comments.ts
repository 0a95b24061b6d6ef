// Comments on slides, of the older kind (ECMA-376 part 1, 19.4) and the threaded one ([MS-PPTX] 2.6.35), with author and date.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { lineBreak, paragraph, quote, strong, text } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { isBlank, paragraphPhrasing } from '../office/drawing-text.ts';
import { originOf, type SlideScope } from './slide-scope.ts';

export type Authors = ReadonlyMap<string, string>;

/** Who may have written comments; ids of both kinds of list, which do not look alike. */
export function commentAuthors(presentation: OpcPart, context: ReadContext): Authors {
  const authors = new Map<string, string>();
  for (const part of [...presentation.allRelated('commentAuthors'), ...presentation.allRelated('authors')]) {
    for (const author of treeOf(part, context)?.elements() ?? []) {
      const name = (author.get('name') ?? '').trim();
      const initials = (author.get('initials') ?? '').trim();
      const id = author.get('id');
      if (id !== undefined) authors.set(id, name === '' ? initials : name);
    }
  }
  return authors;
}

export function commentBlocks(scope: SlideScope, authors: Authors): Block[] {
  const threads: Block[][] = [];
  for (const part of scope.part.allRelated('comments')) {
    /** Threads by the author and number of each comment in them, which is how older replies name what they answer. */
    const known = new Map<string, Block[]>();
    for (const comment of treeOf(part, scope.context)?.elements() ?? []) {
      if (comment.key !== 'p:cm' && comment.key !== 'p188:cm') continue;
      const [answered] = comment.descendants('p15:parentCm');
      const thread = answered === undefined ? undefined : known.get(numberOf(answered));
      const lines = thread ?? [];
      if (thread === undefined) threads.push(lines);
      for (const line of commentLine(thread === undefined ? 'Comment' : 'Reply', comment, part, authors))
        lines.push(line);
      if (comment.key === 'p:cm') known.set(numberOf(comment), lines);
      for (const reply of comment.child('p188:replyLst')?.elements('p188:reply') ?? []) {
        for (const line of commentLine('Reply', reply, part, authors)) lines.push(line);
      }
    }
  }
  const origin = originOf(scope);
  return threads.filter((lines) => lines.length > 0).map((lines) => ({ ...quote(lines), origin }));
}

const numberOf = (comment: OfficeElement): string => `${comment.get('authorId')} ${comment.get('idx')}`;

/** Who wrote it when, and what; nothing for a comment without words. */
function commentLine(label: string, comment: OfficeElement, part: OpcPart, authors: Authors): Block[] {
  const body = comment.child('p188:txBody');
  const lines: (readonly Phrasing[])[] =
    body === undefined
      ? (comment.child('p:text')?.text() ?? '').split('\n').map((line) => [text(line)])
      : Array.from(body.elements('a:p'), (one) => paragraphPhrasing(one, { part }));
  const said = lines.filter((line) => !line.every(isBlank));
  if (said.length === 0) return [];
  const about = [authors.get(comment.get('authorId') ?? ''), comment.get('dt') ?? comment.get('created')]
    .map((one) => one?.trim() ?? '')
    .filter((one) => one !== '');
  const nodes: Phrasing[] = [strong(label), text(`${about.length === 0 ? '' : ` (${about.join(', ')})`}: `)];
  for (const [at, line] of said.entries()) {
    if (at > 0) nodes.push(lineBreak);
    for (const node of line) nodes.push(node);
  }
  return [paragraph(nodes)];
}

function treeOf(part: OpcPart, context: ReadContext): OfficeElement | undefined {
  try {
    return part.tree();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    context.warn('damaged-part', 'Comments of the presentation are damaged and were left out.');
    return undefined;
  }
}
