// Reads pages whose text is known and prints the character error rate of each class of page, for one engine or both:
//   tsx bench/quality/ocr.ts [basic|advanced|both] [part of a class name, or "all"] [most pages of a class]
import { createOcrEngine } from '../../src/convert/engines/ocr/engine.ts';
import { characterErrorRate } from '../../test/support/degraded-page-errors.ts';
import { pageClasses, pagesOf } from './ocr-classes.ts';

const [type = 'both', part = 'all', most = '3'] = process.argv.slice(2);
const types = (['basic', 'advanced'] as const).filter((one) => type === 'both' || one === type);
const engine = await createOcrEngine();
const results: Record<string, Record<string, number>> = {};
for (const one of pageClasses.filter(({ name }) => part === 'all' || name.includes(part))) {
  const cells: string[] = [];
  for (const kind of types) {
    let errors = 0;
    let confidence = 0;
    let pages = 0;
    const worst: string[] = [];
    const before = process.cpuUsage();
    for await (const { name, raster, text } of pagesOf(one, Number(most))) {
      const request = { type: kind, languages: ['en'], signal: new AbortController().signal };
      const reading = await engine.read(raster, request);
      const rate = characterErrorRate(reading.words.map((word) => word.text).join(' '), text);
      errors += rate;
      confidence += reading.confidence;
      pages += 1;
      if (rate > 0.02) worst.push(`${name} ${(100 * rate).toFixed(1)} %`);
    }
    const { user, system } = process.cpuUsage(before);
    results[one.name] = { ...results[one.name], [kind]: errors / pages };
    cells.push(
      `${kind} CER ${((100 * errors) / pages).toFixed(2).padStart(6)} %  sure ${(confidence / pages).toFixed(2)}` +
        `  CPU ${((user + system) / 1e6 / pages).toFixed(1)} s${worst.length > 0 ? `  (${worst.join(', ')})` : ''}`,
    );
  }
  console.log(`${one.name.padEnd(22)} ${cells.join('  |  ')}`);
}
console.log(JSON.stringify({ bench: 'ocr-quality', results }));
