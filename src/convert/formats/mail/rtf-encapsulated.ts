// HTML or plain text that Outlook keeps inside RTF, taken out again as it was ([MS-OXRTFEX] 2.1.3).
import { type Answer, type RtfHandler, RtfReader } from './rtf-reader.ts';

export interface Encapsulated {
  readonly kind: 'html' | 'text';
  readonly content: string;
}

/** The words that say so stand near the start (2.1.2: among the first ten tokens). */
const markWindow = 1024;

/** What the RTF wraps, or undefined when it is a document in its own right. */
export function unwrapRtf(bytes: Uint8Array): Encapsulated | undefined {
  const head = Buffer.from(bytes.subarray(0, markWindow)).toString('latin1');
  const kind = /\\fromhtml1?(?![a-z0-9])/.test(head) ? 'html' : /\\fromtext(?![a-z])/.test(head) ? 'text' : undefined;
  if (kind === undefined) return undefined;
  const handler = new Unwrapping(kind);
  const reader = new RtfReader(bytes, handler);
  handler.ignoreFont = () => reader.ignoreFont();
  reader.run();
  return { kind, content: handler.parts.join('') };
}

/** Destinations that hold no content of the page. */
const machinery = new Set(
  'colortbl stylesheet info listtable listoverridetable pntext listtext pict object'.split(' '),
);

/** 2.1.3.1.2: words that stand for characters outside of tags. */
const characters: ReadonlyMap<string, readonly [html: string, text: string]> = new Map([
  ['par', ['\r\n', '\n']],
  ['line', ['\r\n', '\n']],
  ['tab', ['\t', '\t']],
  ['lquote', ['&lsquo;', '\u2018']],
  ['rquote', ['&rsquo;', '\u2019']],
  ['ldblquote', ['&ldquo;', '\u201c']],
  ['rdblquote', ['&rdquo;', '\u201d']],
  ['bullet', ['&bull;', '\u2022']],
  ['endash', ['&ndash;', '\u2013']],
  ['emdash', ['&mdash;', '\u2014']],
  ['~', ['&nbsp;', '\u00a0']],
  ['_', ['&shy;', '\u00ad']],
]);

class Unwrapping implements RtfHandler {
  readonly parts: string[] = [];
  ignoreFont: () => void = () => {};
  readonly #html: boolean;
  /** Whether text between here and the end of the group is only there for readers of RTF. */
  readonly #muted: boolean[] = [false];

  constructor(kind: Encapsulated['kind']) {
    this.#html = kind === 'html';
  }

  open(): void {
    this.#muted.push(this.#muted.at(-1) ?? false);
  }

  close(): void {
    this.#muted.pop();
  }

  text(value: string): void {
    if (this.#muted.at(-1) !== true) this.parts.push(value);
  }

  word(name: string, value: number | undefined): Answer {
    if (name === 'htmltag') {
      // The markup itself is not written in the font of the text around it.
      this.ignoreFont();
      this.#muted[this.#muted.length - 1] = false;
      return 'known';
    }
    if (name === 'htmlrtf') {
      this.#muted[this.#muted.length - 1] = value !== 0;
      return 'known';
    }
    if (machinery.has(name)) return 'skip';
    const written = characters.get(name);
    if (written !== undefined) this.text(written[this.#html ? 0 : 1]);
    return undefined;
  }
}
