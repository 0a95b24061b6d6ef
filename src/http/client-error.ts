// Requests that are not HTTP, or whose headers never end or are too many: they reach no route, and still get an answer
// in the envelope before the connection closes.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type FailureCode } from '../core/failure.ts';
import { errorBody } from './shapes/error.ts';

const codes = new Map<string | undefined, FailureCode>([
  ['HPE_HEADER_OVERFLOW', 'REQUEST_004'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_005'],
]);

export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  // A client that went away, or an answer that has already begun: there is nobody to tell, or no place to.
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) {
    socket.destroy(error);
    return;
  }
  const failure = new Failure(codes.get(error.code) ?? 'REQUEST_001', { details: 'The request is not valid HTTP.' });
  const body = Buffer.from(JSON.stringify(errorBody(failure, requestId)));
  const lines = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

/** Node keeps the answer that is being written at the socket; its own handler of these errors asks the same. */
const hasBegun = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: { headersSent?: boolean } | null })._httpMessage?.headersSent === true;
