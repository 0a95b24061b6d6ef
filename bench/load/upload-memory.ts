// The server's memory while a large document arrives in each request form, and while its result leaves as JSON.
// Usage: npx tsx bench/load/upload-memory.ts [MEGABYTES]   (after npm run build)
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type RunningServer, startServer } from '../../test/support/server.ts';

const megabytes = Number(process.argv[2] ?? 1024);
const line = 'All work and no play makes a long document out of a short sentence, again and again.\n';
/** A multiple of 3, so that pieces encode to Base64 without padding in between. */
const piece = Buffer.from(line.repeat(Math.ceil((3 * 2 ** 18) / line.length))).subarray(0, 3 * 2 ** 18);
const pieces = Math.round((megabytes * 2 ** 20) / piece.length);

const forms: Record<string, { type: string; path: string; head: string; tail: string; encoded: Buffer }> = {
  multipart: {
    type: 'multipart/form-data; boundary=XX',
    path: '/api/v1/convert',
    head: '--XX\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n',
    tail: '\r\n--XX--\r\n',
    encoded: piece,
  },
  base64: {
    type: 'application/json',
    path: '/api/v1/convert',
    head: '{"source_type":"file","filename":"big.txt","file":"',
    tail: '"}',
    encoded: Buffer.from(piece.toString('base64')),
  },
  raw: { type: 'text/plain', path: '/api/v1/convert?filename=big.txt', head: '', tail: '', encoded: piece },
};

const rssOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20;

/** Runs the work and returns the highest memory of the process meanwhile, in MB. */
async function peak<T>(pid: number, work: Promise<T>): Promise<[number, T]> {
  let highest = rssOf(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, rssOf(pid));
  }, 20);
  try {
    const result = await work;
    return [Math.round(highest), result];
  } finally {
    clearInterval(timer);
  }
}

async function upload(server: RunningServer, form: (typeof forms)[string]): Promise<{ status: number; body: string }> {
  const call = request(`${server.url}${form.path}`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, 'content-type': form.type, prefer: 'respond-async' },
  });
  const answered = once(call, 'response');
  const send = async (bytes: string | Buffer): Promise<void> => {
    if (!call.write(bytes)) await once(call, 'drain');
  };
  await send(form.head);
  for (let sent = 0; sent < pieces; sent += 1) await send(form.encoded);
  call.end(form.tail);
  const [response] = await answered;
  let body = '';
  for await (const part of response) body += String(part);
  return { status: response.statusCode, body };
}

async function resultBytes(server: RunningServer, jobId: string): Promise<number> {
  for (;;) {
    const response = await server.fetch(`/api/v1/status/${jobId}`);
    let bytes = 0;
    let head = '';
    for await (const part of response.body ?? []) {
      if (head.length < 1000) head += Buffer.from(part).toString('latin1');
      bytes += part.length;
    }
    if (!/"status":"(pending|processing)"/.test(head)) return bytes;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const server = await startServer({ env: { WORKERS: '1' } });
const pid = server.process.pid ?? 0;
const figures: Record<string, number> = { idle: Math.round(rssOf(pid)) };
for (const [name, form] of Object.entries(forms)) {
  const started = performance.now();
  const [mb, { status, body }] = await peak(pid, upload(server, form));
  const seconds = (performance.now() - started) / 1000;
  if (status !== 202) throw new Error(`${name}: ${status} ${body}`);
  figures[name] = mb;
  process.stdout.write(`${name.padEnd(12)} ${mb} MB at most, ${(megabytes / seconds).toFixed(0)} MB/s\n`);
  const started2 = performance.now();
  const [back, bytes] = await peak(pid, resultBytes(server, (JSON.parse(body) as { job_id: string }).job_id));
  figures[`${name} result`] = back;
  const answer = `${(bytes / 2 ** 20).toFixed(0)} MB of JSON after ${((performance.now() - started2) / 1000).toFixed(0)} s`;
  process.stdout.write(`${''.padEnd(12)} ${back} MB at most while converting and answering with ${answer}\n`);
}
await server.stop();
process.stdout.write(`${JSON.stringify({ bench: 'upload-memory', megabytes, peakRssMb: figures })}\n`);
