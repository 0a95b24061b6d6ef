// The text in pictures inside documents: readers mark an image whose text is wanted, and once its block is complete the
// picture is read and what it says put behind the paragraph it stands in, or into its table cell. Bounded in number and
// pixels; the same picture is read once, where it comes first.
import { createHash } from 'node:crypto';
import { Failure } from '../../../core/failure.ts';
import { lineBreak, text } from '../../document/build.ts';
import type { Block, Cell, Image, Origin, Phrasing, Row, Table } from '../../document/tree.ts';
import type { OcrEngine } from '../../engines/ocr/port.ts';
import { openPicture, type Picture } from '../../engines/pictures/decode.ts';
import { pictureKind } from '../../engines/pictures/picture-kind.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import { analysePage } from '../../layout/analyse-page.ts';
import { pageBlocks } from '../../layout/page-blocks.ts';
import { TypeCensus } from '../../layout/type-census.ts';
import { picturePages } from '../image/picture-pages.ts';

type PictureContext = Pick<ReadContext, 'options' | 'limits' | 'signal' | 'engines' | 'warn' | 'describe'>;

/** Icons and ornaments: no side as long as a word. */
const leastSide = 40;
/** A reading less sure than this is of a photograph that happens to look like letters. */
const leastConfidence = 0.55;
const leastLetters = 3;

/** Blocks that wait for a picture before them: the pictures of all of them may be read at one time. */
const mostWaiting = 64;

export async function* readPictureText(blocks: AsyncIterable<Block>, context: PictureContext): AsyncGenerator<Block> {
  const reader = new PictureTextReader(context);
  const waiting: (readonly Block[] | Promise<readonly Block[]>)[] = [];
  try {
    for await (const block of blocks) {
      if (holdsPicture(block)) {
        const read = reader.blocks([block], block.origin, 0);
        // It is waited for in its turn; until then a failure must not count as one nobody handles.
        read.catch(() => undefined);
        waiting.push(read);
      } else if (waiting.length > 0) waiting.push([block]);
      else yield block;
      // Rows that stream must be taken before the next block is asked for.
      const most = streams(block) ? 0 : mostWaiting;
      while (waiting.length > most) yield* (await waiting.shift()) ?? [];
    }
    for (const read of waiting) yield* await read;
    reader.tell();
  } finally {
    reader.stop();
  }
}

const streams = (block: Block): boolean => block.type === 'table' && !Array.isArray(block.rows);

/** Looks through a block without calling itself, since nesting in documents has no end. */
function holdsPicture(block: Block): boolean {
  const open: unknown[] = [block];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if ('picture' in node) return true;
    if ('children' in node && Array.isArray(node.children)) open.push(...node.children);
    // Rows that stream come from data, which has no pictures in its cells.
    if ('rows' in node && Array.isArray(node.rows)) {
      for (const row of node.rows as readonly Row[]) for (const one of row) if (typeof one !== 'string') open.push(one);
    }
  }
  return false;
}

/** The pictures that stand in a line, in their order. */
function picturesIn(line: readonly Phrasing[]): Image[] {
  const found: Image[] = [];
  const open: Phrasing[] = [...line].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'image' && node.picture !== undefined) found.push(node);
    else if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Phrasing);
  }
  return found;
}

interface Guest {
  readonly picture: Picture;
  /** Its place among those that are read. */
  readonly number: number;
}

class PictureTextReader {
  readonly #context: PictureContext;
  readonly #seen = new Set<string>();
  #pictures = 0;
  #pixels = 0;
  /** What each picture that says something adds to the confidence, in the order of the document. */
  readonly #said: { readonly characters: number; readonly sum: number }[] = [];
  /** Pictures come in one after the other, so that the first of two that are the same is read and limits count in order. */
  #door: Promise<unknown> = Promise.resolve();
  #reading = 0;
  #isOver = false;
  readonly #leaving: (() => void)[] = [];
  readonly #unread = { textless: 0, damaged: 0, drawings: 0, tooMany: 0 };

  constructor(context: PictureContext) {
    this.#context = context;
  }

  /** No more pictures are read. */
  stop(): void {
    this.#isOver = true;
  }

  /**
   * Calls itself for what blocks hold, down to the depth that is written as nesting at all. Nothing is waited for before
   * all pictures of the blocks have been handed in, in their order.
   */
  async blocks(blocks: readonly Block[], origin: Origin | undefined, depth: number): Promise<Block[]> {
    return (await Promise.all(blocks.map((block) => this.#block(block, origin, depth)))).flat();
  }

  async #block(block: Block, origin: Origin | undefined, depth: number): Promise<Block[]> {
    if (block.type === 'paragraph' || block.type === 'heading') {
      return [block, ...(await this.#textIn(block.children, block.origin ?? origin))];
    }
    if (depth >= this.#context.limits.depth) return [block];
    if (block.type === 'blockquote' || block.type === 'footnoteDefinition') {
      return [{ ...block, children: await this.blocks(block.children, origin, depth + 1) }];
    }
    if (block.type === 'list') {
      const items = block.children.map(async (one) => ({
        ...one,
        children: await this.blocks(one.children, origin, depth + 1),
      }));
      return [{ ...block, children: await Promise.all(items) }];
    }
    return [block.type === 'table' ? await this.#table(block, origin, depth) : block];
  }

  async #table(table: Table, origin: Origin | undefined, depth: number): Promise<Table> {
    if (streams(table)) return table;
    const rows = (table.rows as readonly Row[]).map((row) =>
      Promise.all(row.map((cell) => (typeof cell === 'string' ? cell : this.#cell(cell, origin, depth)))),
    );
    return { ...table, rows: await Promise.all(rows) };
  }

  async #cell(cell: Exclude<Cell, string>, origin: Origin | undefined, depth: number): Promise<Cell> {
    const children = cell.children.map(async (node): Promise<(Phrasing | Block)[]> => {
      if (isBlock(node)) return this.blocks([node], origin, depth + 1);
      const lines = linesOf(await this.#textIn([node], origin));
      return [node, ...lines.flatMap((line) => [lineBreak, text(line)])];
    });
    return { ...cell, children: (await Promise.all(children)).flat() };
  }

  async #textIn(line: readonly Phrasing[], origin: Origin | undefined): Promise<Block[]> {
    const texts = picturesIn(line).flatMap(({ picture }) =>
      picture === undefined ? [] : [this.#text(picture, origin)],
    );
    return (await Promise.all(texts)).flat();
  }

  async #text(bytesOf: () => Uint8Array | undefined, origin: Origin | undefined): Promise<Block[]> {
    const admitted = this.#door.then(() => this.#admit(bytesOf));
    this.#door = admitted.catch(() => undefined);
    const guest = await this.#unlessDamaged(admitted, undefined);
    if (guest === undefined) return [];
    try {
      return await this.#unlessDamaged(this.#blocksOf(guest, origin), []);
    } finally {
      this.#reading -= 1;
      this.#leaving.shift()?.();
    }
  }

  /** What is wrong with one picture costs the picture. */
  async #unlessDamaged<T>(made: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await made;
    } catch (error) {
      if (!(error instanceof Failure) || !oneLost.has(error.code)) {
        this.stop();
        throw error;
      }
      this.#unread.damaged += 1;
      return otherwise;
    }
  }

  /** The picture, once the engine has time for it; undefined where it is not to be read. */
  async #admit(bytesOf: () => Uint8Array | undefined): Promise<Guest | undefined> {
    const { limits, engines } = this.#context;
    const bytes = this.#isOver ? undefined : bytesOf();
    if (bytes === undefined || bytes.length === 0) return undefined;
    if (pictureKind(bytes) === undefined) {
      this.#unread.drawings += 1;
      return undefined;
    }
    const key = createHash('sha256').update(bytes).digest('base64');
    if (this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const picture = await openPicture(bytes, limits);
    const { width, height } = picture;
    if (Math.min(width, height) < leastSide) return undefined;
    const pixels = Math.min(width * height, limits.rasterPixels);
    if (this.#pictures >= limits.ocrPictures || this.#pixels + pixels > limits.ocrPixels) {
      this.#unread.tooMany += 1;
      return undefined;
    }
    const number = this.#pictures;
    this.#pictures += 1;
    this.#pixels += pixels;
    const { parallel } = await engines.ocr();
    while (this.#reading >= parallel) await new Promise<void>((resolve) => this.#leaving.push(resolve));
    if (this.#isOver) return undefined;
    this.#reading += 1;
    return { picture, number };
  }

  async #blocksOf({ picture, number }: Guest, origin: Origin | undefined): Promise<Block[]> {
    for await (const { content, failure } of picturePages(picture, this.#context, (frame) => frame === 1, showsPrint)) {
      if (failure !== undefined) throw failure;
      if (content === undefined || !this.#count(content.words, number)) continue;
      const census = new TypeCensus();
      census.add(content.words);
      // What is large in a picture is no heading of the document.
      return [...pageBlocks(analysePage(content), census)].map((block) => ({
        ...(block.type === 'heading' ? { type: 'paragraph' as const, children: block.children } : block),
        ...(block.confidence === undefined ? {} : { confidence: block.confidence }),
        ...(origin === undefined ? {} : { origin }),
      }));
    }
    this.#unread.textless += 1;
    return [];
  }

  /** Whether the words are text; if so they count. */
  #count(words: readonly { readonly text: string; readonly confidence?: number }[], number: number): boolean {
    let characters = 0;
    let letters = 0;
    let sum = 0;
    for (const word of words) {
      characters += word.text.length;
      letters += word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      sum += word.text.length * (word.confidence ?? 0);
    }
    if (letters < leastLetters || sum < leastConfidence * characters) return false;
    this.#said[number] = { characters, sum };
    return true;
  }

  tell(): void {
    const { warn, describe } = this.#context;
    const { textless, damaged, drawings, tooMany } = this.#unread;
    if (textless > 0) warn('no-text-in-picture', `${plural(textless, 'picture')} inside the document without text.`);
    if (damaged > 0)
      warn('image-unreadable', `${plural(damaged, 'picture')} inside the document could not be decoded.`);
    if (drawings > 0)
      warn('pictures-not-read', `${plural(drawings, 'drawing')} inside the document of a kind that is not read.`);
    if (tooMany > 0) {
      warn('pictures-not-read', `${plural(tooMany, 'picture')} beyond what is read of one document.`);
    }
    // Those that say nothing left their places empty.
    const said = this.#said.flat();
    if (said.length === 0) return;
    const characters = said.reduce((all, one) => all + one.characters, 0);
    const sum = said.reduce((all, one) => all + one.sum, 0);
    describe({ ocrUsed: true, ocrConfidence: Math.round((1000 * sum) / characters) / 1000 });
  }
}

/** Photographs and drawings without a word on them are seen to be so in a tenth of the time that reading them takes. */
async function showsPrint(engine: OcrEngine, raster: Raster): Promise<boolean> {
  const lines = await engine.lines(raster);
  return lines === undefined || lines.length > 0;
}

const plural = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** What is wrong with one picture and not with the document. */
const oneLost: ReadonlySet<string> = new Set(['CORRUPTED_FILE', 'DOCUMENT_LIMIT', 'OCR_FAILED']);

const blockTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'blockquote',
  'list',
  'table',
  'footnoteDefinition',
]);
const isBlock = (node: Phrasing | Block): node is Block => blockTypes.has(node.type);

/** The lines of some blocks, for a place where only lines can stand. */
function linesOf(blocks: readonly Block[]): string[] {
  const lines: string[] = [];
  const open: unknown[] = [...blocks].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const block = node as Block | { readonly type: 'listItem'; readonly children: readonly Block[] };
    if (block.type === 'paragraph' || block.type === 'heading') lines.push(plainText(block.children));
    else if (block.type === 'code') lines.push(...block.value.split('\n'));
    else if (block.type === 'table' && Array.isArray(block.rows)) {
      for (const row of block.rows as readonly Row[]) lines.push(row.map(cellText).join(' ').trim());
    } else if ('children' in block) open.push(...[...block.children].reverse());
  }
  return lines.filter((line) => line !== '');
}

const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : plainText(cell.children));

function plainText(nodes: readonly (Phrasing | Block)[]): string {
  let out = '';
  const open: (Phrasing | Block)[] = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('value' in node && typeof node.value === 'string') out += node.value;
    else if (node.type === 'break') out += ' ';
    else if ('children' in node) open.push(...([...node.children].reverse() as (Phrasing | Block)[]));
  }
  return out.replace(/\s+/g, ' ').trim();
}
