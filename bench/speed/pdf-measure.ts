// Runs a program and tells what it used: processor time of the process and its children, and peak memory, looked at from
// outside so that every kind of program is measured the same way.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plainEnvironment } from './plain-environment.ts';

export interface Usage {
  readonly wall: number;
  readonly cpu: number;
  readonly megabytes: number;
}

const lookEveryMs = 10;
const longestMs = 900_000;

/** Undefined where it failed. */
export async function measure(
  command: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Usage | undefined> {
  const started = process.hrtime.bigint();
  const before = childrenCpu();
  const child = spawn(command, args, {
    env: env ?? plainEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestMs,
  });
  let peak = 0;
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString('utf8')).slice(-500);
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, peakKilobytes(child.pid));
  }, lookEveryMs);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  clearInterval(watch);
  if (code !== 0) {
    console.error(`${command} ${args.join(' ')} failed: ${said}`);
    return undefined;
  }
  return {
    wall: Number(process.hrtime.bigint() - started) / 1e9,
    cpu: childrenCpu() - before,
    megabytes: Math.round(peak / 1024),
  };
}

/** The high-water mark (proc_pid_status(5)); ru_maxrss would count the parent's memory at the fork. */
function peakKilobytes(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Processor seconds of children that ended: fields 16 and 17 of /proc/self/stat, in ticks of 1/100 s. */
function childrenCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
