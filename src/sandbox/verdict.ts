// How the end of a child becomes the code of the job: the one place that decides whose fault a death was.
import { Failure } from '../core/failure.ts';

/** Why the parent ended a child. */
export type KillReason =
  | { readonly kind: 'deadline'; readonly ms: number }
  | { readonly kind: 'silence'; readonly ms: number }
  | { readonly kind: 'memory'; readonly limit: number; readonly seen: number }
  /** It said what no sound child says. */
  | { readonly kind: 'protocol'; readonly what: string }
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'closing' }
  /** Not ready in time. */
  | { readonly kind: 'slow-start'; readonly ms: number }
  /** Served enough, or grown too large; it had no task. */
  | { readonly kind: 'worn' };

/** How a child ended by itself or by a hand that was not ours. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to its standard output and error. */
  readonly tail: string;
  readonly error?: Error;
}

/** Faults of the machine code under a reader: the document led it astray. */
const crashSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGABRT',
  'SIGSYS',
]);

export function failureOfKill(reason: KillReason): Failure {
  switch (reason.kind) {
    case 'deadline':
      return new Failure('PROCESSING_TIMEOUT', {
        details: `The conversion did not end within ${reason.ms} ms.`,
        facts: { limit: 'deadlineMs', value: reason.ms },
      });
    case 'silence':
      return new Failure('PROCESSING_TIMEOUT', {
        details: `The conversion made no progress for ${reason.ms} ms.`,
        facts: { limit: 'silenceMs', value: reason.ms },
      });
    case 'memory':
      return memoryFailure(reason.limit, `seen ${reason.seen} bytes`);
    case 'aborted':
      if (reason.reason instanceof Failure) return reason.reason;
      return new Failure('PROCESSING_TIMEOUT', { details: 'The conversion was stopped.', cause: reason.reason });
    case 'closing':
      return new Failure('UNAVAILABLE', { details: 'The service is stopping.' });
    case 'protocol':
    case 'slow-start':
    case 'worn':
      return new Failure('PROCESSING_FAILED', { cause: reason });
  }
}

/** For a child that died while it had the task; `maxRssBytes` is the limit it lived under. */
export function failureOfExit(exit: Exit, maxRssBytes: number): Failure {
  const cause = `child ended: code ${exit.code}, signal ${exit.signal}`;
  if (isOutOfMemory(exit.tail) && (exit.signal !== null || exit.code !== 0)) return memoryFailure(maxRssBytes, cause);
  if (exit.signal !== null && crashSignals.has(exit.signal)) {
    return new Failure('CORRUPTED_FILE', {
      details: 'The reader of this format crashed on the content of the file.',
      facts: { signal: exit.signal },
      cause,
    });
  }
  return new Failure('PROCESSING_FAILED', { details: 'The conversion process ended without a result.', cause });
}

/** What V8 and Node say when they run dry: on standard error before they abort, or as the message of an error. */
export function isOutOfMemory(said: string): boolean {
  return /heap out of memory|Array buffer allocation failed|ERR_MEMORY_ALLOCATION_FAILED|process out of memory/.test(
    said,
  );
}

export function memoryFailure(limit: number, cause: string): Failure {
  return new Failure('PROCESSING_FAILED', {
    message: 'The conversion needed more memory than it may use.',
    suggestion: 'Split the document into smaller parts.',
    details: `The limit maxRssBytes of ${limit} was passed.`,
    facts: { limit: 'maxRssBytes', value: limit },
    cause,
  });
}
