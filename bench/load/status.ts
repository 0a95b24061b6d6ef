// How many status requests a second one service answers, with key check and rate limit: `npx tsx bench/load/status.ts [SECONDS]`
// after npm run build.
// The client is a process of its own that keeps some connections busy; what the service spends of a processor per
// request is measured besides, because a loaded machine changes the one and hardly the other.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const connections = 32;
const seconds = Number(process.argv[2] ?? 10);
/** Ticks of /proc/PID/stat per second on Linux. */
const ticksPerSecond = 100;

interface Target {
  readonly url: string;
  readonly key: string;
}

interface Outcome {
  readonly requests: number;
  readonly wrong: number;
  readonly latencies: readonly number[];
}

if (process.send !== undefined) process.once('message', (target) => void load(target as Target));
else await measure();

/** The client: every connection asks again as soon as it is answered. */
async function load({ url, key }: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let wrong = 0;
  const end = performance.now() + seconds * 1000;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      const call = request(url, { agent, headers: { 'x-api-key': key } }, (response) => {
        if (response.statusCode !== 200) wrong += 1;
        response.resume();
        response.once('end', () => {
          latencies.push(performance.now() - start);
          resolve();
        });
      });
      call.once('error', reject);
      call.end();
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await one();
    }),
  );
  agent.destroy();
  const outcome: Outcome = { requests: latencies.length, wrong, latencies: latencies.sort((a, b) => a - b) };
  process.send?.(outcome, () => process.exit(0));
}

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'docmill-load-'));
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../dist/main.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      WORKERS: '1',
      PLANS: '{"scale":{"requestsPerMinute":1000000}}',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { url, key } = await started(server.stdout);
    const job = await convert(url, key);
    const target: Target = { url: `${url}/api/v1/status/${job}`, key };
    const client = fork(import.meta.filename, process.argv.slice(2), { execArgv: process.execArgv });
    const before = processorSeconds(server.pid);
    client.send(target);
    const outcome = await new Promise<Outcome>((resolve) => client.once('message', (said) => resolve(said as Outcome)));
    const spent = processorSeconds(server.pid) - before;
    const at = (share: number): number => outcome.latencies[Math.floor(outcome.latencies.length * share)] ?? 0;
    const result = {
      bench: 'status',
      connections,
      requests_per_second: Math.round(outcome.requests / seconds),
      processor_us_per_request: Math.round((spent / outcome.requests) * 1e6),
      p50_ms: Number(at(0.5).toFixed(1)),
      p99_ms: Number(at(0.99).toFixed(1)),
      wrong: outcome.wrong,
    };
    for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(28)}${value}\n`);
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function started(stdout: NodeJS.ReadableStream): Promise<Target> {
  return new Promise((resolve) => {
    let text = '';
    stdout.on('data', (piece) => {
      // After the start the log goes on; it is read so that the service never waits for this process.
      if (text.length > 10_000) return;
      text += String(piece);
      const url = /Dashboard\s+(http:\S+)\/dashboard/.exec(text)?.[1];
      const key = /API key\s+(dm_live_\w+)/.exec(text)?.[1];
      if (url !== undefined && key !== undefined) resolve({ url, key });
    });
  });
}

async function convert(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/convert?filename=a.md`, {
    method: 'POST',
    body: '# Title\n\nA paragraph of text.\n',
    headers: { 'x-api-key': key, 'content-type': 'text/markdown' },
  });
  return ((await response.json()) as { job_id: string }).job_id;
}

/** User and system time of the service alone; its sandbox children are processes of their own. */
function processorSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
