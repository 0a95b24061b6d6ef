// Character and entity references of XML: the five names, numbers, and nothing a document declares for itself.

/** XML 1.0, section 4.6. */
const predefined = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Longer names are not references in any set of character names. */
const longestReference = 48;

/** Resolves references once, from left to right; what a reference stands for is never scanned again. */
export function decodeReferences(raw: string, entity?: (name: string) => string | undefined): string {
  let at = raw.indexOf('&');
  if (at < 0) return raw;
  let decoded = '';
  let done = 0;
  for (; at >= 0; at = raw.indexOf('&', at + 1)) {
    const end = referenceEnd(raw, at + 1);
    if (end < 0) continue;
    const name = raw.slice(at + 1, end);
    const value = name.startsWith('#') ? numeric(name) : (predefined.get(name) ?? entity?.(name));
    if (value === undefined) continue;
    decoded += raw.slice(done, at) + value;
    done = end + 1;
    at = end;
  }
  return decoded + raw.slice(done);
}

/** The index of the `;`, or -1; looks a bounded way ahead so that text full of `&` stays linear. */
function referenceEnd(raw: string, from: number): number {
  const limit = Math.min(raw.length, from + longestReference);
  for (let i = from; i < limit; i += 1) {
    const c = raw.charCodeAt(i);
    if (c === 59) return i > from ? i : -1;
    if (c === 38 || c === 60 || c <= 32) return -1;
  }
  return -1;
}

function numeric(name: string): string | undefined {
  const hex = name.charCodeAt(1) === 120 || name.charCodeAt(1) === 88;
  const digits = name.slice(hex ? 2 : 1);
  if (!(hex ? /^[0-9a-fA-F]+$/ : /^[0-9]+$/).test(digits)) return undefined;
  const point = Number.parseInt(digits, hex ? 16 : 10);
  // XML 1.0, production 2: these are no characters; a reader must not make them.
  const allowed = point >= 32 ? point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) : [9, 10, 13].includes(point);
  return allowed && point !== 0xfffe && point !== 0xffff ? String.fromCodePoint(point) : '\uFFFD';
}
