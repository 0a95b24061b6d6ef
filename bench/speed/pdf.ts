// How fast PDFs are converted beside pdftotext, liteparse and pdf.js. Every program runs in a process of its own,
// start-up included, in turns; the ratios of one run are what counts, and the bars at the end are ratios too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, median, type Usage } from './pdf-measure.ts';
import { manuals, type Program, pdfPrograms } from './pdf-peers.ts';
import { samplePdf } from './pdf-samples.ts';
import { cache } from './peer-setup.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const here = import.meta.dirname;
const docmill: Program = {
  name: 'docmill',
  command: process.execPath,
  args: (file) => [join(here, '../../dist/client/cli.js'), '--quiet', file],
};

interface Sample {
  readonly name: string;
  readonly file: string;
  readonly pages: number;
}

function made(pages: number): Sample {
  const file = join(cache, `sample-${pages}.pdf`);
  if (!existsSync(file)) writeFileSync(file, samplePdf(pages));
  return { name: `made, ${pages} pages`, file, pages };
}

/** The number of pages is what our own conversion says. */
function real([name, file]: readonly [string, string]): Sample {
  const told = spawnSync(process.execPath, [join(here, '../../dist/client/cli.js'), '--quiet', '--json', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  }).stdout;
  const pages = Number(/"pages":\s*(\d+)/.exec(told)?.[1] ?? 1);
  return { name: `${name}, ${pages} pages`, file, pages };
}

mkdirSync(cache, { recursive: true });
const programs = [docmill, ...pdfPrograms()];
const samples = [...[1, 10, 100, 1_000, 1_300].map(made), ...manuals().map(real)];
const results = new Map<string, Map<string, Usage>>();

console.log('| document | program | seconds | CPU seconds | CPU ms a page | peak MB | our CPU / its CPU |');
console.log('| --- | --- | --: | --: | --: | --: | --: |');
for (const { name, file, pages } of samples) {
  const usages = new Map<string, Usage[]>(programs.map((program) => [program.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name: program, command, args, env } of programs) {
      const usage = await measure(command, args(file), env);
      if (usage !== undefined) usages.get(program)?.push(usage);
    }
  }
  const middle = new Map<string, Usage>();
  for (const [program, list] of usages) {
    if (list.length === 0) continue;
    const usage = {
      wall: median(list.map((one) => one.wall)),
      cpu: median(list.map((one) => one.cpu)),
      megabytes: Math.max(...list.map((one) => one.megabytes)),
    };
    middle.set(program, usage);
    const ratio = (middle.get('docmill')?.cpu ?? Number.NaN) / usage.cpu;
    const cells = [usage.wall, usage.cpu, (usage.cpu * 1000) / pages].map((value) => value.toFixed(2));
    console.log(`| ${name} | ${program} | ${cells.join(' | ')} | ${usage.megabytes} | ${ratio.toFixed(2)} |`);
  }
  results.set(name, middle);
}

const warm = JSON.parse(
  spawnSync(process.execPath, [join(here, 'pdf-warm.mjs'), made(1).file], { encoding: 'utf8' }).stdout,
) as { first: number; median: number; slowest: number };
console.log(`\nOne page in a warm process: ${warm.median.toFixed(1)} ms (first ${warm.first.toFixed(0)} ms)\n`);

interface Bar {
  readonly text: string;
  readonly most: number;
  readonly value: (sample: Sample) => number | undefined;
  readonly from?: number;
}

const cpu = (sample: Sample, program: string): number | undefined => results.get(sample.name)?.get(program)?.cpu;
const against = (program: string) => (sample: Sample) => {
  const [ours, its] = [cpu(sample, 'docmill'), cpu(sample, program)];
  return ours === undefined || its === undefined ? undefined : ours / its;
};
const base = samples.find(({ pages }) => pages === 1);
/** Cost of a page once the cost of starting is taken off. */
const perPage = (sample: Sample): number =>
  ((cpu(sample, 'docmill') ?? 0) - ((base && cpu(base, 'docmill')) ?? 0)) / sample.pages;
const hundred = samples.find(({ name }) => name.startsWith('made, 100 '));

const bars: readonly Bar[] = [
  { text: 'CPU against pdftotext, from 100 pages', most: 1.5, value: against('pdftotext'), from: 100 },
  { text: 'CPU against liteparse', most: 1, value: against('liteparse, Markdown'), from: 10 },
  { text: 'CPU against pdf.js', most: 0.5, value: against('pdf.js'), from: 10 },
  {
    text: 'peak MB, from 1 000 pages',
    most: 250,
    value: (sample) => results.get(sample.name)?.get('docmill')?.megabytes,
    from: 1_000,
  },
  {
    text: 'cost of a page against that of 100 pages',
    most: 1.3,
    value: (sample) =>
      hundred !== undefined && sample.name.startsWith('made') ? perPage(sample) / perPage(hundred) : undefined,
    from: 1_000,
  },
];
for (const { text, most, value, from = 1 } of bars) {
  const told = samples.flatMap((sample) => {
    const measured = sample.pages < from ? undefined : value(sample);
    return measured === undefined
      ? []
      : [`${measured <= most ? 'ok' : 'OVER'} ${measured.toFixed(2)} (${sample.name})`];
  });
  console.log(`${text}, at most ${most}: ${told.join('; ')}`);
}
console.log(
  `one page in a warm process, at most 30 ms: ${warm.median <= 30 ? 'ok' : 'OVER'} ${warm.median.toFixed(1)}`,
);
console.log(
  JSON.stringify({
    bench: 'speed/pdf',
    rounds,
    warm,
    results: Object.fromEntries([...results].map(([name, usages]) => [name, Object.fromEntries(usages)])),
  }),
);
