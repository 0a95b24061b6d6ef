// Encoded words: how header fields carry other characters than ASCII (RFC 2047).

import { createDecoder, decodeText } from '../../containers/charset.ts';
import { canonicalCharset } from '../../containers/charset-decoder.ts';

interface Word {
  readonly charset: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The text with its encoded words read; white space between two of them is no text (6.2). */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  const parts: string[] = [];
  let waiting: Word[] = [];
  let done = 0;
  const flush = (): void => {
    if (waiting.length > 0) parts.push(wordsText(waiting));
    waiting = [];
  };
  for (let at = value.indexOf('=?'); at >= 0; ) {
    const word = wordAt(value, at);
    if (word === undefined) {
      at = value.indexOf('=?', at + 2);
      continue;
    }
    const between = value.slice(done, at);
    if (waiting.length === 0 || between.trim() !== '') {
      flush();
      parts.push(between);
    } else if (waiting[0]?.charset !== word.charset) {
      flush();
    }
    waiting.push(word);
    done = word.end;
    at = value.indexOf('=?', done);
  }
  flush();
  parts.push(value.slice(done));
  return parts.join('');
}

/** Longer than the standard's 75 characters, which many programs pass; a bound on the look ahead all the same. */
const longestWord = 20_000;

function wordAt(value: string, start: number): Word | undefined {
  const charsetEnd = value.indexOf('?', start + 2);
  if (charsetEnd < 0 || charsetEnd - start > 60) return undefined;
  const encoding = value[charsetEnd + 1]?.toLowerCase();
  if ((encoding !== 'b' && encoding !== 'q') || value[charsetEnd + 2] !== '?') return undefined;
  const from = charsetEnd + 3;
  // A Q word with stray question marks inside ends at the first that is followed by the equals sign.
  const end = value.slice(from, from + longestWord).indexOf('?=');
  if (end < 0) return undefined;
  // RFC 2231, 5: a language may follow the character set.
  const charset =
    value
      .slice(start + 2, charsetEnd)
      .split('*', 1)[0]
      ?.toLowerCase() ?? '';
  if (!/^[\w.:-]{1,40}$/.test(charset)) return undefined;
  const text = value.slice(from, from + end);
  return {
    charset,
    bytes: encoding === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text),
    start,
    end: from + end + 2,
  };
}

/** 4.2: an underscore is a space, `=XX` a byte. */
function quotedBytes(text: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const hex = unit === 0x3d ? text.slice(at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else if (unit < 0x80) bytes.push(unit === 0x5f ? 0x20 : unit);
    else for (const byte of Buffer.from(text[at] ?? '')) bytes.push(byte);
  }
  return Buffer.from(bytes);
}

/** Programs cut characters between two words of the same character set, so their bytes are read as one. */
function wordsText(words: readonly Word[]): string {
  const bytes = words.length === 1 ? (words[0] as Word).bytes : Buffer.concat(words.map((word) => word.bytes));
  return labelledText(bytes, words[0]?.charset ?? '');
}

/** Bytes in the character set a message names for them; by their content where there is no such set. */
export function labelledText(bytes: Uint8Array, label: string): string {
  const charset = canonicalCharset(label);
  if (charset === undefined || charset === 'replacement') return decodeText(bytes).text;
  const decoder = createDecoder(charset);
  return decoder.write(bytes) + decoder.end();
}
