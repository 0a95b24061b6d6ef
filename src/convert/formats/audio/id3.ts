// ID3 tags of MP3 files: version 2 before the sound (id3.org: ID3v2.2, 2.3.0, 2.4.0), version 1 in the last 128 bytes.
import { asBuffer } from '../../containers/as-buffer.ts';
import type { ByteSource } from '../../input.ts';
import { legacyText, TagCollector, type TagName, type Tags } from './tags.ts';

const names: ReadonlyMap<string, TagName> = new Map([
  ['TT2', 'title'],
  ['TIT2', 'title'],
  ['TP1', 'artist'],
  ['TPE1', 'artist'],
  ['TAL', 'album'],
  ['TALB', 'album'],
  ['TYE', 'date'],
  ['TYER', 'date'],
  ['TDRC', 'date'],
  ['TCO', 'genre'],
  ['TCON', 'genre'],
  ['COM', 'comment'],
  ['COMM', 'comment'],
]);

/** Text stands near the start of a tag, pictures after it. */
const readBytes = 4 * 2 ** 20;
const mostFrames = 1_000;
const mostTags = 8;
const headerBytes = 10;

export interface Id3 {
  readonly tags: Tags;
  /** Where the sound may begin. */
  readonly end: number;
}

/** All tags of version 2 that stand one after the other from `start`. */
export function readId3(source: ByteSource, start = 0): Id3 {
  const collected = new TagCollector();
  let at = start;
  for (let count = 0; count < mostTags; count += 1) {
    const size = tagBytes(source, at);
    // A size beyond the end of the file is a lie: the sound is looked for right after the header.
    if (size === undefined) break;
    collected.addAll(tagAt(source, at, Math.min(size, source.size - at)));
    if (at + size >= source.size) return { tags: collected.tags, end: at + headerBytes };
    at += size;
  }
  return { tags: collected.tags, end: at };
}

function tagBytes(source: ByteSource, at: number): number | undefined {
  const head = asBuffer(source.read(at, headerBytes));
  if (head.length < headerBytes || head.toString('latin1', 0, 3) !== 'ID3') return undefined;
  const footer = ((head[5] as number) & 0x10) !== 0 ? headerBytes : 0;
  return headerBytes + sevenBits(head, 6) + footer;
}

/** The tags of one ID3v2 tag, which also stands by itself in a WAV chunk. */
export function tagAt(source: ByteSource, at: number, size: number): Tags {
  const head = asBuffer(source.read(at, headerBytes));
  const version = head[3] ?? 0;
  const flags = head[5] ?? 0;
  let body = asBuffer(source.read(at + headerBytes, Math.min(size - headerBytes, readBytes)));
  const unsynchronised = (flags & 0x80) !== 0;
  if (unsynchronised && version < 4) body = synchronised(body);
  let from = 0;
  if ((flags & 0x40) !== 0 && version >= 3 && body.length >= 4) {
    from = version === 4 ? sevenBits(body, 0) : 4 + body.readUInt32BE(0);
  }
  const collected = new TagCollector();
  for (let frames = 0; frames < mostFrames; frames += 1) {
    const frame = frameAt(body, from, version);
    if (frame === undefined) break;
    const name = names.get(frame.id);
    if (name !== undefined) {
      const content = unsynchronised && version === 4 ? synchronised(frame.content) : frame.content;
      collected.add(name, name === 'comment' ? commentText(content) : valuesText(content, name));
    }
    from = frame.end;
  }
  return collected.tags;
}

function frameAt(body: Buffer, at: number, version: number) {
  const idBytes = version === 2 ? 3 : 4;
  const start = at + (version === 2 ? 6 : headerBytes);
  if (start > body.length) return undefined;
  const id = body.toString('latin1', at, at + idBytes);
  if (!/^[A-Z0-9]{3,4}$/.test(id)) return undefined;
  // Some programs write plain sizes into version 2.4, where seven bits of each byte count.
  const plain = version === 2 ? body.readUIntBE(at + 3, 3) : body.readUInt32BE(at + 4);
  const size = version === 4 && !looksPlain(body, start, plain) ? sevenBits(body, at + 4) : plain;
  return { id, content: body.subarray(start, start + size), end: start + size };
}

function looksPlain(body: Buffer, start: number, plain: number): boolean {
  const next = body.toString('latin1', start + plain, start + plain + 4);
  const synchsafe = body.toString('latin1', start + sevenBits(body, start - 6), start + sevenBits(body, start - 6) + 4);
  const isFrame = (id: string): boolean => /^[A-Z][A-Z0-9]{3}$/.test(id);
  return isFrame(next) && !isFrame(synchsafe);
}

/** Four bytes of seven bits each. */
function sevenBits(bytes: Buffer, at: number): number {
  let value = 0;
  for (let byte = 0; byte < 4; byte += 1) value = value * 128 + ((bytes[at + byte] ?? 0) & 0x7f);
  return value;
}

/** ID3v2.4.0, 6.1: a zero after each FF is not part of the content. */
function synchronised(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    kept[length] = bytes[at] as number;
    length += 1;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1;
  }
  return kept.subarray(0, length);
}

function valuesText(content: Buffer, name: TagName): string {
  const values = decoded(content[0] ?? 0, content.subarray(1))
    .split('\0')
    .filter((value) => value.trim() !== '');
  const text = values.join(', ');
  // Genres are often numbers of a fixed list, with or without a name after them: the name is what tells something.
  return name === 'genre' ? text.replace(/^\(\d{1,3}\)\s*/, '').replace(/^\d{1,3}$/, '') : text;
}

/** A language, a short description and the comment itself; only those without description are for people. */
function commentText(content: Buffer): string {
  const [description = '', ...rest] = decoded(content[0] ?? 0, content.subarray(4)).split('\0');
  return description === '' ? rest.join(' ') : '';
}

function decoded(encoding: number, bytes: Buffer): string {
  if (encoding === 1 || encoding === 2) return utf16(bytes, encoding === 2);
  if (encoding === 3) return bytes.toString('utf8');
  return bytes.includes(0) ? bytes.toString('latin1') : legacyText(bytes);
}

function utf16(bytes: Buffer, bigEndian: boolean): string {
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(big || (bigEndian && !little) ? 'utf-16be' : 'utf-16le').decode(bytes);
  // Each of several values may carry a mark of its own.
  return text.replaceAll('\ufeff', '').replaceAll('\ufffe', '');
}

const tailBytes = 128;

/** ID3v1: fixed fields in the last 128 bytes. */
export function readId3v1(source: ByteSource): Id3 {
  const collected = new TagCollector();
  const tail = asBuffer(source.read(Math.max(0, source.size - tailBytes), tailBytes));
  if (tail.length < tailBytes || tail.toString('latin1', 0, 3) !== 'TAG')
    return { tags: collected.tags, end: source.size };
  const fields: readonly (readonly [TagName, number, number])[] = [
    ['title', 3, 33],
    ['artist', 33, 63],
    ['album', 63, 93],
    ['date', 93, 97],
    ['comment', 97, 125],
  ];
  for (const [name, from, to] of fields) collected.add(name, legacyText(tail.subarray(from, to)));
  return { tags: collected.tags, end: source.size - tailBytes };
}
