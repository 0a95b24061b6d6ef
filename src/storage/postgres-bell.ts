// The bell among nodes: LISTEN and NOTIFY over one connection of its own. It may miss a ring while that connection is
// down; those who wait look again by themselves (service/bell.ts).
import pg from 'pg';
import { withSession } from './postgres-connections.ts';

/** What this process does with a ring that it heard or made. */
export interface Rung {
  ring(topic: string): void;
}

export interface PostgresBell {
  /** Rings on every node that listens; rings made together travel together. */
  ring(topic: string): void;
  close(): Promise<void>;
}

export interface PostgresBellSettings {
  readonly url: string;
  /** The bell of this process. */
  readonly local: Rung;
  readonly onTrouble: (error: unknown) => void;
  /** How often the connection is tried, so that one that only looks alive is noticed. */
  readonly checkMs?: number;
}

const channel = 'docmill_bell';
const answerMs = 3000;
const retryMs = [200, 500, 1000, 2000, 5000] as const;

export function openPostgresBell(settings: PostgresBellSettings): PostgresBell {
  const { local, onTrouble } = settings;
  let client: pg.Client | undefined;
  let failures = 0;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;
  const toSend = new Set<string>();
  let sending = false;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: withSession(settings.url, { default_transaction_read_only: 'off' }),
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, new Error('the connection of the bell ended')));
    fresh.on('notification', ({ payload }) => {
      if (payload !== undefined) local.ring(payload);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      return lose(fresh, error);
    }
    if (closed) return void fresh.end().catch(() => undefined);
    client = fresh;
    failures = 0;
    check = setInterval(() => {
      // A ring on its way is a trial as well.
      if (sending) return;
      sending = true;
      fresh
        .query('select 1')
        .catch((error: unknown) => lose(fresh, error))
        .finally(sent);
    }, settings.checkMs ?? 10_000);
    check.unref();
    send();
  }

  function lose(lost: pg.Client, error: unknown): void {
    lost.removeAllListeners();
    lost.on('error', () => undefined);
    void lost.end().catch(() => undefined);
    if (client !== undefined && client !== lost) return;
    client = undefined;
    clearInterval(check);
    if (closed || retry !== undefined) return;
    // Told once for each outage.
    if (failures === 0) onTrouble(error);
    const wait = retryMs[Math.min(failures, retryMs.length - 1)];
    failures += 1;
    retry = setTimeout(() => {
      retry = undefined;
      opening = open();
    }, wait);
    retry.unref();
  }

  function send(): void {
    const speaker = client;
    if (sending || speaker === undefined || toSend.size === 0) return;
    sending = true;
    // Everything that is rung in this turn of the event loop goes in one statement.
    setImmediate(() => {
      const topics = [...toSend];
      toSend.clear();
      speaker
        .query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [channel, topics])
        .catch((error: unknown) => lose(speaker, error))
        .finally(sent);
    });
  }

  function sent(): void {
    sending = false;
    send();
  }

  opening = open();
  return {
    ring(topic) {
      local.ring(topic);
      // What cannot be sent now is not worth keeping: whoever waits looks again sooner.
      if (client === undefined) return;
      toSend.add(topic);
      send();
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(check);
      await opening;
      const last = client;
      client = undefined;
      last?.removeAllListeners();
      last?.on('error', () => undefined);
      await last?.end().catch(() => undefined);
    },
  };
}
