// How fast the writer is beside mdast-util-to-markdown on the same documents, and how much memory a long table takes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Nodes, Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Block, Row } from '../../src/convert/document/tree.ts';
import { markdownOf, writeMarkdown } from '../../src/convert/markdown/write.ts';
import { prose, sheetRows } from './sample-documents.ts';

const tableRows = 100_000;
const tableColumns = 10;
const proseBytes = 10_000_000;
const memoryRows = [100_000, 1_000_000] as const;

interface Timing {
  readonly name: string;
  readonly megabytes: number;
  readonly ours: number;
  readonly theirs: number;
}

/** Seconds of processor time: unlike the wall clock, it hardly depends on what else the machine is doing. */
async function seconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** The best of some runs, once the code is warm; the other side is measured once, as it takes so long. */
async function best(runs: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await seconds(work));
  return least;
}

const nothing = (): void => undefined;
const theirs = (root: Root): string => toMarkdown(root, { extensions: [gfmToMarkdown({ tablePipeAlign: false })] });

async function timeTable(): Promise<Timing> {
  const rows = [...sheetRows(tableRows, tableColumns)];
  const blocks: Block[] = [{ type: 'table', rows }];
  let megabytes = 0;
  const ours = await best(5, async () => {
    megabytes = (await writeMarkdown(blocks, nothing)).bytes / 1e6;
  });
  const root: Root = {
    type: 'root',
    children: [
      {
        type: 'table',
        children: rows.map((row: Row) => ({
          type: 'tableRow',
          children: row.map((cell) => ({ type: 'tableCell', children: [{ type: 'text', value: String(cell) }] })),
        })),
      },
    ],
  };
  return { name: `table ${tableRows} x ${tableColumns}`, megabytes, ours, theirs: await seconds(() => theirs(root)) };
}

async function timeProse(): Promise<Timing> {
  const blocks: Block[] = [];
  let size = 0;
  for (const block of prose(11)) {
    if (size >= proseBytes) break;
    blocks.push(block);
    size += markdownOf([block]).length + 1;
  }
  let megabytes = 0;
  const ours = await best(5, async () => {
    megabytes = (await writeMarkdown(blocks, nothing)).bytes / 1e6;
  });
  const root: Root = { type: 'root', children: blocks as unknown as Root['children'] satisfies Nodes[] };
  return { name: 'prose', megabytes, ours, theirs: await seconds(() => theirs(root)) };
}

/** Peak memory of a process that does nothing but write a table whose rows are made on the way. */
async function writeLongTable(rows: number): Promise<void> {
  let bytes = 0;
  await writeMarkdown([{ type: 'table', rows: sheetRows(rows, tableColumns) }], (piece) => {
    bytes += piece.length;
  });
  console.log(JSON.stringify({ rows, bytes, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
}

function measureMemory(rows: number): {
  readonly rows: number;
  readonly bytes: number;
  readonly peakMegabytes: number;
} {
  const script = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [...process.execArgv, script, '--rows', String(rows)], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

async function main(): Promise<void> {
  const timings = [await timeTable(), await timeProse()];
  const memory = memoryRows.map(measureMemory);
  console.log('| document | MB written | CPU seconds | MB/s | mdast-util-to-markdown, CPU seconds | times faster |');
  console.log('| --- | --: | --: | --: | --: | --: |');
  for (const { name, megabytes, ours, theirs } of timings) {
    const cells = [
      megabytes.toFixed(1),
      ours.toFixed(3),
      (megabytes / ours).toFixed(0),
      theirs.toFixed(2),
      (theirs / ours).toFixed(1),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log('\n| streamed rows | MB written | peak memory, MB |\n| --: | --: | --: |');
  for (const one of memory) console.log(`| ${one.rows} | ${(one.bytes / 1e6).toFixed(1)} | ${one.peakMegabytes} |`);
  console.log(JSON.stringify({ bench: 'speed/markdown', timings, memory }));
}

const rowsArgument = process.argv.indexOf('--rows');
await (rowsArgument === -1 ? main() : writeLongTable(Number(process.argv[rowsArgument + 1])));
