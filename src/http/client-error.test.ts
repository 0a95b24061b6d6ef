// Answers on a bare socket, where no request was made of what came in.

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { answerClientError } from './client-error.ts';

/** A connection whose other end is a list of what was written. */
function connection(headersSent = false) {
  const written: string[] = [];
  const socket = new Duplex({
    read() {},
    write(piece, _encoding, done) {
      written.push(String(piece));
      done();
    },
  }).on('error', () => {}) as Duplex & { _httpMessage: unknown };
  socket._httpMessage = { headersSent };
  return { written, socket: socket as unknown as Socket };
}

const trouble = (code: string): Error => Object.assign(new Error('inside'), { code });

test.each([
  ['HPE_HEADER_OVERFLOW', 'REQUEST_004', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_005', '408 Request Timeout'],
  ['HPE_INVALID_METHOD', 'REQUEST_001', '400 Bad Request'],
])('%s is %s', (code, expected, line) => {
  const { written, socket } = connection();
  answerClientError(trouble(code), socket, 'req_1');
  const [head = '', body = ''] = written.join('').split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ details: { code: expected }, request_id: 'req_1' });
  expect(body).not.toContain('inside');
});

test.each([
  ['a client that is gone', 'ECONNRESET', false],
  ['an answer that has begun', 'HPE_INVALID_METHOD', true],
])('%s is told nothing', (_case, code, begun) => {
  const { written, socket } = connection(begun);
  answerClientError(trouble(code), socket, 'req_1');
  expect([written, socket.destroyed]).toEqual([[], true]);
});
