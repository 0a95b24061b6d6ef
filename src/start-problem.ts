// Why the service could not start, in words for the person who started it.
import { ConfigError } from './config.ts';
import { Failure } from './core/failure.ts';

export function startProblem(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Failure) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${cause}\n  hint: ${error.suggestion}`;
  }
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}\n  hint: another program uses that port; set PORT to a free one`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return message;
  return stack ?? String(error);
}
