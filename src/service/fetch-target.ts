// Decides whether a URL may be fetched and which addresses a connection may go to. All checks are on parsed values:
// the WHATWG URL parser has already turned decimal, octal, hexadecimal and short forms into plain addresses.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Failure } from '../core/failure.ts';
import { isPublicAddress, isPublicName, ownAddresses } from './address-rules.ts';

/** All addresses of a name. Asked once per hop; nothing else looks the name up. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface TargetRules {
  readonly resolve: Resolve;
  readonly ports: ReadonlySet<number>;
  /** Lets an address through that is not public: an operator's allow-list. */
  readonly allowAddress: (address: string) => boolean;
  /** Lets a name be looked up that is not public. */
  readonly allowName: (name: string) => boolean;
}

export interface Target {
  readonly url: URL;
  /** The host without brackets and without a final dot. */
  readonly host: string;
  /** Checked, in the order to try. */
  readonly addresses: readonly string[];
}

/** Ports where web servers answer in public; any other is more likely a service that must not be spoken to. */
export const defaultPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

const maxUrlLength = 8192;

/** Text to URL, without touching the network. */
export function parseTargetUrl(text: string, base?: URL): URL {
  if (text.length > maxUrlLength) throw invalid(`It is longer than ${maxUrlLength} characters.`);
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw invalid('It cannot be parsed as a URL.', cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') throw invalid('It carries a user name or a password.');
  url.hash = '';
  // RFC 6066, section 3: a server name indication has no final dot; with it, two spellings would mean one host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.href.length > maxUrlLength) throw invalid(`It is longer than ${maxUrlLength} characters.`);
  return url;
}

/** Looks the host up once and checks every address; a single one that is not allowed refuses the URL. */
export async function findTarget(url: URL, rules: TargetRules, signal: AbortSignal): Promise<Target> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (!rules.ports.has(port)) throw blocked('The port of the URL is not one of the web.', `port ${port}`);
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const literal = isIP(host) !== 0;
  if (!literal && !isPublicName(host) && !rules.allowName(host)) throw blocked(notPublic, `name ${host}`);
  const addresses = literal ? [host] : await lookUp(host, rules.resolve, signal);
  const own = ownAddresses();
  for (const address of addresses) {
    if (rules.allowAddress(address)) continue;
    if (!isPublicAddress(address) || own.has(address)) throw blocked(notPublic, `${host} is ${address}`);
  }
  // IPv4 first: more servers can be reached by it, and there is no race of both as browsers run it.
  const ordered = [...addresses].sort((a, b) => isIP(a) - isIP(b));
  return { url, host, addresses: ordered };
}

/**
 * DNS by c-ares: it does not hold a thread of the pool while a stranger's name server is silent, and neither hosts
 * files nor search domains can give a name an inner meaning.
 */
export const resolvePublicName: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  let addresses: readonly string[] = [];
  let cause: unknown;
  try {
    addresses = await orAborted(resolve(host, signal), signal);
  } catch (error) {
    cause = error;
  }
  signal.throwIfAborted();
  if (addresses.length > 0) return addresses;
  throw new Failure('URL_003', { field: 'url', details: 'The host name of the URL could not be found.', cause });
}

/** A resolver need not know the signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** One sentence for every case: what an inner name resolves to is not for clients to learn. */
const notPublic = 'The host of the URL is not on the public internet.';

function blocked(details: string, forLogs: string): Failure {
  return new Failure('URL_002', { field: 'url', details, cause: forLogs });
}

function invalid(details: string, cause?: unknown): Failure {
  return new Failure('URL_001', { field: 'url', details, cause });
}
