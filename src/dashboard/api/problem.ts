// What went wrong, as a person reads it: the service's message, its remedy, and the id to report.
import { fromWire } from './wire.ts';

export interface Remedy {
  readonly message: string;
  readonly suggestion?: string;
  readonly code?: string;
  readonly requestId?: string;
}

export class Problem extends Error {
  readonly status: number;
  readonly remedy: Remedy;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, remedy: Remedy, retryAfterSeconds?: number) {
    super(remedy.message);
    this.status = status;
    this.remedy = remedy;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Both envelopes of the service: the remedy stands in `details`, or beside the message. */
export function problemOf(status: number, body: unknown, retryAfter?: string | null): Problem {
  const fields = asRecord(fromWire(body));
  const details = asRecord(fields['details']);
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const suggestion = text(details['suggestion']) ?? text(fields['suggestion']);
  const code = text(details['code']) ?? text(fields['code']);
  const requestId = text(fields['requestId']);
  const seconds = Number(retryAfter ?? Number.NaN);
  return new Problem(
    status,
    {
      message: text(fields['message']) ?? `The service answered with status ${status}.`,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(code === undefined ? {} : { code }),
      ...(requestId === undefined ? {} : { requestId }),
    },
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

/** Whatever was thrown, as something to show. */
export function remedyOf(error: unknown): Remedy {
  if (error instanceof Problem) return error.remedy;
  return {
    message: 'The service cannot be reached.',
    suggestion: 'Check the connection and try again.',
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
