// Reads Content-Disposition, in answers of web servers (RFC 6266) and in the parts of a form (RFC 7578).

export interface Disposition {
  /** Lower case: `attachment`, `form-data`. */
  readonly kind: string;
  /** Names in lower case, values unquoted; the first of equal names counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const maxHeaderLength = 16_384;
const maxParameters = 32;

/** Never fails: what cannot be read is left out. */
export function parseDisposition(header: string): Disposition {
  const text = repaired(header.slice(0, maxHeaderLength));
  const kindEnd = text.indexOf(';');
  const kind = (kindEnd < 0 ? text : text.slice(0, kindEnd)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (let at = kindEnd < 0 ? text.length : kindEnd + 1; at < text.length && parameters.size < maxParameters; ) {
    const nameEnd = indexOfAny(text, '=;', at);
    const name = text.slice(at, nameEnd).trim().toLowerCase();
    if (text.charAt(nameEnd) !== '=') {
      at = nameEnd + 1;
      continue;
    }
    const [value, next] = readValue(text, nameEnd + 1);
    if (name !== '' && !parameters.has(name)) parameters.set(name, value);
    at = next;
  }
  return { kind, parameters };
}

/** The file name, `filename*` before `filename` (RFC 6266, section 4.3); not yet made safe. */
export function dispositionFilename(disposition: Disposition): string | undefined {
  const extended = disposition.parameters.get('filename*');
  return (extended === undefined ? undefined : decodeExtended(extended)) ?? disposition.parameters.get('filename');
}

/** The value that begins at `at`, and where the next parameter begins. */
function readValue(text: string, at: number): readonly [string, number] {
  let start = at;
  while (text.charAt(start) === ' ' || text.charAt(start) === '\t') start += 1;
  if (text.charAt(start) !== '"') {
    const end = indexOfAny(text, ';', start);
    return [text.slice(start, end).trim(), end + 1];
  }
  let value = '';
  let from = start + 1;
  for (;;) {
    const stop = indexOfAny(text, '"\\', from);
    value += text.slice(from, stop);
    if (text.charAt(stop) !== '\\') return [value, indexOfAny(text, ';', stop + 1) + 1];
    // Old browsers send a whole Windows path unescaped: only \" and \\ are escapes.
    const next = text.charAt(stop + 1);
    // New ones never escape: where the value can only end here, the backslash is its last character.
    if (next === '"' && endsValue(text, stop + 2)) return [`${value}\\`, indexOfAny(text, ';', stop + 2) + 1];
    value += next === '"' || next === '\\' ? next : `\\${next}`;
    from = stop + 2;
  }
}

/** Nothing follows, or another parameter. */
function endsValue(text: string, at: number): boolean {
  return /^[ \t]{0,8}(?:$|;[ \t]{0,8}[\w*-]{1,40}=)/.test(text.slice(at, at + 64));
}

/** RFC 8187, section 3.2: charset'language'percent-encoded bytes. */
function decodeExtended(value: string): string | undefined {
  const [charset = '', language, ...rest] = value.split("'");
  if (language === undefined || rest.length === 0) return undefined;
  const bytes = Buffer.from(
    rest.join("'").replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  if (/^iso-8859-1$/i.test(charset.trim())) return bytes.toString('latin1');
  return /^utf-8$/i.test(charset.trim()) ? bytes.toString('utf8') : undefined;
}

/** Header bytes arrive as Latin-1; nearly all senders of other characters mean UTF-8. */
function repaired(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

function indexOfAny(text: string, chars: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (chars.includes(text.charAt(at))) return at;
  return text.length;
}
