// A browser that is signed in to the dashboard of a running server: keeps its cookie and sends what a page would send.
import type { RunningServer } from './server.ts';

export const password = 'a long enough password';

export interface Browser {
  /** The session's cookie as it is sent, or empty. */
  cookie: string;
  /** As the pages ask: with the cookie, the header, and what browsers add. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export function newBrowser(server: Pick<RunningServer, 'url'>): Browser {
  const browser: Browser = {
    cookie: '',
    async ask(method, path, body, headers = {}) {
      const own: Record<string, string> = {
        'x-docmill-dashboard': '1',
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: server.url }),
        ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      const response = await fetch(server.url + path, {
        method,
        redirect: 'manual',
        // An empty value takes a header away.
        headers: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== '')),
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const set = response.headers.get('set-cookie');
      if (set !== null) browser.cookie = set.split(';', 1)[0]?.replace(/=$/, '') ?? '';
      if (browser.cookie === 'docmill_session') browser.cookie = '';
      return response;
    },
  };
  return browser;
}

export const setupCode = (server: RunningServer): string => /Set-up code\s+(\S+)/.exec(server.output())?.[1] ?? '';

/** The first person of an installation: its operator. */
export async function firstOperator(server: RunningServer, email = 'operator@example.org'): Promise<Browser> {
  const browser = newBrowser(server);
  const made = await browser.ask('POST', '/dashboard/api/register', { email, password, setup_code: setupCode(server) });
  if (made.status !== 201) throw new Error(`not registered: ${await made.text()}`);
  return browser;
}

/** Somebody with an account of their own; registration must be open. */
export async function registered(server: RunningServer, email: string): Promise<Browser> {
  const browser = newBrowser(server);
  const made = await browser.ask('POST', '/dashboard/api/register', { email, password });
  if (made.status !== 201) throw new Error(`not registered: ${await made.text()}`);
  return browser;
}
