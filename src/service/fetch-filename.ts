// Turns a name sent by a stranger into a harmless base name. It is still only a label: nothing uses it as a path.

/** What common file systems hold in one name. */
const maxNameBytes = 255;
/** Longer ends are not extensions worth keeping when a name is cut. */
const maxExtensionBytes = 20;
/** A name is looked at from its end, where its base name stands. */
const maxLookedAt = 4096;

/**
 * Characters that show nothing or turn the text around, so that a name reads differently from what it is: controls,
 * soft hyphen, marks of direction (UAX 9), zero-width space, separators of lines, byte order mark, tags.
 * The two joiners stay: Persian and emoji names need them.
 */
const invisible =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Names that mean a device on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** The base name without anything harmful; undefined when nothing is left. */
export function safeFilename(given: string): string | undefined {
  const shown = wellFormed(given.slice(-maxLookedAt)).replace(invisible, '').normalize('NFC');
  const parts = shown.split(/[/\\]/);
  while (parts.length > 0 && parts.at(-1)?.trim() === '') parts.pop();
  const base = trimmed((parts.at(-1) ?? '').replace(/^(?:\s*[a-z]:)+/i, ''));
  if (base === '') return undefined;
  return cut(device.test(base) ? `_${base}` : base);
}

/** No blanks around the name, and no dots or blanks at its end: Windows drops those and two names become one. */
function trimmed(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end).trimStart();
}

/** Lone surrogates have no UTF-8 form. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const dot = name.lastIndexOf('.');
  const tail = dot > 0 ? name.slice(dot) : '';
  const extension = Buffer.byteLength(tail) <= maxExtensionBytes ? tail : '';
  const room = maxNameBytes - Buffer.byteLength(extension);
  let stem = '';
  let size = 0;
  for (const char of name.slice(0, name.length - extension.length)) {
    size += Buffer.byteLength(char);
    if (size > room) break;
    stem += char;
  }
  return trimmed(stem) + extension;
}
