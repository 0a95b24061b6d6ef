// The operator's port: figures for monitoring, on an address of its own that is not the public one and asks for no key.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../service/log.ts';

const mediaType = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsServer {
  /** Resolves with the port really listened on. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export function createMetricsServer(
  text: () => Promise<string>,
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): MetricsServer {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') return response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405, { allow: 'GET' }).end();
    try {
      const body = await text();
      response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      log.error({ err: error }, 'metrics could not be written');
      response.writeHead(500).end();
    }
  });
  return {
    async listen() {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
