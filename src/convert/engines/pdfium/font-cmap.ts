// The character map of a TrueType or OpenType font (table 'cmap') turned round: which character a glyph shows.
import type { FontBytes } from './font-bytes.ts';

/** Characters looked at in one font; the largest fonts have fewer than 65 536 glyphs. */
const mostCharacters = 200_000;
const mostSubtables = 40;
const mostSegments = 20_000;

export interface GlyphMap {
  /** Unicode, where the font says so; the character that is plainest of several. */
  readonly unicode: ReadonlyMap<number, number>;
  /** The glyph of a one-byte code, by the maps for symbols (3,0) and for the Macintosh (1,0). */
  readonly ofCode: ReadonlyMap<number, number>;
}

/** What may still be looked at, over all maps of a font. */
interface Room {
  left: number;
}

interface Subtable {
  readonly platform: number;
  readonly encoding: number;
  readonly at: number;
}

export function readGlyphMap(font: FontBytes, table: number): GlyphMap {
  const unicode = new Map<number, number>();
  const ofCode = new Map<number, number>();
  const subtables: Subtable[] = [];
  const room: Room = { left: mostCharacters };
  const count = Math.min(mostSubtables, font.short(table + 2));
  for (let at = 0; at < count; at += 1) {
    const entry = table + 4 + at * 8;
    subtables.push({
      platform: font.short(entry),
      encoding: font.short(entry + 2),
      at: table + font.long(entry + 4),
    });
  }
  for (const { platform, encoding, at } of subtables) {
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (isUnicode) {
      eachCharacter(font, at, room, (code, glyph) => {
        const known = unicode.get(glyph);
        if (known === undefined || plainness(code) < plainness(known)) unicode.set(glyph, code);
      });
    } else if (platform === 3 && encoding === 0) {
      // Symbol fonts map U+F000 to U+F0FF; some leave the first byte out.
      eachCharacter(font, at, room, (code, glyph) => {
        if (code < 0x100 || (code >= 0xf000 && code < 0xf100)) ofCode.set(code & 0xff, glyph);
      });
    } else if (platform === 1 && encoding === 0) {
      eachCharacter(font, at, room, (code, glyph) => {
        if (code < 0x100 && !ofCode.has(code)) ofCode.set(code, glyph);
      });
    }
  }
  return { unicode, ofCode };
}

/** Lower is plainer: of a space and a no-break space the space, of a letter and its compatibility form the letter. */
function plainness(code: number): number {
  if (code >= 0xe000 && code < 0xf900) return 0x300000 + code;
  if (code === 0xa0 || code === 0xad || (code >= 0x2000 && code <= 0x200b) || code >= 0xf900) return 0x200000 + code;
  return code;
}

function eachCharacter(font: FontBytes, at: number, room: Room, tell: (code: number, glyph: number) => void): void {
  const say = (code: number, glyph: number): boolean => {
    if (glyph !== 0 && room.left > 0) tell(code, glyph);
    room.left -= 1;
    return room.left > 0;
  };
  const format = font.short(at);
  if (format === 0) {
    for (let code = 0; code < 256; code += 1) say(code, font.byte(at + 6 + code));
  } else if (format === 4) segments(font, at, say);
  else if (format === 6) {
    const first = font.short(at + 6);
    const count = font.short(at + 8);
    for (let one = 0; one < count; one += 1) say(first + one, font.short(at + 10 + one * 2));
  } else if (format === 12) groups(font, at, say);
}

/** OpenType, 'cmap' format 4: runs of codes with a distance, or with a place in an array. */
function segments(font: FontBytes, at: number, say: (code: number, glyph: number) => boolean): void {
  const doubled = font.short(at + 6) & ~1;
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  for (let one = 0; one < Math.min(doubled, 2 * mostSegments); one += 2) {
    const end = font.short(ends + one);
    const start = font.short(starts + one);
    const delta = font.short(deltas + one);
    const range = font.short(ranges + one);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      let glyph: number;
      if (range === 0) glyph = (code + delta) & 0xffff;
      else {
        const found = font.short(ranges + one + range + 2 * (code - start));
        glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      }
      if (!say(code, glyph)) return;
    }
  }
}

/** Format 12: runs over all of Unicode. */
function groups(font: FontBytes, at: number, say: (code: number, glyph: number) => boolean): void {
  const count = Math.min(mostSegments, font.long(at + 12));
  for (let one = 0; one < count; one += 1) {
    const group = at + 16 + one * 12;
    const start = font.long(group);
    const end = Math.min(font.long(group + 4), 0x10ffff);
    const glyph = font.long(group + 8);
    for (let code = start; code <= end; code += 1) if (!say(code, glyph + code - start)) return;
  }
}
