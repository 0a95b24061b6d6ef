// Small font programs for tests: TrueType with a square for each glyph, and bare CFF, with as many tables as a test wants.

export interface TestGlyph {
  readonly name: string;
  /** In thousandths of the type size. */
  readonly width: number;
  /** Unicode, for the character map. */
  readonly code?: number;
  readonly blank?: boolean;
}

export interface SfntParts {
  readonly glyphs: readonly TestGlyph[];
  /** With a character map, and with the names of the glyphs. */
  readonly cmap?: boolean;
  readonly post?: boolean;
}

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at);
  return bytes;
};
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
};

/** A TrueType font (OpenType 1.9); a thousand units to the type size. */
export function sfntOf({ glyphs, cmap = true, post = true }: SfntParts): Buffer {
  const square = Buffer.concat([
    u16(1, 0, 0, 150, 500, 3, 0),
    Buffer.from([1, 1, 1, 1]),
    u16(0, 0, 150, 0),
    u16(0, 500, 0, -500),
  ]);
  const places: number[] = [0];
  const shapes: Buffer[] = [];
  for (const { blank } of glyphs) {
    if (blank !== true) shapes.push(square);
    places.push((places.at(-1) as number) + (blank === true ? 0 : square.length));
  }
  const tables: [string, Buffer][] = [
    ['glyf', Buffer.concat(shapes)],
    [
      'head',
      Buffer.concat([
        u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
        u16(0, 1000),
        Buffer.alloc(16),
        u16(0, -200, 1000, 900, 0, 8, 2, 1, 0),
      ]),
    ],
    ['hhea', Buffer.concat([u32(0x00010000), u16(900, -200, 0, 1000), Buffer.alloc(22), u16(glyphs.length)])],
    ['hmtx', Buffer.concat(glyphs.map(({ width }) => u16(width, 0)))],
    ['loca', u32(...places)],
    ['maxp', Buffer.concat([u32(0x00010000), u16(glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)])],
    ...(cmap ? [['cmap', characterMap(glyphs)] as [string, Buffer]] : []),
    ...(post ? [['post', nameTable(glyphs)] as [string, Buffer]] : []),
  ];
  tables.sort(([one], [other]) => (one < other ? -1 : 1));
  const head = [u32(0x00010000), u16(tables.length, 16, 0, 0)];
  let at = 12 + 16 * tables.length;
  const bodies: Buffer[] = [];
  for (const [name, body] of tables) {
    head.push(Buffer.from(name, 'latin1'), u32(0, at, body.length));
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([...head, ...bodies]);
}

/** Format 4, a segment for each character. */
function characterMap(glyphs: readonly TestGlyph[]): Buffer {
  const mapped = glyphs
    .flatMap(({ code }, glyph) => (code === undefined ? [] : [{ code, glyph }]))
    .sort((a, b) => a.code - b.code);
  const count = mapped.length + 1;
  const body = Buffer.concat([
    u16(2 * count, 0, 0, 0),
    u16(...mapped.map(({ code }) => code), 0xffff),
    u16(0),
    u16(...mapped.map(({ code }) => code), 0xffff),
    u16(...mapped.map(({ code, glyph }) => glyph - code), 1),
    u16(...Array.from({ length: count }, () => 0)),
  ]);
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 6 + body.length, 0), body]);
}

/** Format 2, all names its own. */
function nameTable(glyphs: readonly TestGlyph[]): Buffer {
  return Buffer.concat([
    u32(0x00020000),
    Buffer.alloc(28),
    u16(glyphs.length, ...glyphs.map((_, at) => 258 + at)),
    ...glyphs.map(({ name }) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name, 'latin1')])),
  ]);
}

/** A bare CFF font (Adobe Technical Note 5176); names that are not standard ones only. */
export function cffOf(glyphs: readonly TestGlyph[], encoding: readonly number[] = []): Buffer {
  const integer = (value: number): Buffer => Buffer.concat([Buffer.from([29]), u32(value)]);
  const index = (items: readonly Buffer[]): Buffer => {
    if (items.length === 0) return u16(0);
    let place = 1;
    const offsets = [place, ...items.map((item) => (place += item.length))];
    return Buffer.concat([u16(items.length), Buffer.from([2]), u16(...offsets), ...items]);
  };
  // A width and a short line, or nothing but the width.
  const shape = ({ width, blank }: TestGlyph): Buffer =>
    Buffer.concat([
      Buffer.from([28]),
      u16(width),
      blank === true ? Buffer.from([14]) : Buffer.from([139, 139, 21, 239, 239, 5, 14]),
    ]);
  const shapes = index([Buffer.from([14]), ...glyphs.map(shape)]);
  const names = index([Buffer.from('Test', 'latin1')]);
  const strings = index(glyphs.map(({ name }) => Buffer.from(name, 'latin1')));
  const charset = Buffer.concat([Buffer.from([0]), u16(...glyphs.map((_, at) => 391 + at))]);
  const codes = Buffer.from([0, encoding.length, ...encoding]);
  // The top dictionary is as long whatever stands in it.
  const top = (places: readonly number[]): Buffer =>
    index([
      Buffer.concat([
        ...[15, 16, 17].flatMap((operator, at) => [integer(places[at] ?? 0), Buffer.from([operator])]),
        integer(0),
        integer(0),
        Buffer.from([18]),
      ]),
    ]);
  const header = Buffer.from([1, 0, 4, 2]);
  const start = header.length + names.length + top([]).length + strings.length + 2;
  const places = [start, start + charset.length, start + charset.length + codes.length];
  return Buffer.concat([header, names, top(places), strings, u16(0), charset, codes, shapes]);
}

/** Adobe Type 1 Font Format, 7.1: what is encrypted begins with four bytes of any kind. */
function encrypted(clear: Buffer, key: number): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4, 'x'), clear]);
  let state = key;
  return Buffer.from(
    bytes.map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}

const number = (value: number): number[] => [
  255,
  (value >> 24) & 255,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

interface Type1Glyph {
  readonly name: string;
  readonly width: number;
}

/** A Type 1 font whose glyphs draw nothing; `encoding` gives codes to some of them. */
export function type1Of(
  glyphs: readonly Type1Glyph[],
  { encoding = {}, hex = false }: { encoding?: Readonly<Record<number, string>>; hex?: boolean } = {},
): Buffer {
  const codes = Object.entries(encoding).map(([code, name]) => `dup ${code} /${name} put\n`);
  const clear = `%!PS-AdobeFont-1.0: Odd\n/FontMatrix [0.001 0 0 0.001 0 0] def\n/Encoding 256 array\n${codes.join('')}readonly def\ncurrentfile eexec\n`;
  const drawn = glyphs.map(({ name, width }) => {
    // 0 width hsbw endchar
    const code = encrypted(Buffer.from([139, ...number(width), 13, 14]), 4_330);
    return Buffer.concat([Buffer.from(`/${name} ${code.length} RD `), code, Buffer.from(' ND\n')]);
  });
  const hidden = encrypted(
    Buffer.concat([
      Buffer.from(`dup /Private 8 dict dup begin\n2 index /CharStrings ${glyphs.length} dict dup begin\n`),
      ...drawn,
      Buffer.from('end\nend\n'),
    ]),
    55_665,
  );
  return Buffer.concat([Buffer.from(clear), hex ? Buffer.from(hidden.toString('hex')) : hidden]);
}
