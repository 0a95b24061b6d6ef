// Failures as clients read them: the envelope of section 7, and its variants for keys, limits and look-ups.
import { Failure, type FailureCode } from '../../core/failure.ts';
import { wireField, wireNames } from './wire-names.ts';

/** Look-ups answer with code and suggestion at the top level (specification 4.3, 4.4, 4.6). */
const lookups: ReadonlySet<FailureCode> = new Set([
  'JOB_NOT_FOUND',
  'BATCH_NOT_FOUND',
  'JOB_NOT_COMPLETED',
  'FILE_EXPIRED',
  'EXTENSION_LIMIT_EXCEEDED',
]);

export function errorBody(failure: Failure, requestId: string): Record<string, unknown> {
  const facts = wireNames(failure.facts ?? {});
  if (lookups.has(failure.code)) {
    return {
      error: failure.error,
      code: failure.code,
      message: failure.message,
      suggestion: failure.suggestion,
      ...(Object.keys(facts).length === 0 ? {} : { details: facts }),
      request_id: requestId,
    };
  }
  const retryAfter = failure.facts?.['retryAfter'];
  const message = failure.details === undefined ? failure.message : `${failure.message} ${failure.details}`;
  return {
    error: failure.error,
    message,
    ...(failure.status === 401 || failure.status === 403 || failure.status === 429 ? { detail: message } : {}),
    ...(failure.status === 429 && typeof retryAfter === 'number' ? { retry_after: retryAfter } : {}),
    details: {
      code: failure.code,
      ...(failure.field === undefined ? {} : { field: wireField(failure.field) }),
      suggestion: failure.suggestion,
      ...facts,
    },
    request_id: requestId,
  };
}

/** Anything that is not a Failure is a bug: clients learn nothing of it but the request id. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Failure(status === 413 ? 'FILE_002' : 'REQUEST_001', { cause: error });
  }
  return new Failure('INTERNAL', { cause: error });
}
