// Text in pictures inside documents, with readings made by hand: where it is put, how often, and what is told.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import type { Limits } from '../../../core/limits.ts';
import { bulletList, cell, image, item, link, paragraph, table, text } from '../../document/build.ts';
import type { Block, Image } from '../../document/tree.ts';
import type { OcrEngine, PrintedLine } from '../../engines/ocr/port.ts';
import { markdownOf } from '../../markdown/write.ts';
import { defaultOptions } from '../../options.ts';
import { readPictureText } from './picture-text.ts';
import { pictureNodes, toRead } from './pictures.ts';

const png = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: { create: { width: 10, height: 10, channels: 3, background: '#000' } }, left: 0, top: 0 }])
    .png()
    .toBuffer();

/** Says the width of each picture it is shown. */
function contextOf(confidence = 0.9, limits: Partial<Limits> = {}, seen?: readonly PrintedLine[]) {
  const context = testContext(limits, { ocrType: 'advanced' });
  const read: OcrEngine['read'] = async ({ width, height }) => ({
    width,
    height,
    turned: 0,
    levelled: 0,
    words: [{ text: `wide${width}`, confidence, line: 0, left: 2, top: 10, right: 60, bottom: 30 }],
    rules: [],
    areas: [],
    confidence,
  });
  const engine: OcrEngine = { parallel: 1, read, lines: async () => seen };
  return { ...context, engines: { ...context.engines, ocr: async () => engine } };
}

const shown = (bytes: Uint8Array): Image => ({ ...image('', ''), picture: () => bytes });

async function readAll(blocks: readonly Block[], context = contextOf()): Promise<Block[]> {
  const out: Block[] = [];
  const given = (async function* () {
    yield* blocks;
  })();
  for await (const block of readPictureText(given, context)) out.push(block);
  return out;
}

const origin = { kind: 'slide', slide: 4 } as const;

describe('place', () => {
  test('behind the paragraph, with its origin', async () => {
    const bytes = await png(100);
    const blocks = await readAll([{ ...paragraph([text('Before '), link('#', [shown(bytes)])]), origin }]);
    expect(blocks).toHaveLength(2);
    expect(blocks[1]).toMatchObject({ type: 'paragraph', origin, confidence: 0.9 });
    expect(markdownOf(blocks.slice(1))).toBe('wide100\n');
  });

  test('in its list item and in its cell', async () => {
    const [one, two] = [await png(100), await png(120)];
    const [list, grid] = await readAll([
      bulletList([item([paragraph([shown(one)])]), item([paragraph('Next')])]),
      table([['Head'], [cell([shown(two)])]]),
    ]);
    expect(JSON.stringify(list)).toMatch(/wide100.*Next/);
    expect(JSON.stringify(grid)).toContain('wide120');
  });

  test('the same picture is read once, small ones never', async () => {
    const [one, small] = [await png(100), await png(39, 200)];
    const blocks = await readAll([paragraph([shown(one)]), paragraph([shown(one)]), paragraph([shown(small)])]);
    expect(JSON.stringify(blocks).match(/wide/g)).toHaveLength(1);
  });
});

describe('pictures', () => {
  const seenOn = async (seen: readonly PrintedLine[]): Promise<string[]> => {
    const context = contextOf(0.9, {}, seen);
    const blocks = await readAll([paragraph([shown(await png(300))])], context);
    return [...blocks.slice(1).map((block) => JSON.stringify(block)), ...context.warnings.map(({ code }) => code)];
  };

  test('without a line of print are not read', async () => {
    expect(await seenOn([])).toEqual(['no-text-in-picture']);
    expect(await seenOn([{ x: 9, y: 9, width: 9, height: 3, angle: 0 }])).toEqual([expect.stringContaining('wide300')]);
  });
});

describe('several at one time', () => {
  const sizes = [100, 150, 120, 200, 180, 160];
  const pictures = async () => Promise.all(sizes.map(async (size) => shown(await png(size))));

  /** Answers once it reads as many as it takes, or the last ones, the last of them first; says how many at the most. */
  function busy(parallel: number) {
    let open: (() => void)[] = [];
    const told = { most: 0, begun: 0 };
    const base = contextOf();
    const ocr = async (): Promise<OcrEngine> => ({
      parallel,
      lines: async () => undefined,
      async read(raster, request) {
        told.begun += 1;
        const answered = new Promise<void>((done) => open.push(done));
        told.most = Math.max(told.most, open.length);
        if (open.length === parallel || told.begun === sizes.length) {
          for (const answer of open.reverse()) answer();
          open = [];
        }
        await answered;
        if (raster.width === 299) throw new TypeError('a bug');
        return (await base.engines.ocr()).read(raster, request);
      },
    });
    return { told, context: { ...base, engines: { ...base.engines, ocr } } };
  }
  test.each([1, 2, 4])('are read by an engine that takes %i, and stand in their order', async (parallel) => {
    const { told, context } = busy(parallel);
    const [one, two, three, four, five, six] = (await pictures()) as [Image, Image, Image, Image, Image, Image];
    const blocks = await readAll(
      [
        paragraph([one, two, one]),
        paragraph('Between'),
        bulletList([item([paragraph([three])]), item([paragraph([four])])]),
        table([['Head'], [cell([five, one])], [cell([six])]]),
      ],
      context,
    );
    expect(told).toEqual({ most: parallel, begun: sizes.length });
    expect(JSON.stringify(blocks).match(/wide\d+|Between/g)).toEqual([
      'wide100',
      'wide150',
      'Between',
      ...sizes.slice(2).map((size) => `wide${size}`),
    ]);
    expect(context.facts).toMatchObject({ ocrConfidence: 0.9 });
  });

  test('no block is asked for before the rows of the last one are taken', async () => {
    const { context } = busy(1);
    const [picture] = await pictures();
    const order: string[] = [];
    const given = (async function* (): AsyncGenerator<Block> {
      yield paragraph([picture as Image]);
      const rows = (async function* () {
        yield ['row'];
        order.push('rows taken');
      })();
      yield { ...table([['']]), rows };
      order.push('next asked for');
    })();
    for await (const block of readPictureText(given, context)) {
      if (block.type === 'table') for await (const row of block.rows) order.push(String(row));
    }
    expect(order).toEqual(['row', 'rows taken', 'next asked for']);
  });

  test('end with a bug, and no other is begun', async () => {
    const { told, context } = busy(1);
    const broken = shown(await png(299));
    await expect(readAll([paragraph([broken, ...(await pictures())])], context)).rejects.toThrow('a bug');
    await new Promise((done) => setTimeout(done, 50));
    expect(told).toEqual({ most: 1, begun: 1 });
    expect(context.facts.ocrUsed).toBeUndefined();
  });
});

describe('what is told', () => {
  test.each([
    ['a reading that is not sure', () => png(100), 0.3, {}, 'no-text-in-picture'],
    ['a picture that is damaged', async () => (await png(100)).subarray(0, 20), 0.9, {}, 'image-unreadable'],
    ['a drawing', async () => Buffer.from('<svg/>'), 0.9, {}, 'pictures-not-read'],
    ['more pictures than are read', () => png(100), 0.9, { ocrPictures: 0 }, 'pictures-not-read'],
    ['more pixels than are read', () => png(100), 0.9, { ocrPixels: 9_999 }, 'pictures-not-read'],
  ])('%s', async (_name, bytes, confidence, limits, code) => {
    const context = contextOf(confidence, limits);
    const blocks = await readAll([paragraph([text('x'), shown(await bytes())])], context);
    expect(blocks).toHaveLength(1);
    expect(context.warnings.map((one) => one.code)).toEqual([code]);
    expect(context.facts.ocrUsed).toBeUndefined();
  });

  test('how sure the readings are', async () => {
    const context = contextOf(0.8);
    await readAll([paragraph([shown(await png(100))])], context);
    expect(context.facts).toMatchObject({ ocrUsed: true, ocrConfidence: 0.8 });
  });
});

test('nesting without end does not overflow', async () => {
  let block: Block = paragraph([shown(await png(100))]);
  for (let depth = 0; depth < 50_000; depth += 1) block = { type: 'blockquote', children: [block] };
  expect(await readAll([block])).toHaveLength(1);
});

describe('marks', () => {
  const context = (options: Partial<typeof defaultOptions>) => ({
    options: { ...defaultOptions, ...options },
    saveImage: () => undefined,
    warn: () => {},
    describe: () => {},
  });
  const picture = (alt: string) => ({ alt, mediaType: 'image/png', bytes: () => Buffer.alloc(1) });

  test('only pictures without a description, and only where the options ask for it', () => {
    expect(pictureNodes(picture(''), context({}))).toEqual([]);
    expect(pictureNodes(picture(''), context({ ocrType: 'advanced', ocrMode: 'never' }))).toEqual([]);
    expect(pictureNodes(picture('A duck'), context({ ocrType: 'advanced' }))).toEqual([image('', 'A duck')]);
    for (const options of [{ ocrType: 'advanced' }, { ocrMode: 'always' }] as const) {
      expect(pictureNodes(picture(''), context(options))).toMatchObject([
        { type: 'image', picture: expect.any(Function) },
      ]);
    }
  });

  test('an address is kept beside the mark', () => {
    const node = toRead(image('https://example.org/a.png', ''), () => undefined, context({ ocrType: 'advanced' }));
    expect(node).toMatchObject({ url: 'https://example.org/a.png', picture: expect.any(Function) });
  });
});
