// The operators' page: health of every service with its history, queue and workers, accounts.
import { useEffect } from 'preact/hooks';
import { type HealthMoment, type HealthReport, readHealth, readQueue, type ServiceState } from '../api/admin.ts';
import { useLoaded } from '../parts/load.ts';
import { Placeholder, ProblemNote, StateBadge } from '../parts/notes.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { count, distance, duration, moment, share, spoken } from '../parts/words.ts';
import { Accounts } from './admin-accounts.tsx';

const refreshMs = 10_000;

export function AdminPage() {
  const health = useLoaded('health', readHealth);
  const queue = useLoaded('queue', readQueue);
  const { reload: readHealthAgain } = health;
  const { reload: readQueueAgain } = queue;
  useEffect(() => {
    const timer = setInterval(() => {
      void readHealthAgain();
      void readQueueAgain();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [readHealthAgain, readQueueAgain]);
  return (
    <>
      <header class="page-head">
        <h1>Admin</h1>
        {health.data !== undefined && <StateBadge state={health.data.status} />}
      </header>
      <ProblemNote problem={health.problem ?? queue.problem} />
      <section class="card" aria-labelledby="health-title">
        <h2 id="health-title">Health</h2>
        {health.data === undefined ? <Placeholder lines={6} /> : <Health report={health.data} />}
      </section>
      <section class="card" aria-labelledby="queue-title">
        <h2 id="queue-title">Queue and workers</h2>
        {queue.data === undefined ? (
          <Placeholder lines={3} />
        ) : (
          <>
            <dl class="details across">
              <Fact name="Waiting" value={count(queue.data.waiting)} />
              <Fact name="Running" value={count(queue.data.running)} />
              <Fact
                name="Oldest waiting"
                value={
                  queue.data.oldestWaitingSeconds === null ? '–' : duration(queue.data.oldestWaitingSeconds * 1000)
                }
              />
            </dl>
            <ScrollTable label="Workers" plain>
              <thead>
                <tr>
                  <th scope="col">Worker</th>
                  <th scope="col">Busy</th>
                  <th scope="col">Seen</th>
                </tr>
              </thead>
              <tbody>
                {queue.data.workers.map((worker) => (
                  <tr key={worker.node}>
                    <th scope="row">{worker.node}</th>
                    <td>
                      {worker.busy} of {worker.slots}
                    </td>
                    <td>{distance(worker.seenAt)}</td>
                  </tr>
                ))}
                {queue.data.workers.length === 0 && (
                  <tr>
                    <td colSpan={3}>No worker has been seen. Start one, or nothing is converted.</td>
                  </tr>
                )}
              </tbody>
            </ScrollTable>
          </>
        )}
      </section>
      <Accounts />
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Health({ report }: { report: HealthReport }) {
  const { performance } = report;
  return (
    <>
      <dl class="details across">
        <Fact name="Up for" value={duration(report.uptimeSeconds * 1000)} />
        <Fact name="Requests per minute" value={count(performance.requestsPerMinute)} />
        <Fact name="Mean answer" value={duration(performance.avgResponseTimeMs)} />
        <Fact name="Success" value={share(performance.successRate)} />
        <Fact name="Connections" value={count(performance.activeConnections)} />
      </dl>
      <ul class="services">
        {Object.entries(report.services).map(([name, service]) => (
          <li key={name}>
            <div class="service-line">
              <strong>{spoken(name)}</strong>
              <StateBadge state={service.status} />
            </div>
            <p class="fine">{figures(service)}</p>
            {(service.issues ?? (service.error === undefined ? [] : [service.error])).map((issue) => (
              <p key={issue} class="bad-text">
                {issue}
              </p>
            ))}
            <History name={name} moments={report.history ?? []} />
          </li>
        ))}
      </ul>
    </>
  );
}

function figures(service: ServiceState): string {
  return Object.entries(service)
    .flatMap(([name, value]) => (typeof value === 'number' ? [figure(name, value)] : []))
    .join(' · ');
}

/** The unit stands behind the figure, not in its name. */
function figure(name: string, value: number): string {
  const [, plain = name, unit] = /^(.*?)(Ms|Gb)?$/.exec(name) ?? [];
  return `${spoken(plain)} ${unit === 'Ms' ? duration(value) : `${count(value)}${unit === 'Gb' ? ' GB' : ''}`}`;
}

/** One mark per look, oldest first; colour is not the only sign: unhealthy marks are lower. */
function History({ name, moments }: { name: string; moments: readonly HealthMoment[] }) {
  const own = moments.flatMap((one) => {
    const service = one.services[name];
    return service === undefined ? [] : [{ at: one.at, status: service.status }];
  });
  const shown = own.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-60);
  if (shown.length === 0) return null;
  const bad = shown.filter((one) => one.status !== 'healthy').length;
  return (
    <svg class="history" viewBox="0 0 300 16" preserveAspectRatio="none" role="img">
      <title>{`${spoken(name)}: ${bad} of the last ${shown.length} looks not healthy, since ${moment(shown[0]?.at ?? '')}`}</title>
      {shown.map((one, index) => {
        const tall = one.status === 'healthy' ? 16 : one.status === 'degraded' ? 10 : 5;
        return <rect key={one.at} class={one.status} x={index * 5} y={16 - tall} width={4} height={tall} />;
      })}
    </svg>
  );
}
