// How fast Office documents and books are converted beside what a user would take instead. Every converter runs in a
// process of its own, start-up included, in turns; the ratios of one run are what counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, findPandoc, installPeers } from './peer-setup.ts';
import { plainEnvironment } from './plain-environment.ts';
import { book, deck, wordDocument, workbook } from './sample-packages.ts';

const here = import.meta.dirname;
const docmill = join(here, '../../dist/client/cli.js');
const rounds = Number(process.env['ROUNDS'] ?? 3);

interface Usage {
  readonly wall: number;
  readonly cpu: number;
  /** Only of programs that run on Node. */
  readonly megabytes?: number;
}
interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
interface Trial {
  readonly document: string;
  readonly file: string;
  readonly contenders: readonly Contender[];
}

const node = (name: string, ...args: string[]): Contender => ({
  name,
  command: process.execPath,
  args: ['--import', join(here, 'report-usage.mjs'), ...args],
});

function measure({ command, args, env }: Contender): Usage | undefined {
  const started = process.hrtime.bigint();
  const before = childrenCpu();
  const child = spawnSync(command, args, {
    env: env ?? plainEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 900_000,
    maxBuffer: 1 << 26,
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e9;
  if (child.status !== 0) {
    console.error(`${command} ${args.join(' ')} failed: ${child.stderr.slice(-500)}`);
    return undefined;
  }
  const told = /\nusage (\{.*\})\n/.exec(child.stderr)?.[1];
  return told === undefined
    ? { wall, cpu: childrenCpu() - before }
    : { wall, ...(JSON.parse(told) as { cpu: number }) };
}

/** Processor seconds of children that ended: fields 16 and 17 of /proc/self/stat, in ticks of 1/100 s. */
function childrenCpu(): number {
  const stat = spawnSync('cat', [`/proc/${process.pid}/stat`], { encoding: 'utf8' }).stdout;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function sample(name: string, make: () => Buffer | Promise<Buffer>): Promise<string> {
  const file = join(cache, name);
  if (!existsSync(file)) writeFileSync(file, await make());
  return file;
}

async function trials(): Promise<Trial[]> {
  mkdirSync(cache, { recursive: true });
  const peers = installPeers();
  const pandoc = findPandoc();
  const ours = (file: string) => node('docmill', docmill, '--quiet', file);
  const peer = (name: string, script: string, file: string) => node(name, join(peers, script), file);
  const viaPandoc = (file: string): Contender[] =>
    pandoc === undefined
      ? []
      : [{ ...pandoc, name: 'pandoc', args: [...pandoc.args, '-t', 'gfm', '-o', '/dev/null', file] }];
  const word = await sample('word-400.docx', () => wordDocument(400));
  const small = await sample('sheet-100k.xlsx', () => workbook(100_000, 10));
  const large = await sample('sheet-1m.xlsx', () => workbook(1_000_000, 10));
  const novel = await sample('book-40.epub', () => book(40));
  const slides = await sample('deck-300.pptx', () => deck(300));
  return [
    {
      document: 'docx, 400 pages',
      file: word,
      contenders: [
        ours(word),
        peer('mammoth + turndown', 'mammoth-turndown.mjs', word),
        ...viaPandoc(word),
        peer('officeparser', 'officeparser.mjs', word),
      ],
    },
    {
      document: 'xlsx, 100 000 x 10',
      file: small,
      contenders: [
        ours(small),
        peer('exceljs, streaming', 'exceljs-stream.mjs', small),
        peer('exceljs', 'exceljs-whole.mjs', small),
        peer('officeparser', 'officeparser.mjs', small),
      ],
    },
    { document: 'xlsx, 1 000 000 x 10', file: large, contenders: [ours(large)] },
    { document: 'epub, 400 pages', file: novel, contenders: [ours(novel), ...viaPandoc(novel)] },
    {
      document: 'pptx, 300 slides',
      file: slides,
      contenders: [ours(slides), peer('officeparser', 'officeparser.mjs', slides)],
    },
  ];
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const results: Record<string, unknown>[] = [];
console.log('| document | converter | seconds | CPU seconds | peak MB | times our time | times our CPU |');
console.log('| --- | --- | --: | --: | --: | --: | --: |');
for (const { document, contenders } of await trials()) {
  const usages = new Map<string, Usage[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      const usage = measure(contender);
      if (usage !== undefined) usages.get(contender.name)?.push(usage);
    }
  }
  let first: { wall: number; cpu: number } | undefined;
  for (const [name, list] of usages) {
    const wall = median(list.map((one) => one.wall));
    const cpu = median(list.map((one) => one.cpu));
    first ??= { wall, cpu };
    const megabytes = Math.max(...list.map((one) => one.megabytes ?? 0));
    const cells = [
      wall.toFixed(2),
      cpu.toFixed(2),
      megabytes || '',
      (wall / first.wall).toFixed(1),
      (cpu / first.cpu).toFixed(1),
    ];
    console.log(`| ${document} | ${name} | ${cells.join(' | ')} |`);
    results.push({ document, name, wall, cpu, megabytes });
  }
}
const library = join(here, '../../dist/convert/index.js');
const warm = (name: string, file: string): number => {
  const script = join(cache, 'peers', 'warm.mjs');
  const child = spawnSync(process.execPath, [script, name, file, library], { encoding: 'utf8' });
  return Number(child.stdout);
};
const again: Record<string, unknown>[] = [];
console.log('\n| warm: the fifth time in one process | CPU seconds | theirs, CPU seconds | times ours |');
console.log('| --- | --: | --: | --: |');
for (const [file, peer, title] of [
  ['word-400.docx', 'mammoth', 'docx, 400 pages; mammoth + turndown'],
  ['sheet-100k.xlsx', 'exceljs', 'xlsx, 100 000 x 10; exceljs'],
] as const) {
  const ours = warm('docmill', join(cache, file));
  const theirs = warm(peer, join(cache, file));
  console.log(`| ${title} | ${ours.toFixed(2)} | ${theirs.toFixed(2)} | ${(theirs / ours).toFixed(1)} |`);
  again.push({ title, ours, theirs });
}
console.log(JSON.stringify({ bench: 'speed/office', rounds, results, warm: again }));
