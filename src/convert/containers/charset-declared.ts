// The character set a document names itself: the XML declaration (XML 1.0, 4.3.3) and the meta element of HTML
// (WHATWG HTML, 13.2.3.2, the prescan). What it names is a claim; charset.ts weighs it against the bytes.
import { asBuffer } from './as-buffer.ts';
import { canonicalCharset } from './charset-decoder.ts';

/** The standard asks for 1 024 bytes; pages with long comments before the element are common enough to look further. */
const prescanBytes = 16 * 1024;

/** The charset named in an XML declaration at the very start. */
export function xmlDeclaredCharset(head: Uint8Array): string | undefined {
  const text = latin1(head.subarray(0, 1024)).replace(/^\u00ef\u00bb\u00bf/, '');
  if (!text.startsWith('<?xml')) return undefined;
  const end = text.indexOf('?>');
  if (end < 0) return undefined;
  const label = /\sencoding\s*=\s*(?:"([^"]{1,40})"|'([^']{1,40})')/.exec(text.slice(0, end));
  return named(label?.[1] ?? label?.[2]);
}

/** The charset a meta element in the head of an HTML page names. */
export function htmlDeclaredCharset(head: Uint8Array): string | undefined {
  const text = latin1(head.subarray(0, prescanBytes));
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 2);
      if (end < 0) return undefined;
      at = end;
      continue;
    }
    if (!/^<meta[\s/]/i.test(text.slice(at, at + 6))) continue;
    const end = text.indexOf('>', at);
    if (end < 0) return undefined;
    const found = metaCharset(text.slice(at + 5, Math.min(end, at + 2048)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function metaCharset(attributes: string): string | undefined {
  const values = new Map<string, string>();
  for (const match of attributes.matchAll(
    /(?<![a-z-])([a-z-]+)\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const name = (match[1] as string).toLowerCase();
    if (!values.has(name)) values.set(name, match[2] ?? match[3] ?? match[4] ?? '');
  }
  const direct = values.get('charset');
  if (direct !== undefined) return named(direct);
  if (values.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return named(mediaTypeCharset(values.get('content') ?? ''));
}

/** The charset parameter of a media type such as `text/html; charset=utf-8`. */
export function mediaTypeCharset(mediaType: string): string | undefined {
  const found = /charset\s{0,20}=\s{0,20}(?:"([^"]{1,40})"|'([^']{1,40})'|([^\s;"']{1,40}))/i.exec(mediaType);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function named(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const charset = canonicalCharset(label);
  // Bytes in which an ASCII declaration can be read are not UTF-16 or UTF-32, whatever they say (same section).
  return charset?.startsWith('utf-') ? 'utf-8' : charset;
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}
