// A client with a fixed number of kept connections that measures every answer, and what it needs to say of the figures.
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface Answer {
  /** 0 for a connection that broke. */
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body: Uint8Array | string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): void;
}

export function openClient(url: string, key: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const send = (
    method: string,
    path: string,
    body: Uint8Array | string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      const began = performance.now();
      const broken = (error: Error): void =>
        resolve({ status: 0, ms: performance.now() - began, retryAfter: undefined, text: String(error) });
      const call = request(`${url}${path}`, { method, agent, headers: { 'x-api-key': key, ...headers } });
      call.once('error', broken);
      call.once('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', broken);
        response.once('end', () => {
          const { statusCode: status = 0, headers: told } = response;
          const text = Buffer.concat(pieces).toString();
          resolve({ status, ms: performance.now() - began, retryAfter: told['retry-after'], text });
        });
      });
      call.end(body);
    });
  return {
    get: (path) => send('GET', path, undefined, {}),
    post: (path, body, headers = {}) =>
      send('POST', path, body, { 'content-length': String(Buffer.byteLength(body)), ...headers }),
    close: () => agent.destroy(),
  };
}

/** The time that this share of the answers took at most. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Memory of a process in MB. */
export const rssOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20;

/** Its open files, pipes and sockets. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
