// Batches (specification 4.2, 4.4) and their variants by path: receive every file, accept all or nothing, wait a while,
// answer 200, 207 or 202.
import { z } from 'zod';
import { isFinalBatch } from '../../core/batch.ts';
import { Failure } from '../../core/failure.ts';
import { type Id, parseId } from '../../core/ids.ts';
import type { BatchFile, BatchSource, BatchView } from '../../service/batches.ts';
import { parseTargetUrl } from '../../service/fetch-target.ts';
import { checkMode, type Mode, optionsOfMode } from '../../service/modes.ts';
import type { BlobRef } from '../../storage/blobs.ts';
import type { BatchRow } from '../../storage/schema.ts';
import { bindingTo, earlierWork, workAccepted } from '../idempotency.ts';
import { waitMs } from '../prefer.ts';
import { hangUpSignal, type KeyedCall, type KeyedRoute } from '../route.ts';
import { alternativeShape } from '../shapes/alternative.ts';
import { batchWithContent } from '../shapes/batch.ts';
import { alternativeBatchSchema, batchBody, batchForm, batchSchema } from '../shapes/batch-schemas.ts';
import { jobShape, pollAfterSeconds } from '../shapes/job.ts';
import { errorSchema, lookupErrorSchema } from '../shapes/schemas.ts';
import { receiveBatch } from '../upload-batch.ts';
import type { UploadedFile, UploadedSource } from '../upload-batch-content.ts';
import { withOptions } from '../upload-batch-options.ts';

/** Everything in a batch but the documents: names, URLs and options of five hundred files. */
const maxFieldBytes = 8 * 1024 * 1024;

/** How the results of a batch are shown, and where the batch is polled in the same shape. */
interface ResultView {
  readonly shape: typeof jobShape;
  readonly path: string;
  readonly schema: z.ZodType;
}

const canonical: ResultView = { shape: jobShape, path: '/api/v1/batch', schema: batchSchema };
const alternative: ResultView = {
  shape: alternativeShape,
  path: '/api/v1/conversionstatus-batch',
  schema: alternativeBatchSchema,
};

const error = (description: string) => ({ description, schema: errorSchema });

function convertRoute(path: string, summary: string, mode: Mode, view: ResultView): KeyedRoute {
  return {
    method: 'POST',
    path,
    tag: 'Batch',
    scope: 'convert',
    summary,
    bodies: { 'application/json': batchBody, 'multipart/form-data': batchForm },
    answers: {
      200: { description: 'Every file was converted.', schema: view.schema },
      202: { description: 'The conversion goes on; poll the Location.', schema: view.schema },
      207: { description: 'Some or all files failed; each result says which.', schema: view.schema },
      400: error('The batch is malformed.'),
      401: error('The API key is missing or not valid.'),
      403: error('The key or the plan does not allow this.'),
      413: error('The batch has more files than the plan allows.'),
      422: error('Options cannot be used together.'),
      429: error('A quota has not enough left for all files.'),
    },
    handle: (call) => convertBatch(call, mode, view),
  };
}

function lookUpRoute(summary: string, view: ResultView): KeyedRoute {
  return {
    method: 'GET',
    path: `${view.path}/:batch_id`,
    tag: 'Batch',
    scope: 'read',
    summary,
    params: z.object({ batch_id: z.string() }),
    answers: {
      200: { description: 'The batch in its present state, with the results that are there.', schema: view.schema },
      401: error('The API key is missing or not valid.'),
      404: { description: 'There is no such batch, or it has expired.', schema: lookupErrorSchema },
      429: error('Too many requests.'),
    },
    handle: async (call) => {
      const found = await callersBatch(call);
      if (!isFinalBatch(found.state)) call.reply.header('retry-after', pollAfter(found));
      return send(call, found, view);
    },
  };
}

export const batchRoutes: readonly KeyedRoute[] = [
  convertRoute('/api/v1/batch', 'Convert several documents', 'convert', canonical),
  convertRoute('/api/v1/convert-batch', 'Convert several documents (same as /api/v1/batch)', 'convert', canonical),
  convertRoute('/api/v1/batch-convert', 'Convert several documents (same as /api/v1/batch)', 'convert', canonical),
  convertRoute(
    '/api/v1/minimal-convert-batch',
    'Convert several documents to plain reading text',
    'minimal',
    alternative,
  ),
  convertRoute(
    '/api/v1/vision-convert-batch',
    'Convert several documents by reading every page as a picture',
    'vision',
    canonical,
  ),
  lookUpRoute('The state of a batch, with the Markdown of the files that have completed', canonical),
  lookUpRoute('The state of a batch, with results in the alternative shape', alternative),
];

async function convertBatch(call: KeyedCall, mode: Mode, view: ResultView): Promise<unknown> {
  const { request, reply, parts, principal } = call;
  checkMode(mode, principal.plan);
  const wait = waitMs(request.headers['prefer'], parts.syncWaitMs);
  const gone = hangUpSignal(call);
  const earlier = earlierWork(request);
  const batch =
    earlier === undefined ? await takeIn(call, mode) : await parts.jobs.findBatch(earlier, principal.accountId);
  if (batch === undefined) throw new Failure('BATCH_NOT_FOUND');
  const found = await parts.batches.waitFor(batch, wait, gone);
  if (!isFinalBatch(found.state)) {
    reply.code(202).header('location', `${view.path}/batch_${batch.id}`).header('retry-after', pollAfter(found));
  } else reply.code(found.state === 'completed' ? 200 : 207);
  return send(call, found, view);
}

/** Stores the documents and accepts them as a batch; what was stored of one that is refused is removed. */
async function takeIn(call: KeyedCall, mode: Mode): Promise<BatchRow> {
  const { request, parts, principal } = call;
  const { batches } = parts;
  const idAt = orderedIds(batches.jobIds());
  const kept: Id[] = [];
  try {
    const upload = await receiveBatch<BlobRef>(
      { headers: request.headers, query: request.query as Record<string, unknown>, raw: request.raw },
      {
        maxFiles: principal.plan.maxBatchSize,
        maxFileBytes: batches.maxFileBytes(principal),
        maxFieldBytes,
        store: async (content, index) => {
          const stored = await batches.store(idAt(index), content);
          kept.push(idAt(index));
          return stored;
        },
      },
    );
    const { sequential, files } = withOptions(upload);
    const submitted = files.map(({ file, parsed }, index) => ({
      ...fileOf(file, idAt(index)),
      options: optionsOfMode(mode, parsed.options),
      unknownOptions: parsed.unknown,
    }));
    const batchId = batches.newBatchId();
    const submission = { mode, sequential, files: submitted };
    const batch = await batches.accept(principal, batchId, submission, bindingTo(request, batchId));
    workAccepted(request);
    return batch;
  } catch (cause) {
    await batches.discard(kept);
    throw cause;
  }
}

/** The id of the file at a place: documents are stored before it is known how many there are, and URLs lie between. */
function orderedIds(next: () => Id): (index: number) => Id {
  const ids: Id[] = [];
  return (index) => {
    while (ids.length <= index) ids.push(next());
    return ids[index] ?? next();
  };
}

function fileOf(file: UploadedFile<BlobRef>, jobId: Id): Omit<BatchFile, 'options' | 'unknownOptions'> {
  return {
    jobId,
    fileId: file.id,
    source: sourceOf(file.source),
    ...(file.filename === undefined ? {} : { filename: file.filename }),
    ...(file.mediaType === undefined ? {} : { mediaType: file.mediaType }),
  };
}

/** A URL that can never be fetched refuses its file at once; the rest is for the worker to find out. */
function sourceOf(source: UploadedSource<BlobRef>): BatchSource {
  if (source.kind === 'stored') return { kind: 'stored', content: source.stored };
  if (source.kind === 'refused') return { kind: 'refused', from: 'file', failure: source.failure };
  try {
    return { kind: 'url', url: parseTargetUrl(source.url).href };
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    return { kind: 'refused', from: 'url', failure: cause };
  }
}

/** The batch named in the path, if it belongs to the caller; a foreign id answers like an unknown one. */
async function callersBatch({ request, parts, principal }: KeyedCall): Promise<BatchView> {
  const { batch_id: given } = request.params as { batch_id: string };
  const id = parseId(given, 'batch');
  const found = id === undefined ? undefined : await parts.batches.find(id, principal.accountId);
  if (found === undefined) throw new Failure('BATCH_NOT_FOUND');
  return found;
}

/** Seconds between polls, by the size of what is still to be converted. */
function pollAfter({ jobs }: BatchView): string {
  const left = jobs.filter((job) => job.finished_at === null).reduce((sum, job) => sum + job.input_size, 0);
  return String(pollAfterSeconds(left));
}

function send({ request, reply, parts }: KeyedCall, found: BatchView, view: ResultView): unknown {
  return reply.header('content-type', 'application/json; charset=utf-8').send(
    batchWithContent(found, {
      links: parts.links,
      now: parts.clock.now(),
      estimate: parts.estimate,
      shape: view.shape,
      read: (ref) => parts.blobs.read(ref),
      lookAgain: (id) => parts.jobs.findById(id),
      onUnreadable: (job, cause) => request.log.error({ err: cause, jobId: job.id }, 'a result could not be read'),
    }),
  );
}
