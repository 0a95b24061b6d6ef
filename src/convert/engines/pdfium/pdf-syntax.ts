// Objects of a PDF in its own syntax (ISO 32000-2, 7.3), as far as the description of a font needs them.

export interface PdfReference {
  readonly object: number;
}
export type PdfDictionary = ReadonlyMap<string, PdfSyntax>;
/** Names begin with their stroke; strings, which no description needs, are empty. */
export type PdfSyntax = number | string | PdfReference | PdfDictionary | readonly PdfSyntax[];

const token =
  /\s+|%[^\r\n]*|<<|>>|\[|\]|<[\da-fA-F\s]*>|\/[^\s/[\]{}()<>%]*|[-+]?(?:\d+\.?\d*|\.\d+)|\((?:\\[\s\S]|[^\\()])*\)|[^\s/[\]{}()<>%]+|[\s\S]/gy;
const deepest = 40;
const end = Symbol('end');

/** The value that a text begins with; undefined where it is none. */
export function parsePdf(text: string): PdfSyntax | undefined {
  const value = new Parser(text).value(0);
  return value === end ? undefined : value;
}

export const isReference = (value: PdfSyntax | undefined): value is PdfReference =>
  typeof value === 'object' && 'object' in value;

export const isDictionary = (value: PdfSyntax | undefined): value is PdfDictionary => value instanceof Map;

class Parser {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = (text.match(token) ?? []).filter((one) => !/^[\s%]/.test(one));
  }

  value(depth: number): PdfSyntax | typeof end {
    const one = this.#tokens[this.#at];
    this.#at += 1;
    if (one === undefined || one === ']' || one === '>>' || depth > deepest) return end;
    if (one === '[') return this.#list(depth);
    if (one === '<<') {
      const entries = this.#list(depth);
      const found = new Map<string, PdfSyntax>();
      for (let at = 0; at + 1 < entries.length; at += 2) found.set(String(entries[at]), entries[at + 1] as PdfSyntax);
      return found;
    }
    if (one.startsWith('/')) return unescaped(one);
    if (!/^[-+.\d]/.test(one)) return /^[(<]/.test(one) ? '' : one;
    if (this.#tokens[this.#at + 1] === 'R' && /^\d+$/.test(one)) {
      this.#at += 2;
      return { object: Number(one) };
    }
    return Number(one);
  }

  /** Up to the bracket that ends it. */
  #list(depth: number): PdfSyntax[] {
    const values: PdfSyntax[] = [];
    for (let one = this.value(depth + 1); one !== end; one = this.value(depth + 1)) values.push(one);
    return values;
  }
}

const unescaped = (name: string): string =>
  name.includes('#')
    ? name.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;
