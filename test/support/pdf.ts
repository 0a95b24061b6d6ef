// Writes PDF files object by object (ISO 32000-2, 7.5): streams, cross-reference tables or streams, object streams and
// encryption, so that tests can make any file they need, sound or broken.
import { deflateSync } from 'node:zlib';
import { type Encryption, encryptionOf, type ObjectCipher } from './pdf-encryption.ts';

/** A string of the file, which encryption applies to. A plain JavaScript string is syntax, written as it is. */
export interface PdfString {
  readonly bytes: Uint8Array;
}
export interface PdfRef {
  readonly ref: number;
}
export interface PdfDict {
  readonly [key: string]: PdfValue;
}
export type PdfValue = string | number | PdfString | PdfRef | readonly PdfValue[] | PdfDict;

/** PDFDocEncoding where the text has only such characters, else UTF-16 with its mark (ISO 32000-2, 7.9.2.2). */
export function pdfText(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return { bytes: Buffer.from(text, 'latin1') };
  return { bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]) };
}

interface StoredObject {
  readonly value: PdfValue;
  readonly stream?: Uint8Array;
}

export interface SaveOptions {
  readonly header?: string;
  readonly encryption?: Encryption;
  /** Objects without a stream go into object streams of this many, and the table into a stream (7.5.7, 7.5.8). */
  readonly packed?: number;
  /** More entries of the trailer. */
  readonly trailer?: PdfDict;
}

/** The file identifier; the same in every file, so that files are the same in every run. */
const fileId = Buffer.from('0123456789abcdef', 'latin1');

export class PdfFile {
  readonly #objects: (StoredObject | undefined)[] = [undefined];

  /** A number for an object that is set later, for circles. */
  reserve(): PdfRef {
    this.#objects.push(undefined);
    return { ref: this.#objects.length - 1 };
  }

  set(target: PdfRef, value: PdfValue, stream?: Uint8Array): void {
    this.#objects[target.ref] = { value, ...(stream === undefined ? {} : { stream }) };
  }

  add(value: PdfValue, stream?: Uint8Array): PdfRef {
    const target = this.reserve();
    this.set(target, value, stream);
    return target;
  }

  /** A stream with its length, deflated unless `plain`. */
  stream(content: string | Uint8Array, entries: PdfDict = {}, plain = false): PdfRef {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    if (plain) return this.add({ ...entries }, bytes);
    return this.add({ ...entries, Filter: '/FlateDecode' }, deflateSync(bytes));
  }

  save(root: PdfRef, options: SaveOptions = {}): Buffer {
    const encryption = options.encryption === undefined ? undefined : encryptionOf(options.encryption, fileId);
    const out = new FileOutput(`${options.header ?? '%PDF-1.7'}\n%\xe2\xe3\xcf\xd3\n`);
    const encrypt = encryption === undefined ? undefined : this.add(encryption.dictionary);
    const packs = options.packed === undefined ? [] : this.#pack(options.packed, root, encrypt);
    const packed = new Set(packs.flatMap(({ numbers }) => numbers));
    for (const [number, object] of this.#objects.entries()) {
      if (object === undefined || packed.has(number)) continue;
      const cipher = number === encrypt?.ref ? undefined : encryption?.cipherOf(number);
      out.object(number, indirect(object, cipher));
    }
    const trailer: PdfDict = {
      Size: this.#objects.length,
      Root: root,
      ID: [{ bytes: fileId }, { bytes: fileId }],
      ...(encrypt === undefined ? {} : { Encrypt: encrypt }),
      ...options.trailer,
    };
    return options.packed === undefined ? out.withTable(trailer, this.#objects.length) : out.withStream(trailer, packs);
  }

  /** ISO 32000-2, 7.5.7: objects with streams stay outside, and so does what describes the encryption. */
  #pack(size: number, root: PdfRef, encrypt: PdfRef | undefined): ObjectPack[] {
    const plain = [...this.#objects.entries()].filter(
      ([number, object]) =>
        object !== undefined && object.stream === undefined && number !== encrypt?.ref && number !== root.ref,
    );
    const packs: ObjectPack[] = [];
    for (let at = 0; at < plain.length; at += size) {
      const members = plain.slice(at, at + size);
      const texts = members.map(([, object]) => written(object?.value ?? 'null', undefined));
      let offset = 0;
      const index = members.map(([number], place) => {
        const entry = `${number} ${offset}`;
        offset += (texts[place]?.length ?? 0) + 1;
        return entry;
      });
      const head = `${index.join(' ')} `;
      const content = Buffer.from(`${head}${texts.join(' ')}`, 'latin1');
      const entries = { Type: '/ObjStm', N: members.length, First: head.length };
      const { ref } = this.stream(content, entries);
      packs.push({ stream: ref, numbers: members.map(([number]) => number) });
    }
    return packs;
  }
}

interface ObjectPack {
  readonly stream: number;
  readonly numbers: readonly number[];
}

/** The file as it grows, and where each object began. */
class FileOutput {
  readonly #pieces: Buffer[] = [];
  readonly #offsets = new Map<number, number>();
  #length = 0;

  constructor(header: string) {
    this.#add(Buffer.from(header, 'latin1'));
  }

  object(number: number, body: Buffer): void {
    this.#offsets.set(number, this.#length);
    this.#add(Buffer.from(`${number} 0 obj\n`, 'latin1'));
    this.#add(body);
    this.#add(Buffer.from('\nendobj\n', 'latin1'));
  }

  withTable(trailer: PdfDict, size: number): Buffer {
    const start = this.#length;
    const rows = Array.from({ length: size }, (_, number) => {
      const offset = this.#offsets.get(number);
      return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const text = `xref\n0 ${size}\n${rows.join('')}trailer\n${written(trailer, undefined)}\nstartxref\n${start}\n%%EOF\n`;
    this.#add(Buffer.from(text, 'latin1'));
    return Buffer.concat(this.#pieces);
  }

  withStream(trailer: PdfDict, packs: readonly ObjectPack[]): Buffer {
    const start = this.#length;
    const own = Number(trailer['Size']);
    const places = new Map(
      packs.flatMap(({ stream, numbers }) => numbers.map((number, at) => [number, [stream, at]] as const)),
    );
    this.#offsets.set(own, start);
    const rows = Buffer.alloc((own + 1) * 7);
    for (let number = 0; number <= own; number += 1) {
      const place = places.get(number);
      const offset = this.#offsets.get(number);
      rows[number * 7] = place !== undefined ? 2 : offset !== undefined ? 1 : 0;
      rows.writeUInt32BE(place?.[0] ?? offset ?? 0, number * 7 + 1);
      rows.writeUInt16BE(place?.[1] ?? 0, number * 7 + 5);
    }
    const content = deflateSync(rows);
    const entries = { ...trailer, Type: '/XRef', Size: own + 1, W: [1, 4, 2], Filter: '/FlateDecode' };
    this.object(own, indirect({ value: entries, stream: content }, undefined));
    this.#add(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#pieces);
  }

  #add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

function indirect({ value, stream }: StoredObject, cipher: ObjectCipher | undefined): Buffer {
  if (stream === undefined) return Buffer.from(written(value, cipher), 'latin1');
  const content = cipher === undefined ? stream : cipher(stream);
  const entries = { Length: content.length, ...(value as PdfDict) };
  return Buffer.concat([
    Buffer.from(`${written(entries, cipher)}\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

function written(value: PdfValue, cipher: ObjectCipher | undefined): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map((one: PdfValue) => written(one, cipher)).join(' ')}]`;
  if (isString(value)) return `<${Buffer.from(cipher?.(value.bytes) ?? value.bytes).toString('hex')}>`;
  if (isRef(value)) return `${value.ref} 0 R`;
  const entries = Object.entries(value as PdfDict).map(([key, one]) => `/${key} ${written(one, cipher)}`);
  return `<< ${entries.join(' ')} >>`;
}

function isString(value: object): value is PdfString {
  return 'bytes' in value && value.bytes instanceof Uint8Array;
}

function isRef(value: object): value is PdfRef {
  return 'ref' in value && typeof value.ref === 'number';
}
