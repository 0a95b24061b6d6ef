// GET /api/v1/status/{job_id} (specification 4.3): the job in whatever state it is.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { parseId } from '../../core/ids.ts';
import { isFinal } from '../../core/job.ts';
import type { JobRow } from '../../storage/schema.ts';
import type { KeyedCall, KeyedRoute } from '../route.ts';
import { jobShape, pollAfterSeconds } from '../shapes/job.ts';
import { errorSchema, jobSchema, lookupErrorSchema } from '../shapes/schemas.ts';
import { sendWithContent } from './convert.ts';

export const statusRoutes: readonly KeyedRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/status/:job_id',
    tag: 'Status',
    scope: 'read',
    summary: 'The state of one conversion, with its Markdown once it has completed',
    params: z.object({ job_id: z.string() }),
    answers: {
      200: { description: 'The job in its present state.', schema: jobSchema },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
      404: { description: 'There is no such job.', schema: lookupErrorSchema },
    },
    handle: async (call) => {
      const job = await callersJob(call);
      const { parts, reply } = call;
      const shape = jobShape(job, parts.links, parts.clock.now());
      if (job.state === 'completed') return sendWithContent(call, job, shape);
      if (!isFinal(job.state)) reply.header('retry-after', String(pollAfterSeconds(job.input_size)));
      return shape;
    },
  },
];

/** The job named in the path, if it belongs to the caller; a foreign id answers like an unknown one. */
export async function callersJob({ request, parts, principal }: KeyedCall): Promise<JobRow> {
  const { job_id: given } = request.params as { job_id: string };
  const id = parseId(given, 'conv');
  const job = id === undefined ? undefined : await parts.jobs.find(id, principal.accountId);
  if (job === undefined) throw new Failure('JOB_NOT_FOUND');
  return job;
}
