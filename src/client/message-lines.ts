// The lines a person reads on standard error: what went wrong, in which file, and what to do about it.
import type { Warning } from '../convert/format.ts';
import { Failure, type FailureCode, failures } from '../core/failure.ts';
import { readFailure, systemCode } from './file-failures.ts';
import { printable } from './printable.ts';

/** The table of failures speaks to callers of the service; these are the same remedies for the command line. */
const remedies = new Map<FailureCode, string>([
  ['PASSWORD_REQUIRED', 'Give the password with --password-file FILE or --password.'],
  ['UNSUPPORTED_FORMAT', 'Run docmill formats for the list; --type names the format where it was not recognised.'],
  ['PROCESSING_TIMEOUT', 'Allow more time with --timeout, or split the document.'],
  ['PROCESSING_FAILED', 'This is a fault of docmill: please report it with what --debug shows.'],
  ['UNSUPPORTED_LANGUAGE', 'Choose one of the installed languages with --ocr-languages.'],
  ['OCR_FAILED', 'Use a sharper or larger image, or --ocr advanced.'],
]);

/** Any error as a Failure with a remedy for this command. */
export function commandFailure(error: unknown): Failure {
  if (!(error instanceof Failure)) {
    if (systemCode(error) !== undefined) return readFailure(error);
    const remedy = remedies.get('PROCESSING_FAILED') ?? '';
    return new Failure('PROCESSING_FAILED', {
      message: 'The conversion failed for a reason inside docmill.',
      suggestion: remedy,
      cause: error,
    });
  }
  const remedy = remedies.get(error.code);
  // A suggestion that differs from the table's was written for this very case and knows better.
  if (remedy === undefined || error.suggestion !== failures[error.code].suggestion) return error;
  const { code: _code, retryable: _retryable, ...parts } = error.record();
  return new Failure(error.code, { ...parts, suggestion: remedy, cause: error.cause ?? error });
}

export function failureLines(label: string, failure: Failure, debug: boolean): string {
  const details = failure.details === undefined ? '' : ` ${failure.details}`;
  const lines = [
    `docmill: ${printable(label)}: ${failure.code}: ${printable(failure.message + details)}`,
    `  hint: ${printable(failure.suggestion)}`,
  ];
  if (debug) lines.push(...debugLines(failure));
  return `${lines.join('\n')}\n`;
}

/** A wrong command line: no code, as it is the command itself that is meant. */
export function usageLines(failure: Failure): string {
  return `docmill: ${printable(failure.details ?? failure.message)}\n  hint: ${printable(failure.suggestion)}\n`;
}

export function warningLine(label: string, warning: Pick<Warning, 'message' | 'origin'>): string {
  return `docmill: ${printable(label)}: warning: ${printable(warning.message)}${placeOf(warning.origin)}\n`;
}

function placeOf(origin: Warning['origin']): string {
  switch (origin?.kind) {
    case 'page':
      return ` (page ${origin.page})`;
    case 'slide':
      return ` (slide ${origin.slide})`;
    case 'sheet':
      return ` (sheet ${printable(origin.sheet)}${origin.range === undefined ? '' : ` ${printable(origin.range)}`})`;
    case 'paragraph':
      return ` (paragraph ${origin.index})`;
    case 'line':
      return ` (line ${origin.start})`;
    case 'path':
      return ` (${printable(origin.path)})`;
    case 'time':
      return ` (at ${origin.start} s)`;
    default:
      return '';
  }
}

/** Causes one may follow: an error can be its own cause. */
const mostCauses = 5;

function debugLines(failure: Failure): string[] {
  const lines: string[] = [];
  let error: unknown = failure;
  for (let depth = 0; depth < mostCauses && error !== undefined; depth += 1) {
    const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    lines.push(
      ...`${depth === 0 ? '' : 'caused by: '}${text}`.split('\n').map((line) => `  debug: ${printable(line)}`),
    );
    error = error instanceof Error ? error.cause : undefined;
  }
  return lines;
}
