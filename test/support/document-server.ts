// A web server that documents are fetched from in tests. It can keep a request waiting until the test lets it go, so that
// a test sees jobs in the middle of their work without relying on time.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DocumentServer {
  readonly port: number;
  url(path: string): string;
  /** Paths in the order they were asked for. */
  readonly asked: readonly string[];
  /** Requests for /held/... that wait now. */
  waiting(): number;
  /** The most that ever waited at one time. */
  mostWaiting(): number;
  /** Answers the longest-waiting request; false when none waits. */
  release(): boolean;
  /** From now on nothing is held. */
  releaseAll(): void;
  /** As new: nothing asked for, and /held/... is held again. */
  reset(): void;
  stop(): Promise<void>;
}

/** `/held/NAME` waits for its release, `/agent` answers with the caller's User-Agent, `/missing` is 404. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let most = 0;
  let open = false;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    asked.push(path);
    const page = (text: string): void => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><h1>${text}</h1><p>A page that was fetched.</p>`);
    };
    if (path === '/missing') {
      response.writeHead(404);
      response.end();
    } else if (path === '/agent') page(request.headers['user-agent'] ?? 'none');
    else if (!path.startsWith('/held/') || open) page(path.slice(path.lastIndexOf('/') + 1));
    else {
      const letGo = (): void => page(path.slice('/held/'.length));
      held.push(letGo);
      most = Math.max(most, held.length);
      response.once('close', () => {
        const at = held.indexOf(letGo);
        if (at >= 0) held.splice(at, 1);
      });
    }
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    waiting: () => held.length,
    mostWaiting: () => most,
    release: () => {
      const first = held.shift();
      first?.();
      return first !== undefined;
    },
    releaseAll: () => {
      open = true;
      for (const one of held.splice(0)) one();
    },
    reset: () => {
      asked.length = 0;
      most = 0;
      open = false;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
