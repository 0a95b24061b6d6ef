// The server's memory while a large batch arrives as Base64 in JSON, and while all its results leave in one answer.
// Usage: npx tsx bench/load/batch-memory.ts [MEGABYTES OF BASE64] [FILES]   (after npm run build)
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type RunningServer, startServer } from '../../test/support/server.ts';

const megabytes = Number(process.argv[2] ?? 300);
const files = Number(process.argv[3] ?? 12);
const line = 'All work and no play makes a long batch out of a short sentence, again and again.\n';
/** A multiple of 3, so that pieces encode to Base64 without padding in between. */
const piece = Buffer.from(line.repeat(Math.ceil((3 * 2 ** 18) / line.length))).subarray(0, 3 * 2 ** 18);
const encoded = Buffer.from(piece.toString('base64'));
const piecesPerFile = Math.max(1, Math.round((megabytes * 2 ** 20) / encoded.length / files));

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

async function upload(server: RunningServer): Promise<string> {
  const call = request(`${server.url}/api/v1/batch`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json', prefer: 'respond-async' },
  });
  const answered = once(call, 'response');
  const send = async (bytes: string | Buffer): Promise<void> => {
    if (!call.write(bytes)) await once(call, 'drain');
  };
  await send('{"files":[');
  for (let file = 0; file < files; file += 1) {
    await send(`${file === 0 ? '' : ','}{"id":"f${file}","source_type":"file","filename":"f${file}.txt","file":"`);
    for (let sent = 0; sent < piecesPerFile; sent += 1) await send(encoded);
    await send('"}');
  }
  call.end(']}');
  const [response] = await answered;
  let body = '';
  for await (const part of response) body += String(part);
  if (response.statusCode !== 202) throw new Error(`${response.statusCode} ${body}`);
  return (JSON.parse(body) as { batch_id: string }).batch_id;
}

/** Bytes of the answer once every file has ended, and its first part. */
async function answer(server: RunningServer, id: string): Promise<{ bytes: number; head: string }> {
  for (;;) {
    const response = await server.fetch(`/api/v1/batch/${id}`);
    let bytes = 0;
    let head = '';
    for await (const part of response.body ?? []) {
      if (head.length < 1000) head += Buffer.from(part).toString('latin1');
      bytes += part.length;
    }
    if (!/"status":"(pending|in_progress)"/.test(head.slice(0, 200))) return { bytes, head };
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

const server = await startServer({ env: { WORKERS: '1' } });
const pid = server.process.pid ?? 0;
const idle = Math.round(rssOf(pid));
const started = performance.now();
const [arriving, id] = await peak(pid, upload(server));
const seconds = (performance.now() - started) / 1000;
process.stdout.write(
  `arriving     ${arriving} MB at most (idle ${idle}), ${(megabytes / seconds).toFixed(0)} MB/s, ${files} files\n`,
);
const [leaving, { bytes, head }] = await peak(pid, answer(server, id));
process.stdout.write(
  `leaving      ${leaving} MB at most while converting and answering with ${(bytes / 2 ** 20).toFixed(0)} MB of JSON\n`,
);
const status = /"status":"(\w+)"/.exec(head)?.[1];
await server.stop();
process.stdout.write(
  `${JSON.stringify({ bench: 'batch-memory', megabytes, files, status, rssMb: { idle, arriving, leaving } })}\n`,
);
