// Clients that keep sending the mixed documents, follow every job to its end and look that the result is its own.
import { setTimeout as pause } from 'node:timers/promises';
import { rowId } from '../chaos/traffic.ts';
import type { RunningServer } from '../support/server.ts';
import { type Answer, openClient } from './client.ts';
import { documentOf, type LoadDocument } from './documents.ts';

/** Wide enough that the load is what the machine bears, not what a plan allows. */
export const widePlans = JSON.stringify({
  scale: { requestsPerMinute: 1_000_000, concurrentConversions: 10_000, dailyConversions: 100_000_000 },
});

const pollMs = 500;
/** A job that has not ended by then is given up as stuck; the books say so too. */
const longestMs = 300_000;

interface Body {
  readonly job_id?: string;
  readonly status?: string;
  readonly markdown_content?: string;
  readonly details?: { readonly code?: string };
}

export interface MixedTraffic {
  /** Ids of the rows of all accepted jobs. */
  readonly accepted: Set<string>;
  readonly answers: Map<number, number>;
  /** Milliseconds that every request for a status took. */
  readonly statusTimes: number[];
  readonly problems: string[];
  /** Results that were looked at. */
  results(): number;
  stop(): Promise<void>;
}

let numbers = 0;

export function startMixedTraffic(target: RunningServer, connections: number, restMs = 0): MixedTraffic {
  const client = openClient(target.url, target.key, connections);
  const accepted = new Set<string>();
  const answers = new Map<number, number>();
  const statusTimes: number[] = [];
  const problems: string[] = [];
  let results = 0;
  let open = true;

  const note = ({ status, text }: Answer): Body => {
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status !== 200 && status !== 202) problems.push(`status ${status}: ${text.slice(0, 200)}`);
    try {
      return JSON.parse(text) as Body;
    } catch {
      return {};
    }
  };

  const look = ({ name, mark }: LoadDocument, body: Body): void => {
    results += 1;
    if (body.status === 'failed') problems.push(`${name} failed with ${body.details?.code}`);
    else if (body.markdown_content?.includes(mark) !== true) problems.push(`${name} has a result that is not its own`);
  };

  const ask = async (id: string): Promise<Body> => {
    const answer = await client.get(`/api/v1/status/${id}`);
    statusTimes.push(answer.ms);
    return note(answer);
  };

  const one = async (): Promise<void> => {
    numbers += 1;
    const number = numbers;
    const document = documentOf(number);
    const headers: Record<string, string> = { 'content-type': 'application/octet-stream' };
    if (number % 2 === 0) headers['prefer'] = 'respond-async';
    const answer = await client.post(`/api/v1/convert?filename=${document.name}`, document.bytes, headers);
    const body = note(answer);
    if (body.job_id === undefined) return;
    accepted.add(rowId(body.job_id));
    const deadline = performance.now() + longestMs;
    let state = answer.status === 200 ? await ask(body.job_id) : body;
    while (state.status === 'pending' || state.status === 'processing') {
      if (performance.now() > deadline) {
        problems.push(`${body.job_id} did not end`);
        return;
      }
      await pause(pollMs);
      state = await ask(body.job_id);
    }
    look(document, state);
  };

  const clients = Array.from({ length: connections }, async () => {
    while (open) {
      await one();
      if (restMs > 0) await pause(restMs);
    }
  });
  return {
    accepted,
    answers,
    statusTimes,
    problems,
    results: () => results,
    async stop() {
      open = false;
      await Promise.all(clients);
      client.close();
    },
  };
}
