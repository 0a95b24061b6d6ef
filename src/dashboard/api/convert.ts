// Sending a document and following its conversion: upload with progress, then events, or polling where those fail.
import { type Job, readJob } from './jobs.ts';
import { Problem, problemOf } from './problem.ts';
import { noted, sessionHeader } from './request.ts';
import { fromWire, toWireBody } from './wire.ts';

export type Options = Readonly<Record<string, unknown>>;
export type Source = { readonly file: File } | { readonly url: string };

const pollMs = 1500;
/** One after the other, without an event between them. */
const mostLostConnections = 2;
/** How often a request that came too early is sent again. */
const mostRetries = 5;

/** Resolves with the accepted job; the service answers at once and converts behind the answer. */
export async function startConversion(
  source: Source,
  options: Options,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Job> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(source, options, onProgress, signal);
    } catch (error) {
      const early = error instanceof Problem && error.status === 429 && error.retryAfterSeconds !== undefined;
      if (!early || attempt > mostRetries || (error.retryAfterSeconds ?? 0) > 60) throw error;
      await pause((error.retryAfterSeconds ?? 1) * 1000, signal);
    }
  }
}

function post(
  source: Source,
  options: Options,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Job> {
  return new Promise((resolve, reject) => {
    // fetch tells nothing of how much of a body was sent.
    const call = new XMLHttpRequest();
    const path = '/api/v1/convert';
    call.open('POST', path);
    for (const [name, value] of Object.entries(sessionHeader)) call.setRequestHeader(name, value);
    call.setRequestHeader('Prefer', 'respond-async');
    call.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    call.onload = () => {
      const body = parsed(call.responseText);
      if (call.status < 300) return resolve(fromWire(body) as Job);
      reject(noted(problemOf(call.status, body, call.getResponseHeader('retry-after')), path));
    };
    call.onerror = () => reject(new TypeError('The connection was lost.'));
    call.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(formOf(source, options));
  });
}

function formOf(source: Source, options: Options): FormData {
  const form = new FormData();
  form.append('options', JSON.stringify(toWireBody(options)));
  if ('url' in source) {
    form.append('source_type', 'url');
    form.append('url', source.url);
  } else form.append('file', source.file, source.file.name);
  return form;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls back with every change and resolves with the job once it has ended. */
export function followJob(id: string, onChange: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/api/v1/status/${encodeURIComponent(id)}/events`);
    const told = (event: MessageEvent<string>): Job => {
      const job = fromWire(JSON.parse(event.data)) as Job;
      onChange(job);
      return job;
    };
    const ended = (event: Event): void => {
      events.close();
      resolve(told(event as MessageEvent<string>));
    };
    let failures = 0;
    events.addEventListener('progress', (event) => {
      failures = 0;
      told(event);
    });
    events.addEventListener('completed', ended);
    events.addEventListener('failed', ended);
    events.onerror = () => {
      // A browser connects again by itself; where that does not help, something in between lets no events through.
      failures += 1;
      if (events.readyState !== EventSource.CLOSED && failures < mostLostConnections) return;
      events.close();
      pollJob(id, onChange, signal).then(resolve, reject);
    };
    signal.addEventListener('abort', () => {
      events.close();
      reject(new DOMException('Cancelled', 'AbortError'));
    });
  });
}

async function pollJob(id: string, onChange: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  for (;;) {
    const job = await readJob(id);
    onChange(job);
    if (job.status === 'completed' || job.status === 'failed') return job;
    await pause(pollMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Cancelled', 'AbortError'));
    });
  });
}
