// Reads and writes the wire format of Protocol Buffers, as far as taking a model file apart and joining it again needs.
import { Failure } from '../../../core/failure.ts';

/** One field of a message: its content stands between `from` and `to`, or it is a number. */
export interface Field {
  readonly number: number;
  /** Whether it has content; a number has none. */
  readonly delimited: boolean;
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

const varint = 0;
const fixed64 = 1;
const delimited = 2;
const fixed32 = 5;
const longestVarint = 10;

/** The fields of the message between two places, in order (Protocol Buffers encoding guide, "Message structure"). */
export function* fieldsOf(bytes: Uint8Array, start = 0, end = bytes.length): Generator<Field> {
  let at = start;
  const number = (): number => {
    let value = 0;
    for (let read = 0; read < longestVarint && at < end; read += 1) {
      const byte = bytes[at] as number;
      at += 1;
      // Negative numbers lose their upper bits here; nothing that is read from models is negative.
      value += (byte & 0x7f) * 2 ** (7 * read);
      if (byte < 0x80) return value;
    }
    throw broken();
  };
  while (at < end) {
    const key = number();
    const wire = key % 8;
    let value = 0;
    if (wire === varint) value = number();
    const size = wire === delimited ? number() : wire === fixed64 ? 8 : wire === fixed32 ? 4 : 0;
    if ((wire !== varint && size === 0 && wire !== delimited) || at + size > end) throw broken();
    yield { number: Math.floor(key / 8), delimited: wire === delimited, from: at, to: at + size, value };
    at += size;
  }
}

/** The pieces of a field with content: its key and length, then the content itself. */
export function delimitedField(number: number, content: readonly Uint8Array[]): Uint8Array[] {
  const size = content.reduce((sum, piece) => sum + piece.length, 0);
  return [Uint8Array.from([...encoded(number * 8 + delimited), ...encoded(size)]), ...content];
}

export function numberField(number: number, value: number): Uint8Array {
  return Uint8Array.from([...encoded(number * 8 + varint), ...encoded(value)]);
}

export const textField = (number: number, text: string): Uint8Array[] => delimitedField(number, [Buffer.from(text)]);

function encoded(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}

function broken(): Failure {
  return new Failure('PROCESSING_FAILED', { details: 'The speech model is damaged.' });
}
