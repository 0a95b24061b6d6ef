// Escapes inside JSON strings (RFC 8259, section 7), each decoded once.

const simple = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ["'", "'"],
]);

/** The string a raw one stands for. Halves of surrogate pairs that stand alone become U+FFFD. */
export function decodeEscapes(raw: string, onUnknown: () => void): string {
  let decoded = '';
  let done = 0;
  let units = false;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', done)) {
    decoded += raw.slice(done, at);
    const letter = raw[at + 1] ?? '';
    const plain = simple.get(letter);
    if (plain !== undefined) {
      decoded += plain;
      done = at + 2;
      continue;
    }
    const hex = letter === 'u' ? raw.slice(at + 2, at + 6) : '';
    if (/^[0-9a-fA-F]{4}$/.test(hex)) {
      const unit = Number.parseInt(hex, 16);
      units ||= unit >= 0xd800 && unit <= 0xdfff;
      decoded += String.fromCharCode(unit);
      done = at + 6;
      continue;
    }
    onUnknown();
    decoded += letter === '' ? '\\' : letter;
    done = at + 1 + Math.max(1, letter.length);
  }
  decoded += raw.slice(done);
  return units ? wellFormed(decoded) : decoded;
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\uFFFD');
}
