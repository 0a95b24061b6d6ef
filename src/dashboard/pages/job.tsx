// One conversion by its address: followed while it runs, then its result or the remedy.
import { useEffect, useState } from 'preact/hooks';
import { followJob } from '../api/convert.ts';
import { type Job, readJob, rerunJob } from '../api/jobs.ts';
import { type Remedy, remedyOf } from '../api/problem.ts';
import { useAction } from '../parts/load.ts';
import { EmptyNote, Placeholder, ProblemNote, ProgressBar } from '../parts/notes.tsx';
import { Result } from '../playground/result.tsx';
import { go, PageLink } from '../router.tsx';

export function JobPage({ id }: { id: string }) {
  const [job, setJob] = useState<Job>();
  const [problem, setProblem] = useState<Remedy>();
  const rerun = useAction();

  useEffect(() => {
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const found = await readJob(id);
      setJob(found);
      if (found.status === 'pending' || found.status === 'processing') setJob(await followJob(id, setJob, stop.signal));
    };
    look().catch((error: unknown) => {
      if (!stop.signal.aborted) setProblem(remedyOf(error));
    });
    return () => stop.abort();
  }, [id]);

  const again = async (): Promise<void> => {
    const next = await rerun.run(() => rerunJob(id));
    if (next !== undefined) go(`/jobs/${next.jobId}`);
  };
  const running = job?.status === 'pending' || job?.status === 'processing';
  return (
    <>
      <header class="page-head">
        <div>
          <p class="crumb">
            <PageLink to="/jobs">Jobs</PageLink>
          </p>
          <h1>{job?.filename ?? 'Conversion'}</h1>
        </div>
        {job !== undefined && !running && (
          <button type="button" disabled={rerun.busy} onClick={() => void again()}>
            Run again
          </button>
        )}
      </header>
      <ProblemNote problem={problem ?? rerun.problem} />
      {job === undefined && problem === undefined && <Placeholder lines={8} />}
      {running && job !== undefined && (
        <section class="card" aria-label="Progress">
          <p role="status">{job.progress?.message ?? 'Waiting for a worker'}</p>
          <ProgressBar
            share={job.progress === undefined ? undefined : job.progress.percentage / 100}
            label="Progress of the conversion"
          />
        </section>
      )}
      {job?.status === 'failed' && <ProblemNote problem={job.error} />}
      {job?.status === 'completed' && job.expired === true && (
        <EmptyNote title="The files have expired">
          <p>Results are kept for a limited time. Convert the document again to read it.</p>
        </EmptyNote>
      )}
      {job?.status === 'completed' && job.expired !== true && <Result job={job} />}
    </>
  );
}
