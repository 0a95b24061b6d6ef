// Compact font programs (Adobe Technical Note 5176): the names of their glyphs, their own encoding, and widths.
import type { FontBytes } from './font-bytes.ts';
import { readCharWidth } from './font-charstring.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import { standardStrings } from './font-name-tables.ts';
import type { FontProgram } from './font-program.ts';

const mostGlyphs = 65_536;
const mostStrings = 65_536;
/** Bytes of a dictionary; real ones have some hundred. */
const longestDict = 8_192;

interface Index {
  readonly count: number;
  readonly end: number;
  /** From and to; empty where it is out of the file. */
  item(at: number): readonly [from: number, to: number];
}

function readIndex(font: FontBytes, at: number): Index {
  const count = font.short(at);
  if (count === 0) return { count: 0, end: at + 2, item: () => [0, 0] };
  const size = Math.min(4, Math.max(1, font.byte(at + 2)));
  const data = at + 2 + (count + 1) * size;
  const place = (one: number): number => data + font.number(at + 3 + one * size, size);
  return {
    count,
    end: Math.min(font.length, place(count)),
    item: (one) => (one < 0 || one >= count ? [0, 0] : [place(one), Math.min(font.length, place(one + 1))]),
  };
}

/** Operators to their operands; two-byte operators count from 1200. */
function readDict(font: FontBytes, from: number, to: number): ReadonlyMap<number, readonly number[]> {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  const end = Math.min(to, from + longestDict);
  for (let at = from; at < end; ) {
    const byte = font.byte(at);
    at += 1;
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + font.byte(at) : byte;
      if (byte === 12) at += 1;
      entries.set(operator, operands);
      operands = [];
    } else if (byte === 28) {
      operands.push(font.signedShort(at));
      at += 2;
    } else if (byte === 29) {
      operands.push(font.signedLong(at));
      at += 4;
    } else if (byte === 30) {
      const [value, next] = readReal(font, at, end);
      operands.push(value);
      at = next;
    } else if (byte >= 32 && byte <= 254) {
      operands.push(font.small(at - 1));
      if (byte >= 247) at += 1;
    }
  }
  return entries;
}

const realSigns = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'e', 'e-', '', '-'];

function readReal(font: FontBytes, from: number, end: number): readonly [value: number, next: number] {
  let text = '';
  let at = from;
  for (; at < end; at += 1) {
    const byte = font.byte(at);
    if (byte >> 4 === 15) break;
    text += realSigns[byte >> 4] ?? '';
    if ((byte & 15) === 15) break;
    text += realSigns[byte & 15] ?? '';
  }
  return [Number(text) || 0, at + 1];
}

/** Operators of the top dictionary and of the private one. */
const operators = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  privateDict: 18,
  matrix: 1207,
  registry: 1230,
} as const;
const defaultWidth = 20;
const nominalWidth = 21;

export function readCff(font: FontBytes): FontProgram | undefined {
  const names = readIndex(font, font.byte(2));
  const tops = readIndex(font, names.end);
  const strings = readIndex(font, tops.end);
  const top = readDict(font, ...tops.item(0));
  const shapes = readIndex(font, top.get(operators.charStrings)?.[0] ?? 0);
  const glyphs = Math.min(mostGlyphs, shapes.count);
  if (glyphs === 0) return undefined;
  const keyed = top.has(operators.registry);
  const charset = readCharset(font, top.get(operators.charset)?.[0] ?? 0, glyphs);
  const nameOf = (glyph: number): string | undefined => {
    const id = charset[glyph];
    if (keyed || id === undefined) return undefined;
    if (id < standardStrings.length) return standardStrings[id];
    if (id - standardStrings.length >= Math.min(mostStrings, strings.count)) return undefined;
    return font.latin(...strings.item(id - standardStrings.length));
  };
  const encoding = readEncoding(font, top.get(operators.encoding)?.[0] ?? 0, charset, glyphs);
  const [size = 0, place = 0] = top.get(operators.privateDict) ?? [];
  const own = readDict(font, place, place + size);
  const unit = (top.get(operators.matrix)?.[0] ?? 0.001) * 1000 || 1;
  let byCid: Map<number, number> | undefined;
  return {
    glyphs,
    // A font by character ids has no encoding of its own.
    glyphOfCode: (code) => (keyed ? undefined : encoding.get(code)),
    glyphOfCid(cid) {
      if (!keyed) return cid;
      byCid ??= new Map(Array.from(charset, (id, glyph) => [id, glyph]));
      return byCid.get(cid);
    },
    nameOf,
    textOf(glyph) {
      const name = nameOf(glyph);
      return name === undefined ? undefined : textOfGlyphName(name);
    },
    widthOf(glyph) {
      // Keyed fonts have private dictionaries by the part of the font; their widths are not needed.
      if (keyed || glyph >= glyphs) return undefined;
      const given = readCharWidth(font, ...shapes.item(glyph)).width;
      const width = given === undefined ? (own.get(defaultWidth)?.[0] ?? 0) : given + (own.get(nominalWidth)?.[0] ?? 0);
      return width * unit;
    },
    isBlank: (glyph) => glyph < glyphs && readCharWidth(font, ...shapes.item(glyph)).blank,
    usualOrder: standardStrings,
  };
}

/** A name or character id for each glyph. The predefined sets of expert fonts begin as the first one does. */
function readCharset(font: FontBytes, at: number, glyphs: number): Uint16Array {
  const ids = new Uint16Array(glyphs);
  if (at <= 2) {
    for (let glyph = 0; glyph < glyphs; glyph += 1) ids[glyph] = glyph;
    return ids;
  }
  const format = font.byte(at);
  let place = at + 1;
  for (let glyph = 1; glyph < glyphs && place < font.length; ) {
    const first = font.short(place);
    if (format === 0) {
      ids[glyph] = first;
      glyph += 1;
      place += 2;
      continue;
    }
    const more = format === 1 ? font.byte(place + 2) : font.short(place + 2);
    for (let one = 0; one <= more && glyph < glyphs; one += 1) {
      ids[glyph] = first + one;
      glyph += 1;
    }
    place += format === 1 ? 3 : 4;
  }
  return ids;
}

/** Codes to glyphs; the standard encoding follows the standard strings closely enough to be asked by name. */
function readEncoding(font: FontBytes, at: number, charset: Uint16Array, glyphs: number): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  if (at <= 1) {
    const byId = new Map(Array.from(charset, (id, glyph) => [id, glyph]));
    // Adobe's standard encoding: 32 to 126 are the strings 1 to 95, and what is above 160 goes by gaps.
    for (let code = 32; code < 127; code += 1) {
      const glyph = byId.get(code - 31);
      if (glyph !== undefined) codes.set(code, glyph);
    }
    return codes;
  }
  const format = font.byte(at);
  const count = font.byte(at + 1);
  let place = at + 2;
  let glyph = 1;
  for (let one = 0; one < count; one += 1) {
    if ((format & 0x7f) === 0) {
      codes.set(font.byte(place), glyph);
      glyph += 1;
      place += 1;
      continue;
    }
    const first = font.byte(place);
    const more = font.byte(place + 1);
    for (let step = 0; step <= more && glyph < glyphs; step += 1) {
      codes.set((first + step) & 0xff, glyph);
      glyph += 1;
    }
    place += 2;
  }
  if ((format & 0x80) !== 0) {
    const byId = new Map(Array.from(charset, (id, index) => [id, index]));
    const more = font.byte(place);
    for (let one = 0; one < more; one += 1) {
      const found = byId.get(font.short(place + 2 + one * 3));
      if (found !== undefined) codes.set(font.byte(place + 1 + one * 3), found);
    }
  }
  return codes;
}
