// Reads multipart/form-data (RFC 7578) part by part, pulling the body only as fast as the parts are read. Written here
// because the usual parsers push events: they only mark a part that is too large, and need the server's request object.
import { Failure } from '../core/failure.ts';
import { dispositionFilename, parseDisposition } from '../service/fetch-disposition.ts';

export interface FormPart {
  readonly name: string;
  /** As sent, not yet safe; undefined for a plain field. */
  readonly filename?: string;
  readonly mediaType?: string;
  /** Content-Transfer-Encoding in lower case, where a sender still uses it. */
  readonly encoding?: string;
  /** To be read before the next part is asked for; what is left is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

export const formLimits = { parts: 256, headerBytes: 16_384, headers: 32 } as const;

/** RFC 2046, section 5.1.1: 1 to 70 characters; senders that quote nothing and use others are served too. */
const maxBoundaryLength = 200;

const crlf = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');
const none: Buffer = Buffer.alloc(0);

export function boundaryOf(contentType: string): string {
  const boundary = parseDisposition(contentType).parameters.get('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > maxBoundaryLength) {
    throw malformed('the Content-Type has no usable boundary');
  }
  return boundary;
}

/** The parts in their order. Fails with REQUEST_001 where the text is not a form, or ends before its last boundary. */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  maxParts: number = formLimits.parts,
): AsyncGenerator<FormPart, void> {
  const input = new Window(body, Buffer.from(`\r\n--${boundary}`, 'latin1'));
  // The first boundary may stand at the very start, where no line end precedes it.
  input.prepend(crlf);
  try {
    while ((await input.untilBoundary()) !== undefined);
    for (let parts = 1; await input.partFollows(); parts += 1) {
      if (parts > maxParts) throw malformed(`the form has more than ${maxParts} parts`);
      yield { ...describe(await input.headers()), content: input.content() };
      while ((await input.untilBoundary()) !== undefined);
    }
    // What follows the last boundary means nothing, but the connection is used again only when it is read.
    await input.skipRest();
  } finally {
    await input.close();
  }
}

/** A stretch of the body that is being looked at, and the rest behind it. */
class Window {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  #bytes: Buffer = none;
  /** True between a boundary and the headers behind it. */
  #atBoundary = false;

  constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.#source = body[Symbol.asyncIterator]();
    this.#delimiter = delimiter;
  }

  prepend(bytes: Buffer): void {
    this.#bytes = Buffer.concat([bytes, this.#bytes]);
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    const { buffer, byteOffset, byteLength } = next.value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    return true;
  }

  async #atLeast(count: number): Promise<void> {
    while (this.#bytes.length < count) if (!(await this.#more())) throw malformed('it ends within a part');
  }

  #take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  /** The next bytes of the content, at least one; undefined when the boundary is reached and taken away. */
  async untilBoundary(): Promise<Buffer | undefined> {
    while (!this.#atBoundary) {
      const found = this.#bytes.indexOf(this.#delimiter);
      if (found === 0) {
        this.#take(this.#delimiter.length);
        this.#atBoundary = true;
      } else {
        const free = found > 0 ? found : this.#startOfTail();
        if (free > 0) return this.#take(free);
        if (!(await this.#more())) throw malformed('it ends before its last boundary');
      }
    }
    return undefined;
  }

  /** Where the bytes begin that may be the first of a boundary not yet here in full. */
  #startOfTail(): number {
    const from = Math.max(0, this.#bytes.length - this.#delimiter.length + 1);
    for (let at = this.#bytes.indexOf(crlf[0] ?? 0, from); at >= 0; at = this.#bytes.indexOf(crlf[0] ?? 0, at + 1)) {
      const tail = this.#bytes.subarray(at);
      if (this.#delimiter.subarray(0, tail.length).equals(tail)) return at;
    }
    return this.#bytes.length;
  }

  /** RFC 2046, section 5.1.1: two hyphens behind the boundary end the form; blanks may stand before the line end. */
  async partFollows(): Promise<boolean> {
    await this.#atLeast(2);
    if (this.#bytes.toString('latin1', 0, 2) === '--') return false;
    for (let blanks = 0; this.#bytes[0] === 0x20 || this.#bytes[0] === 0x09; blanks += 1) {
      if (blanks >= formLimits.headerBytes) throw malformed('there is no line end behind a boundary');
      this.#take(1);
      await this.#atLeast(2);
    }
    if (!this.#bytes.subarray(0, 2).equals(crlf)) throw malformed('there is no line end behind a boundary');
    // The line end stays: headers are found between it and the empty line, also when there are none.
    return true;
  }

  async headers(): Promise<string> {
    for (;;) {
      const end = this.#bytes.indexOf(headersEnd);
      if (end > formLimits.headerBytes || (end < 0 && this.#bytes.length > formLimits.headerBytes)) {
        throw malformed(`the headers of a part are longer than ${formLimits.headerBytes} bytes`);
      }
      if (end >= 0) {
        const text = this.#take(end).toString('latin1');
        this.#take(crlf.length);
        // RFC 2046, section 5.1.1: a part may have headers and no body; its empty line is then that of the boundary.
        await this.#atLeast(this.#delimiter.length);
        if (!this.#bytes.subarray(0, this.#delimiter.length).equals(this.#delimiter)) this.#take(crlf.length);
        this.#atBoundary = false;
        return text;
      }
      if (!(await this.#more())) throw malformed('it ends within the headers of a part');
    }
  }

  content(): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = await this.untilBoundary();
          return value === undefined ? { done: true, value } : { done: false, value };
        },
      }),
    };
  }

  async skipRest(): Promise<void> {
    do this.#bytes = none;
    while (await this.#more());
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

function describe(text: string): Omit<FormPart, 'content'> {
  const headers = new Map<string, string>();
  // RFC 5322, section 2.2.3: a line that begins with a blank continues the one before.
  for (const line of text
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .slice(0, formLimits.headers)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = parseDisposition(headers.get('content-disposition') ?? '');
  const name = disposition.parameters.get('name');
  if (disposition.kind !== 'form-data' || name === undefined) throw malformed('a part has no name');
  const filename = dispositionFilename(disposition);
  const mediaType = headers.get('content-type');
  const encoding = headers.get('content-transfer-encoding');
  return {
    name: unescaped(name),
    ...(filename === undefined ? {} : { filename: unescaped(filename) }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(encoding === undefined ? {} : { encoding: encoding.toLowerCase() }),
  };
}

/** HTML, "multipart/form-data encoding algorithm": browsers write these three characters, and no others, like this. */
function unescaped(text: string): string {
  return text.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}

function malformed(what: string): Failure {
  return new Failure('REQUEST_001', { details: `The multipart form is malformed: ${what}.` });
}
