// Holds the bytes of one document to the size its sender may use, while they pass.
import { Failure } from '../core/failure.ts';

/** The same bytes; fails as soon as they are more than `maxBytes`, and at the end when there were none. */
export async function* withinSize(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const bytes of content) {
    size += bytes.length;
    if (size > maxBytes) throw fileTooLarge(maxBytes);
    if (bytes.length > 0) yield bytes;
  }
  if (size === 0) throw emptyFile();
}

export function fileTooLarge(maxBytes: number): Failure {
  return new Failure('FILE_002', {
    field: 'file',
    details: `A file may have up to ${maxBytes} bytes.`,
    facts: { limit: maxBytes },
  });
}

function emptyFile(): Failure {
  return new Failure('CORRUPTED_FILE', {
    field: 'file',
    message: 'The file is empty.',
    suggestion: 'Check that the right file was sent.',
  });
}
