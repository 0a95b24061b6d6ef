// TrueType and OpenType programs: characters from the map turned round, names from 'post', widths from 'hmtx'.
import type { FontBytes } from './font-bytes.ts';
import { readCff } from './font-cff.ts';
import { readGlyphMap } from './font-cmap.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import { appleGlyphs } from './font-name-tables.ts';
import type { FontProgram } from './font-program.ts';

const mostTables = 200;
const mostGlyphs = 65_536;

export function readSfnt(font: FontBytes): FontProgram {
  // A collection's first font stands for it.
  const start = font.long(0) === 0x74746366 ? font.long(12) : 0;
  const tables = new Map<string, { readonly at: number; readonly length: number }>();
  const count = Math.min(mostTables, font.short(start + 4));
  for (let one = 0; one < count; one += 1) {
    const entry = start + 12 + one * 16;
    const name = font.latin(entry, entry + 4);
    if (!tables.has(name)) tables.set(name, { at: font.long(entry + 8), length: font.long(entry + 12) });
  }
  const at = (name: string): number | undefined => tables.get(name)?.at;
  const cmap = at('cmap');
  const map = cmap === undefined ? undefined : readGlyphMap(font, cmap);
  const outlines = tables.get('CFF ');
  const inner = outlines === undefined ? undefined : readCff(font.part(outlines.at, outlines.at + outlines.length));
  const names = glyphNames(font, tables.get('post'));
  const metrics = { hhea: at('hhea'), hmtx: at('hmtx'), unit: font.short((at('head') ?? -99) + 18) || 1000 };
  const widths = metrics.hhea === undefined ? 0 : font.short(metrics.hhea + 34);
  const [loca, long] = [tables.get('loca'), font.short((at('head') ?? -99) + 50) !== 0];
  const maxp = at('maxp');
  return {
    glyphs: maxp === undefined ? (inner?.glyphs ?? 0) : font.short(maxp + 4),
    glyphOfCode: (code) => map?.ofCode.get(code),
    glyphOfCid: (cid) => inner?.glyphOfCid(cid) ?? cid,
    nameOf: (glyph) => names.get(glyph) ?? inner?.nameOf(glyph),
    textOf(glyph) {
      const code = map?.unicode.get(glyph);
      if (code !== undefined && !(code >= 0xe000 && code < 0xf900) && code >= 32) return String.fromCodePoint(code);
      const name = names.get(glyph);
      return (name === undefined ? undefined : textOfGlyphName(name)) ?? inner?.textOf(glyph);
    },
    widthOf(glyph) {
      if (metrics.hmtx === undefined || widths === 0) return inner?.widthOf(glyph);
      return (font.short(metrics.hmtx + 4 * Math.min(glyph, widths - 1)) * 1000) / metrics.unit;
    },
    isBlank(glyph) {
      if (loca === undefined) return inner?.isBlank(glyph) ?? false;
      const step = long ? 4 : 2;
      if (loca.length < (glyph + 2) * step) return false;
      const place = loca.at + glyph * step;
      return long ? font.long(place) === font.long(place + 4) : font.short(place) === font.short(place + 2);
    },
    usualOrder: inner?.usualOrder ?? appleGlyphs,
  };
}

/** OpenType, table 'post': format 1 has Apple's glyphs, format 2 numbers into those and into strings of its own. */
function glyphNames(
  font: FontBytes,
  table: { readonly at: number; readonly length: number } | undefined,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  if (table === undefined) return names;
  const format = font.long(table.at);
  if (format === 0x00010000) for (const [glyph, name] of appleGlyphs.entries()) names.set(glyph, name);
  if (format !== 0x00020000) return names;
  const count = Math.min(mostGlyphs, font.short(table.at + 32));
  const strings: string[] = [];
  const end = Math.min(font.length, table.at + table.length);
  for (let at = table.at + 34 + 2 * count; at < end && strings.length < mostGlyphs; ) {
    const length = font.byte(at);
    strings.push(font.latin(at + 1, at + 1 + length));
    at += 1 + length;
  }
  for (let glyph = 0; glyph < count; glyph += 1) {
    const number = font.short(table.at + 34 + 2 * glyph);
    const name = number < appleGlyphs.length ? appleGlyphs[number] : strings[number - appleGlyphs.length];
    if (name !== undefined) names.set(glyph, name);
  }
  return names;
}
