// One request to one checked address. The connector is given the address itself, so no second lookup can answer
// differently; name checks of TLS and the Host header still use the name of the URL.
import { isIP } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { Target } from './fetch-target.ts';

export interface ConnectionSettings {
  readonly headers: Readonly<Record<string, string>>;
  /** Longest silence before the answer and within it. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** Certificates to trust instead of the platform's: an operator's own authority. */
  readonly ca?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Dispatcher.ResponseData['body'];
  /** Ends the connection; an answer that is not read to its end must be closed. */
  close(): Promise<void>;
}

/** A name may have hundreds of addresses; when these do not answer, others will hardly. */
const maxAddressesTried = 4;
const connectMs = 10_000;

export async function sendTo(target: Target, settings: ConnectionSettings): Promise<Answer> {
  let lastError: unknown;
  for (const address of target.addresses.slice(0, maxAddressesTried)) {
    const attempt = new Attempt(target, address, settings);
    try {
      return await attempt.send();
    } catch (error) {
      await attempt.close();
      if (attempt.connected || settings.signal.aborted) throw error;
      lastError = error;
    }
  }
  throw lastError;
}

class Attempt {
  connected = false;
  readonly #target: Target;
  readonly #settings: ConnectionSettings;
  readonly #client: Client;

  constructor(target: Target, address: string, settings: ConnectionSettings) {
    this.#target = target;
    this.#settings = settings;
    const connect = buildConnector({
      timeout: connectMs,
      maxCachedSessions: 0,
      ...(settings.ca === undefined ? {} : { ca: settings.ca }),
    });
    const serverName = isIP(target.host) === 0 ? { servername: target.host } : {};
    // A Client of its own per hop: it reads no proxy variable, keeps no cookie and follows no redirect.
    this.#client = new Client(target.url.origin, {
      connect: (options, done) =>
        connect({ ...options, ...serverName, hostname: address }, (...answer) => {
          this.connected = answer[0] === null;
          done(...answer);
        }),
      headersTimeout: settings.silenceMs,
      bodyTimeout: settings.silenceMs,
    });
  }

  async send(): Promise<Answer> {
    const { url } = this.#target;
    const answer = await this.#client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: this.#settings.headers,
      signal: this.#settings.signal,
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      close: () => {
        // Closing early makes the stream fail; nobody reads it any more.
        answer.body.on('error', () => undefined);
        answer.body.destroy();
        return this.close();
      },
    };
  }

  close(): Promise<void> {
    return this.#client.destroy();
  }
}
