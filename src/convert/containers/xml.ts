// The XML scanner under every XML-based format: events over chunks of decoded text, names resolved to namespaces, flat
// memory for parts of any size. There is no DTD, ever: a DOCTYPE is skipped and nothing in a document can expand.
import { Failure } from '../../core/failure.ts';
import { TextBuffer } from './text-buffer.ts';
import { type XmlName, XmlNames } from './xml-names.ts';
import { decodeReferences } from './xml-references.ts';
import { doctypeEnd, XmlTag } from './xml-tag.ts';

export { type XmlName, xmlNamespace } from './xml-names.ts';

export interface XmlAttribute {
  readonly name: XmlName;
  readonly value: string;
}

/** `more`: the chunks written so far are used up (only without a source of chunks). */
export type XmlEvent = 'open' | 'text' | 'close' | 'more' | 'end';

export interface XmlFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface XmlSettings {
  /** Elements that may be open at one time; one more is DOCUMENT_LIMIT. */
  readonly depth?: number;
  /** Another name for a namespace, such as one short word for the several that mean the same. */
  readonly namespace?: (uri: string) => string;
  /** Text for an entity beyond the five; undefined leaves `&name;` as it stands. Its result is never scanned again. */
  readonly entity?: (name: string) => string | undefined;
  /** Hears of each break of well-formedness and lets the scan go on; left out, the first one is CORRUPTED_FILE. */
  readonly onFault?: (fault: XmlFault) => void;
  /** Told once when a DOCTYPE was skipped. */
  readonly onDoctype?: () => void;
}

const defaultDepth = 1_000_000;
/** Characters of one tag or DOCTYPE: they are held whole, everything else passes through in pieces. */
const longestTag = 64 * 2 ** 20;
/** Text shorter than this is never cut in two by a chunk border. */
const textPiece = 65_536;
/** How far up an end tag without its start tag looks before it is ignored: keeps broken documents linear. */
const closeReach = 64;
/** Faults that are told: finding the place of each would make a document of nothing else slow. */
const toldFaults = 1_000;

const lt = 60;
const gt = 62;
const slash = 47;

type Mode = 'content' | 'cdata' | 'comment' | 'instruction';
const modeEnds = { cdata: ']]>', comment: '-->', instruction: '?>' } as const;

export class XmlScanner {
  /** Of the element that was opened or closed last. */
  name: XmlName = { raw: '', prefix: '', uri: '', local: '', key: '' };
  /** Of the last text event; references are resolved. Long text comes in several events. */
  text = '';
  /** What names mean where the scanner is. */
  readonly names: XmlNames;

  readonly #settings: XmlSettings;
  readonly #depthLimit: number;
  readonly #buffer: TextBuffer;
  readonly #open: XmlName[] = [];
  #mode: Mode = 'content';
  #selfClosed = false;
  #rootSeen = false;
  #truncated = false;
  #faults = 0;
  /** Elements an end tag further up still has to close. */
  #closing = 0;

  readonly #tag = new XmlTag();

  constructor(settings: XmlSettings = {}, chunks?: Iterable<string>) {
    this.#settings = settings;
    this.names = new XmlNames(settings.namespace);
    this.#depthLimit = settings.depth ?? defaultDepth;
    this.#buffer = new TextBuffer(longestTag, chunks);
  }

  /** Elements open now; the one just opened counts, the one just closed does not. */
  get depth(): number {
    return this.#open.length;
  }

  /** Adds decoded text, where no source of chunks was given. */
  write(chunk: string): void {
    this.#buffer.write(chunk);
  }

  /** No more text will come. */
  end(): void {
    this.#buffer.end();
  }

  next(): XmlEvent {
    if (this.#selfClosed) {
      this.#selfClosed = false;
      return this.#pop();
    }
    if (this.#closing > 0) {
      this.#closing -= 1;
      return this.#pop();
    }
    for (;;) {
      const event = this.#step();
      if (event !== undefined) return event;
      if (this.#buffer.pull()) continue;
      return this.#buffer.ended ? this.#finish() : 'more';
    }
  }

  /** Passes over the element just opened, to the event after its end. False when the text ended first. */
  skip(): boolean {
    const outer = this.depth - 1;
    for (;;) {
      const event = this.next();
      if (event === 'close' && this.depth <= outer) return true;
      if (event === 'end' || event === 'more') return false;
    }
  }

  /** An attribute of the element just opened, by meaning; attributes without a prefix are in no namespace. */
  attribute(local: string, uri = ''): string | undefined {
    const spans = this.#tag.spans;
    for (let at = 0; at < this.#tag.used; at += 4) {
      const from = spans[at] as number;
      const to = spans[at + 1] as number;
      if (uri === '') {
        if (to - from === local.length && this.#buffer.text.startsWith(local, from)) return this.#value(at);
      } else if (this.#buffer.text.startsWith(local, to - local.length)) {
        const name = this.names.attribute(this.#raw(at));
        if (name.local === local && name.uri === uri) return this.#value(at);
      }
    }
    return undefined;
  }

  /** All attributes of the element just opened, in order, without namespace declarations. */
  attributes(): XmlAttribute[] {
    const all: XmlAttribute[] = [];
    for (let at = 0; at < this.#tag.used; at += 4) {
      const raw = this.#raw(at);
      if (raw === 'xmlns' || raw.startsWith('xmlns:')) continue;
      all.push({ name: this.names.attribute(raw), value: this.#value(at) });
    }
    return all;
  }

  /** All attributes as key, value, key, value; those whose key `unwanted` names are not even read. */
  flatAttributes(unwanted: (key: string) => boolean): string[] {
    const flat: string[] = [];
    const { spans, used } = this.#tag;
    const { text } = this.#buffer;
    for (let at = 0; at < used; at += 4) {
      const from = spans[at] as number;
      if (text.charCodeAt(from) === 120 && text.startsWith('xmlns', from)) continue;
      const { key } = this.names.attributeAt(text, from, spans[at + 1] as number);
      if (!unwanted(key)) flat.push(key, this.#value(at));
    }
    return flat;
  }

  /** The text held: for readers that take what is simple in it by themselves, and `jump` behind that. */
  get held(): string {
    return this.#buffer.text;
  }

  /** Where in `held` the tag begins that comes next; -1 where something else does. */
  get nextTag(): number {
    if (this.#mode !== 'content' || this.#selfClosed || this.#closing > 0 || this.#open.length === 0) return -1;
    const { text, at } = this.#buffer;
    return text.charCodeAt(at) === lt ? at : -1;
  }

  /** Reads the start tag from `at` to `end` of `held` and stays where it is; false when it is not a plain one. */
  readTag(at: number, end: number): boolean {
    const { text } = this.#buffer;
    const first = text.charCodeAt(at + 1);
    if (!(first > 63 || first === 58) || !this.#tag.scan(text, at)) return false;
    if (this.#tag.end !== end || this.#tag.fault !== '' || this.#tag.declares) return false;
    this.name = this.names.elementAt(text, at + 1, this.#tag.nameEnd);
    return true;
  }

  /** Goes on behind elements that were read from `held`. */
  jump(to: number): void {
    this.#buffer.at = to;
  }

  /** Where the scanner stands, for messages; lines and columns count from 1. */
  position(): { line: number; column: number } {
    return this.#buffer.position();
  }

  /** One event, or undefined when what is in the buffer does not make one. */
  #step(): XmlEvent | undefined {
    for (;;) {
      if (this.#mode !== 'content') {
        const event = this.#passThrough(this.#mode);
        if (event !== 'done') return event;
        continue;
      }
      const buffer = this.#buffer.text;
      const at = this.#buffer.at;
      if (at >= buffer.length) return undefined;
      if (buffer.charCodeAt(at) !== lt) {
        const end = this.#textEnd(at);
        if (end === at) return undefined;
        this.#buffer.at = end;
        if (this.#take(buffer.slice(at, end), true)) return 'text';
        continue;
      }
      const second = buffer.charCodeAt(at + 1);
      if (second === slash) {
        const end = buffer.indexOf('>', at);
        if (end < 0) return undefined;
        const event = this.#endTag(at, end);
        if (event !== undefined) return event;
        continue;
      }
      if (second === 33 || second === 63) {
        if (!this.#declaration(at)) return undefined;
        continue;
      }
      if (Number.isNaN(second) && !this.#buffer.ended) return undefined;
      if (!(second > 63 || second === 58)) {
        // `a < b` in text: not a tag (XML 1.0, production 5: no name starts so).
        this.#fault('A "<" stands where no tag begins.');
        this.#buffer.at = at + 1;
        if (this.#take('<', false)) return 'text';
        continue;
      }
      return this.#startTag(at) ? 'open' : undefined;
    }
  }

  #textEnd(at: number): number {
    const end = this.#buffer.text.indexOf('<', at);
    if (end >= 0) return end;
    const length = this.#buffer.text.length;
    if (this.#buffer.ended) return length;
    if (length - at < textPiece) return at;
    const reference = this.#buffer.text.lastIndexOf('&');
    return reference > at && length - reference < 64 ? reference : length;
  }

  /** Keeps text that is content; outside the root there may be white space only. */
  #take(raw: string, references: boolean): boolean {
    if (this.#open.length === 0) {
      if (/[^\s\uFEFF]/.test(raw)) this.#fault('Text stands outside the root element.');
      return false;
    }
    this.text = references ? decodeReferences(raw, this.#settings.entity) : raw;
    return true;
  }

  /** Comments and instructions are dropped, CDATA is text; none of them is ever held whole. */
  #passThrough(mode: Exclude<Mode, 'content'>): XmlEvent | 'done' | undefined {
    const mark = modeEnds[mode];
    const end = this.#buffer.text.indexOf(mark, this.#buffer.at);
    const upTo =
      end >= 0 ? end : Math.max(this.#buffer.at, this.#buffer.text.length - (this.#buffer.ended ? 0 : mark.length - 1));
    const piece = mode === 'cdata' ? this.#buffer.text.slice(this.#buffer.at, upTo) : '';
    this.#buffer.at = end >= 0 ? end + mark.length : upTo;
    if (end >= 0) this.#mode = 'content';
    if (piece !== '' && this.#take(piece, false)) return 'text';
    return end >= 0 ? 'done' : undefined;
  }

  /** `<!` and `<?`; false when more text is needed to tell. */
  #declaration(at: number): boolean {
    const buffer = this.#buffer.text;
    if (buffer.charCodeAt(at + 1) === 63) {
      this.#mode = 'instruction';
      this.#buffer.at = at + 2;
      return true;
    }
    if (buffer.startsWith('<!--', at)) {
      this.#mode = 'comment';
      this.#buffer.at = at + 4;
      return true;
    }
    if (buffer.startsWith('<![CDATA[', at)) {
      this.#mode = 'cdata';
      this.#buffer.at = at + 9;
      return true;
    }
    if (buffer.length - at < 9 && !this.#buffer.ended) return false;
    const end = doctypeEnd(buffer, at + 2);
    if (end < 0) return false;
    this.#buffer.at = end;
    if (/^<!doctype/i.test(buffer.slice(at, at + 9))) this.#settings.onDoctype?.();
    else this.#fault('A declaration stands where none may be.');
    return true;
  }

  #startTag(at: number): boolean {
    const tag = this.#tag;
    if (!tag.scan(this.#buffer.text, at)) return false;
    if (tag.fault !== '') this.#fault(tag.fault);
    this.#buffer.at = tag.end;
    if (this.#open.length >= this.#depthLimit) {
      throw new Failure('DOCUMENT_LIMIT', { details: `The XML is nested more than ${this.#depthLimit} deep.` });
    }
    if (this.#open.length === 0 && this.#rootSeen) this.#fault('There is more than one root element.');
    this.#rootSeen = true;
    if (tag.declares) this.#declare();
    this.name = this.names.elementAt(this.#buffer.text, at + 1, tag.nameEnd);
    this.#open.push(this.name);
    this.#selfClosed = tag.selfClosed;
    return true;
  }

  #endTag(at: number, end: number): XmlEvent | undefined {
    const top = this.#open[this.#open.length - 1];
    const from = at + 2;
    this.#buffer.at = end + 1;
    if (top !== undefined && this.#buffer.text.startsWith(top.raw, from)) {
      const next = this.#buffer.text.charCodeAt(from + top.raw.length);
      if (next === gt || next <= 32) return this.#pop();
    }
    const raw = this.#buffer.text.slice(from, Math.min(end, from + 200)).trim();
    this.#buffer.at = at;
    this.#fault(`The end tag "${raw.slice(0, 60)}" does not match the open element.`);
    this.#buffer.at = end + 1;
    const lowest = Math.max(0, this.#open.length - closeReach);
    for (let i = this.#open.length - 1; i >= lowest; i -= 1) {
      if (this.#open[i]?.raw !== raw) continue;
      this.#closing = this.#open.length - 1 - i;
      return this.#pop();
    }
    return undefined;
  }

  #pop(): XmlEvent {
    this.name = this.#open.pop() as XmlName;
    this.names.leave(this.#open.length + 1);
    return 'close';
  }

  #declare(): void {
    const declarations: [string, string][] = [];
    for (let at = 0; at < this.#tag.used; at += 4) {
      const raw = this.#raw(at);
      const prefix = raw === 'xmlns' ? '' : raw.startsWith('xmlns:') ? raw.slice(6) : 'xml';
      if (prefix !== 'xml') declarations.push([prefix, this.#value(at)]);
    }
    this.names.declare(this.#open.length + 1, declarations);
  }

  #raw(at: number): string {
    return this.#buffer.text.slice(this.#tag.spans[at], this.#tag.spans[at + 1]);
  }

  /** XML 1.0, section 3.3.3: white space in an attribute value is a space. */
  #value(at: number): string {
    const raw = this.#buffer.text.slice(this.#tag.spans[at + 2], this.#tag.spans[at + 3]);
    const flat = raw.includes('\n') || raw.includes('\t') ? raw.replace(/[\n\t]/g, ' ') : raw;
    return decodeReferences(flat, this.#settings.entity);
  }

  #finish(): XmlEvent {
    if (!this.#rootSeen) {
      throw this.#failure('There is no XML element in the file.');
    }
    if (
      !this.#truncated &&
      (this.#open.length > 0 || this.#buffer.at < this.#buffer.text.length || this.#mode !== 'content')
    ) {
      this.#truncated = true;
      const open = this.#open.at(-1);
      this.#fault(
        open === undefined ? 'The XML ends inside a tag.' : `The XML ends before the end tag of "${open.raw}".`,
      );
    }
    this.#buffer.at = this.#buffer.text.length;
    return this.#open.length > 0 ? this.#pop() : 'end';
  }

  #fault(message: string): void {
    if (this.#settings.onFault === undefined) throw this.#failure(message);
    this.#faults += 1;
    if (this.#faults > toldFaults) return;
    this.#settings.onFault({ message, ...this.position() });
  }

  #failure(message: string): Failure {
    const { line, column } = this.position();
    return new Failure('CORRUPTED_FILE', {
      details: `${message} (line ${line}, column ${column})`,
      facts: { line, column },
    });
  }
}
