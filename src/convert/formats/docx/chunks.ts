// Documents inside a document (altChunk, ECMA-376 part 1, 17.17.2): read by the reader of their own format and put where
// they belong.
import { Failure } from '../../../core/failure.ts';
import { limitFailure } from '../../document/budget.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block, Row } from '../../document/tree.ts';
import { bytesSource } from '../../input.ts';
import type { DocumentState } from './scope.ts';

/** Reads what the last element left behind; `body` holds the blocks that are complete. */
export async function readChunks(document: DocumentState, body: Block[]): Promise<void> {
  const { context } = document;
  for (const { part, at, blocks, origin } of document.chunks.splice(0)) {
    document.chunksRead += 1;
    const found: Block[] = [];
    try {
      const { contentType } = part;
      const input = { source: bytesSource(part.bytes()), name: part.name };
      const typed = contentType === '' ? input : { ...input, mediaType: contentType };
      for await (const block of context.readEmbedded(typed)) {
        found.push(blocks === body ? placedAt(block, origin) : await held(block, context.limits.liveNodes));
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'PROCESSING_TIMEOUT') throw error;
      context.warn('embedded-document-unreadable', `A document inside this one was left out: ${error.message}`, origin);
    }
    renameNotes(found, `part-${document.chunksRead}-`);
    replace(blocks, at, found);
    // A frame around it is gone by now, and its blocks stand in the body.
    replace(body, at, found);
  }
}

/** A table inside a cell must have its rows at hand. */
async function held(block: Block, limit: number): Promise<Block> {
  if (block.type !== 'table' || Array.isArray(block.rows)) return block;
  const rows: Row[] = [];
  let cells = 0;
  for await (const row of block.rows) {
    cells += row.length + 1;
    if (cells > limit) throw limitFailure('liveNodes', limit);
    rows.push(row);
  }
  return { ...block, rows };
}

function replace(blocks: Block[], one: Block, by: readonly Block[]): void {
  const at = blocks.indexOf(one);
  if (at >= 0) blocks.splice(at, 1, ...by);
}

/** Notes of different documents count from 1 each; they must not be taken for one another. */
function renameNotes(blocks: readonly Block[], prefix: string): void {
  const waiting: unknown[] = [blocks];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) {
      for (const one of node) waiting.push(one);
      continue;
    }
    const { type, children, rows } = node as { type?: string; children?: unknown; rows?: unknown };
    if (type === 'footnoteReference' || type === 'footnoteDefinition') {
      const note = node as { identifier: string };
      note.identifier = prefix + note.identifier;
    }
    waiting.push(children, rows);
  }
}
