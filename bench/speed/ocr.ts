// CPU time to read a page in a warm process, beside the command `tesseract` on the same picture (start-up included, as
// it has to be paid for each page there). Ratios of one run are what counts.
//   tsx bench/speed/ocr.ts [rounds]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { createOcrEngine } from '../../src/convert/engines/ocr/engine.ts';
import { samplePage } from '../../test/support/degraded-page.ts';
import { characterErrorRate } from '../../test/support/degraded-page-errors.ts';
import { findTesseract } from './ocr-native.ts';
import { measure, median } from './pdf-measure.ts';
import { cache } from './peer-setup.ts';

const rounds = Number(process.argv[2] ?? 3);
const pages = [
  ['prose', 0, 300],
  ['columns', 1, 300],
  ['table', 2, 200],
] as const;
/** The bars: times the CPU of the command, as it runs by default. */
const bars = { basic: 2, advanced: 3 } as const;

mkdirSync(cache, { recursive: true });
const native = findTesseract();
if (!native) console.log('The command tesseract is neither here nor to be had: no ratios.');
const engine = await createOcrEngine();
const types = ['basic', 'advanced'] as const;
const spent = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const first = await samplePage('table', 1, 150);
for (const type of types) {
  const request = { type, languages: ['en'], signal: new AbortController().signal };
  console.log(
    `${type}: start-up and first page ${(await spent(() => engine.read(first.raster, request))).toFixed(1)} s CPU`,
  );
}

console.log('\n| page | reader | CPU seconds | errors | times the command |\n| --- | --- | --: | --: | --: |');
const ratios = new Map<string, number[]>();
for (const [kind, number, dpi] of pages) {
  const { raster, text } = await samplePage(kind, number, dpi);
  const name = `${kind}, ${dpi} dpi`;
  const show = (reader: string, cpu: number, errors: string, base: number): void => {
    console.log(
      `| ${name} | ${reader} | ${cpu.toFixed(2)} | ${errors} | ${base > 0 ? (cpu / base).toFixed(2) : '-'} |`,
    );
  };
  let base = 0;
  if (native) {
    const file = join(cache, `ocr-${kind}-${dpi}.png`);
    const { width, height, channels, pixels } = raster;
    writeFileSync(
      file,
      await sharp(pixels, { raw: { width, height, channels } }).withMetadata({ density: dpi }).png().toBuffer(),
    );
    for (const [reader, extra] of [
      ['tesseract', {}],
      ['tesseract, one thread', { OMP_THREAD_LIMIT: '1' }],
    ] as const) {
      const usages: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const usage = await measure(native.command, [file, 'stdout'], { ...native.env, ...extra });
        if (usage) usages.push(usage.cpu);
      }
      base ||= median(usages);
      show(reader, median(usages), '', base);
    }
  }
  for (const type of types) {
    const times: number[] = [];
    let errors = 0;
    for (let round = 0; round < rounds; round += 1) {
      const request = { type, languages: ['en'], signal: new AbortController().signal };
      times.push(
        await spent(async () => {
          const { words } = await engine.read(raster, request);
          errors = characterErrorRate(words.map((word) => word.text).join(' '), text);
        }),
      );
    }
    show(type, median(times), `${(100 * errors).toFixed(2)} %`, base);
    if (base > 0) ratios.set(type, [...(ratios.get(type) ?? []), median(times) / base]);
  }
}
for (const type of types) {
  const found = ratios.get(type);
  if (!found) continue;
  const most = Math.max(...found);
  console.log(
    `${most <= bars[type] ? 'holds' : 'FAILS'}: ${type} takes at most ${bars[type]} x the command: ${most.toFixed(2)}`,
  );
}
console.log(JSON.stringify({ bench: 'ocr-speed', ratios: Object.fromEntries(ratios) }));
