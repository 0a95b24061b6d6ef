// The answer about where blocks came from, written as it is read: its size is that of the document's map.
import type { PlacedBlock, Provenance } from '../../service/provenance.ts';

/** Characters of text that leave at one time. */
const pieceLength = 64 * 1024;

export async function* blocksText({ pages, blocks }: Provenance): AsyncGenerator<string> {
  let piece = `{"pages":${JSON.stringify(pages)},"blocks":[`;
  let between = '';
  for await (const block of blocks) {
    piece += between + JSON.stringify(shape(block));
    between = ',\n';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}\n`;
}

const shape = ({ start, end, page, box, kind, confidence, place }: PlacedBlock): Record<string, unknown> => ({
  start,
  end,
  page: page ?? null,
  box: box ?? null,
  kind,
  confidence,
  place,
});
