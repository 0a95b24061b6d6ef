// The reader of pictures with readings made by hand: what becomes of frames, damage, noise and pictures without text.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { Failure } from '../../../core/failure.ts';
import type { OcrEngine, OcrReading, OcrWord } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import type { ConvertOptions } from '../../options.ts';
import { read } from './read.ts';

function words(lines: readonly string[], confidence: number): OcrWord[] {
  return lines.flatMap((line, number) => {
    let left = 20;
    return line.split(' ').map((text) => {
      const right = left + 10 * text.length;
      const one = { text, confidence, line: number, left, right, top: 20 + 30 * number, bottom: 36 + 30 * number };
      left = right + 6;
      return one;
    });
  });
}

/** An engine that answers one picture after the other, and the pictures it was shown. */
function engineOf(...answers: (readonly string[] | Failure)[]) {
  const shown: Raster[] = [];
  const engine: OcrEngine = {
    parallel: 2,
    lines: async () => undefined,
    async read(raster): Promise<OcrReading> {
      const answer = answers[shown.length] ?? [];
      shown.push(raster);
      if (answer instanceof Failure) throw answer;
      const { width, height } = raster;
      return {
        width,
        height,
        turned: 0,
        levelled: 0,
        words: words(answer, 0.9),
        rules: [],
        areas: [],
        confidence: 0.9,
      };
    },
  };
  return { shown, engine };
}

function contextWith(engine: OcrEngine, options: Partial<ConvertOptions> = {}) {
  const context = testContext({}, options);
  const engines: ReadContext['engines'] = { ...context.engines, ocr: async () => engine };
  return { ...context, engines };
}

/** Grey with a mark whose place tells pictures apart. */
function picture(at = 0, background = '#ffffff') {
  return sharp({ create: { width: 400, height: 200, channels: 3, background } }).composite([
    { input: { create: { width: 90, height: 60, channels: 3, background: '#000' } }, left: at, top: 40 },
  ]);
}
async function animation(...places: number[]): Promise<Buffer> {
  // Encoders join frames that are the same to the last bit.
  const grounds = ['#ffffff', '#fefefe'];
  const frames = await Promise.all(
    places.map((at, frame) =>
      picture(at, grounds[frame % 2])
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, minSize: false })
    .toBuffer();
}
const codes = (context: { readonly warnings: readonly { readonly code: string }[] }) =>
  context.warnings.map((one) => one.code);

describe('one picture', () => {
  test('its text, with confidence and places on the picture', async () => {
    const context = contextWith(engineOf(['Some words here']).engine);
    const [block] = await blocksFrom(read, await picture().png().toBuffer(), context);
    expect(block).toMatchObject({ type: 'paragraph', confidence: 0.9, origin: { kind: 'page', page: 1 } });
    expect(context.facts).toMatchObject({ pages: 1, ocrUsed: true, ocrPages: [1], ocrConfidence: 0.9 });
    const box = block?.origin?.kind === 'page' ? block.origin.box : undefined;
    // The ink stands from 20 to 36; the line of type is a little taller.
    expect(box?.[0]).toBeCloseTo(20, 0);
    expect(box?.[1]).toBeGreaterThan(12);
    expect(box?.[3]).toBeLessThan(44);
  });

  test('turned by its camera, places are those of the picture as it is stored', async () => {
    const { engine, shown } = engineOf(['Some words here']);
    const jpeg = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const [block] = await blocksFrom(read, jpeg, contextWith(engine));
    expect(shown[0]).toMatchObject({ width: 200, height: 400 });
    const box = block?.origin?.kind === 'page' ? block.origin.box : undefined;
    // A line at the upper left of the upright picture stands at the lower left of the stored one.
    expect(box?.[0]).toBeLessThan(44);
    expect(box?.[3]).toBeCloseTo(180, 0);
  });

  test('without text: what it is, and a warning', async () => {
    const context = contextWith(engineOf().engine);
    const jpeg = await picture()
      .withExif({ IFD0: { ImageDescription: 'A box' } })
      .jpeg()
      .toBuffer();
    expect(await markdownFrom(read, jpeg, context)).toBe('JPEG image, 400 × 200 pixels.\n\n- **Description:** A box\n');
    expect(codes(context)).toEqual(['no-text-in-picture']);
  });

  test('what is written about it stands before its text', async () => {
    const jpeg = await picture()
      .withExif({ IFD0: { ImageDescription: 'A box' } })
      .jpeg()
      .toBuffer();
    const markdown = await markdownFrom(read, jpeg, contextWith(engineOf(['Some words here']).engine));
    expect(markdown).toBe('- **Description:** A box\n\nSome words here\n');
  });

  test('ocrMode never asks no engine', async () => {
    const { engine, shown } = engineOf(['Some words here']);
    const context = contextWith(engine, { ocrMode: 'never' });
    expect(await markdownFrom(read, await picture().png().toBuffer(), context)).toBe('PNG image, 400 × 200 pixels.\n');
    expect(shown).toHaveLength(0);
    expect(codes(context)).toEqual(['ocr-off']);
  });

  test('one colour all over is not worth an engine', async () => {
    const { engine, shown } = engineOf(['Some words here']);
    const plain = sharp({ create: { width: 90, height: 90, channels: 3, background: '#fa0' } });
    await markdownFrom(read, await plain.png().toBuffer(), contextWith(engine));
    expect(shown).toHaveLength(0);
  });

  test('an engine that breaks breaks the conversion', async () => {
    const context = contextWith(engineOf(new Failure('OCR_FAILED')).engine);
    await expect(markdownFrom(read, await picture().png().toBuffer(), context)).rejects.toThrow(Failure);
  });
});

describe('several frames', () => {
  test('of an animation each line is told once, and a frame like the last is not read', async () => {
    const { engine, shown } = engineOf(['Title stays here', 'first step now'], ['Title stays here', 'second step now']);
    const context = contextWith(engine);
    const markdown = await markdownFrom(read, await animation(0, 0, 200), context);
    expect(shown).toHaveLength(2);
    expect(markdown.match(/Title/g)).toHaveLength(1);
    expect(markdown).toContain('second step now');
    expect(codes(context)).toEqual(['frames-repeated']);
    expect(context.facts).toMatchObject({ pages: 3, ocrPages: [1, 3] });
  });

  test('pages are chosen and marked', async () => {
    const { engine, shown } = engineOf(['Only this one']);
    const context = contextWith(engine, { pages: [{ first: 2, last: 2 }], pageMarkers: true });
    const markdown = await markdownFrom(read, await animation(0, 100, 200), context);
    expect(shown).toHaveLength(1);
    expect(markdown).toBe('<!-- page 2 -->\n\nOnly this one\n');
  });

  test('a frame that cannot be read is named, the others are there', async () => {
    const context = contextWith(engineOf(new Failure('OCR_FAILED'), ['The other one']).engine);
    expect(await markdownFrom(read, await animation(0, 200), context)).toBe('The other one\n');
    expect(codes(context)).toEqual(['page-unreadable']);
  });
});
