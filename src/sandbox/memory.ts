// How much memory another process holds. Heap limits do not bound buffers or wasm memory, so the parent looks from
// outside, where /proc allows it.
import { readFileSync } from 'node:fs';

/**
 * Resident and swapped bytes of a process; undefined where the system does not tell. Read from `status` and not from
 * `statm`, because it counts in kB whatever the page size is and knows what was swapped out (proc_pid_status(5)).
 */
export function residentBytes(pid: number): number | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return undefined;
  }
  const resident = kilobytes(status, '\nVmRSS:');
  return resident === undefined ? undefined : (resident + (kilobytes(status, '\nVmSwap:') ?? 0)) * 1024;
}

function kilobytes(status: string, label: string): number | undefined {
  const at = status.indexOf(label);
  if (at < 0) return undefined;
  const value = Number.parseInt(status.slice(at + label.length, at + label.length + 32), 10);
  return Number.isNaN(value) ? undefined : value;
}
