// What the service tells about itself on the operator's port: requests, jobs, queue, sandbox, stores and process.
import type { Clock } from '../core/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Health } from './health.ts';
import type { LoopDelay } from './health-loop-delay.ts';
import { healthStatuses } from './health-standing.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { AnsweredRequest } from './traffic.ts';
import type { JobEnd } from './worker.ts';

const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const jobBounds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300];

export function requestMetrics(metrics: Metrics): (request: AnsweredRequest) => void {
  const requests = metrics.counter('docmill_http_requests_total', 'Requests answered.', ['method', 'route', 'status']);
  const seconds = metrics.histogram(
    'docmill_http_request_duration_seconds',
    'From the first byte of a request to the last of its answer.',
    ['method', 'route'],
    requestBounds,
  );
  return ({ method, route, status, ms }) => {
    requests.add([method, route, String(status)]);
    seconds.observe([method, route], ms / 1000);
  };
}

export function jobMetrics(metrics: Metrics): (end: JobEnd) => void {
  const jobs = metrics.counter('docmill_jobs_ended_total', 'Jobs that ended here.', ['state', 'format', 'code']);
  const seconds = metrics.histogram('docmill_job_duration_seconds', 'Work on a job.', ['format'], jobBounds);
  return ({ format, code, ms }) => {
    jobs.add([code === undefined ? 'completed' : 'failed', format, code ?? '']);
    seconds.observe([format], ms / 1000);
  };
}

interface Sources {
  readonly version: string;
  readonly queue: () => Promise<{ readonly waiting: number; readonly running: number }>;
  readonly writing: () => number;
  readonly pool:
    | { stats(): Readonly<Record<'size' | 'busy' | 'idle' | 'spawned' | 'killed' | 'waiting', number>> }
    | undefined;
  readonly connections: () => number;
  readonly loopDelay: LoopDelay;
  readonly health: Pick<Health, 'status'>;
  readonly storedBytes: () => { readonly files: number; readonly bytes: number } | undefined;
}

export function stateMetrics(metrics: Metrics, from: Sources): void {
  const { gauge } = metrics;
  gauge('docmill_info', 'Always 1; the version is the label.', ['version'], () => [[[from.version], 1]]);
  gauge('docmill_health', '1 for the present state of health.', ['status'], async () => {
    const present = await from.health.status();
    return healthStatuses.map((status) => [[status], status === present ? 1 : 0] as const);
  });
  gauge('docmill_jobs', 'Jobs that have not ended, of all processes.', ['state'], async () => {
    const { waiting, running } = await from.queue();
    return [
      [['pending'], waiting],
      [['processing'], running],
    ];
  });
  gauge('docmill_database_writes', 'Writes that wait for their commit.', [], from.writing);
  gauge('docmill_http_connections', 'Open connections.', [], from.connections);
  const { pool } = from;
  if (pool !== undefined) {
    gauge('docmill_sandbox_children', 'Conversion processes.', ['state'], () => {
      const { busy, idle } = pool.stats();
      return [
        [['busy'], busy],
        [['idle'], idle],
      ];
    });
    gauge('docmill_sandbox_size', 'Conversions at one time.', [], () => pool.stats().size);
    gauge('docmill_sandbox_waiting', 'Tasks that wait for a conversion process.', [], () => pool.stats().waiting);
    gauge('docmill_sandbox_spawned_total', 'Conversion processes started.', [], () => pool.stats().spawned, 'counter');
    gauge('docmill_sandbox_killed_total', 'Ended for cause.', [], () => pool.stats().killed, 'counter');
  }
  const stored = (name: 'files' | 'bytes') => () => {
    const found = from.storedBytes();
    return found === undefined ? [] : found[name];
  };
  gauge('docmill_blob_files', 'Stored files at the last count.', [], stored('files'));
  gauge('docmill_blob_bytes', 'Their bytes.', [], stored('bytes'));
  processMetrics(metrics, from.loopDelay);
}

function processMetrics({ gauge }: Metrics, loopDelay: LoopDelay): void {
  gauge('nodejs_eventloop_lag_mean_seconds', 'Mean delay.', [], () => loopDelay.read().meanMs / 1000);
  gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile.', [], () => loopDelay.read().worstMs / 1000);
  gauge('process_resident_memory_bytes', 'Memory of this process.', [], () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Used heap.', [], () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', [], () => process.memoryUsage().external);
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  gauge('process_cpu_seconds_total', 'Processor time used.', [], cpu, 'counter');
  const startedAt = Math.round((performance.timeOrigin / 1000) * 1000) / 1000;
  gauge('process_start_time_seconds', 'Start, in Unix time.', [], () => startedAt);
}

const countEveryMs = 10 * 60_000;

/** Walking the store is work, so it is done now and then, and only where somebody wants to know. */
export function countStored({ blobs, clock, log }: { blobs: Blobs; clock: Clock; log: Log }) {
  let last: { readonly files: number; readonly bytes: number } | undefined;
  let countedAt = Number.NEGATIVE_INFINITY;
  async function count(): Promise<void> {
    try {
      let [files, bytes] = [0, 0];
      for await (const blob of blobs.list('')) {
        files += 1;
        bytes += blob.size;
      }
      last = { files, bytes };
    } catch (error) {
      log.warn({ err: error }, 'counting stored files failed');
    }
  }
  return () => {
    if (clock.monotonic() - countedAt >= countEveryMs) {
      countedAt = clock.monotonic();
      void count();
    }
    return last;
  };
}
