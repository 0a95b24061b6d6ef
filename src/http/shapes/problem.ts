// Failures as RFC 9457 problem details, for clients that ask for them by `Accept: application/problem+json`.
import { type Failure, failures } from '../../core/failure.ts';
import { wireField, wireNames } from './wire-names.ts';

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

/** Members with a meaning of their own (RFC 9457, section 3.1) and ours; a fact of the same name must not replace one. */
const taken: ReadonlySet<string> = new Set([
  ...['type', 'title', 'status', 'detail', 'instance'],
  ...['error', 'code', 'suggestion', 'field', 'request_id', 'details'],
]);

/**
 * `type` names the section of the error documentation and `title` is the same for every case of a code; members of our
 * own follow. Facts whose names are taken, such as the status of a job, stand in `details`.
 */
export function problemBody(failure: Failure, requestId: string, docs: string): Record<string, unknown> {
  const { code, status, error, message, details, suggestion, field } = failure;
  const title = failures[code].message;
  const facts = Object.entries(wireNames(failure.facts ?? {}));
  const hidden = facts.filter(([name]) => taken.has(name));
  return {
    type: `${docs}#${code}`,
    title,
    status,
    detail: details === undefined ? message : message === title ? details : `${message} ${details}`,
    instance: `urn:docmill:request:${requestId}`,
    ...Object.fromEntries(facts.filter(([name]) => !taken.has(name))),
    error,
    code,
    suggestion,
    ...(field === undefined ? {} : { field: wireField(field) }),
    ...(hidden.length === 0 ? {} : { details: Object.fromEntries(hidden) }),
    request_id: requestId,
  };
}
