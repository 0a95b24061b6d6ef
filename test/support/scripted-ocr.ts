// An engine that reads what a test tells it to, and counts what it was asked: for tests of who asks whom and when. What
// engines really read is tested with the real ones.
import type { Engines } from '../../src/convert/engines/engines.ts';
import type { OcrEngine, OcrReading, OcrRequest, OcrWord, PrintedLine } from '../../src/convert/engines/ocr/port.ts';
import type { Raster } from '../../src/convert/engines/raster.ts';

export interface ScriptedOcr extends Engines {
  readonly asked: { readonly raster: Raster; readonly request: OcrRequest }[];
  /** Pictures that were being read at one time. */
  readonly most: () => number;
}

export type Script = (raster: Raster, call: number) => OcrReading | Promise<OcrReading>;

/** `seen` is what the engine sees of the print in any picture; by default it cannot tell. */
export function scriptedOcr(script: Script, parallel = 1, seen?: readonly PrintedLine[]): ScriptedOcr {
  const asked: ScriptedOcr['asked'] = [];
  let now = 0;
  let most = 0;
  const engine: OcrEngine = {
    parallel,
    async read(raster, request) {
      asked.push({ raster, request });
      now += 1;
      most = Math.max(most, now);
      try {
        return await script(raster, asked.length - 1);
      } finally {
        now -= 1;
      }
    },
    lines: async () => seen,
  };
  return {
    asked,
    most: () => most,
    ocr: async () => engine,
    speech: () => Promise.reject(new Error('no speech here')),
  };
}

/** Lines of text from the top of the picture down, in type of a given height. */
export function readingOf(
  raster: Raster,
  lines: readonly string[],
  parts: Partial<OcrReading> & { size?: number } = {},
): OcrReading {
  const { size = raster.height / 40, ...more } = parts;
  const words: OcrWord[] = [];
  for (const [line, text] of lines.entries()) {
    let left = raster.width * 0.1;
    const baseline = raster.height * 0.1 + (line + 1) * 1.4 * size;
    for (const one of text.split(' ')) {
      const right = left + one.length * size * 0.5;
      words.push({
        text: one,
        confidence: 0.9,
        line,
        left,
        right,
        top: baseline - 0.7 * size,
        bottom: baseline,
        baseline,
      });
      left = right + size * 0.3;
    }
  }
  return {
    width: raster.width,
    height: raster.height,
    turned: 0,
    levelled: 0,
    rules: [],
    areas: [],
    confidence: words.length === 0 ? 0 : 0.9,
    words,
    ...more,
  };
}
