// The built web pages under /dashboard: assets with hashed names for good, the index anew each time, and the index for
// every path that is a page of the web app alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieValue } from './cookie.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** The pages write it (src/dashboard/theme.tsx) and it holds nothing else: `light` or `dark`. */
const themeCookie = 'docmill_theme';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

interface StaticFile {
  readonly content: Buffer;
  readonly mediaType: string;
  readonly forever: boolean;
}

/** True when the pages were built and are served; they are small and never change while the service runs. */
export function registerDashboardPages(app: FastifyInstance, folder: string): boolean {
  if (!existsSync(join(folder, 'index.html'))) return false;
  const files = filesIn(folder);
  const index = files.get('index.html');
  if (index === undefined) return false;
  const send = (reply: FastifyReply, file: StaticFile): FastifyReply =>
    reply
      .header('content-security-policy', policy)
      .header('content-type', file.mediaType)
      .header('cache-control', file.forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(file.content);
  const indexes = themedIndexes(index);
  const sendIndex = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(reply.header('vary', 'Cookie'), indexes.get(cookieValue(request, themeCookie) ?? '') ?? index);
  app.get('/dashboard', async (request, reply) => sendIndex(request, reply));
  app.get('/dashboard/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const file = files.get(path);
    if (file !== undefined && file !== index) return send(reply, file);
    // A page of an older build asks for what is gone: the index in its place would be run as a script.
    if (/^(?:api|assets)(?:\/|$)/.test(path)) return reply.callNotFound();
    return sendIndex(request, reply);
  });
  return true;
}

/** The index with the colours somebody chose, which must stand in it when it is first painted: no script is so early. */
function themedIndexes(index: StaticFile): ReadonlyMap<string, StaticFile> {
  const text = index.content.toString('utf8');
  const themed = (theme: string): StaticFile => ({
    ...index,
    content: Buffer.from(
      text
        .replace('<html', `<html data-theme="${theme}"`)
        // What is shown before the styles are there.
        .replace('content="light dark"', `content="${theme}"`),
    ),
  });
  return new Map(['light', 'dark'].map((theme) => [theme, themed(theme)]));
}

function filesIn(folder: string): ReadonlyMap<string, StaticFile> {
  const found = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const mediaType = mediaTypes[extname(entry.name)];
    if (!entry.isFile() || mediaType === undefined) continue;
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    found.set(name, { content: readFileSync(path), mediaType, forever: name.startsWith('assets/') });
  }
  return found;
}
