// The command is asked in its own words, and its answers read like the module's.
import { expect, test } from 'vitest';
import { greyMap, NativeTesseract, type RunTesseract } from './native-tesseract.ts';
import type { OcrWord } from './port.ts';
import type { Recogniser } from './tesseract.ts';

const raster = { width: 30, height: 20, channels: 1, pixels: new Uint8Array(600).fill(255) } as const;
const fallback: OcrWord = { text: 'module', confidence: 1, line: 0, left: 0, top: 0, right: 5, bottom: 5 };
const module: Recogniser = { read: async () => [fallback] };
const hocr = `<span class='ocr_line' title="bbox 2 2 20 12; baseline 0 -2">
  <span class='ocrx_word' title='bbox 2 2 20 12; x_wconf 91'>native</span></span>`;

function command(answer: () => string): { run: RunTesseract; calls: string[][]; inputs: Uint8Array[] } {
  const calls: string[][] = [];
  const inputs: Uint8Array[] = [];
  return {
    calls,
    inputs,
    async run(args, input) {
      calls.push([...args]);
      inputs.push(input);
      return Buffer.from(args[0] === '--list-langs' ? 'List of available languages (2):\neng\nosd\n' : answer());
    },
  };
}

test('reads a picture by way of standard input', async () => {
  const { run, calls, inputs } = command(() => hocr);
  const native = new NativeTesseract(run, module);
  expect(await native.read(raster, ['en'])).toEqual([
    { text: 'native', confidence: 0.91, line: 0, left: 2, top: 2, right: 20, bottom: 12, baseline: 10 },
  ]);
  await native.read(raster, ['en']);
  expect(calls.map(([first]) => first)).toEqual(['--list-langs', 'stdin', 'stdin']);
  expect(calls[1]?.join(' ')).toContain('-l eng --oem 1 --psm 3');
  expect(
    Buffer.from(inputs[1] ?? [])
      .toString('latin1')
      .startsWith('P5\n30 20\n255\n'),
  ).toBe(true);
  expect(inputs[1]).toHaveLength(greyMap(raster).length);
});

test('leaves other languages to the module', async () => {
  const { run, calls } = command(() => hocr);
  expect(await new NativeTesseract(run, module).read(raster, ['en', 'de'])).toEqual([fallback]);
  expect(calls).toHaveLength(1);
});

test.each([
  [
    'fails on the picture',
    command(() => {
      throw new Error('killed');
    }).run,
  ],
  [
    'cannot be started',
    (async () => {
      throw new Error('ENOENT');
    }) as RunTesseract,
  ],
])('the module reads where the command %s', async (_, run) => {
  expect(await new NativeTesseract(run, module).read(raster, ['en'])).toEqual([fallback]);
});
