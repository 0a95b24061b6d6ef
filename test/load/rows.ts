// The rows of the scorecard on load, in their long forms; `scale` shortens those that last.
import type { Finding } from '../chaos/finding.ts';
import type { StoreName } from '../chaos/store-sets.ts';
import { burst } from './burst.ts';
import { mixedLoad } from './mixed-load.ts';
import { slowSenders } from './slow-senders.ts';
import { soak } from './soak.ts';
import { uploads } from './uploads.ts';

export type RunRow = (store: StoreName, scale: number) => Promise<Finding>;

const connections = 200;
const halfAnHour = 1800;

export const mixedRow: RunRow = (store, scale) =>
  mixedLoad(store, { connections, seconds: Math.max(15, halfAnHour * scale), statusMs: 100 });

export const burstRow: RunRow = (store) => burst(store, { submissions: 5000, seconds: 10, perMinute: 2400 });

export const uploadsRow: RunRow = (store) => uploads(store, { megabytes: 1024, mostGrowthMb: 150, limitMb: 100 });

export const slowRow: RunRow = (store) =>
  slowSenders(store, { connections: 500, deadlineMs: 30_000, rounds: 3, mostAdded: 0.2 });

export const soakRow: RunRow = (store, scale) => {
  const seconds = Math.max(20, halfAnHour * scale);
  return soak(store, { warmUpSeconds: Math.max(10, seconds / 6), seconds, mostDrift: 0.05 });
};
