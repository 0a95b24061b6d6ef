// What a child answers, cut to what a message may hold: titles, names and messages come from documents and have any
// length.
import type { Origin, Warning } from '../convert/index.ts';
import { Failure } from '../core/failure.ts';
import { type ChildMessage, maxMessageBytes, messageLimits } from './protocol.ts';

/** Half a message: the other half is for images. */
const warningBytes = maxMessageBytes / 2;

/** As many as one message can hold, and a word about those it cannot. */
export function fittingWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const fitting: Warning[] = [];
  let bytes = 0;
  for (const warning of warnings) {
    const clipped = clipWarning(warning);
    bytes += Buffer.byteLength(JSON.stringify(clipped));
    if (fitting.length >= messageLimits.warnings - 1 || bytes > warningBytes) {
      const message = `${warnings.length - fitting.length} more warnings were left out.`;
      return [...fitting, { code: 'more-warnings', message }];
    }
    fitting.push(clipped);
  }
  return fitting;
}

function clipWarning({ code, message, origin }: Warning): Warning {
  return {
    code: clip(code, messageLimits.shortText),
    message: clip(message, messageLimits.text),
    ...(origin === undefined ? {} : { origin: clipOrigin(origin) }),
  };
}

/** Sheet names, parts and paths come from the document and may have any length. */
function clipOrigin(origin: Origin): Origin {
  const entries = Object.entries(origin).map(([name, value]) => [
    name,
    typeof value === 'string' ? clip(value, messageLimits.text) : value,
  ]);
  return Object.fromEntries(entries) as Origin;
}

export function complaint(id: number, error: unknown): ChildMessage {
  const failure = error instanceof Failure ? error : storageFailure(error);
  if (failure === undefined) return { type: 'broke', id, log: clip(told(error), messageLimits.log) };
  const record = failure.record();
  return {
    type: 'failed',
    id,
    record: {
      ...record,
      message: clip(record.message, messageLimits.text),
      ...(record.field === undefined ? {} : { field: clip(record.field, messageLimits.text) }),
      ...(record.details === undefined ? {} : { details: clip(record.details, messageLimits.text) }),
    },
    ...(failure.cause === undefined ? {} : { log: clip(told(failure.cause), messageLimits.log) }),
  };
}

/** A full disk is nobody's bug: the job can be tried again when there is room. */
function storageFailure(error: unknown): Failure | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new Failure('STORAGE_FULL', { cause: error }) : undefined;
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

export const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
