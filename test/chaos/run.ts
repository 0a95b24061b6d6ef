// `npm run chaos [ROW...]`: the long form of the fault tests, all or some rows of the scorecard; one line per test and store,
// and exit code 1 when one fails. CHAOS_SCALE=0.1 does a tenth of the rounds.
import { clockJumps } from './clock-jumps.ts';
import { damagedFiles } from './damaged-files.ts';
import { fullDisks } from './disk-full.ts';
import { everyCallFails } from './every-call.ts';
import { type Finding, lineOf } from './finding.ts';
import { killAll } from './kill-all.ts';
import { killApi } from './kill-api.ts';
import { killWorkers } from './kill-worker.ts';
import { lifetimes } from './lifetimes.ts';
import { holdLimits } from './limits.ts';
import { otherRows } from './other-rows.ts';
import { outages } from './outage.ts';
import { type StoreName, storeNames } from './store-sets.ts';

const scale = Number(process.env['CHAOS_SCALE'] ?? 1);
const times = (count: number): number => Math.max(1, Math.round(count * scale));

interface Row {
  readonly rows: readonly number[];
  readonly run: (store: StoreName) => Promise<readonly Finding[]>;
}

const faults: readonly Row[] = [
  { rows: [6], run: async (store) => [await killWorkers(store, times(200), 5000)] },
  { rows: [7], run: async (store) => [await killApi(store, times(200))] },
  { rows: [8], run: async (store) => [await killAll(store, times(100))] },
  { rows: [9], run: fullDisks },
  { rows: [10], run: (store) => outages(store, Math.max(3000, 60_000 * scale)) },
  { rows: [11], run: async (store) => [await everyCallFails(store)] },
  { rows: [12], run: async (store) => [await damagedFiles(store, times(1000))] },
  { rows: [13], run: async (store) => [await clockJumps(store)] },
  { rows: [28, 29], run: (store) => holdLimits(store, times(10)) },
  { rows: [30], run: async (store) => [await lifetimes(store, times(10_000), 6)] },
];

const arguments_ = process.argv.slice(2);
const whole = arguments_.includes('--scorecard');
const wanted = new Set(arguments_.map(Number).filter((row) => row > 0));
const isWanted = (rows: readonly number[]): boolean => wanted.size === 0 || rows.some((row) => wanted.has(row));
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const findings: Finding[] = [];
const report = (found: readonly Finding[]): void => {
  for (const finding of found) {
    findings.push(finding);
    print(lineOf(finding));
  }
};

print('| # | Test | Store | | Figure |\n|---|---|---|---|---|');
for (const { rows, run } of faults.filter((row) => isWanted(row.rows))) {
  for (const store of storeNames) {
    // One that cannot run counts as failed.
    const broken = (error: unknown): Finding[] => [
      { row: rows[0] ?? 0, test: 'could not run', store, problems: [String(error)], figure: '' },
    ];
    report(await run(store).catch(broken));
  }
}
const isElsewhere = (row: number): boolean => isWanted([row]) && (whole || wanted.has(row) || row === 14 || row === 15);
for await (const finding of otherRows(isElsewhere, scale)) report([finding]);

const failed = findings.filter(({ problems }) => problems.length > 0);
print(`\n${findings.length - failed.length} passed, ${failed.length} failed`);
for (const { row, store, problems } of failed) for (const problem of problems) print(`${row} ${store}: ${problem}`);
print(JSON.stringify({ scorecard: findings }));
process.exit(failed.length === 0 ? 0 : 1);
