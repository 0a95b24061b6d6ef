// Fetches the document behind a URL that a stranger sent, without becoming that stranger's hand inside our network.
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../core/failure.ts';
import { fetchedContent } from './fetch-body.ts';
import type { Answer } from './fetch-connection.ts';
import { fileTooLarge } from './fetch-content.ts';
import { dispositionFilename, parseDisposition } from './fetch-disposition.ts';
import { fetchFailure, timedOut } from './fetch-failure.ts';
import { safeFilename } from './fetch-filename.ts';
import {
  defaultPorts,
  findTarget,
  parseTargetUrl,
  type Resolve,
  resolvePublicName,
  type Target,
  type TargetRules,
} from './fetch-target.ts';

export interface UrlFetcherSettings {
  readonly userAgent: string;
  readonly maxRedirects?: number;
  /** Time until the first byte of the document, all redirects included; also the longest silence afterwards. */
  readonly firstByteMs?: number;
  readonly totalMs?: number;
  readonly ports?: ReadonlySet<number>;
  readonly resolve?: Resolve;
  /** An operator's allow-list: addresses and names to be fetched although they are not public. */
  readonly allowAddress?: (address: string) => boolean;
  readonly allowName?: (name: string) => boolean;
  /** Certificates (PEM) to trust instead of the platform's. */
  readonly ca?: string;
}

interface FetchOptions {
  readonly maxBytes: number;
  readonly userAgent?: string;
  readonly signal?: AbortSignal;
}

export interface Fetched {
  /** Fails with FILE_002 beyond `maxBytes`, URL_003 or URL_004 when the connection does. Must be read or returned. */
  readonly content: AsyncIterable<Uint8Array>;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly finalUrl: string;
}

export interface UrlFetcher {
  fetch(url: string, options: FetchOptions): Promise<Fetched>;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function createUrlFetcher(settings: UrlFetcherSettings): UrlFetcher {
  const rules: TargetRules = {
    resolve: settings.resolve ?? resolvePublicName,
    ports: settings.ports ?? defaultPorts,
    allowAddress: settings.allowAddress ?? (() => false),
    allowName: settings.allowName ?? (() => false),
  };
  const maxRedirects = settings.maxRedirects ?? 5;
  const firstByteMs = settings.firstByteMs ?? 30_000;
  const totalMs = settings.totalMs ?? 15 * 60_000;

  /** The first answer that is no redirect; each hop is parsed, looked up and checked like the first. */
  async function follow(
    start: URL,
    userAgent: string,
    signal: AbortSignal,
  ): Promise<{ target: Target; answer: Answer }> {
    // The client of HTTP is loaded with the first address: most services are never given one.
    const { sendTo } = await import('./fetch-connection.ts');
    let url = start;
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const target = await findTarget(url, rules, signal);
      const answer = await sendTo(target, {
        headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' },
        silenceMs: firstByteMs,
        signal,
        ...(settings.ca === undefined ? {} : { ca: settings.ca }),
      });
      const location = redirects.has(answer.status) ? headerOf(answer.headers, 'location') : undefined;
      if (location === undefined) return { target, answer };
      await answer.close();
      url = parseTargetUrl(location, target.url);
    }
    throw new Failure('URL_003', { field: 'url', details: `It redirects more than ${maxRedirects} times.` });
  }

  return {
    async fetch(text, options) {
      const start = parseTargetUrl(text);
      const userAgent = checkedUserAgent(options.userAgent ?? settings.userAgent);
      const deadline = new Deadline(firstByteMs, totalMs, options.signal);
      try {
        const { target, answer } = await follow(start, userAgent, deadline.signal);
        deadline.atEnd(() => answer.close());
        if (answer.status < 200 || answer.status > 299) {
          throw new Failure('URL_003', {
            field: 'url',
            details: `The server answered with status ${answer.status}.`,
            facts: { status: answer.status },
          });
        }
        if (Number(headerOf(answer.headers, 'content-length')) > options.maxBytes) throw fileTooLarge(options.maxBytes);
        const encoding = headerOf(answer.headers, 'content-encoding');
        const content = await begun(fetchedContent(answer.body, encoding, options.maxBytes), deadline);
        return { content, ...described(answer.headers, target.url), finalUrl: target.url.href };
      } catch (error) {
        await deadline.end();
        throw fetchFailure(error, deadline.signal);
      }
    },
  };
}

/** Waits for the first bytes, so that a server that says nothing more fails here and not in the middle of storing. */
async function begun(
  content: AsyncGenerator<Uint8Array, void>,
  deadline: Deadline,
): Promise<AsyncIterable<Uint8Array>> {
  const first = await content.next();
  deadline.firstByte();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* content;
    } catch (error) {
      throw fetchFailure(error, deadline.signal);
    } finally {
      await deadline.end();
    }
  })();
}

/** The clocks of one fetch, and what to close when it is over. */
class Deadline {
  readonly signal: AbortSignal;
  readonly #first: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;
  readonly #release: () => void;
  #close: (() => Promise<void>) | undefined;

  constructor(firstByteMs: number, totalMs: number, outer: AbortSignal | undefined) {
    const controller = new AbortController();
    this.signal = controller.signal;
    const stop = (failure: Failure) => () => {
      controller.abort(failure);
      void this.end();
    };
    this.#first = setTimeout(stop(timedOut(`No content came within ${firstByteMs / 1000} seconds.`)), firstByteMs);
    this.#total = setTimeout(
      stop(timedOut(`The document did not come whole within ${totalMs / 1000} seconds.`)),
      totalMs,
    );
    const cancel = stop(
      new Failure('UNAVAILABLE', { details: 'Fetching the URL was cancelled.', cause: outer?.reason }),
    );
    this.#release = () => outer?.removeEventListener('abort', cancel);
    outer?.addEventListener('abort', cancel, { once: true });
    if (outer?.aborted === true) cancel();
  }

  firstByte(): void {
    clearTimeout(this.#first);
  }

  atEnd(close: () => Promise<void>): void {
    this.#close = close;
  }

  async end(): Promise<void> {
    clearTimeout(this.#first);
    clearTimeout(this.#total);
    this.#release();
    await this.#close?.();
  }
}

function described(headers: IncomingHttpHeaders, url: URL): { filename?: string; mediaType?: string } {
  const disposition = headerOf(headers, 'content-disposition');
  const declared = disposition === undefined ? undefined : dispositionFilename(parseDisposition(disposition));
  const filename = (declared === undefined ? undefined : safeFilename(declared)) ?? safeFilename(lastSegment(url));
  const mediaType = headerOf(headers, 'content-type')?.trim();
  return {
    ...(filename === undefined ? {} : { filename }),
    ...(mediaType !== undefined && /^[\x20-\x7e]{3,255}$/.test(mediaType) ? { mediaType } : {}),
  };
}

function lastSegment(url: URL): string {
  const segment = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function checkedUserAgent(text: string): string {
  if (/^[\x20-\x7e]{1,256}$/.test(text)) return text;
  throw new Failure('REQUEST_002', { field: 'userAgent', details: 'It must be 1 to 256 visible ASCII characters.' });
}
