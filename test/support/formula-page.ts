// Pages with signs at given places, as PDFium reads them, for the tests of formulas.
import type { PdfPage } from '../../src/convert/engines/pdfium/page.ts';
import type { Glyph } from '../../src/convert/formats/pdf/formula/glyphs.ts';
import { plainStyle, type Rule, type TextStyle } from '../../src/convert/layout/page.ts';

/** Signs on one line in one font, beside each other. */
export interface Setting {
  readonly text: string;
  readonly left: number;
  readonly base: number;
  readonly size?: number;
  readonly font?: string;
  /** Of each sign, in parts of the type size. */
  readonly width?: number;
  /** How far its ink reaches above and below the line, in parts of the type size. */
  readonly above?: number;
  readonly below?: number;
}

const tall = /[A-Z0-9bdfhklt()[\]{}|∑∫√]/;
const deep = /[gjpqy()[\]{}|,;]/;

function inkOf(sign: string, left: number, { base, size = 10, width = 0.5, above, below }: Setting) {
  return {
    left: left + 0.02 * size,
    right: left + width * size - 0.02 * size,
    top: base - (above ?? (tall.test(sign) ? 0.7 : 0.45)) * size,
    bottom: base + (below ?? (deep.test(sign) ? 0.2 : 0)) * size,
  };
}

/** Glyphs of a formula; letters are slanted and signs are not, as in TeX. */
export function glyphs(...settings: readonly Setting[]): Glyph[] {
  return settings.flatMap((setting) => {
    const { text, left, base, size = 10, font = '', width = 0.5 } = setting;
    return [...text].flatMap((sign, at) => {
      if (sign === ' ') return [];
      const isText = font === 'text';
      return [
        {
          ...inkOf(sign, left + at * width * size, setting),
          sign,
          base,
          size,
          look: { family: isText || !/\p{L}/u.test(sign) ? 'upright' : 'italic', bold: false } as const,
          plain: isText,
          piece: font === 'piece',
          hangs: font === 'large' || font === 'piece',
        },
      ];
    });
  });
}

export const bar = (left: number, right: number, top: number): Rule => ({
  left,
  right,
  top,
  bottom: top,
  horizontal: true,
});

/** A page of such lines; spaces are left out, as they have no ink. */
export function formulaPage(settings: readonly Setting[], bars: readonly Rule[] = []): PdfPage {
  const styles: TextStyle[] = [];
  const rows: {
    code: number;
    left: number;
    right: number;
    base: number;
    style: number;
    ink: ReturnType<typeof inkOf>;
  }[] = [];
  for (const setting of settings) {
    const { text, left, base, size = 10, font = 'CMR10', width = 0.5 } = setting;
    let style = styles.findIndex((one) => one.font === font && one.size === size);
    if (style < 0) {
      style = styles.length;
      const isItalic = /CMMI|Italic/.test(font);
      styles.push({ ...plainStyle, font, size, italic: isItalic, monospace: /TT/.test(font) });
    }
    for (const [at, sign] of [...text].entries()) {
      const from = left + at * width * size;
      const ink = inkOf(sign, from, setting);
      rows.push({ code: sign.codePointAt(0) ?? 0, left: from, right: from + width * size, base, style, ink });
    }
  }
  const floats = (of: (row: (typeof rows)[number]) => number): Float32Array => Float32Array.from(rows, of);
  const sizeAt = (row: (typeof rows)[number]): number => styles[row.style]?.size ?? 10;
  return {
    number: 1,
    width: 600,
    height: 800,
    chars: {
      count: rows.length,
      code: Uint32Array.from(rows, ({ code }) => code),
      left: floats(({ left }) => left),
      right: floats(({ right }) => right),
      top: floats((row) => row.base - 0.75 * sizeAt(row)),
      bottom: floats((row) => row.base + 0.25 * sizeAt(row)),
      style: Uint16Array.from(rows, ({ style }) => style),
      flags: new Uint8Array(rows.length),
      recovered: new Map(),
    },
    styles,
    ink: {
      left: floats(({ ink }) => ink.left),
      right: floats(({ ink }) => ink.right),
      top: floats(({ ink }) => ink.top),
      bottom: floats(({ ink }) => ink.bottom),
      base: floats(({ code, base }) => (code === 32 ? Number.NaN : base)),
    },
    graphics: { rules: bars, dashes: [], fills: [], images: [], cut: false },
    links: [],
    annotations: { typed: [], comments: [], fields: [] },
    structure: undefined,
  };
}
