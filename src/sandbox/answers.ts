// What a child answers, cut to what a message may hold: titles, names and messages come from documents and have any
// length.
import { inspect } from 'node:util';
import type { Origin, Warning } from '../convert/index.ts';
import { Failure } from '../core/failure.ts';
import { type ChildMessage, isFactName, maxMessageBytes, messageLimits } from './protocol.ts';

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
  const { facts, field, details, message, suggestion, ...record } = failure.record();
  return {
    type: 'failed',
    id,
    record: {
      ...record,
      message: clip(message, messageLimits.text),
      suggestion: clip(suggestion, messageLimits.text),
      ...(field === undefined ? {} : { field: clip(field, messageLimits.text) }),
      ...(details === undefined ? {} : { details: clip(details, messageLimits.text) }),
      ...(facts === undefined ? {} : { facts: plainFacts(facts) }),
    },
    ...(failure.cause === undefined ? {} : { log: clip(told(failure.cause), messageLimits.log) }),
  };
}

/** Names and values that a message can carry; what a reader put in beside them is not worth losing its code for. */
function plainFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const plain = (value: unknown): value is string | number | boolean | null =>
    value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  const clipped = (value: unknown): unknown => (typeof value === 'string' ? clip(value, messageLimits.text) : value);
  const kept = Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    if (!isFactName(name)) return [];
    if (Array.isArray(value)) return [[name, value.filter(plain).slice(0, messageLimits.factItems).map(clipped)]];
    return plain(value) ? [[name, clipped(value)]] : [];
  });
  return Object.fromEntries(kept.slice(0, messageLimits.facts));
}

/** A full disk is nobody's bug: the job can be tried again when there is room. */
function storageFailure(error: unknown): Failure | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new Failure('STORAGE_FULL', { cause: error }) : undefined;
}

function told(error: unknown): string {
  if (typeof error === 'string') return error;
  // Not every object can be made a string of, and a stack may be anything that was assigned to it.
  return error instanceof Error && typeof error.stack === 'string' ? error.stack : inspect(error, { depth: 1 });
}

export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  // Not between the halves of a surrogate pair: half a character is no text.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
