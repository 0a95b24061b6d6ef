// Takes out of decoded text what no document means: control characters, terminal colours, overstrikes. Line ends are
// left to the readers, which give them a meaning.

const suspicious = /[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/;
/** ECMA-48, 5.4: a control sequence is ESC [, parameters, one final byte; OSC strings end with BEL. */
const terminal = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,256}(?:\x07|\x1b\\)|[@-Z\\^_=>])/g;
/** Typewriter bold and underline of formatted manual pages: a character, backspace, the same or another one. */
const overstrike = /[^\n\b]\x08(?=[^\n\b])/g;
const leftOver = /[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g;

const suspectBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x7e || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) ? 1 : 0,
);

/**
 * A quick look at bytes, many times faster than one at the text: false when there is nothing to take out. Four at a
 * time: `(x - n) & ~x` has a high bit set in each byte below n when no high bit was set before.
 */
export function holdsControls(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return suspect(bytes, 0, bytes.length);
  const start = (4 - (bytes.byteOffset % 4)) % 4;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  if (suspect(bytes, 0, start) || suspect(bytes, start + words.length * 4, bytes.length)) return true;
  for (let at = 0; at < words.length; at += 1) {
    const four = words[at] as number;
    const flipped = four ^ 0x7f7f7f7f;
    const low = (four - 0x20202020) & ~four;
    const del = (flipped - 0x01010101) & ~flipped;
    // Line ends and tabs are low as well: then the bytes are looked at one by one.
    if (((four | low | del) & 0x80808080) !== 0 && suspect(bytes, start + at * 4, start + at * 4 + 4)) return true;
  }
  return false;
}

function suspect(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (suspectBytes[bytes[at] as number] === 1) return true;
  return false;
}

export interface Cleaned {
  readonly text: string;
  /** Control characters dropped that were neither terminal formatting nor overstrike. */
  readonly dropped: number;
}

export function withoutControls(text: string): Cleaned {
  if (!suspicious.test(text)) return { text, dropped: 0 };
  const formatted = text.replace(terminal, '').replace(overstrike, '').replaceAll('\ufeff', '');
  const cleaned = formatted.replace(leftOver, '');
  return { text: cleaned, dropped: formatted.length - cleaned.length };
}
