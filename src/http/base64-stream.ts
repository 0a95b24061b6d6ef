// Decodes Base64 as it arrives, strictly: the platform's decoder skips what it does not know, and a damaged document
// would be converted in silence. Both alphabets of RFC 4648, padded or not, with white space, or a data: URL.
import { Failure } from '../core/failure.ts';

export interface Base64Settings {
  /** The request field, for messages. */
  readonly field: string;
  /** Called with the media type of a data: URL, before the first bytes. */
  readonly onMediaType?: (mediaType: string) => void;
}

/** Characters a data: URL may have before its comma; RFC 2397 sets no bound. */
const maxDataUrlHead = 1024;

const [letter, space, padding] = [1, 2, 3];

const spaces: readonly string[] = ['\n', '\r', ' ', '\t', '\f'];

/** What each byte is: 0 is nothing that belongs into Base64. */
const classes = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  classes[char.charCodeAt(0)] = letter;
}
for (const char of spaces) classes[char.charCodeAt(0)] = space;
classes[0x3d] = padding;

export async function* decodeBase64(
  source: AsyncIterable<Uint8Array>,
  settings: Base64Settings,
): AsyncGenerator<Uint8Array, void> {
  const head = new DataUrlHead(settings);
  const decoder = new Decoder(settings.field);
  for await (const chunk of source) {
    const text = head.done ? latin1(chunk) : head.behind(latin1(chunk));
    decoder.position += head.takeSkipped();
    const bytes = decoder.decode(text);
    if (bytes.length > 0) yield bytes;
  }
  const bytes = decoder.end(head.rest());
  if (bytes.length > 0) yield bytes;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function invalid(field: string, position: number, what: string): Failure {
  return new Failure('FILE_001', {
    field,
    message: 'The file is not valid Base64.',
    details: `Character ${position} of ${field}: ${what}.`,
    facts: { position },
  });
}

/** One kind at a time: the platform removes a fixed character much faster than a class of them. */
function withoutSpace(text: string): string {
  return spaces.reduce((rest, one) => rest.replaceAll(one, ''), text);
}

class Decoder {
  /** Characters of the field before those not yet looked at. */
  position = 0;
  readonly #field: string;
  /** Letters, fewer than four, that wait for the rest of their group. */
  #carry = '';
  #padding = 0;
  /** Set by the first white space: from then on the check goes first. */
  #spaced = false;

  constructor(field: string) {
    this.#field = field;
  }

  decode(text: string): Uint8Array {
    const bytes = this.#quick(this.#spaced ? withoutSpace(text) : text) ?? this.#careful(text);
    this.position += text.length;
    return bytes;
  }

  /** Lets the platform decode, and believes it only when nothing was skipped. */
  #quick(text: string): Uint8Array | undefined {
    if (this.#padding > 0) return undefined;
    const joined = this.#carry + text;
    const whole = joined.length - (joined.length % 4);
    for (let at = whole; at < joined.length; at += 1) {
      if (classes[joined.charCodeAt(at)] !== letter) return undefined;
    }
    const bytes = Buffer.from(joined.slice(0, whole), 'base64');
    if (bytes.length !== (whole / 4) * 3) return undefined;
    this.#carry = joined.slice(whole);
    return bytes;
  }

  /** Character by character: the first white space, the padding, or the fault and its place. */
  #careful(text: string): Uint8Array {
    const letters: string[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const kind = classes[text.charCodeAt(at)];
      if (kind === space) this.#spaced = true;
      else if (kind === padding) this.#padding += 1;
      else if (kind !== letter) throw this.#invalid(at, 'not a character of Base64');
      else if (this.#padding > 0) throw this.#invalid(at, 'there is content behind the padding');
      else letters.push(text.charAt(at));
    }
    const joined = this.#carry + letters.join('');
    const whole = joined.length - (joined.length % 4);
    this.#carry = joined.slice(whole);
    return Buffer.from(joined.slice(0, whole), 'base64');
  }

  end(text: string): Uint8Array {
    const bytes = this.decode(text);
    const left = this.#carry.length;
    if (left === 1) throw this.#invalid(0, 'the last group has only one character; the content was cut off');
    // RFC 4648, section 4: the padding fills the last group. Leaving it out is allowed, a wrong count is damage.
    if (this.#padding > 0 && (left + this.#padding) % 4 !== 0) throw this.#invalid(0, 'the padding has a wrong length');
    if (this.#padding > 2) throw this.#invalid(0, 'the padding has a wrong length');
    const last = Buffer.from(this.#carry, 'base64');
    this.#carry = '';
    return bytes.length === 0 ? last : Buffer.concat([bytes, last]);
  }

  #invalid(offset: number, what: string): Failure {
    return invalid(this.#field, this.position + offset, what);
  }
}

/** Finds out whether the field begins with `data:TYPE;base64,` (RFC 2397) and takes that away. */
class DataUrlHead {
  done = false;
  readonly #settings: Base64Settings;
  #text = '';
  #skipped = 0;

  constructor(settings: Base64Settings) {
    this.#settings = settings;
  }

  /** What stands behind the head, as far as it is known. */
  behind(text: string): string {
    const before = this.#text.length + text.length;
    this.#text = (this.#text + text).replace(/^[ \t\r\n\f]+/, '');
    this.#skipped += before - this.#text.length;
    const scheme = this.#text.slice(0, 5).toLowerCase();
    if (scheme !== 'data:') return 'data:'.startsWith(scheme) ? '' : this.rest();
    const comma = this.#text.indexOf(',');
    if (comma > maxDataUrlHead || (comma < 0 && this.#text.length > maxDataUrlHead)) {
      throw invalid(this.#settings.field, this.#skipped, 'the head of the data URL is too long');
    }
    if (comma < 0) return '';
    const [mediaType = '', ...parameters] = this.#text.slice(5, comma).split(';');
    if (parameters.pop()?.trim().toLowerCase() !== 'base64') {
      throw invalid(this.#settings.field, this.#skipped + 5, 'a data URL must say ;base64');
    }
    const declared = [mediaType, ...parameters].map((part) => part.trim()).join(';');
    if (declared !== '') this.#settings.onMediaType?.(declared);
    this.#text = this.#text.slice(comma + 1);
    this.#skipped += comma + 1;
    return this.rest();
  }

  takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }

  /** What is held back; at the end of the field, what turned out not to be a head. */
  rest(): string {
    const text = this.#text;
    this.#text = '';
    this.done = true;
    return text;
  }
}
