// A page of a PDF as the engine tells it, from characters with their places.
import type { PdfPage } from '../../src/convert/engines/pdfium/page.ts';
import { plainStyle, type TextStyle } from '../../src/convert/layout/page.ts';

export interface PlacedSign {
  readonly sign: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly flags?: number;
  /** Its place among the styles. */
  readonly style?: number;
}

/** In type of ten points, where nothing else is said. */
export function pageOfSigns(
  signs: readonly PlacedSign[],
  { width = 1000, height = 1000, styles = [{ ...plainStyle, size: 10 }] as readonly TextStyle[] } = {},
): PdfPage {
  return {
    number: 1,
    width,
    height,
    chars: {
      count: signs.length,
      code: Uint32Array.from(signs, ({ sign }) => sign.codePointAt(0) as number),
      left: Float32Array.from(signs, ({ left }) => left),
      right: Float32Array.from(signs, ({ right }) => right),
      top: Float32Array.from(signs, ({ top }) => top),
      bottom: Float32Array.from(signs, ({ bottom }) => bottom),
      style: Uint16Array.from(signs, ({ style = 0 }) => style),
      flags: Uint8Array.from(signs, ({ flags = 0 }) => flags),
      recovered: new Map(),
    },
    styles,
    graphics: { rules: [], dashes: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [], fields: [] },
    structure: undefined,
  };
}
