// Failures as RFC 9457 problem details, for clients that ask for them by `Accept: application/problem+json`.
import type { Failure } from '../../core/failure.ts';
import { wireNames } from './wire-names.ts';

export const problemMediaType = 'application/problem+json';

/** True when the client names the type and does not prefer the plain envelope to it. */
export function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(problemMediaType)) return false;
  const quality = (type: string): number => {
    for (const range of accept.toLowerCase().split(',').slice(0, 50)) {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      if (name !== type) continue;
      const given = parameters.find((one) => one.startsWith('q='))?.slice(2);
      const value = given === undefined ? 1 : Number(given);
      return Number.isFinite(value) ? value : 0;
    }
    return -1;
  };
  const own = quality(problemMediaType);
  return own > 0 && own >= quality('application/json');
}

/** `type` names the section of the error documentation; members of our own follow the registered ones. */
export function problemBody(failure: Failure, requestId: string, docs: string): Record<string, unknown> {
  return {
    type: `${docs}#${failure.code}`,
    title: failure.message,
    status: failure.status,
    detail: failure.details ?? failure.message,
    instance: `urn:docmill:request:${requestId}`,
    ...wireNames(failure.facts ?? {}),
    error: failure.error,
    code: failure.code,
    suggestion: failure.suggestion,
    ...(failure.field === undefined ? {} : { field: failure.field }),
    request_id: requestId,
  };
}
