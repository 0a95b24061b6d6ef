// Recognises what kind of text a text is. Only self-declaring content (a doctype, an XML declaration) outranks the name
// of a file; the other rules serve content that comes without a name, and are conservative: in doubt it is plain text.
import { createDecoder, detectCharset, plainUnicode } from './containers/charset.ts';
import { wholeUtf8 } from './containers/charset-decoder.ts';
import { chooseDialect } from './formats/csv-dialect.ts';
import { bytesSource } from './input.ts';
import { isJson } from './sniff-json.ts';

/** The decoded head of a text, or undefined when the content is not text. */
export function headText(head: Uint8Array, cut: boolean): string | undefined {
  const bytes = cut ? head.subarray(0, wholeUtf8(head)) : head;
  const unicode = plainUnicode(bytes);
  if (unicode === undefined || unicode === 'utf-8') {
    let controls = 0;
    for (const byte of bytes) if (isBinaryControl(byte)) controls += 1;
    // Terminal output and damaged files hold some; compressed or compiled data holds them in every tenth byte.
    if (controls > bytes.length * (unicode === undefined ? 0.005 : 0.05)) return undefined;
  }
  const charset = unicode ?? detectCharset(bytesSource(bytes));
  const decoder = createDecoder(charset);
  const text = decoder.write(bytes) + (cut ? '' : decoder.end());
  // Sixteen-bit data that is not text (samples, tables) decodes to unpaired surrogates and unassigned code points.
  return decoder.replaced > 2 + text.length * 0.02 ? undefined : text;
}

/** Tab, line ends, form feed, escape and the DOS end of file are at home in texts. */
function isBinaryControl(byte: number): boolean {
  return byte < 0x20 ? byte < 0x08 || byte === 0x0b || (byte > 0x0d && byte !== 0x1a && byte !== 0x1b) : byte === 0x7f;
}

/** `html` or `xml` when the text says so itself at its start. */
function declaredKind(text: string): 'html' | 'xml' | undefined {
  const start = afterComments(text, 0);
  if (/^<!doctype\s+html/i.test(text.slice(start, start + 40))) return 'html';
  if (/^<(?:html|head|body)[\s>]/i.test(text.slice(start, start + 6))) return 'html';
  const declared = /^<\?xml\s/.test(text.slice(start, start + 6));
  const root = rootElement(text, start);
  if (root === undefined) return declared ? 'xml' : undefined;
  if (/^(?:\w+:)?html$/i.test(root)) return 'html';
  if (declared || /^<!doctype\s/i.test(text.slice(start, start + 10))) return 'xml';
  return /^(?:rss|feed|rdf:RDF|svg|urlset|opml)$/.test(root) ? 'xml' : undefined;
}

/** True when the text is at least no contradiction to being of this kind. */
export function mayBe(kind: string, text: string, cut: boolean): boolean {
  const declared = declaredKind(text);
  if (kind === 'html') return declared !== 'xml';
  if (kind === 'md' || kind === 'csv' || kind === 'txt') return declared === undefined;
  if (kind === 'xml')
    return declared === 'xml' || (declared === undefined && /^\ufeff?\s*<[A-Za-z_!?]/.test(text.slice(0, 4096)));
  if (kind === 'eml') return declared === undefined && startsWithField(text);
  if (kind === 'json') {
    const start = /^\ufeff?\s*([^\s])/.exec(text)?.[1] ?? '';
    return start === '{' || start === '[' || isJson(text.trim(), !cut);
  }
  return false;
}

/** The kind of a text that comes without a helpful name. */
export function guessKind(text: string, cut: boolean): 'html' | 'xml' | 'json' | 'csv' | 'md' | 'txt' | 'eml' {
  const declared = declaredKind(text);
  if (declared !== undefined) return declared;
  const trimmed = text.trimStart();
  if (/^[{[]/.test(trimmed) && isJson(trimmed, !cut)) return 'json';
  if (trimmed.startsWith('<')) {
    if (looksLikeHtml(trimmed)) return 'html';
    if (looksLikeXml(trimmed, cut)) return 'xml';
  }
  if (looksLikeMail(text)) return 'eml';
  if (looksLikeMarkdown(text)) return 'md';
  return looksLikeCsv(text, cut) ? 'csv' : 'txt';
}

function afterComments(text: string, from: number): number {
  let at = from;
  for (let rounds = 0; rounds < 100; rounds += 1) {
    while (at < text.length && /[\s\ufeff]/.test(text[at] as string)) at += 1;
    if (!text.startsWith('<!--', at)) return at;
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return at;
    at = end + 3;
  }
  return at;
}

/** Name of the first element, after declarations, comments and a doctype. */
function rootElement(text: string, from: number): string | undefined {
  let at = from;
  for (let rounds = 0; rounds < 100; rounds += 1) {
    at = afterComments(text, at);
    const closer = text.startsWith('<?', at) ? '?>' : text.startsWith('<!', at) ? '>' : undefined;
    if (closer === undefined) return /^<([A-Za-z_][\w.:-]{0,100})[\s/>]/.exec(text.slice(at, at + 110))?.[1];
    // A doctype may hold declarations in square brackets.
    const subset = text.indexOf('[', at);
    const plain = text.indexOf(closer, at);
    const end = closer === '>' && subset >= 0 && subset < plain ? text.indexOf(']>', at) + 1 : plain;
    if (end <= 0) return undefined;
    at = end + closer.length;
  }
  return undefined;
}

const htmlTags = new Set(
  (
    'a abbr address article aside audio b blockquote br button center code col dd details div dl dt em fieldset ' +
    'figure font footer form frameset h1 h2 h3 h4 h5 h6 header hr i iframe img input label li link main meta nav ol ' +
    'p pre script section select span strong style sub sup table tbody td textarea th thead title tr u ul video'
  ).split(' '),
);

function looksLikeHtml(text: string): boolean {
  const first = /^<([A-Za-z][A-Za-z0-9]{0,12})[\s/>]/.exec(text)?.[1]?.toLowerCase();
  if (first === undefined || !htmlTags.has(first)) return false;
  return first === 'meta' || first === 'img' || first === 'br' || first === 'hr' || text.toLowerCase().includes('</');
}

function looksLikeXml(text: string, cut: boolean): boolean {
  const root = /^<([A-Za-z_][\w.:-]{0,100})[\s/>]/.exec(text)?.[1];
  if (root === undefined) return false;
  const end = text.trimEnd();
  return cut
    ? text.includes('</')
    : end.endsWith(`</${root}>`) || (end.endsWith('/>') && end.indexOf('>') === end.length - 1);
}

/** A header field on the first line that is not blank, or the line that mailboxes put before it. */
function startsWithField(text: string): boolean {
  return /^\ufeff?\s*(?:>?From |[A-Za-z][A-Za-z0-9-]{0,60}[ \t]?:)/.test(text.slice(0, 1024));
}

/** RFC 5322 header fields from the first line on, with one that people do not type themselves. */
function looksLikeMail(text: string): boolean {
  const header = text.slice(0, 8192).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  if (lines.length < 3 || !lines.every((line) => /^(?:From |[A-Za-z][A-Za-z0-9-]{1,60}:)/.test(line))) return false;
  return lines.some((line) => /^(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To):/i.test(line));
}

/** Two different signs that plain text and configuration files do not have together. */
function looksLikeMarkdown(text: string): boolean {
  if (text.startsWith('#!')) return false;
  const lines = text.slice(0, 32_768).split(/\r?\n/);
  const signs = new Set<string>();
  let fences = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length > 2_000) continue;
    const alone = (lines[index - 1] ?? '') === '' && (lines[index + 1] ?? '') === '';
    if (alone && /^#{1,6} \S/.test(line)) signs.add('heading');
    if (/^ {0,3}(?:```|~~~)[\w+-]{0,20}\s*$/.test(line)) fences += 1;
    if (/\]\((?:https?:|\.{0,2}\/|#|mailto:)[^)\s\]]{1,500}\)/.test(line)) signs.add('link');
    if (/^\|?[ :]*-{3,}[ :]*\|[ :|-]*$/.test(line) && (lines[index - 1] ?? '').includes('|')) signs.add('table');
    if (/(?:^|\s)\*\*[^\s*][^*]{0,200}\*\*/.test(line)) signs.add('strong');
  }
  if (fences >= 2) signs.add('fence');
  return signs.size >= 2;
}

function looksLikeCsv(text: string, cut: boolean): boolean {
  if (/^sep=.\r?\n/i.test(text.slice(0, 10))) return true;
  const choice = chooseDialect(text.slice(0, 65_536), cut || text.length > 65_536);
  if (choice.columns < 2 || choice.rows < 3 || choice.consistency < 1) return false;
  if (choice.dialect.delimiter === '\t') return true;
  // One delimiter a line also happens in lists and verse: then more lines and short cells are asked for.
  const enough = choice.columns >= 3 ? 3 : 5;
  return choice.rows >= enough && choice.longestCell <= 80 && !choice.spaced;
}
