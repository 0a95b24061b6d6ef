// What a process and its children have cost the processor so far, from /proc: for measurements on Linux.
import { readFileSync } from 'node:fs';

/** Clock ticks a second; 100 on every Linux that Node runs on. */
const ticks = 100;

/** Seconds of processor time of a process, the children it has and those it had. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / ticks;
    return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
  } catch {
    // It ended while we looked; its parent has counted it.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
