// The page a person sees first: what is running here, how to call it, and a form that converts one file with a key.
// It is plain HTML with one script and one style sheet of its own, under a policy that allows nothing else.
import type { FastifyInstance } from 'fastify';
import { formats } from '../convert/formats.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const readable = formats.filter((format) => format.load !== undefined).flatMap((format) => format.extensions);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docmill</title>
<link rel="stylesheet" href="/dashboard/page.css">
<script src="/dashboard/page.js" defer></script>
</head>
<body>
<main>
<h1>Docmill</h1>
<p>Any document in, clean Markdown out. The service is running; <a href="/docs">the API documentation</a> is here.</p>
<form id="convert">
<label>API key <input id="key" type="password" autocomplete="off" spellcheck="false" required placeholder="dm_live_…"></label>
<label>Document <input id="file" type="file" required></label>
<button id="go">Convert</button>
</form>
<p id="state" role="status" aria-live="polite"></p>
<pre id="result" tabindex="0" aria-label="Markdown" hidden></pre>
<p class="note">Reads ${readable.join(', ')}.
A first key is printed when the service starts for the first time; <code>docmill keys create</code> makes another.</p>
</main>
</body>
</html>
`;

const style = `:root{color-scheme:light dark;--line:#8886;--accent:#2457d6}
body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:46rem;margin:3rem auto;padding:0 1rem}
h1{margin:0;letter-spacing:-.02em}
form{display:grid;gap:1rem;margin:2rem 0 1rem}
label{display:grid;gap:.3rem;font-weight:600}
input,button{font:inherit;font-weight:400;padding:.55rem .7rem;border:1px solid var(--line);border-radius:.4rem}
button{background:var(--accent);color:#fff;border:0;font-weight:600;justify-self:start;padding:.6rem 1.4rem;cursor:pointer}
button:disabled{opacity:.5;cursor:default}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:.4rem;padding:1rem;max-height:60vh;overflow:auto}
.bad{color:#c62828}
.note{font-size:.9rem;opacity:.75}
@media (prefers-color-scheme:dark){.bad{color:#ff8a80}:root{--accent:#3d6ff0}}
`;

const script = `const $ = (id) => document.getElementById(id);
const say = (text, bad) => { $('state').textContent = text; $('state').className = bad ? 'bad' : ''; };
async function readAnswer(response) {
  const body = await response.json();
  if (!response.ok) throw new Error([body.message, body.details && body.details.suggestion].filter(Boolean).join(' '));
  return body;
}
async function convert() {
  const headers = { 'X-API-Key': $('key').value.trim() };
  const form = new FormData();
  form.append('file', $('file').files[0]);
  let job = await readAnswer(await fetch('/api/v1/convert', { method: 'POST', headers, body: form }));
  while (job.status === 'pending' || job.status === 'processing') {
    say((job.progress ? job.progress.message + ' ' + Math.round(job.progress.percentage) + ' %' : 'Waiting for a worker.'));
    await new Promise((wake) => setTimeout(wake, 1500));
    job = await readAnswer(await fetch('/api/v1/status/' + job.job_id, { headers }));
  }
  if (job.status === 'failed') throw new Error(job.error.message + ' ' + job.error.suggestion);
  return job;
}
$('convert').addEventListener('submit', async (event) => {
  event.preventDefault();
  $('go').disabled = true;
  $('result').hidden = true;
  say('Converting…');
  try {
    const job = await convert();
    const warnings = job.metadata.warnings || [];
    say('Done in ' + job.metadata.processing_time_ms + ' ms.' + (warnings.length ? ' ' + warnings.length + ' warning(s): ' + warnings.map((one) => one.message).join(' ') : ''));
    $('result').textContent = job.markdown_content.slice(0, 200000);
    $('result').hidden = false;
  } catch (error) {
    say(error.message, true);
  } finally {
    $('go').disabled = false;
  }
});
`;

export function registerStartPage(app: FastifyInstance): void {
  const serve = (path: string, type: string, content: string): void => {
    app.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('content-type', `${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .send(content),
    );
  };
  serve('/dashboard', 'text/html', page);
  serve('/dashboard/page.css', 'text/css', style);
  serve('/dashboard/page.js', 'text/javascript', script);
}
