// The converted file itself: behind a key at /api/v1/download, behind a signature at /files.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { parseId } from '../../core/ids.ts';
import { isFinal } from '../../core/job.ts';
import { markdownName } from '../../service/links.ts';
import type { JobRow } from '../../storage/schema.ts';
import type { Call, Route } from '../route.ts';
import { type FileToSend, sendFile } from '../send-file.ts';
import { failureOf, hasFiles, outcomeOf, pollAfterSeconds, resultRef } from '../shapes/job.ts';
import { errorSchema, lookupErrorSchema } from '../shapes/schemas.ts';
import { callersJob } from './status.ts';

const markdownFile = {
  description: 'The Markdown file; also in ranges.',
  mediaType: 'text/markdown',
  schema: z.string(),
};
const storeLink = { description: 'The file is at the address in Location, a short-lived link of the store.' };
const unknownJob = { description: 'There is no such job, or its files were deleted.', schema: lookupErrorSchema };

const longestLinkMs = 5 * 60_000;
/** Shorter ones might end before they are followed; stores count in seconds. */
const shortestLinkMs = 2000;
/** Types that cannot run as a page where the store serves them, without the headers we would send. */
const passive = /^image\/(?:png|jpeg|gif|webp|bmp|tiff)$/;

export const downloadRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/download/:job_id',
    tag: 'Downloads',
    scope: 'read',
    summary: 'Download the Markdown of a completed conversion',
    params: z.object({ job_id: z.string() }),
    answers: {
      200: markdownFile,
      206: markdownFile,
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
      404: unknownJob,
      409: { description: 'The conversion has not completed.', schema: lookupErrorSchema },
    },
    handle: async (call) => sendMarkdown(call, await callersJob(call)),
  },
  {
    method: 'GET',
    path: '/files/:job_id/:name',
    tag: 'Downloads',
    scope: 'public',
    summary: 'Download by signed link',
    params: z.object({ job_id: z.string(), name: z.string() }),
    query: z.looseObject({ se: z.string().optional(), sp: z.string().optional(), sig: z.string().optional() }),
    answers: {
      200: markdownFile,
      206: markdownFile,
      302: storeLink,
      403: { description: 'The signature is wrong or has expired.', schema: errorSchema },
      404: unknownJob,
    },
    handle: async (call) => {
      const { request, parts } = call;
      const { name } = request.params as { name: string };
      const id = pathId(call);
      parts.links.checkResult(id, name, request.url, parts.clock.now());
      const job = await parts.jobs.findById(id);
      if (job === undefined) throw new Failure('FILE_EXPIRED');
      return sendMarkdown(call, job, linkEnd(call));
    },
  },
  {
    method: 'GET',
    path: '/files/:job_id/images/:ticket/:name',
    tag: 'Downloads',
    scope: 'public',
    summary: 'An image of a converted document, by signed link',
    params: z.object({ job_id: z.string(), ticket: z.string(), name: z.string() }),
    answers: {
      200: { description: 'The image.', mediaType: 'application/octet-stream', schema: z.string() },
      206: { description: 'A range of the image.', mediaType: 'application/octet-stream', schema: z.string() },
      302: storeLink,
      403: { description: 'The signature is wrong or has expired.', schema: errorSchema },
      404: unknownJob,
    },
    handle: async (call) => {
      const { request, reply, parts } = call;
      const { name } = request.params as { name: string };
      const id = pathId(call);
      parts.links.checkImage(id, name, request.url);
      const job = await parts.jobs.findById(id);
      const live = job !== undefined && hasFiles(job, parts.clock.now());
      const image = live ? outcomeOf(job).images.find((one) => one.name === name) : undefined;
      if (image === undefined) throw new Failure('FILE_EXPIRED');
      // An image is untrusted content on our own origin: SVG must never run as a page.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      // The Markdown that links it is shown wherever its reader likes.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendLive(call, id, {
        ref: image.blob,
        name: image.name,
        mediaType: image.mediaType,
        disposition: 'inline',
        ...(passive.test(image.mediaType) ? linkUntil(call, job?.expires_at ?? 0) : {}),
      });
    },
  },
];

function pathId({ request }: Call): string {
  const id = parseId((request.params as { job_id: string }).job_id, 'conv');
  if (id === undefined) throw new Failure('LINK_INVALID');
  return id;
}

/** What the link says of itself, after it was found genuine. */
const linkEnd = ({ request }: Call): number => Number((request.query as { se: string }).se) * 1000;

/** A link of the store cannot be taken back, so it lives just long enough to be followed, and never as long as the file. */
function linkUntil({ parts }: Call, ...ends: readonly number[]): { readonly linkUntil?: number } {
  const now = parts.clock.now();
  const until = Math.min(now + longestLinkMs, ...ends);
  return until - now < shortestLinkMs ? {} : { linkUntil: until };
}

async function sendMarkdown(call: Call, job: JobRow, signedUntil?: number): Promise<unknown> {
  const { request, reply, parts } = call;
  if (!isFinal(job.state)) {
    reply.header('retry-after', String(pollAfterSeconds(job.input_size)));
    throw new Failure('JOB_NOT_COMPLETED', { facts: { status: job.state } });
  }
  if (job.state === 'failed') {
    throw new Failure('JOB_NOT_COMPLETED', {
      message: 'The conversion failed; there is no file.',
      suggestion: failureOf(job).suggestion,
      facts: { status: job.state, failureCode: failureOf(job).code },
    });
  }
  if (!hasFiles(job, parts.clock.now())) throw new Failure('FILE_EXPIRED');
  const sent = await sendLive(call, job.id, {
    ref: resultRef(job),
    name: markdownName(job.filename),
    mediaType: 'text/markdown; charset=utf-8',
    disposition: 'attachment',
    ...(signedUntil === undefined ? {} : linkUntil(call, signedUntil, job.expires_at ?? 0)),
  });
  const given = reply.statusCode < 300 || reply.statusCode === 302;
  if (request.method === 'GET' && given) parts.extensions.noteAccess(job);
  return sent;
}

/** A file that cannot be read because it expired since its row was looked at is an expired one, not a fault. */
async function sendLive(call: Call, id: string, file: FileToSend): Promise<unknown> {
  const { request, reply, parts } = call;
  try {
    return await sendFile(request, reply, parts.blobs, file);
  } catch (cause) {
    const now = await parts.jobs.findById(id);
    if (now !== undefined && hasFiles(now, parts.clock.now())) throw cause;
    throw new Failure('FILE_EXPIRED', { cause });
  }
}
