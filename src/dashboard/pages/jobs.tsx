// Every conversion of the account, with filters; and its batches.

import { useState } from 'preact/hooks';
import { deleteJob, type JobLine, listJobs, rerunJob } from '../api/jobs.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icon.tsx';
import { useAction, useLoaded, useRefresh } from '../parts/load.ts';
import { EmptyNote, Placeholder, ProblemNote, StateBadge } from '../parts/notes.tsx';
import { Pager } from '../parts/pager.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { bytes, count, distance, duration, moment } from '../parts/words.ts';
import { go, PageLink } from '../router.tsx';
import { Batches } from './batches.tsx';

const noFilter = { status: '', format: '', query: '', from: '', to: '' };

export function JobsPage({ batches, batch }: { batches: boolean; batch?: string }) {
  return (
    <>
      <header class="page-head">
        <h1>Jobs</h1>
      </header>
      <nav class="sub-nav" aria-label="Kinds of jobs">
        <PageLink to="/jobs" current={!batches}>
          Conversions
        </PageLink>
        <PageLink to="/jobs/batches" current={batches}>
          Batches
        </PageLink>
      </nav>
      {batches ? <Batches /> : <JobList batch={batch} />}
    </>
  );
}

function JobList({ batch }: { batch: string | undefined }) {
  const [filter, setFilter] = useState(noFilter);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [doomed, setDoomed] = useState<JobLine>();
  const cursor = cursors.at(-1) ?? '';
  const key = JSON.stringify([filter, cursor]);
  const { data, problem, loading, reload } = useLoaded(key, () =>
    listJobs({ ...wire(filter), ...(batch === undefined ? {} : { batch }), cursor, limit: 25 }),
  );
  const action = useAction();

  const running = data?.jobs.some((job) => job.status === 'pending' || job.status === 'processing') === true;
  useRefresh(running, reload);

  const set = (fields: Partial<typeof noFilter>): void => {
    setFilter({ ...filter, ...fields });
    setCursors([]);
  };
  const again = async (id: string): Promise<void> => {
    const job = await action.run(() => rerunJob(id));
    if (job !== undefined) go(`/jobs/${job.jobId}`);
  };
  const filtered = batch !== undefined || JSON.stringify(filter) !== JSON.stringify(noFilter);
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TextField label="Name" type="search" value={filter.query} onValue={(query) => set({ query })} />
        <ChoiceField
          label="State"
          value={filter.status}
          onValue={(status) => set({ status })}
          choices={[
            ['', 'Any'],
            ['pending', 'Pending'],
            ['processing', 'Processing'],
            ['completed', 'Completed'],
            ['failed', 'Failed'],
          ]}
        />
        <TextField label="Format" value={filter.format} onValue={(format) => set({ format })} placeholder="pdf" />
        <TextField label="From" type="date" value={filter.from} onValue={(from) => set({ from })} />
        <TextField label="To" type="date" value={filter.to} onValue={(to) => set({ to })} />
      </form>
      {batch !== undefined && (
        <p class="filter-shown">
          <span>
            Only files of the batch <code>{batch}</code>
          </span>
          <PageLink to="/jobs" class="button quiet">
            <Icon name="close" /> Show all conversions
          </PageLink>
        </p>
      )}
      <ProblemNote problem={problem ?? action.problem} />
      {data === undefined && loading && <Placeholder lines={8} />}
      {data?.jobs.length === 0 && (
        <EmptyNote title={filtered ? 'No conversion matches' : 'No conversions yet'}>
          <p>
            {filtered
              ? 'Try fewer filters.'
              : 'Every document you convert is listed here, from this page or by the API. '}
            {!filtered && <PageLink to="/">Convert the first one</PageLink>}
          </p>
        </EmptyNote>
      )}
      {data !== undefined && data.jobs.length > 0 && (
        <div class="card list">
          <ScrollTable label="Conversions">
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">State</th>
                <th scope="col" class="roomy">
                  Created
                </th>
                <th scope="col" class="number roomy">
                  Pages
                </th>
                <th scope="col" class="number roomy">
                  Took
                </th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.jobs.map((job) => (
                <JobRow
                  key={job.jobId}
                  job={job}
                  inBatch={batch !== undefined}
                  onAgain={() => void again(job.jobId)}
                  onDelete={() => setDoomed(job)}
                />
              ))}
            </tbody>
          </ScrollTable>
          <Pager cursors={cursors} onCursors={setCursors} next={data.nextCursor} />
        </div>
      )}
      {doomed !== undefined && (
        <Confirm
          title="Delete this conversion?"
          action="Delete"
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await deleteJob(doomed.jobId);
            await reload();
          }}
        >
          <p>
            The document and the Markdown of <strong>{doomed.filename ?? doomed.jobId}</strong> are deleted now, and
            links to them end. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

interface JobRowProps {
  readonly job: JobLine;
  /** Only jobs of one batch are listed, which need not say so. */
  readonly inBatch: boolean;
  readonly onAgain: () => void;
  readonly onDelete: () => void;
}

function JobRow({ job, inBatch, onAgain, onDelete }: JobRowProps) {
  const name = job.filename ?? job.jobId;
  return (
    <tr>
      <th scope="row">
        <PageLink to={`/jobs/${job.jobId}`} class="name">
          {name}
        </PageLink>
        <p class="fine">
          {[job.format?.toUpperCase(), bytes(job.fileSize)].filter((one) => one !== undefined).join(' · ')}
          {job.batchId !== null && !inBatch && (
            <>
              {' · '}
              <PageLink to={`/jobs/batches/${job.batchId}`}>in a batch</PageLink>
            </>
          )}
          <span class="only-narrow"> · {distance(job.createdAt)}</span>
        </p>
        {job.error && <p class="fine bad-text">{job.error.message}</p>}
      </th>
      <td>
        <StateBadge state={job.expired ? 'expired' : job.status} />
      </td>
      <td class="roomy">
        <time dateTime={job.createdAt} title={moment(job.createdAt)}>
          {distance(job.createdAt)}
        </time>
      </td>
      <td class="number roomy">{job.pages === null || job.pages === undefined ? '–' : count(job.pages)}</td>
      <td class="number roomy">
        {job.durationMs === null || job.durationMs === undefined ? '–' : duration(job.durationMs)}
      </td>
      <td>
        <div class="row-actions">
          <button type="button" class="quiet icon-button" onClick={onAgain} title="Run again">
            <Icon name="again" />
            <span class="visually-hidden">Run {name} again</span>
          </button>
          <button type="button" class="quiet icon-button" onClick={onDelete} title="Delete" disabled={job.expired}>
            <Icon name="bin" />
            <span class="visually-hidden">Delete {name}</span>
          </button>
        </div>
      </td>
    </tr>
  );
}

/** Whole days of the person's own calendar. */
function wire({ from, to, ...rest }: typeof noFilter): typeof noFilter {
  return {
    ...rest,
    from: from === '' ? '' : new Date(`${from}T00:00:00`).toISOString(),
    to: to === '' ? '' : new Date(`${to}T23:59:59.999`).toISOString(),
  };
}
