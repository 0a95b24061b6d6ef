// POST /api/v1/convert (specification 4.1) and its variants by path: receive, accept, wait a while, answer 200, 202 or
// the failure.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { asUuid } from '../../core/ids.ts';
import { isFinal } from '../../core/job.ts';
import { checkMode, type Mode, optionsOfMode } from '../../service/modes.ts';
import type { BlobRef } from '../../storage/blobs.ts';
import type { JobRow } from '../../storage/schema.ts';
import { errorPagePath } from '../error-page.ts';
import { bindingTo, earlierWork, workAccepted, workFailed } from '../idempotency.ts';
import { waitMs } from '../prefer.ts';
import { hangUpSignal, type KeyedCall, type KeyedRoute } from '../route.ts';
import {
  alternativeMediaType,
  alternativeSchema,
  alternativeShape,
  prefersAlternative,
} from '../shapes/alternative.ts';
import { errorBody } from '../shapes/error.ts';
import { failureOf, hasFiles, jobShape, pollAfterSeconds, resultRef } from '../shapes/job.ts';
import { jobWithContent } from '../shapes/job-with-content.ts';
import { problemBody, problemMediaType, wantsProblem } from '../shapes/problem.ts';
import { errorSchema, jobSchema, jsonBody, multipartBody, rawBody } from '../shapes/schemas.ts';
import { receiveUpload, type Upload } from '../upload.ts';
import { parseWireOptions } from '../wire-options.ts';

/** Everything in a request body but the document itself: options, names, a URL. */
const maxFieldBytes = 1024 * 1024;

const error = (description: string) => ({ description, schema: errorSchema });

const shared = {
  tag: 'Convert',
  scope: 'convert',
  query: z.object({ filename: z.string().optional(), options: z.string().optional() }),
  bodies: { 'multipart/form-data': multipartBody, 'application/json': jsonBody, 'application/octet-stream': rawBody },
} as const;

const answers = (shape: z.ZodType, others: Readonly<Record<string, z.ZodType>> = {}): KeyedRoute['answers'] => ({
  200: { description: 'The conversion has completed.', schema: shape, others },
  202: { description: 'The conversion goes on; poll the Location.', schema: shape, others },
  400: error('The request is malformed.'),
  401: error('The API key is missing or not valid.'),
  403: error('The key or the plan does not allow this.'),
  413: error('The file is larger than the plan allows.'),
  422: error('The file cannot be converted.'),
  429: error('A quota is used up.'),
  500: error('The conversion failed inside the service or took too long.'),
});

const canonical = {
  ...shared,
  answers: answers(jobSchema, { [alternativeMediaType]: alternativeSchema }),
  handle: (call: KeyedCall) => {
    const alternative = prefersAlternative(call.request.headers.accept);
    call.reply.header('vary', 'accept');
    return convertOne(call, 'convert', alternative ? alternativeView(alternativeMediaType) : canonicalView);
  },
};

export const convertRoutes: readonly KeyedRoute[] = [
  { method: 'POST', path: '/api/v1/convert', summary: 'Convert one document', ...canonical },
  { method: 'PUT', path: '/api/v1/convert', summary: 'Convert one document sent as the body (curl -T)', ...canonical },
  {
    method: 'PUT',
    path: '/api/v1/convert/:filename',
    summary: 'Convert one document sent as the body, with its name in the path (curl -T to a folder)',
    ...canonical,
    params: z.object({ filename: z.string() }),
  },
  {
    method: 'POST',
    path: '/api/v1/minimal-convert',
    summary: 'Convert one document to plain reading text: structure only, no OCR, no images',
    ...shared,
    answers: answers(alternativeSchema),
    handle: (call) => convertOne(call, 'minimal', alternativeView('application/json')),
  },
  {
    method: 'POST',
    path: '/api/v1/vision-convert',
    summary: 'Convert one document by reading every page as a picture',
    ...shared,
    answers: answers(jobSchema),
    handle: (call) => convertOne(call, 'vision', canonicalView),
  },
];

/** How a job is shown: in which shape, under which type, and where it is polled in the same shape. */
export interface JobView {
  readonly shape: typeof jobShape;
  readonly mediaType: string;
  readonly location: (job: JobRow) => string;
  /** What names the job in the body of a failed conversion. */
  readonly names: (job: JobRow) => Record<string, string>;
}

export const canonicalView: JobView = {
  shape: jobShape,
  mediaType: 'application/json',
  location: (job) => `/api/v1/status/conv_${job.id}`,
  names: (job) => ({ job_id: `conv_${job.id}` }),
};

export const alternativeView = (mediaType: string): JobView => ({
  shape: alternativeShape,
  mediaType,
  location: (job) => `/api/v1/conversionstatus/${asUuid(job.id)}`,
  names: (job) => ({ conversion_id: asUuid(job.id), job_id: `conv_${job.id}` }),
});

async function convertOne(call: KeyedCall, mode: Mode, view: JobView): Promise<unknown> {
  const { request, parts, principal } = call;
  checkMode(mode, principal.plan);
  const wait = waitMs(request.headers['prefer'], parts.syncWaitMs);
  const gone = hangUpSignal(call);
  const earlier = earlierWork(request);
  const job =
    earlier === undefined ? await takeIn(call, mode, gone) : await parts.jobs.find(earlier, principal.accountId);
  if (job === undefined) throw new Failure('JOB_NOT_FOUND');
  return answer(call, await parts.intake.waitFor(job, wait, gone), view);
}

/** Stores the document and accepts its job; what was stored of one that is refused is removed. */
async function takeIn(call: KeyedCall, mode: Mode, gone: AbortSignal): Promise<JobRow> {
  const { request, parts, principal } = call;
  const { intake } = parts;
  const jobId = intake.newJobId();
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
    const { options, unknown } = parseWireOptions(upload.options);
    const document =
      upload.url === undefined ? stored(upload) : await fetched(call, jobId, upload.url, options.userAgent, gone);
    const submission = {
      mode,
      content: document.content,
      ...nameAndType(upload.filename ?? document.filename, upload.mediaType ?? document.mediaType),
      sourceType: upload.url === undefined ? ('file' as const) : ('url' as const),
      options: optionsOfMode(mode, options),
      unknownOptions: unknown,
    };
    const job = await intake.accept(principal, jobId, submission, bindingTo(request, jobId));
    workAccepted(request);
    return job;
  } catch (cause) {
    await intake.discard(jobId);
    throw cause;
  }
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

async function answer(call: KeyedCall, job: JobRow, view: JobView): Promise<unknown> {
  const { request, reply } = call;
  if (!isFinal(job.state)) {
    return reply
      .code(202)
      .header('location', view.location(job))
      .header('retry-after', String(pollAfterSeconds(job.input_size)))
      .header('content-type', `${view.mediaType}; charset=utf-8`)
      .send(shapeOf(call, job, view));
  }
  if (job.state === 'failed') {
    const failure = Failure.fromRecord(failureOf(job));
    await workFailed(request, failure.status);
    const problem = wantsProblem(request.headers.accept);
    return (
      reply
        .code(failure.status)
        .header('vary', 'accept')
        .header('content-type', `${problem ? problemMediaType : 'application/json'}; charset=utf-8`)
        // In a problem `status` is the HTTP status (RFC 9457, 3.1.2).
        .send(
          problem
            ? { ...problemBody(failure, request.id, errorPagePath), ...view.names(job), job_status: 'failed' }
            : { ...errorBody(failure, request.id), ...view.names(job), status: 'failed' },
        )
    );
  }
  return sendJob(call, job, view);
}

/** A job in whatever state it is, with its Markdown when it has completed and the file is still there. */
export async function sendJob(call: Pick<KeyedCall, 'reply' | 'parts'>, job: JobRow, view: JobView): Promise<unknown> {
  const { reply, parts } = call;
  reply.code(200).header('content-type', `${view.mediaType}; charset=utf-8`);
  if (!hasFiles(job, parts.clock.now())) return reply.send(shapeOf(call, job, view));
  try {
    const small = await parts.results.read(resultRef(job));
    const shape = shapeOf(call, job, view);
    if (small !== undefined) return reply.send(JSON.stringify({ ...shape, markdown_content: small }));
    return reply.send(jobWithContent(shape, await parts.blobs.read(resultRef(job))));
  } catch (cause) {
    // It may have expired and gone since the row was read.
    const now = await parts.jobs.findById(job.id);
    if (now === undefined || hasFiles(now, parts.clock.now())) throw cause;
    return reply.send(shapeOf(call, now, view));
  }
}

function shapeOf({ parts }: Pick<KeyedCall, 'parts'>, job: JobRow, view: JobView): Record<string, unknown> {
  return view.shape(job, parts.links, parts.clock.now(), parts.estimate);
}
