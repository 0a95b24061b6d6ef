// One result as one line of JSON (JSON Lines). The Markdown inside is escaped as bytes, piece by piece, so that a
// result longer than the longest string of the language can still be written.

const quoteByte = 0x22;
const backslash = 0x5c;

/** RFC 8259, section 7: quote, backslash and control characters must be escaped; UTF-8 passes as it is. */
function escapedBytes(piece: Uint8Array): Uint8Array {
  let extra = 0;
  for (const byte of piece) {
    if (byte === quoteByte || byte === backslash || byte === 10) extra += 1;
    else if (byte < 0x20) extra += 5;
  }
  if (extra === 0) return piece;
  const escaped = Buffer.allocUnsafe(piece.length + extra);
  let at = 0;
  for (const byte of piece) {
    if (byte === quoteByte || byte === backslash || byte === 10) {
      escaped[at++] = backslash;
      escaped[at++] = byte === 10 ? 0x6e : byte;
    } else if (byte < 0x20) {
      at += escaped.write(`\\u00${byte.toString(16).padStart(2, '0')}`, at, 'latin1');
    } else {
      escaped[at++] = byte;
    }
  }
  return escaped;
}

/** The line with its end: the fields of `head`, the Markdown if there is any, then the fields of `tail`. */
export function* jsonLine(
  head: Readonly<Record<string, unknown>>,
  markdown: Iterable<Uint8Array> | undefined,
  tail: Readonly<Record<string, unknown>>,
): Generator<Uint8Array> {
  const open = JSON.stringify(head).slice(0, -1);
  const rest = JSON.stringify(tail).slice(1);
  const comma = rest === '}' ? '' : ',';
  if (markdown === undefined) {
    yield Buffer.from(`${open}${comma}${rest}\n`);
    return;
  }
  yield Buffer.from(`${open},"markdown":"`);
  for (const piece of markdown) yield escapedBytes(piece);
  yield Buffer.from(`"${comma}${rest}\n`);
}
