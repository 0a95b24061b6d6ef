// POST /api/v1/convert (specification 4.1): receive, accept, wait a while, answer 200, 202 or the failure.
import { z } from 'zod';
import { parseOptions } from '../../convert/options.ts';
import { Failure } from '../../core/failure.ts';
import { isFinal } from '../../core/job.ts';
import type { BlobRef } from '../../storage/blobs.ts';
import type { JobRow } from '../../storage/schema.ts';
import { hangUpSignal, type KeyedCall, type KeyedRoute } from '../route.ts';
import { errorBody } from '../shapes/error.ts';
import { failureOf, hasFiles, jobShape, pollAfterSeconds } from '../shapes/job.ts';
import { jobWithContent } from '../shapes/job-with-content.ts';
import { errorSchema, jobSchema, jsonBody, multipartBody, rawBody } from '../shapes/schemas.ts';
import { houseName, wireName } from '../shapes/wire-names.ts';
import { receiveUpload, type Upload } from '../upload.ts';

/** Everything in a request body but the document itself: options, names, a URL. */
const maxFieldBytes = 1024 * 1024;
const longestWaitMs = 60_000;

const error = (description: string) => ({ description, schema: errorSchema });

const shared = {
  tag: 'Convert',
  scope: 'convert',
  query: z.object({ filename: z.string().optional(), options: z.string().optional() }),
  bodies: { 'multipart/form-data': multipartBody, 'application/json': jsonBody, 'application/octet-stream': rawBody },
  answers: {
    200: { description: 'The conversion has completed.', schema: jobSchema },
    202: { description: 'The conversion goes on; poll the Location.', schema: jobSchema },
    400: error('The request is malformed.'),
    401: error('The API key is missing or not valid.'),
    403: error('The key or the plan does not allow this.'),
    413: error('The file is larger than the plan allows.'),
    422: error('The file cannot be converted.'),
    429: error('A quota is used up.'),
    500: error('The conversion failed inside the service or took too long.'),
  },
  handle: convertOne,
} as const satisfies Omit<KeyedRoute, 'method' | 'path' | 'summary'>;

export const convertRoutes: readonly KeyedRoute[] = [
  { method: 'POST', path: '/api/v1/convert', summary: 'Convert one document', ...shared },
  { method: 'PUT', path: '/api/v1/convert', summary: 'Convert one document sent as the body (curl -T)', ...shared },
  {
    method: 'PUT',
    path: '/api/v1/convert/:filename',
    summary: 'Convert one document sent as the body, with its name in the path (curl -T to a folder)',
    ...shared,
    params: z.object({ filename: z.string() }),
  },
];

async function convertOne(call: KeyedCall): Promise<unknown> {
  const { request, parts, principal } = call;
  const { intake } = parts;
  const wait = waitMs(request.headers.prefer, parts.syncWaitMs);
  const gone = hangUpSignal(call);
  const jobId = intake.newJobId();
  let job: JobRow;
  try {
    const maxFileBytes = intake.maxFileBytes(principal);
    const upload = await receiveUpload<BlobRef>(
      {
        headers: request.headers,
        query: { ...(request.query as object), ...(request.params as object) },
        raw: request.raw,
      },
      { maxFileBytes, maxFieldBytes, store: (content) => intake.store(jobId, content) },
    );
    const { options, unknown } = parseOptions(
      [...upload.options].map(([name, value]) => [houseName(name), value] as const),
      (name) => wireName(name),
    );
    const document =
      upload.url === undefined ? stored(upload) : await fetched(call, jobId, upload.url, options.userAgent, gone);
    job = await intake.accept(principal, jobId, {
      content: document.content,
      ...nameAndType(upload.filename ?? document.filename, upload.mediaType ?? document.mediaType),
      sourceType: upload.url === undefined ? 'file' : 'url',
      options,
      unknownOptions: unknown,
    });
  } catch (cause) {
    await intake.discard(jobId);
    throw cause;
  }
  return answer(call, await intake.waitFor(job, wait, gone));
}

interface Arrived {
  readonly content: BlobRef;
  readonly filename?: string;
  readonly mediaType?: string;
}

function stored(upload: Upload<BlobRef>): Arrived {
  if (upload.stored === undefined) throw new Failure('REQUEST_001', { field: 'file', details: 'No file was sent.' });
  return { content: upload.stored };
}

async function fetched(
  call: KeyedCall,
  jobId: string,
  url: string,
  userAgent: string | undefined,
  signal: AbortSignal,
): Promise<Arrived> {
  const { intake, fetcher } = call.parts;
  const document = await fetcher.fetch(url, {
    maxBytes: intake.maxFileBytes(call.principal),
    signal,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const content = await intake.store(jobId, document.content);
  return { content, ...nameAndType(document.filename, document.mediaType) };
}

function nameAndType(filename: string | undefined, mediaType: string | undefined) {
  return {
    ...(filename === undefined ? {} : { filename }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}

async function answer({ request, reply, parts }: KeyedCall, job: JobRow): Promise<unknown> {
  const shape = jobShape(job, parts.links, parts.clock.now());
  if (!isFinal(job.state)) {
    return reply
      .code(202)
      .header('location', `/api/v1/status/conv_${job.id}`)
      .header('retry-after', String(pollAfterSeconds(job.input_size)))
      .send(shape);
  }
  if (job.state === 'failed') {
    const failure = Failure.fromRecord(failureOf(job));
    return reply
      .code(failure.status)
      .send({ ...errorBody(failure, request.id), job_id: `conv_${job.id}`, status: 'failed' });
  }
  return sendWithContent({ request, reply, parts }, job, shape);
}

/** A completed job with its Markdown; without it once the file has been deleted. */
export async function sendWithContent(
  { reply, parts }: Pick<KeyedCall, 'request' | 'reply' | 'parts'>,
  job: JobRow,
  shape: Record<string, unknown>,
): Promise<unknown> {
  if (!hasFiles(job)) return reply.code(200).send(shape);
  const content = await parts.blobs.read(resultRef(job));
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(jobWithContent(shape, content));
}

export function resultRef(job: JobRow): BlobRef {
  return { key: job.result_key ?? '', size: job.result_size ?? 0, sha256: job.result_sha256 ?? '' };
}

/** RFC 7240: `wait=N` seconds, or `respond-async`. */
function waitMs(prefer: string | string[] | undefined, usual: number): number {
  const wishes = String(prefer ?? '').toLowerCase();
  if (/(^|[\s,;])respond-async($|[\s,;])/.test(wishes)) return 0;
  const wait = /(?:^|[\s,;])wait\s*=\s*"?(\d{1,6})/.exec(wishes)?.[1];
  return wait === undefined ? usual : Math.min(Number(wait) * 1000, longestWaitMs);
}
