// Opens a document for reading. Standard input and named pipes have no size and are read only once, so they are
// spooled first.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type ByteSource, fileSource } from '../convert/input.ts';
import { Failure } from '../core/failure.ts';
import type { Cleanup } from './cleanup.ts';
import { readFailure } from './file-failures.ts';
import type { FoundInput } from './found-input.ts';

export interface OpenInput {
  readonly source: ByteSource;
  close(): void;
}

export async function openInput(input: FoundInput, stdin: Readable, cleanup: Cleanup): Promise<OpenInput> {
  try {
    if (input.kind === 'file') {
      const source = fileSource(input.path);
      return { source, close: () => source.close() };
    }
    const { Spool } = await import('./spool.ts');
    const spool = new Spool(cleanup);
    try {
      for await (const piece of input.kind === 'stdin' ? stdin : createReadStream(input.path)) spool.write(piece);
    } catch (error) {
      spool.close();
      throw error;
    }
    if (spool.size === 0) throw emptyInput(input);
    return { source: spool.source(), close: () => spool.close() };
  } catch (error) {
    throw readFailure(error);
  }
}

function emptyInput(input: FoundInput): Failure {
  // The code an empty file has, too.
  return new Failure('CORRUPTED_FILE', {
    message: input.kind === 'stdin' ? 'Standard input is empty.' : 'The pipe is empty.',
    suggestion: 'Check the command in front of the pipe, or name a file.',
  });
}
