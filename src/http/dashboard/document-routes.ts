// One document of the history: its input, its pages as pictures, its Markdown, where each block came from; once more, or
// deleted. A foreign id answers like an unknown one on all of them.
import { Readable } from 'node:stream';
import { formatByName } from '../../convert/formats.ts';
import { Failure } from '../../core/failure.ts';
import { parseId } from '../../core/ids.ts';
import { checkPermission } from '../../service/keys.ts';
import { gone } from '../../service/reruns.ts';
import type { JobRow } from '../../storage/schema.ts';
import { setRateHeaders } from '../rate-headers.ts';
import { sendFile } from '../send-file.ts';
import { hasFiles, jobShape, outcomeOf, resultRef } from '../shapes/job.ts';
import { blocksText } from './blocks-text.ts';
import type { DashboardRoute, SessionCall } from './dashboard-route.ts';
import { queryWhole } from './query-fields.ts';

/** Shown in the browser as what they are; everything else is only ever saved. */
const inlineTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
]);
/** Content of others on our own origin: whatever a browser makes of it, it may do nothing. */
const sandboxed = "default-src 'none'; frame-ancestors 'none'; sandbox";
const mostMarkdown = 16 * 2 ** 20;
const highestPage = 1_000_000;

export const documentRoutes: readonly DashboardRoute[] = [
  { method: 'GET', path: '/dashboard/api/jobs/:id/original', who: 'signed-in', handle: sendOriginal },
  { method: 'GET', path: '/dashboard/api/jobs/:id/blocks', who: 'signed-in', handle: sendBlocks },
  { method: 'GET', path: '/dashboard/api/jobs/:id/pages/:page', who: 'signed-in', handle: sendPage },
  { method: 'GET', path: '/dashboard/api/jobs/:id/markdown', who: 'signed-in', handle: sendMarkdown },
  { method: 'POST', path: '/dashboard/api/jobs/:id/rerun', who: 'signed-in', handle: rerun },
  { method: 'DELETE', path: '/dashboard/api/jobs/:id', who: 'signed-in', handle: remove },
];

async function ownJob({ request, parts, session }: SessionCall): Promise<JobRow> {
  const id = parseId((request.params as { id: string }).id, 'conv');
  const job = id === undefined ? undefined : await parts.jobs.find(id, session.account_id);
  if (job === undefined) throw new Failure('JOB_NOT_FOUND');
  return job;
}

/** The input lives as long as the result, and while there is none yet. */
async function jobWithInput(call: SessionCall): Promise<JobRow> {
  const job = await ownJob(call);
  const over = job.deleted_at !== null || (job.expires_at !== null && job.expires_at <= call.parts.clock.now());
  if (over || job.source_url !== null) throw gone();
  return job;
}

async function completedJob(call: SessionCall): Promise<JobRow> {
  const job = await ownJob(call);
  if (job.state !== 'completed') throw new Failure('JOB_NOT_COMPLETED', { facts: { status: job.state } });
  if (!hasFiles(job, call.parts.clock.now())) throw new Failure('FILE_EXPIRED');
  return job;
}

/** What could not be read because its time came meanwhile has expired; that is no fault. */
async function unlessExpired<T>(call: SessionCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.code === 'INTERNAL') await jobWithInput(call);
    throw error;
  }
}

async function sendOriginal(call: SessionCall): Promise<unknown> {
  const { request, reply, parts } = call;
  const job = await jobWithInput(call);
  const format = job.state === 'completed' ? outcomeOf(job).metadata.format : undefined;
  const shown = inlineTypes.get(format ?? '');
  reply.header('content-security-policy', sandboxed);
  return unlessExpired(call, () =>
    sendFile(request, reply, parts.blobs, {
      ref: { key: job.input_key, size: job.input_size, sha256: job.input_sha256 },
      name: job.filename ?? 'document',
      mediaType: shown ?? 'application/octet-stream',
      disposition: shown === undefined ? 'attachment' : 'inline',
    }),
  );
}

async function sendBlocks(call: SessionCall): Promise<unknown> {
  const { reply, parts } = call;
  const job = await completedJob(call);
  const { format } = outcomeOf(job).metadata;
  const paged = format === 'pdf' || formatByName(format)?.group === 'Images';
  const found = await unlessExpired(call, () => parts.dashboard.provenance(job, paged));
  reply.raw.once('close', found.close);
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(Readable.from(blocksText(found), { objectMode: false }));
}

async function sendPage(call: SessionCall): Promise<unknown> {
  const { request, reply, parts } = call;
  const job = await jobWithInput(call);
  const asked = (request.params as { page: string }).page;
  const page = /^\d{1,7}$/.test(asked) ? Number(asked) : 0;
  const noPage = (): Failure => new Failure('NOT_FOUND', { message: 'The document has no such page.' });
  if (page < 1 || page > highestPage) throw noPage();
  const etag = `"${job.input_sha256.slice(0, 24)}-${page}"`;
  reply.header('cache-control', 'private, max-age=3600').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  try {
    const png = await unlessExpired(call, () => parts.dashboard.drawings.picture(job, page));
    reply.header('content-security-policy', sandboxed);
    return reply.header('content-type', 'image/png').send(png);
  } catch (error) {
    reply.removeHeader('etag').header('cache-control', 'no-store');
    if (error instanceof Failure && error.code === 'REQUEST_002') throw noPage();
    throw error;
  }
}

async function sendMarkdown(call: SessionCall): Promise<unknown> {
  const { reply, parts } = call;
  const job = await completedJob(call);
  const ref = resultRef(job);
  const limit = Math.min(ref.size, queryWhole(call, 'limit', mostMarkdown, mostMarkdown));
  const end = await unlessExpired(call, () => wholeCharacters(call, job, limit));
  const content = await parts.blobs.read(ref, { start: 0, end });
  return reply
    .header('content-type', 'text/markdown; charset=utf-8')
    .header('content-security-policy', sandboxed)
    .header('content-length', String(end))
    .header('x-docmill-total-bytes', String(ref.size))
    .send(content);
}

/** The end of the last character that is whole within so many bytes. */
async function wholeCharacters({ parts }: SessionCall, job: JobRow, limit: number): Promise<number> {
  const ref = resultRef(job);
  if (limit >= ref.size) return ref.size;
  const start = Math.max(0, limit - 3);
  const pieces: Uint8Array[] = [];
  // One byte more than is sent: when it begins a character, the one before it is whole.
  for await (const piece of await parts.blobs.read(ref, { start, end: limit + 1 })) pieces.push(piece as Uint8Array);
  const bytes = Buffer.concat(pieces);
  let end = limit;
  while (end > start && ((bytes[end - start] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

async function rerun(call: SessionCall): Promise<unknown> {
  const { request, reply, parts, session } = call;
  const job = await jobWithInput(call);
  const identity = await parts.dashboard.identities.identity(session);
  setRateHeaders(reply, await parts.allowance.request(identity));
  checkPermission(identity, request.ip, 'convert');
  const again = await unlessExpired(call, () => parts.dashboard.rerun(identity, job));
  return reply
    .code(202)
    .header('location', `/api/v1/status/conv_${again.id}`)
    .send(jobShape(again, parts.links, parts.clock.now(), parts.estimate));
}

async function remove(call: SessionCall): Promise<unknown> {
  await call.parts.dashboard.removeJob(await ownJob(call));
  return call.reply.code(204).send();
}
