// The text of a string item (ECMA-376 part 1, 18.4.8 and 18.3.1.53): plain or in runs, without its phonetic guide.
import { decodeReferences } from '../../containers/xml-references.ts';

/** Names of elements as they are written in this part: with the prefix its root uses, if any. */
export interface StringTags {
  readonly text: string;
  readonly textEnd: string;
  readonly phonetic: string;
  readonly phoneticEnd: string;
}

export const stringTags = (prefix: string): StringTags => ({
  text: `<${prefix}t`,
  textEnd: `</${prefix}t>`,
  phonetic: `<${prefix}rPh`,
  phoneticEnd: `</${prefix}rPh>`,
});

/** The text between `start` and `end`, which enclose the content of one item. */
export function stringItemText(xml: string, start: number, end: number, tags: StringTags): string {
  let whole = '';
  for (let at = xml.indexOf('<', start); at >= 0 && at < end; at = xml.indexOf('<', at + 1)) {
    if (xml.startsWith(tags.phonetic, at) && endsName(xml, at + tags.phonetic.length)) {
      const close = xml.indexOf(tags.phoneticEnd, at);
      if (close < 0 || close >= end) break;
      at = close;
    } else if (xml.startsWith(tags.text, at) && endsName(xml, at + tags.text.length)) {
      const open = xml.indexOf('>', at);
      if (open < 0 || open >= end) break;
      if (xml.charCodeAt(open - 1) === slash) continue;
      const close = xml.indexOf(tags.textEnd, open);
      const last = close < 0 || close > end ? end : close;
      whole += plainText(xml.slice(open + 1, last));
      at = last;
    }
  }
  return whole;
}

const slash = 47;

/** True where a name ends: the names `t` and `tr` begin alike. */
export function endsName(xml: string, at: number): boolean {
  const code = xml.charCodeAt(at);
  return code === 62 || code === slash || code <= 32;
}

/** Text of an element as it is meant: references, character data sections and the escapes of ST_Xstring resolved. */
export function plainText(raw: string): string {
  let text = raw;
  if (text.includes('<')) text = withoutMarkup(text);
  else if (text.includes('&')) text = decodeReferences(text);
  return unescapeXstring(text);
}

/** ECMA-376 part 1, 22.9.2.19: `_x000D_` is the character of that number. */
export function unescapeXstring(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** CDATA and comments, which no spreadsheet program writes but XML allows. */
function withoutMarkup(raw: string): string {
  let text = '';
  let done = 0;
  for (let at = raw.indexOf('<'); at >= 0; at = raw.indexOf('<', done)) {
    text += decodeReferences(raw.slice(done, at));
    const literal = raw.startsWith('<![CDATA[', at);
    const mark = literal ? ']]>' : raw.startsWith('<!--', at) ? '-->' : '>';
    const end = raw.indexOf(mark, at);
    const stop = end < 0 ? raw.length : end;
    if (literal) text += raw.slice(at + 9, stop);
    done = Math.min(raw.length, stop + mark.length);
  }
  return text + decodeReferences(raw.slice(done));
}
