// Which pages are handed to the engine, in which order they come back, and what happens when it fails.
import { describe, expect, test } from 'vitest';
import { line, type MakePage, pdfOf, Typist } from '../../../../test/support/pdf-document.ts';
import { never, outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { drawImage, imageIn, invisible, lyingFont, pictureOf, scanPage } from '../../../../test/support/pdf-scan.ts';
import { ink, prose, scan, short, small } from '../../../../test/support/pdf-scan-samples.ts';
import { blocksFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { readingOf, type Script, scriptedOcr } from '../../../../test/support/scripted-ocr.ts';
import { Failure } from '../../../core/failure.ts';
import { readPage } from '../../engines/pdfium/page.ts';
import { bytesSource } from '../../input.ts';
import { pageContent } from './page-content.ts';
import { read } from './read.ts';
import { openSession } from './session.ts';

const notice = await pictureOf(line(10, 30, 'Notice to all passengers of the ferry', 14), 100, {
  width: 280,
  height: 60,
});

const ground = await pictureOf(line(10, 700, 'Notice to all passengers of the ferry', 14), 72, {
  width: 612,
  height: 792,
});

describe('pages without text', () => {
  test('are read, and told in the facts', async () => {
    const { markdown, context, ocr, codes } = await outcome([scan, { content: line(72, 600, short) }, scan], (raster) =>
      readingOf(raster, ['Hello from the scan']),
    );
    expect(markdown).toBe(`Hello from the scan\n\n${short}\n\nHello from the scan\n`);
    expect(context.facts).toMatchObject({ ocrUsed: true, ocrPages: [1, 3], ocrConfidence: 0.9 });
    expect(ocr.asked[0]?.request).toMatchObject({ type: 'basic', languages: ['en'] });
    expect(codes).toEqual([]);
  });

  test('give blocks with their place on the page and a confidence', async () => {
    const ocr = scriptedOcr((raster) => readingOf(raster, ['Hello']));
    const blocks = await blocksFrom(read, pdfOf([scan]), { ...testContext(), engines: ocr });
    const [block] = blocks;
    expect(block?.type === 'paragraph' && block.confidence).toBe(0.9);
    const origin = block?.origin;
    if (origin?.kind !== 'page' || origin.box === undefined) throw new Error('no place');
    // A tenth of the width from the left, as the script has it.
    expect(origin.box[0]).toBeCloseTo(30, 0);
    expect(origin.box[1]).toBeGreaterThan(15);
    expect(origin.box[3]).toBeLessThan(30);
  });

  test('that were turned tell their places as shown', async () => {
    // The picture stands on its side; the engine turned it by a quarter, so width and height change places.
    const ocr = scriptedOcr((raster) =>
      readingOf({ ...raster, width: raster.height, height: raster.width }, ['Hello'], { turned: 90 }),
    );
    const [block] = await blocksFrom(read, pdfOf([scan]), { ...testContext(), engines: ocr });
    const origin = block?.origin;
    if (origin?.kind !== 'page' || origin.box === undefined) throw new Error('no place');
    // The line near the top of the turned picture runs along the left edge of the page, upwards.
    const [left, top, right, bottom] = origin.box;
    expect(right - left).toBeLessThan(bottom - top);
    expect(right).toBeLessThan(60);
    expect(bottom).toBeCloseTo(180, 0);
  });

  test('come back in their order, as many at a time as the engine takes', async () => {
    const pages = Array.from({ length: 7 }, (_, at) =>
      scanPage({ ...ink, pixels: ink.pixels.map((value, place) => (place === at ? 0 : value)) }, '', small),
    );
    const { markdown, ocr } = await outcome(
      pages,
      async (raster, call) => {
        // The later it is asked, the sooner it answers.
        await new Promise((done) => setTimeout(done, 5 * (7 - call)));
        return readingOf(raster, [`This is the answer to question ${call}`]);
      },
      {},
      { parallel: 3 },
    );
    expect(markdown.match(/question \d/g)).toEqual([0, 1, 2, 3, 4, 5, 6].map((call) => `question ${call}`));
    expect(ocr.most()).toBe(3);
  });

  test('the same small picture is read once', async () => {
    const { ocr, context } = await outcome([scan, scan, scan], (raster) =>
      readingOf(raster, ['Letterhead of the mill']),
    );
    expect(ocr.asked).toHaveLength(1);
    expect(context.facts.ocrPages).toEqual([1, 2, 3]);
  });

  test('that show nothing are told of', async () => {
    const { codes, context } = await outcome([scan, { content: line(72, 600, short) }], (raster) =>
      readingOf(raster, []),
    );
    expect(codes).toEqual(['no-text-in-picture']);
    expect(context.facts.ocrUsed).toBeUndefined();
  });

  test('blank ones are not read', async () => {
    const white = { ...ink, pixels: new Uint8Array(ink.pixels.length).fill(255) };
    const pages = [{ content: '' }, scanPage(white, '', small), { content: line(72, 600, short) }];
    expect((await outcome(pages, never)).codes).toEqual([]);
  });
});

describe('engines that fail', () => {
  test('cost the page, not the document', async () => {
    const script: Script = (raster, call) => {
      if (call === 0) throw new Failure('OCR_FAILED', { details: 'The engine broke.' });
      return readingOf(raster, ['Read all the same']);
    };
    const other = scanPage({ ...ink, pixels: ink.pixels.map((value, at) => (at < 9 ? 0 : value)) }, '', small);
    const { markdown, context } = await outcome([scan, other], script);
    expect(markdown).toBe('Read all the same\n');
    expect(context.warnings).toEqual([
      {
        code: 'page-without-text',
        message: 'Page 1 is a picture whose text was not read: The engine broke.',
        origin: { kind: 'page', page: 1 },
      },
    ]);
  });

  test('fail the document where nothing is left', async () => {
    const script: Script = () => {
      throw new Failure('OCR_FAILED', { details: 'The engine broke.' });
    };
    await expect(outcome([scan, scan], script)).rejects.toMatchObject({
      code: 'OCR_FAILED',
      details: 'The engine broke.',
    });
  });

  test('a language that is not installed is the request’s fault', async () => {
    const script: Script = () => {
      throw new Failure('UNSUPPORTED_LANGUAGE');
    };
    const pages = [scan, { content: line(72, 600, short) }];
    await expect(outcome(pages, script, { ocrLanguages: ['xx'] })).rejects.toMatchObject({
      code: 'UNSUPPORTED_LANGUAGE',
    });
  });

  test('stop when the caller does', async () => {
    const stop = new AbortController();
    const script: Script = async (raster) => {
      stop.abort();
      return readingOf(raster, ['Too late']);
    };
    const done = outcome([scan, { content: line(72, 600, short) }], script, {}, { signal: stop.signal });
    await expect(done).rejects.toMatchObject({ code: 'PROCESSING_TIMEOUT' });
  });
});

describe('text laid over a scan', () => {
  const text = new Typist(30, 170, 240).paragraph(prose, 12).content;

  test('is the text of the scan', async () => {
    const picture = await pictureOf(text, 72, small);
    const { markdown, codes } = await outcome([scanPage(picture, invisible(text), small)], never);
    expect(markdown).toBe(`${prose}\n`);
    expect(codes).toEqual([]);
  });

  test('is whole though a font that is too wide takes its lines past what is seen', async () => {
    const seen = line(30, 170, 'The ferry leaves the north bank', 12);
    const wide = invisible(`120 Tz\n${seen}100 Tz\n`) + invisible(line(30, 40, 'Nobody sees this line.', 12));
    const { markdown, codes } = await outcome([scanPage(await pictureOf(seen, 72, small), wide, small)], never);
    expect(markdown).toBe('The ferry leaves the north bank\n');
    expect(codes).toEqual(['hidden-text']);
  });

  test('is hidden where nothing is to be seen', async () => {
    const picture = await pictureOf('0 g 280 2 10 10 re f\n', 72, small);
    const { markdown, codes } = await outcome([scanPage(picture, invisible(text), small)], (raster) =>
      readingOf(raster, ['What is seen']),
    );
    expect(markdown).toBe('What is seen\n');
    expect(codes).toEqual(['hidden-text']);
  });

  test('is not believed where everything is to be read', async () => {
    const picture = await pictureOf(text, 72, small);
    const script: Script = (raster) => readingOf(raster, ['What is seen']);
    expect((await outcome([scanPage(picture, invisible(text), small)], script, { ocrMode: 'always' })).markdown).toBe(
      'What is seen\n',
    );
  });

  test('is the text of a page that is drawn as shapes, and of one whose picture is not there', async () => {
    const shapes = Array.from({ length: 12 }, (_, at) => `0 g 30 ${172 - 14 * at} 240 6 re f\n`).join('');
    for (const content of [shapes + invisible(text), invisible(text)]) {
      const { markdown, codes } = await outcome([{ content, ...small }], never);
      expect(markdown).toBe(`${prose}\n`);
      expect(codes).toEqual([]);
    }
  });

  test('is hidden where the shapes of the page are elsewhere, and where it is too small for any eye', async () => {
    const elsewhere = `${invisible(text)}0 g 280 2 10 10 re f\n`;
    const signed = invisible(line(30, 170, 'Made by a program', 1));
    for (const content of [elsewhere, signed]) {
      const { markdown, codes } = await outcome([{ content, ...small }], never, { ocrMode: 'never' });
      expect(markdown).toBe('');
      expect(codes).toContain('hidden-text');
    }
  });

  test('that repeats what is printed is left out', async () => {
    const { markdown } = await outcome([scanPage(ink, `${text}${invisible(text)}`, small)], never);
    expect(markdown).toBe(`${prose}\n`);
  });
});

describe('text of no language', () => {
  const honest = new Typist(72, 700).heading('The mill').paragraph(prose).paragraph(prose).content;
  const lying: MakePage = (file) => ({
    content: honest.replaceAll('/F1', '/Lie'),
    resources: { Font: { Lie: lyingFont(file) } },
  });
  /** What a perfect engine sees. */
  const seen: Script = async (raster) => {
    const session = await openSession(bytesSource(pdfOf([{ content: honest }])), undefined);
    const page = session.use((document) => readPage(document, 0));
    session.close();
    if (page === undefined) throw new Error('no page');
    const scale = raster.width / page.width;
    const words = pageContent(page, undefined).content.words.map(({ text, left, top, right, bottom }) => ({
      ...{ text, left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale },
      ...{ line: Math.round(top), confidence: 0.9 },
    }));
    return { ...readingOf(raster, []), words, confidence: 0.9 };
  };

  test('gives way to what is seen in its place', async () => {
    const { markdown, context, codes } = await outcome([lying], seen);
    expect(markdown).toBe(`# The mill\n\n${prose}\n\n${prose}\n`);
    expect(context.facts.ocrPages).toEqual([1]);
    expect(codes).toEqual([]);
  });

  test('gives way where it claims to stand elsewhere, and where it is not at all', async () => {
    const body = new Typist(72, 670).paragraph(prose).paragraph(prose).content;
    const moved: MakePage = (file) => ({
      content: `1 0 0 1 0 -7 cm\n${body.replaceAll('/F1', '/Lie')}`,
      resources: { Font: { Lie: lyingFont(file) } },
    });
    expect((await outcome([moved], seen)).markdown).toBe(`# The mill\n\n${prose}\n\n${prose}\n`);
  });

  test('that is what is seen is right after all', async () => {
    const odd = 'xqzkv wrtpl zxcvb qwrtz plkjh mnbvc dfghj zzqqx wvxyz kqjxz';
    const content = new Typist(72, 700).paragraph(odd).paragraph(odd).content;
    const script: Script = (raster) => readingOf(raster, [odd, odd], { size: raster.height / 60 });
    const { markdown, context, ocr } = await outcome([{ content }], script);
    expect(ocr.asked).toHaveLength(1);
    expect(markdown).toBe(`${odd}\n\n${odd}\n`);
    expect(context.facts.ocrUsed).toBeUndefined();
  });

  test('is taken for names where its font sets plain text on later pages', async () => {
    const names = 'FpXQX FlxqV FqXQXn ZXQM RgXQV FlxqXQ QXQXn FpXQM ZpXQX FlxXV RgXnV KqJxZ VrTpX ZxCvB QwRtZ';
    const contents = { content: new Typist(72, 700).paragraph(names).paragraph(names.toLowerCase()).content };
    const later = { content: new Typist(72, 700).paragraph(prose).content };
    const { markdown, ocr } = await outcome([contents, ...Array<typeof later>(6).fill(later)], never);
    expect(ocr.asked).toHaveLength(0);
    expect(markdown).toContain('FpXQX FlxqV');
  });

  test('stays, with a warning, where the picture says nothing', async () => {
    const { codes, markdown } = await outcome([lying], (raster) => readingOf(raster, []));
    expect(codes).toEqual(['garbled-text']);
    expect(markdown).toContain('# The mill');
  });

  test('is told of where nothing may be read', async () => {
    expect((await outcome([lying], never, { ocrMode: 'never' })).codes).toEqual(['garbled-text']);
  });
});

describe('pages of a few words on a picture', () => {
  const slide: MakePage = (file) => ({
    content: drawImage('Ground', [0, 0, 612, 792]) + line(72, 500, short, 30),
    resources: { XObject: { Ground: imageIn(file, ground) } },
  });

  test('say what the picture says, where that is more', async () => {
    const { markdown } = await outcome([slide], (raster) => readingOf(raster, [prose]));
    expect(markdown).toContain(prose);
  });

  test('say what they say themselves, where it is a logo', async () => {
    const logo: Script = (raster) => readingOf(raster, ['Old Mill'], { size: raster.height / 8 });
    const { markdown, codes } = await outcome([slide], logo);
    expect(markdown).toBe(`${short}\n`);
    expect(codes).toEqual(['picture-labels-dropped']);
  });
});

describe('pictures on a page of text', () => {
  const withPictures =
    (places: readonly (readonly [number, number, number, number])[]): MakePage =>
    (file) => ({
      content: line(72, 750, short) + places.map((place) => drawImage('Notice', place)).join(''),
      resources: { XObject: { Notice: imageIn(file, notice) } },
    });

  test('give their text at their place, and no headings', async () => {
    const script: Script = (raster) => readingOf(raster, ['Notice to all passengers'], { size: raster.height / 3 });
    const { markdown, context } = await outcome([withPictures([[72, 400, 352, 460]])], script);
    expect(markdown).toBe(`${short}\n\nNotice to all passengers\n`);
    expect(context.facts.ocrPages).toEqual([1]);
  });

  test('are looked at up to a number for a page and for a document', async () => {
    const places = Array.from({ length: 6 }, (_, at) => [72, 650 - 100 * at, 352, 710 - 100 * at] as const);
    // Each page shows its pictures a little larger, so that none is known from before.
    const page = (by: number): MakePage =>
      withPictures(places.map(([x0, y0, x1, y1]) => [x0, y0, x1 + by, y1] as const));
    const script: Script = (raster) => readingOf(raster, ['Notice to all passengers'], { size: raster.height / 3 });
    const limits = { ocrPicturesOfPage: 2, ocrPictures: 3 };
    const { codes } = await outcome([page(0), page(9)], script, {}, { limits });
    expect(codes).toEqual(['pictures-not-read']);
    expect((await outcome([page(0), page(9)], script, {}, { limits })).context.warnings[0]?.message).toContain(
      '9 pictures',
    );
  });

  test('that only label a drawing are left out, and it is said', async () => {
    const script: Script = (raster) => readingOf(raster, ['0', '10', '20', '30 North'], { size: raster.height / 6 });
    const { markdown, codes } = await outcome([withPictures([[72, 400, 352, 460]])], script);
    expect(markdown).toBe(`${short}\n`);
    expect(codes).toEqual(['picture-labels-dropped']);
  });

  test('that cannot be read cost nothing but a warning', async () => {
    const script: Script = () => {
      throw new Failure('OCR_FAILED', { details: 'The engine broke.' });
    };
    const { markdown, codes } = await outcome([withPictures([[72, 400, 352, 460]])], script);
    expect(markdown).toBe(`${short}\n`);
    expect(codes).toEqual(['pictures-not-read']);
  });
});

describe('hostile pages', () => {
  test('a page of five thousand pictures is one picture', async () => {
    const tiles = Array.from({ length: 5_000 }, (_, at) =>
      drawImage('Tile', [
        (at % 100) * 6,
        Math.floor(at / 100) * 15,
        (at % 100) * 6 + 6,
        Math.floor(at / 100) * 15 + 15,
      ]),
    );
    const page: MakePage = (file) => ({
      content: tiles.join(''),
      resources: { XObject: { Tile: imageIn(file, { width: 4, height: 4, channels: 1, pixels: new Uint8Array(16) }) } },
    });
    const { ocr } = await outcome([page], (raster) => readingOf(raster, ['Tiles']));
    expect(ocr.asked).toHaveLength(1);
  });

  test('a page of ten thousand points is drawn within bounds', async () => {
    const { ocr } = await outcome(
      [scanPage(ink, '', { width: 10_000, height: 10_000 })],
      (raster) => readingOf(raster, ['Big']),
      {},
      { limits: { rasterPixels: 1_000_000 } },
    );
    const { width, height } = ocr.asked[0]?.raster ?? { width: 0, height: 0 };
    expect(width * height).toBeLessThanOrEqual(1_000_000);
  });

  test('hundreds of pages of one dot are not read', async () => {
    const dot = { width: 1, height: 1, channels: 1, pixels: Uint8Array.of(0) } as const;
    const pages = Array.from({ length: 300 }, () => scanPage(dot, '', small));
    const { ocr } = await outcome([...pages, { content: line(72, 600, short) }], never);
    expect(ocr.asked).toHaveLength(0);
  });

  test('pages over the limit are told of', async () => {
    const pages = Array.from({ length: 3 }, (_, at) =>
      scanPage({ ...ink, pixels: ink.pixels.map((value, place) => (place === at ? 0 : value)) }, '', small),
    );
    const { codes, ocr } = await outcome(
      pages,
      (raster) => readingOf(raster, ['Some text']),
      {},
      { limits: { ocrPages: 2 } },
    );
    expect(ocr.asked).toHaveLength(2);
    expect(codes).toEqual(['page-without-text']);
  });
});
