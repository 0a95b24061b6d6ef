// A conversion as it goes on, as server-sent events (decisions.md, "Events"): for pages that show it without polling.
import { Readable } from 'node:stream';
import { z } from 'zod';
import { isFinal } from '../../core/job.ts';
import { momentOf } from '../../service/job-watch.ts';
import type { JobRow } from '../../storage/schema.ts';
import { hangUpSignal, type KeyedCall, type KeyedRoute } from '../route.ts';
import { jobShape } from '../shapes/job.ts';
import { errorSchema, lookupErrorSchema } from '../shapes/schemas.ts';
import { callersJob } from './status.ts';

/** How long a client waits before it connects again. */
const retryMs = 2000;

export const eventRoutes: readonly KeyedRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/status/:job_id/events',
    tag: 'Status',
    scope: 'read',
    summary: 'Follow one conversion: an event for every step, and a last one when it has ended',
    params: z.object({ job_id: z.string() }),
    answers: {
      200: {
        description:
          'Events named progress, completed or failed; data is the job without its content. Ends with the job.',
        mediaType: 'text/event-stream',
        schema: z.string(),
      },
      204: { description: 'The last event was seen already (Last-Event-ID); there will be no more.' },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
      404: { description: 'There is no such job.', schema: lookupErrorSchema },
    },
    handle: sendEvents,
  },
];

async function sendEvents(call: KeyedCall): Promise<unknown> {
  const { request, reply, parts } = call;
  const job = await callersJob(call);
  const seen = request.headers['last-event-id'];
  const last = Array.isArray(seen) ? seen[0] : seen;
  // An event source that was told everything connects again nevertheless, until it is answered 204 (HTML, 9.2.3).
  if (isFinal(job.state) && last === momentOf(job)) return reply.code(204).send();
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // A proxy that gathers the answer would hold every event back.
    .header('x-accel-buffering', 'no');
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const changes = parts.watch.follow(job, last, hangUpSignal(call));
  return reply.send(Readable.from(textOf(call, changes), { objectMode: false }));
}

async function* textOf({ parts }: KeyedCall, changes: AsyncIterable<JobRow | undefined>): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  for await (const job of changes) {
    if (job === undefined) {
      yield ': still here\n\n';
      continue;
    }
    const name = isFinal(job.state) ? job.state : 'progress';
    const data = JSON.stringify(jobShape(job, parts.links, parts.clock.now(), parts.estimate));
    yield `event: ${name}\nid: ${momentOf(job)}\ndata: ${data}\n\n`;
  }
}
