// What the service knows about a result: its metadata and its warnings.
import type { Job, Warning } from '../api/jobs.ts';
import { EmptyNote } from '../parts/notes.tsx';
import { count, moment, spoken } from '../parts/words.ts';

export function Details({ job }: { job: Job }) {
  const rows = Object.entries(job.metadata ?? {}).filter(([name]) => name !== 'warnings');
  return (
    <dl class="details">
      <Row name="Job" value={job.jobId} />
      <Row name="Created" value={moment(job.createdAt)} />
      {job.completedAt !== undefined && <Row name="Completed" value={moment(job.completedAt)} />}
      {rows.map(([name, value]) => (
        <Row key={name} name={spoken(name)} value={shown(value)} />
      ))}
    </dl>
  );
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function shown(value: unknown): string {
  if (typeof value === 'number') return count(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const mostShown = 200;

export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) {
    return (
      <EmptyNote title="No warnings">
        <p>Nothing of the document was dropped or degraded on the way.</p>
      </EmptyNote>
    );
  }
  return (
    <ul class="warnings">
      {warnings.slice(0, mostShown).map((warning, index) => (
        <li key={index}>
          <p>{warning.message}</p>
          <p class="fine">{[warning.code, placeText(warning.place)].filter((one) => one !== '').join(' · ')}</p>
        </li>
      ))}
      {warnings.length > mostShown && <li class="fine">and {count(warnings.length - mostShown)} more</li>}
    </ul>
  );
}

function placeText(place: unknown): string {
  if (place === null || typeof place !== 'object') return place === undefined || place === null ? '' : String(place);
  return Object.entries(place)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
