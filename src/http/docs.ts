// The OpenAPI document and the page that shows it. Both are made when they are first asked for.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Route } from './route.ts';

/** The document page runs a bundled script that styles itself; nothing on it comes from elsewhere. */
const docsPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** Whatever would call other hosts is off: the page works offline. */
const viewerSettings = {
  url: '/openapi.json',
  authentication: { preferredSecurityScheme: 'apiKey' },
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <title>Docmill API</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/js/scalar.js"></script>
    <script>Scalar.createApiReference('#app', ${JSON.stringify(viewerSettings)})</script>
  </body>
</html>
`;

export function registerDocs(app: FastifyInstance, routes: readonly Route[], baseUrl: string): void {
  let document: Promise<string> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= written(routes, baseUrl);
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(page),
  );
  let script: Promise<Buffer> | undefined;
  app.get('/docs/js/scalar.js', async (_request, reply) => {
    script ??= viewerScript();
    return reply.type('application/javascript; charset=utf-8').send(await script);
  });
}

async function written(routes: readonly Route[], baseUrl: string): Promise<string> {
  const { openApiDocument } = await import('./openapi.ts');
  return JSON.stringify(openApiDocument(routes, baseUrl));
}

/** The viewer as its package brings it for browsers; what the package runs on a server is never loaded. */
function viewerScript(): Promise<Buffer> {
  return readFile(new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference')));
}
