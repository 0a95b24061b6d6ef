// How long documents made to cost too much keep a child busy: `npx tsx bench/attack.ts` after npm run build, on a quiet
// machine. Runs the suites of test/attack one after the other and lists what took longest; five seconds is the aim.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const aimMs = 5_000;
const shown = 25;
const suites = ['bombs', 'packages', 'pdfs', 'images', 'audio'].map((name) => `test/attack/${name}.test.ts`);

const folder = mkdtempSync(join(tmpdir(), 'docmill-attack-'));
const file = join(folder, 'times');
const { status } = spawnSync('npx', ['vitest', 'run', '--maxWorkers=1', '--no-file-parallelism', ...suites], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DOCMILL_ATTACK_TIMES: file },
});
const times = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { test: string; end: number | string; ms: number })
      .sort((a, b) => b.ms - a.ms)
  : [];
rmSync(folder, { recursive: true, force: true });
console.table(times.slice(0, shown));
const over = times.filter(({ ms }) => ms > aimMs).length;
console.log(JSON.stringify({ bench: 'attack', documents: times.length, over_5_s: over, suites_passed: status === 0 }));
