// One start tag, character by character: the hot loop of the XML scanner, kept apart so that it stays readable.

const lt = 60;
const gt = 62;
const slash = 47;
const equals = 61;

/** What the last start tag held. One object serves a whole scan: attributes are only marked, not copied. */
export class XmlTag {
  /** Where its name ends; it begins after the `<`. */
  nameEnd = 0;
  /** The index after the tag. */
  end = 0;
  selfClosed = false;
  /** True when an attribute may be a namespace declaration. */
  declares = false;
  /** What is not well-formed in it; empty when all is. */
  fault = '';
  /** Four numbers per attribute: name from, name to, value from, value to. */
  readonly spans: number[] = [];
  used = 0;

  /** Reads the tag that begins at `at`; false when it is not all there. */
  scan(buffer: string, at: number): boolean {
    const length = buffer.length;
    const spans = this.spans;
    let used = 0;
    let fault = '';
    let declares = false;
    let selfClosed = false;
    let i = nameEnd(buffer, at + 1, length);
    const nameTo = i;
    for (;;) {
      let c = buffer.charCodeAt(i);
      while (c <= 32) c = buffer.charCodeAt(++i);
      if (i >= length) return false;
      if (c === gt) {
        i += 1;
        break;
      }
      if (c === slash) {
        if (i + 1 >= length) return false;
        i += 1;
        if (buffer.charCodeAt(i) === gt) {
          i += 1;
          selfClosed = true;
          break;
        }
        fault = 'A "/" stands inside a tag.';
        continue;
      }
      if (c === lt) {
        fault = 'A tag is not closed.';
        break;
      }
      const from = i;
      i = nameEnd(buffer, i, length);
      if (i === from) i += 1;
      const to = i;
      c = buffer.charCodeAt(i);
      while (c <= 32) c = buffer.charCodeAt(++i);
      if (i >= length) return false;
      let valueFrom = to;
      let valueTo = to;
      if (c === equals) {
        c = buffer.charCodeAt(++i);
        while (c <= 32) c = buffer.charCodeAt(++i);
        if (i >= length) return false;
        valueFrom = i;
        if (c === 34 || c === 39) {
          valueFrom = i + 1;
          valueTo = buffer.indexOf(c === 34 ? '"' : "'", valueFrom);
          if (valueTo < 0) return false;
          i = valueTo + 1;
        } else {
          fault = 'An attribute value has no quotes.';
          while (c > 32 && c !== gt) c = buffer.charCodeAt(++i);
          if (i >= length) return false;
          valueTo = i;
        }
      } else fault = 'An attribute has no value.';
      spans[used] = from;
      spans[used + 1] = to;
      spans[used + 2] = valueFrom;
      spans[used + 3] = valueTo;
      used += 4;
      if (buffer.charCodeAt(from) === 120 && buffer.startsWith('xmlns', from)) declares = true;
    }
    this.nameEnd = nameTo;
    this.end = i;
    this.selfClosed = selfClosed;
    this.declares = declares;
    this.fault = fault;
    this.used = used;
    return true;
  }
}

function nameEnd(text: string, from: number, length: number): number {
  let i = from;
  while (i < length) {
    const c = text.charCodeAt(i);
    if (c <= 32 || c === gt || c === slash || c === equals || c === lt) break;
    i += 1;
  }
  return i;
}

/** The index after a declaration with its internal subset; -1 when it is not all there. Nothing in it is read. */
export function doctypeEnd(text: string, from: number): number {
  let inSubset = false;
  for (let i = from; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 34 || c === 39) {
      i = text.indexOf(c === 34 ? '"' : "'", i + 1);
      if (i < 0) return -1;
    } else if (c === 91) inSubset = true;
    else if (c === 93) inSubset = false;
    else if (c === gt && !inSubset) return i + 1;
    else if (c === lt && text.startsWith('<!--', i)) {
      i = text.indexOf('-->', i + 4);
      if (i < 0) return -1;
      i += 2;
    } else if (c === lt && text.charCodeAt(i + 1) === 63) {
      i = text.indexOf('?>', i + 2);
      if (i < 0) return -1;
      i += 1;
    }
  }
  return -1;
}
