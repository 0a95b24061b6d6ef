// Turns whatever goes wrong on a connection into the failure a client may read: no address, no inner message.
import { Failure } from '../core/failure.ts';

export function timedOut(details: string): Failure {
  return new Failure('URL_004', { field: 'url', details });
}

const undecodable = 'The server sent compressed content that cannot be decoded.';

/** Codes of Node, OpenSSL and undici, and the sentence each becomes; the rest is one sentence. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'The server refused the connection.'],
  ['ECONNRESET', 'The server closed the connection.'],
  ['EPIPE', 'The server closed the connection.'],
  ['UND_ERR_SOCKET', 'The server closed the connection before the document was complete.'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The server closed the connection before the document was complete.'],
  ['UND_ERR_HEADERS_OVERFLOW', 'The server sent headers that are too long.'],
  ['EHOSTUNREACH', 'The server cannot be reached.'],
  ['ENETUNREACH', 'The server cannot be reached.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the server is for another name.'],
  ['CERT_HAS_EXPIRED', 'The certificate of the server has expired.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the server is not trusted.'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate of the server is not trusted.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate of the server is not trusted.'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The certificate of the server is not trusted.'],
  ['Z_DATA_ERROR', undecodable],
  ['Z_BUF_ERROR', undecodable],
]);

const silences: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

export function fetchFailure(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error;
  // Our own clocks and the caller abort with the failure to report.
  if (signal.reason instanceof Failure) return signal.reason;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (silences.has(code)) {
    return new Failure('URL_004', { field: 'url', details: 'The server stopped answering.', cause: error });
  }
  return new Failure('URL_003', { field: 'url', details: sentenceFor(code, error), cause: error });
}

function sentenceFor(code: string, error: unknown): string {
  const known = sentences.get(code);
  if (known !== undefined) return known;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'The server did not answer in HTTP.';
  if (code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_FORMAT')) return undecodable;
  return 'The connection to the server failed.';
}
