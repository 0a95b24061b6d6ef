// `Idempotency-Key` on POST routes (decisions.md): the first request works and its answer is kept; the same request gets
// that answer again, a different one under the same key is refused.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import type { Principal } from '../service/keys.ts';
import type { FirstRequest, Replays, ResumedRequest } from '../service/replays.ts';
import type { Within } from '../storage/jobs.ts';
import { linger } from './linger.ts';
import { type RequestPrint, requestPrint } from './request-print.ts';
import { bodyOf, tapBody } from './upload-content.ts';

/** More than any body that could have been accepted the first time. */
const mostBytes = 2 ** 40;

/** The answer's own headers that are sent again; the others belong to each exchange. */
const keptHeaders = ['content-type', 'location', 'retry-after'] as const;

interface Pending {
  readonly first: FirstRequest;
  readonly print: RequestPrint;
  /** Its work was accepted, and may still end. */
  accepted: boolean;
}

const pending = new WeakMap<FastifyRequest, Pending>();
const resumed = new WeakMap<FastifyRequest, { readonly request: ResumedRequest; readonly work: string }>();

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && /^[\x21-\x7e]{1,255}$/.test(given)) return given;
  throw new Failure('REQUEST_001', {
    field: 'Idempotency-Key',
    details: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  });
}

/** True when the answer was given from the first time; false when the request is to be worked on. */
export async function replayed(
  request: FastifyRequest,
  reply: FastifyReply,
  replays: Replays,
  principal: Principal,
  key: string,
): Promise<boolean> {
  const begun = await replays.begin(principal.accountId, key);
  const print = requestPrint(request.method, request.url, request.headers['content-type']);
  if ('first' in begun) {
    pending.set(request, { first: begun.first, print, accepted: false });
    tapBody(request.raw, (piece) => print.add(piece));
    return false;
  }
  for await (const piece of bodyOf(request.raw, mostBytes, mostBytes)) print.add(piece);
  if ('resumed' in begun) {
    resumed.set(request, { request: begun.resumed, work: begun.resumed.work(print.end()) });
    reply.header('idempotent-replayed', 'true');
    return false;
  }
  const answer = await begun.repeated.answer(print.end());
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  await reply.code(answer.status).header('idempotent-replayed', 'true').send(answer.body);
  return true;
}

/** The job or batch that an earlier request with the same key had accepted; its body was read and is the same. */
export const earlierWork = (request: FastifyRequest): string | undefined => resumed.get(request)?.work;

/** Ties the key of a request to what is being accepted for it, in the same unit. */
export function bindingTo(request: FastifyRequest, work: string): Within | undefined {
  const held = pending.get(request);
  if (held === undefined || !request.raw.readableEnded) return undefined;
  return held.first.binding(held.print.end(), work);
}

export function workAccepted(request: FastifyRequest): void {
  const held = pending.get(request);
  if (held !== undefined) held.accepted = true;
}

/** The work has failed: where the reason may pass, the same request may be tried as a new one. */
export async function workFailed(request: FastifyRequest, status: number): Promise<void> {
  const held = pending.get(request);
  if (held !== undefined) held.accepted = false;
  if (mayPass(status)) await resumed.get(request)?.request.forget();
}

const mayPass = (status: number): boolean => status === 429 || status >= 500;

/** Runs before an answer leaves: what is final is kept, what may pass is forgotten. */
export async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const held = pending.get(request);
  if (held === undefined) return payload;
  pending.delete(request);
  const passing = mayPass(reply.statusCode);
  if (passing && held.accepted) {
    held.first.leave();
    return payload;
  }
  // A body that was not read to its end has no fingerprint.
  if (passing || !request.raw.readableEnded) {
    await held.first.release();
    if (!request.raw.readableEnded) linger(request.raw);
    return payload;
  }
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const body = payload instanceof Readable ? payload : Buffer.from((payload as string | Uint8Array | null) ?? '');
  return held.first.keep({ fingerprint: held.print.end(), status: reply.statusCode, headers, body });
}
