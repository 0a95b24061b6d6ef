// Loaded before a program under measurement: writes its processor time and peak memory to standard error when it ends.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(
    2,
    `\nusage ${JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(maxRSS / 1024) })}\n`,
  );
});
