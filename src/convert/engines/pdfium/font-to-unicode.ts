// The characters that a PDF says its codes mean (ISO 32000-2, 9.10.3), read by ourselves where PDFium makes nothing of them.

/** Codes of one range, and of all. */
const longestRange = 65_536;
const mostCodes = 100_000;

export function readToUnicode(cmap: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, kind, body] of cmap.matchAll(/\bbegin(bfchar|bfrange)\b([\s\S]*?)(?=\bend(?:bfchar|bfrange)\b|$)/g)) {
    const parts = (body ?? '').match(/<[\da-f\s]*>|\[|\]/gi) ?? [];
    if (kind === 'bfchar') readChars(parts, texts);
    else readRanges(parts, texts);
  }
  return texts;
}

function readChars(parts: readonly string[], texts: Map<number, string>): void {
  for (let at = 0; at + 1 < parts.length; at += 2) set(texts, codeOf(parts[at]), textOf(parts[at + 1] as string));
}

function readRanges(parts: readonly string[], texts: Map<number, string>): void {
  let at = 0;
  while (at + 2 < parts.length) {
    const [from, to] = [codeOf(parts[at]), codeOf(parts[at + 1])];
    at += 2;
    if (parts[at] === '[') {
      for (at += 1; at < parts.length && parts[at] !== ']'; at += 1)
        set(texts, from + listed(parts, at), textOf(parts[at] as string));
      at += 1;
      continue;
    }
    const first = textOf(parts[at] as string);
    at += 1;
    const last = first.charCodeAt(first.length - 1);
    for (let code = from; code <= to && code - from < longestRange && texts.size < mostCodes; code += 1)
      set(texts, code, first.slice(0, -1) + String.fromCharCode(last + code - from));
  }
}

/** How many stand before it in its list. */
function listed(parts: readonly string[], at: number): number {
  return at - parts.lastIndexOf('[', at) - 1;
}

const codeOf = (hex: string | undefined): number => Number.parseInt((hex ?? '').replace(/[<>\s]/g, '') || '-1', 16);

/** UTF-16, the high byte first. */
function textOf(hex: string): string {
  const digits = hex.replace(/[<>\s]/g, '');
  let text = '';
  for (let at = 0; at < digits.length; at += 4)
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 4), 16) || 0);
  return text;
}

function set(texts: Map<number, string>, code: number, text: string): void {
  // Controls and places of private use say nothing.
  if (code >= 0 && texts.size < mostCodes && text !== '' && !/[\p{Cc}\p{Co}\ufffd\uffff]/u.test(text))
    texts.set(code, text);
}
