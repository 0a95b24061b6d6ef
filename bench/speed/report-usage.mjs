// Loaded before a program under measurement: writes its processor time and peak memory to standard error when it ends.
import { readFileSync, writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // The figure of resourceUsage() is inherited from the process that started this one.
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN);
  writeSync(
    2,
    `\nusage ${JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(peak / 1024) })}\n`,
  );
});
