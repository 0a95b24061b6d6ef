// The page that the `type` of a problem leads to (RFC 9457, section 3.1.1): every failure code with its meaning and
// remedy, made from the one table.
import type { FastifyInstance } from 'fastify';
import { type FailureRow, failures } from '../core/failure.ts';

export const errorPagePath = '/docs/errors';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function section(code: string, { status, error, message, suggestion, retryable }: FailureRow): string {
  return `<section id="${escaped(code)}">
<h2><a href="#${escaped(code)}">${escaped(code)}</a></h2>
<p>${escaped(message)}</p>
<dl><dt>Status</dt><dd>${status}</dd><dt>error</dt><dd><code>${escaped(error)}</code></dd>
<dt>What to do</dt><dd>${escaped(suggestion)}</dd><dt>Trying again</dt><dd>${retryable ? 'may help' : 'does not help'}</dd></dl>
</section>`;
}

function errorPage(): string {
  const sections = Object.entries(failures).map(([code, row]) => section(code, row));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docmill: errors</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem}
h2{font-size:1.1rem;margin:2rem 0 0}h2 a{color:inherit}p{margin:.3rem 0}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;margin:.5rem 0}dt{opacity:.75}dd{margin:0}
h2,dd,code{overflow-wrap:anywhere}
section:target{outline:2px solid;outline-offset:.5rem}
</style>
</head>
<body>
<h1>Errors</h1>
<p>Every code the service answers with. The code is in <code>details.code</code>, for look-ups in <code>code</code>.</p>
${sections.join('\n')}
</body>
</html>
`;
}

export function registerErrorPage(app: FastifyInstance): void {
  const page = errorPage();
  app.get(errorPagePath, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page),
  );
}
