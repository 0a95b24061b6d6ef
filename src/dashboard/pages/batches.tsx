// The batches of the account and how far each has come.
import { useState } from 'preact/hooks';
import { listBatches } from '../api/jobs.ts';
import { useLoaded, useRefresh } from '../parts/load.ts';
import { EmptyNote, Placeholder, ProblemNote, ProgressBar, StateBadge } from '../parts/notes.tsx';
import { Pager } from '../parts/pager.tsx';
import { counted, moment } from '../parts/words.ts';
import { PageLink } from '../router.tsx';

export function Batches() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, problem, loading, reload } = useLoaded(cursor ?? '', () => listBatches(cursor));
  const running = data?.batches.some((batch) => batch.finishedAt === null) === true;
  useRefresh(running, reload);
  return (
    <>
      <ProblemNote problem={problem} />
      {data === undefined && loading && <Placeholder lines={6} />}
      {data?.batches.length === 0 && (
        <EmptyNote title="No batches yet">
          <p>
            A batch converts many documents with one request: <code>POST /api/v1/batch</code>.{' '}
            <a href="/docs">The documentation</a> has examples.
          </p>
        </EmptyNote>
      )}
      {data !== undefined && data.batches.length > 0 && (
        <div class="card list">
          <ul class="batches">
            {data.batches.map((batch) => {
              const ended = batch.completedFiles + batch.failedFiles;
              return (
                <li key={batch.batchId}>
                  <div class="batch-line">
                    <PageLink to={`/jobs/batches/${batch.batchId}`} class="name">
                      <code>{batch.batchId}</code>
                    </PageLink>
                    <StateBadge state={batch.state} />
                  </div>
                  <ProgressBar share={ended / Math.max(1, batch.totalFiles)} label={`Progress of ${batch.batchId}`} />
                  <p class="fine">
                    {batch.completedFiles} of {counted(batch.totalFiles, 'file')} converted
                    {batch.failedFiles > 0 && `, ${batch.failedFiles} failed`} · {moment(batch.createdAt)}
                  </p>
                </li>
              );
            })}
          </ul>
          <Pager cursors={cursors} onCursors={setCursors} next={data.nextCursor} />
        </div>
      )}
    </>
  );
}
