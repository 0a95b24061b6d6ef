// The writer's two doors: streaming to a sink, and a string for small trees. Both drive the same block writer.
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import type { Block, Origin } from '../document/tree.ts';
import { BlockWriter, type OnBlock } from './blocks.ts';
import { Output } from './output.ts';

/** Where a block stands in the Markdown, in bytes of UTF-8; `end` is after its last byte. Nested blocks come first. */
export interface BlockRange {
  readonly type: Block['type'];
  readonly start: number;
  readonly end: number;
  readonly origin?: Origin;
  readonly confidence?: number;
}

/** Milliseconds of work after which timers and messages get their turn. */
const turnLength = 50;

/** Turns each block as it was read into those that are written; told when they are. */
interface Preparation {
  block(block: Block): readonly Block[];
  release(): void;
}

const asTheyAre: Preparation = { block: (block) => [block], release: () => {} };

/** Writes blocks as Markdown, in pieces of about 64 kB, as fast as the sink takes them. */
export async function writeMarkdown(
  blocks: Iterable<Block> | AsyncIterable<Block>,
  sink: (piece: Uint8Array) => void | Promise<void>,
  onBlock?: (range: BlockRange) => void,
  preparation: Preparation = asTheyAre,
): Promise<{ bytes: number }> {
  const output = new Output();
  const writer = new BlockWriter(output, onBlock && reporter(onBlock));
  let turn = systemClock.monotonic();
  const breathe = async (): Promise<void> => {
    if (systemClock.monotonic() - turn < turnLength) return;
    await setImmediate();
    turn = systemClock.monotonic();
  };
  const flush = async (): Promise<void> => {
    const piece = output.take();
    if (piece.length > 0) await sink(piece);
    await breathe();
  };
  const write = async (block: Block): Promise<void> => {
    const steps = writer.write(block);
    let step = steps.next();
    try {
      while (!step.done) {
        if (step.value === undefined) {
          await flush();
          step = steps.next();
        } else step = steps.next(await step.value);
      }
    } finally {
      steps.return();
    }
  };
  for await (const read of blocks) {
    for (const block of preparation.block(read)) {
      if (!writer.writeLeaf(block)) await write(block);
      if (output.isFull) await flush();
    }
    preparation.release();
  }
  if (!output.isEmpty) output.add('\n');
  await flush();
  return { bytes: output.position };
}

/** The same at once, for tests and small trees whose rows are at hand. */
export function markdownOf(blocks: Iterable<Block>): string {
  const output = new Output();
  const writer = new BlockWriter(output);
  const pieces: Buffer[] = [];
  for (const block of blocks) {
    for (const wait of writer.write(block)) {
      if (wait !== undefined) throw new Failure('INTERNAL', { cause: 'rows that arrive later need writeMarkdown' });
      pieces.push(output.take());
    }
  }
  if (!output.isEmpty) output.add('\n');
  pieces.push(output.take());
  return Buffer.concat(pieces).toString();
}

const reporter =
  (onBlock: (range: BlockRange) => void): OnBlock =>
  ({ type, origin, confidence }, start, end) =>
    onBlock({
      type,
      start,
      end,
      ...(origin === undefined ? {} : { origin }),
      ...(confidence === undefined ? {} : { confidence }),
    });
