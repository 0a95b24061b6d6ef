// Cookies as they come, and the one that holds a session: unreadable to scripts, sent to this site alone and by this
// site alone (RFC 6265bis).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { longestMs } from '../../service/sessions.ts';

const cookieName = 'docmill_session';

/** A header this long with cookies of others is not searched through. */
const longestHeader = 8192;

export const sessionToken = (request: FastifyRequest): string | undefined => cookieValue(request, cookieName);

export function cookieValue(request: FastifyRequest, wanted: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined || header.length > longestHeader) return undefined;
  for (const pair of header.split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === wanted) return value?.trim();
  }
  return undefined;
}

/** The store decides when a session is over; the browser keeps the cookie as long as that can be. */
export function setSessionCookie(reply: FastifyReply, token: string, baseUrl: string): void {
  reply.header('set-cookie', cookie(token, longestMs / 1000, baseUrl));
}

export function clearSessionCookie(reply: FastifyReply, baseUrl: string): void {
  reply.header('set-cookie', cookie('', 0, baseUrl));
}

function cookie(value: string, seconds: number, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
