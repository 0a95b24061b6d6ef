// Who is behind a session, and whether a request really comes from a page of this service. A cookie alone proves
// neither: what changes something must carry a header that other sites cannot send, and come from our own origin.
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { Identity } from '../../service/keys.ts';
import type { SignedIn } from '../../service/sessions.ts';
import type { Parts } from '../parts.ts';
import { sessionToken } from './cookie.ts';

type Guards = Pick<Parts, 'dashboard' | 'baseUrl'>;

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** An EventSource cannot send headers; it is a GET that changes nothing. */
const headerless = '/api/v1/status/:job_id/events';

/** AUTH_003 when nobody is signed in. */
export async function requireSession(request: FastifyRequest, parts: Guards): Promise<SignedIn> {
  const session = await findSession(request, parts);
  if (session === undefined) throw new Failure('AUTH_003');
  return session;
}

export function findSession(request: FastifyRequest, { dashboard }: Guards): Promise<SignedIn | undefined> {
  return dashboard.sessions.find(sessionToken(request));
}

/** The caller of an ordinary route by session instead of key; undefined when the request does not claim to be one. */
export async function sessionIdentity(request: FastifyRequest, parts: Guards): Promise<Identity | undefined> {
  const marked = isMarked(request);
  const withoutHeader = request.routeOptions.url === headerless && safeMethods.has(request.method);
  if (!marked && !withoutHeader) return undefined;
  if (sessionToken(request) === undefined && !marked) return undefined;
  const session = await requireSession(request, parts);
  if (safeMethods.has(request.method)) refuseForeign(request, parts);
  else requireOwnPage(request, parts);
  return parts.dashboard.identities.identity(session);
}

/** For everything that changes something: AUTH_005 unless a page of this service sent it. */
export function requireOwnPage(request: FastifyRequest, parts: Guards): void {
  if (!isMarked(request)) throw untrusted('The header X-Docmill-Dashboard is missing.');
  refuseForeign(request, parts);
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) throw untrusted('Neither Origin nor Sec-Fetch-Site tells its page.');
}

/** Answers with somebody's data are for our own pages and the address bar: a picture on another site is refused. */
export function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw untrusted('It comes from another site.');
}

/** Whatever browsers say about where a request comes from must be us. */
function refuseForeign(request: FastifyRequest, { baseUrl }: Guards): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') throw untrusted('It comes from another site.');
  if (origin !== undefined && !isOwn(origin, request.headers.host, baseUrl)) throw untrusted('Its origin is another.');
}

const isMarked = (request: FastifyRequest): boolean => request.headers['x-docmill-dashboard'] === '1';

/** The host a browser asked is what it believes to talk to; behind a proxy that says another, the public address counts. */
function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = new URL(baseUrl);
  if (page.origin === own.origin) return true;
  return page.host === host && (own.protocol === 'http:' || page.protocol === 'https:');
}

const untrusted = (details: string): Failure => new Failure('AUTH_005', { details });
