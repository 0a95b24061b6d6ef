// Uploads over a real connection: the refusal comes before the body ends, a refused client can go on, a lost one is
// noticed, and a sender is slowed to the pace of the store.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { receiveUpload, type Store } from './upload.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Outcome {
  readonly upload?: unknown;
  readonly failure?: unknown;
}

async function serve(store: Store<number>, maxFileBytes = 100_000): Promise<{ port: number; outcomes: Outcome[] }> {
  const outcomes: Outcome[] = [];
  const server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://localhost').searchParams);
    const settings = { maxFileBytes, maxFieldBytes: 10_000, store };
    receiveUpload({ headers: request.headers, query, raw: request }, settings).then(
      (upload) => {
        outcomes.push({ upload });
        response.end(String(upload.stored));
      },
      (failure: unknown) => {
        outcomes.push({ failure });
        response.statusCode = failure instanceof Failure ? failure.status : 500;
        response.end('refused');
      },
    );
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, outcomes };
}

const count: Store<number> = async (content) => {
  let size = 0;
  for await (const bytes of content) size += bytes.length;
  return size;
};

async function open(
  port: number,
): Promise<{ socket: Socket; received: () => string; until: (text: string) => Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const until = async (text: string): Promise<void> => {
    while (!received.includes(text)) await once(socket, 'data');
  };
  return { socket, received: () => received, until };
}

const forms: readonly (readonly [string, string, string])[] = [
  ['raw', 'application/pdf', ''],
  ['multipart', 'multipart/form-data; boundary=B', '--B\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
  ['JSON', 'application/json', '{"source_type":"file","file":"'],
];

describe.each(forms)('the %s form on the wire', (_, type, head) => {
  const start = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;

  it('is refused as soon as the limit is passed, while the client is still sending', async () => {
    const { port, outcomes } = await serve(count);
    const { socket, received, until } = await open(port);
    socket.write(`${start}Transfer-Encoding: chunked\r\n\r\n`);
    const piece = `${head}${'A'.repeat(200_000)}`;
    socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    await until('413');
    expect(outcomes).toEqual([{ failure: expect.objectContaining({ code: 'FILE_002' }) }]);
    // The same connection serves the next request once the rest of the body is sent.
    socket.write(`4\r\nAAAA\r\n0\r\n\r\n`);
    socket.write('POST /?filename=a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nHello');
    await until('200 OK');
    expect(received()).toContain('413');
    socket.destroy();
  });

  it('is refused by its declared length before any of it is sent', async () => {
    const { port, outcomes } = await serve(() => Promise.reject(new Error('must not be called')));
    const { socket, until } = await open(port);
    socket.write(`${start}Content-Length: 10000000\r\n\r\n`);
    await until('413');
    expect(outcomes).toHaveLength(1);
    socket.destroy();
  });

  it('ends the content with a failure when the client goes away', async () => {
    const ends: unknown[] = [];
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { port, outcomes } = await serve(async (content) => {
      try {
        for await (const _ of content) begun();
      } catch (error) {
        ends.push(error);
        throw error;
      }
      return 0;
    });
    const { socket } = await open(port);
    socket.write(`${start}Content-Length: 90000\r\n\r\n${head}${'A'.repeat(1000)}`);
    await started;
    socket.destroy();
    await expect.poll(() => outcomes.length).toBe(1);
    expect(outcomes[0]?.failure).toMatchObject({ code: 'REQUEST_001' });
    expect(ends).toEqual([expect.objectContaining({ code: 'REQUEST_001' })]);
  });

  it('slows the sender to the pace of the store', async () => {
    const size = 40_000_000;
    let pulled = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { port, outcomes } = await serve(async (content) => {
      for await (const bytes of content) {
        pulled += bytes.length;
        await gate;
      }
      return pulled;
    }, size);
    const tail = type.startsWith('multipart') ? '\r\n--B--' : head === '' ? '' : '"}';
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(size - (size % 4), 'A'), Buffer.from(tail)]);
    const { socket, until } = await open(port);
    socket.write(`${start}Content-Length: ${body.length}\r\n\r\n`);
    let flushed = false;
    socket.write(body, () => {
      flushed = true;
    });
    await expect.poll(() => pulled).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Only what the sockets and one piece hold is under way; the rest waits at the sender.
    expect(pulled).toBeLessThan(1_000_000);
    expect(flushed).toBe(false);
    release();
    await until('200 OK');
    expect(outcomes[0]?.upload).toMatchObject({ stored: type === 'application/json' ? (size / 4) * 3 : size });
    socket.destroy();
  });
});
