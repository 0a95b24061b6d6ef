// Looking after conversions (specification 4.3): one job in whatever state it is, in two shapes; the list of all.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { type Id, parseId } from '../../core/ids.ts';
import { isFinal, type JobState, jobStates } from '../../core/job.ts';
import type { JobRow } from '../../storage/schema.ts';
import type { KeyedCall, KeyedRoute } from '../route.ts';
import { alternativeSchema } from '../shapes/alternative.ts';
import { jobShape, pollAfterSeconds } from '../shapes/job.ts';
import { cursorAfter, idOfCursor, jobListSchema } from '../shapes/job-list.ts';
import { errorSchema, jobSchema, lookupErrorSchema } from '../shapes/schemas.ts';
import { alternativeView, canonicalView, type JobView, sendJob } from './convert.ts';

const usualPage = 20;
const longestPage = 100;

const shared = { tag: 'Status', scope: 'read' } as const;
const noKey = { description: 'The API key is missing or not valid.', schema: errorSchema };
const noJob = { description: 'There is no such job.', schema: lookupErrorSchema };

export const statusRoutes: readonly KeyedRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/status',
    ...shared,
    summary: 'The conversions of the account, newest first, without content',
    query: z.object({
      status: z.enum(jobStates).optional(),
      limit: z.number().int().min(1).max(longestPage).default(usualPage).optional(),
      cursor: z.string().optional().describe('next_cursor of the page before'),
    }),
    answers: {
      200: { description: 'One page of jobs.', schema: jobListSchema },
      400: { description: 'A query parameter is not valid.', schema: errorSchema },
      401: noKey,
    },
    handle: listJobs,
  },
  {
    method: 'GET',
    path: '/api/v1/status/:job_id',
    ...shared,
    summary: 'The state of one conversion, with its Markdown once it has completed',
    params: z.object({ job_id: z.string() }),
    answers: { 200: { description: 'The job in its present state.', schema: jobSchema }, 401: noKey, 404: noJob },
    handle: async (call) => sendStatus(call, await callersJob(call), canonicalView),
  },
  {
    method: 'GET',
    path: '/api/v1/conversionstatus/:conversion_id',
    ...shared,
    summary: 'The same in the alternative shape, with progress as a plain number',
    params: z.object({ conversion_id: z.string() }),
    answers: {
      200: { description: 'The conversion in its present state.', schema: alternativeSchema },
      401: noKey,
      404: noJob,
    },
    handle: async (call) => sendStatus(call, await callersJob(call), alternativeView('application/json')),
  },
];

/** The job named in the path, if it belongs to the caller; a foreign id answers like an unknown one. */
export async function callersJob({ request, parts, principal }: KeyedCall): Promise<JobRow> {
  const { job_id, conversion_id } = request.params as { job_id?: string; conversion_id?: string };
  const id = parseId(job_id ?? conversion_id ?? '', 'conv');
  const job = id === undefined ? undefined : await parts.jobs.find(id, principal.accountId);
  if (job === undefined) throw new Failure('JOB_NOT_FOUND');
  return job;
}

async function sendStatus(call: KeyedCall, job: JobRow, view: JobView): Promise<unknown> {
  call.reply.header('cache-control', 'no-store');
  if (!isFinal(job.state)) call.reply.header('retry-after', String(pollAfterSeconds(job.input_size)));
  return sendJob(call, job, view);
}

async function listJobs({ request, reply, parts, principal }: KeyedCall): Promise<unknown> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const state = wantedState(query['status']);
  const limit = wantedLimit(query['limit']);
  const before = wantedStart(query['cursor']);
  const found = await parts.jobs.list(principal.accountId, {
    ...(state === undefined ? {} : { state }),
    ...(before === undefined ? {} : { before }),
    // One more than is shown tells whether another page follows.
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const now = parts.clock.now();
  return reply.header('cache-control', 'no-store').send({
    jobs: page.map((job) => jobShape(job, parts.links, now, parts.estimate)),
    next_cursor: found.length > limit && last !== undefined ? cursorAfter(last.id) : null,
  });
}

function wantedState(given: unknown): JobState | undefined {
  if (given === undefined) return undefined;
  const state = jobStates.find((one) => one === given);
  if (state === undefined) throw invalid('status', `status must be one of ${jobStates.join(', ')}.`);
  return state;
}

function wantedLimit(given: unknown): number {
  if (given === undefined) return usualPage;
  const limit = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > longestPage)
    throw invalid('limit', `limit must be a whole number from 1 to ${longestPage}.`);
  return limit;
}

function wantedStart(given: unknown): Id | undefined {
  if (given === undefined) return undefined;
  const id = typeof given === 'string' ? idOfCursor(given) : undefined;
  if (id === undefined) throw invalid('cursor', 'cursor must be the next_cursor of a page before.');
  return id;
}

const invalid = (field: string, details: string): Failure => new Failure('REQUEST_001', { field, details });
