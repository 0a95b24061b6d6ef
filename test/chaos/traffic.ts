// Clients that keep sending small documents while something is done to the service, and remember what was promised.
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../support/server.ts';

export interface Traffic {
  /** Jobs whose id a client has read, by the id of their row, with the Markdown they must become. */
  readonly promised: Map<string, string>;
  /** Answers by their status; 0 for a connection that broke. */
  readonly statuses: Map<number, number>;
  stop(): Promise<void>;
}

export interface TrafficSettings {
  readonly clients: number;
  /** Between two requests of one client. */
  readonly pauseMs: number;
  /** Every so many requests one long table is sent, which takes a while to convert; never when 0. */
  readonly longEvery?: number;
}

const longRows = 120_000;
let numbers = 0;

/** `targets` is asked anew for every request: processes come and go. */
export function sendDocuments(targets: () => readonly RunningServer[], settings: TrafficSettings): Traffic {
  const promised = new Map<string, string>();
  const statuses = new Map<number, number>();
  let open = true;
  const send = async (): Promise<void> => {
    numbers += 1;
    const number = numbers;
    const alive = targets();
    const target = alive[number % Math.max(1, alive.length)];
    if (target === undefined) return;
    const long = settings.longEvery !== undefined && number % settings.longEvery === 0;
    const text = long ? longTable(number) : note(number);
    let status = 0;
    try {
      const response = await target.fetch(`/api/v1/convert?filename=note-${number}.${long ? 'csv' : 'txt'}`, {
        method: 'POST',
        body: text,
        headers: {
          'content-type': 'application/octet-stream',
          ...(number % 2 === 0 ? { prefer: 'respond-async' } : {}),
        },
      });
      status = response.status;
      const body = (await response.json()) as { job_id?: string };
      if (body.job_id !== undefined) promised.set(rowId(body.job_id), long ? '' : `${text.trim()}\n`);
    } catch {
      // The connection died with the server: this request got no answer, and nothing is promised.
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const clients = Array.from({ length: settings.clients }, async () => {
    while (open) {
      await send();
      // A stream, not a flood: the queue has to be empty again some time after the last round.
      await pause(settings.pauseMs);
    }
  });
  return {
    promised,
    statuses,
    async stop() {
      open = false;
      await Promise.all(clients);
      for (const [id, text] of promised) if (text === '') promised.delete(id);
    },
  };
}

export const rowId = (jobId: string): string => jobId.replace('conv_', '').replaceAll('-', '');

export const note = (number: number): string =>
  `Note ${number}\n\n${'All work and no play. '.repeat(50 + (number % 200)).trim()}`;

export const longTable = (number: number): string =>
  `a,b,c\n${Array.from({ length: longRows }, (_, row) => `${number},value ${row},more`).join('\n')}`;
