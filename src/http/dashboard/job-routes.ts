// The history of an account: its jobs and batches, newest first.
import { isFinal, jobStates } from '../../core/job.ts';
import { guessedFormat } from '../../service/estimates.ts';
import type { FoundJob } from '../../storage/job-search.ts';
import type { BatchRow } from '../../storage/schema.ts';
import type { DashboardRoute, SessionCall } from './dashboard-route.ts';
import {
  pageOf,
  queryChoice,
  queryCursor,
  queryId,
  queryText,
  queryTime,
  queryWhole,
  typedId,
} from './query-fields.ts';

const usualPage = 25;
const longestPage = 100;

export const jobRoutes: readonly DashboardRoute[] = [
  { method: 'GET', path: '/dashboard/api/jobs', who: 'signed-in', handle: listJobs },
  { method: 'GET', path: '/dashboard/api/batches', who: 'signed-in', handle: listBatches },
];

async function listJobs(call: SessionCall): Promise<unknown> {
  const { parts, session } = call;
  const limit = queryWhole(call, 'limit', usualPage, longestPage);
  const text = queryText(call, 'query');
  const id = text === undefined ? undefined : typedId(text);
  const wish = {
    state: queryChoice(call, 'status', jobStates),
    format: queryText(call, 'format'),
    ...(id === undefined ? { text } : { id }),
    batch: queryId(call, 'batch', 'batch'),
    from: queryTime(call, 'from', false),
    to: queryTime(call, 'to', true),
    before: queryCursor(call),
  };
  const { page, nextCursor } = pageOf(
    await parts.dashboard.search.jobs(session.account_id, { ...wish, limit: limit + 1 }),
    limit,
  );
  const now = parts.clock.now();
  return { jobs: page.map((job) => jobRow(job, now)), next_cursor: nextCursor };
}

async function listBatches(call: SessionCall): Promise<unknown> {
  const { parts, session } = call;
  const limit = queryWhole(call, 'limit', usualPage, longestPage);
  const found = await parts.dashboard.search.batches(session.account_id, queryCursor(call), limit + 1);
  const { page, nextCursor } = pageOf(found, limit);
  return { batches: page.map(batchRow), next_cursor: nextCursor };
}

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function jobRow(job: FoundJob, now: number): Record<string, unknown> {
  const failure = job.failure === null ? undefined : (JSON.parse(job.failure) as Record<string, unknown>);
  return {
    job_id: `conv_${job.id}`,
    filename: job.filename,
    format: job.format ?? guessedFormat(job),
    status: job.state,
    file_size: job.input_size,
    pages: job.pages,
    created_at: time(job.created_at),
    started_at: time(job.started_at),
    finished_at: time(job.finished_at),
    duration_ms: job.processing_ms,
    expires_at: time(job.expires_at),
    expired: isFinal(job.state) && (job.deleted_at !== null || (job.expires_at ?? 0) <= now),
    batch_id: job.batch_id === null ? null : `batch_${job.batch_id}`,
    ...(failure === undefined
      ? {}
      : {
          error: {
            code: failure['code'],
            message: failure['message'],
            details: failure['details'],
            suggestion: failure['suggestion'],
            retry_possible: failure['retryable'],
          },
        }),
  };
}

function batchRow(batch: BatchRow): Record<string, unknown> {
  const { total_files: total, completed_files: completed, failed_files: failed } = batch;
  const state = batch.finished_at === null ? 'processing' : completed === 0 && failed > 0 ? 'failed' : 'completed';
  return {
    batch_id: `batch_${batch.id}`,
    total_files: total,
    completed_files: completed,
    failed_files: failed,
    state,
    created_at: time(batch.created_at),
    finished_at: time(batch.finished_at),
  };
}
