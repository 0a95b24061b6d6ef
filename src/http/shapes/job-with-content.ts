// A job with its Markdown inside: the JSON is written around the stored file as it streams, so that a result of any
// size costs no memory. Small ones are sent whole.
import { Readable } from 'node:stream';

/** `{...job, "markdown_content": "..."}` as UTF-8. */
export function jobWithContent(job: Record<string, unknown>, content: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(jsonAround(job, content), { objectMode: false });
}

/** The same piece by piece, for answers that hold several. */
export async function* jsonAround(
  job: Record<string, unknown>,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(job).slice(0, -1)},"markdown_content":"`;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of content) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield JSON.stringify(text).slice(1, -1);
  }
  yield `${JSON.stringify(decoder.decode()).slice(1, -1)}"}`;
}
