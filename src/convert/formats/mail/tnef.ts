// winmail.dat: how Outlook wraps a body and its attachments when it sends to the Internet ([MS-OXTNEF] 2.1).
import { asBuffer } from '../../containers/as-buffer.ts';
import { decodeText } from '../../containers/charset.ts';
import { codePageCharset } from './code-pages.ts';
import { labelledText } from './encoded-words.ts';
import { type TnefProperties, tnefProperties } from './tnef-properties.ts';

export interface TnefFile {
  readonly name: string;
  readonly mediaType: string;
  readonly contentId: string;
  /** Undefined where it is a message or an object of another program. */
  readonly bytes: Uint8Array | undefined;
}

export interface TnefContent {
  readonly properties: TnefProperties;
  /** Plain text, where it is kept outside of the properties. */
  readonly text: string;
  readonly files: readonly TnefFile[];
}

const signature = 0x223e9f78;
const mostAttributes = 100_000;

/** 2.1.3.1: the attributes that are looked at. */
const attributes = {
  body: 0x0002800c,
  codePage: 0x00069007,
  messageProperties: 0x00069003,
  newAttachment: 0x00069002,
  title: 0x00018010,
  data: 0x0006800f,
  attachmentProperties: 0x00069005,
} as const;

interface OpenFile {
  title: string;
  data: Uint8Array | undefined;
  properties: TnefProperties | undefined;
}

/** The content, or undefined when the bytes are nothing of the kind. */
export function readTnef(bytes: Uint8Array): TnefContent | undefined {
  const source = asBuffer(bytes);
  if (source.length < 6 || source.readUInt32LE(0) !== signature) return undefined;
  const files: OpenFile[] = [];
  let properties: TnefProperties = new Map();
  let charset: string | undefined;
  let text = '';
  let at = 6;
  for (let count = 0; count < mostAttributes && at + 9 <= source.length; count += 1) {
    const id = source.readUInt32LE(at + 1);
    const start = at + 9;
    const data = source.subarray(start, Math.min(source.length, start + source.readUInt32LE(at + 5)));
    // A checksum follows.
    at = start + data.length + 2;
    const file = files.at(-1);
    if (id === attributes.newAttachment) files.push({ title: '', data: undefined, properties: undefined });
    else if (id === attributes.codePage && data.length >= 4) charset = codePageCharset(data.readUInt32LE(0));
    else if (id === attributes.body) text = narrowText(data, charset);
    else if (id === attributes.messageProperties) properties = tnefProperties(data);
    else if (file === undefined) continue;
    else if (id === attributes.title) file.title = narrowText(data, charset);
    else if (id === attributes.data) file.data = data;
    else if (id === attributes.attachmentProperties) file.properties = tnefProperties(data);
  }
  return { properties, text, files: files.map((file) => fileOf(file, charset)) };
}

function fileOf({ title, data, properties }: OpenFile, charset: string | undefined): TnefFile {
  const named = (id: number): string => tnefText(properties, id, charset);
  return {
    name: named(0x3707) || title || named(0x3704),
    mediaType: named(0x370e).toLowerCase(),
    contentId: named(0x3712),
    // An object stands in the properties instead; its attribute is empty then.
    bytes: properties?.get(0x3701)?.type === 0x000d ? undefined : data,
  };
}

export function tnefText(properties: TnefProperties | undefined, id: number, charset?: string): string {
  const value = properties?.get(id);
  if (value?.type === 0x001f) return unterminated(value.bytes.toString('utf16le'));
  return value?.type === 0x001e ? narrowText(value.bytes, charset) : '';
}

function narrowText(bytes: Buffer, charset: string | undefined): string {
  return unterminated(charset === undefined ? decodeText(bytes).text : labelledText(bytes, charset));
}

function unterminated(value: string): string {
  const end = value.indexOf('\0');
  return end < 0 ? value : value.slice(0, end);
}
