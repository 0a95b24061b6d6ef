// Displayed formulas of a page: each becomes one word of LaTeX in its place, and the words and lines it was set from go.
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { formulaFont } from '../../../layout/formulas.ts';
import { type Box, liesIn, plainStyle, type Rule, type Word } from '../../../layout/page.ts';
import { formulaTex } from './formula-tex.ts';
import { glyphsIn } from './glyphs.ts';
import { regionsOf } from './regions.ts';
import { chainsOf, runsOf } from './runs.ts';

export interface WithFormulas {
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
}

export function withDisplayFormulas(page: PdfPage, words: readonly Word[], rules: readonly Rule[]): WithFormulas {
  if (page.ink === undefined) return { words, rules };
  const regions = regionsOf(chainsOf(runsOf(page)), rules);
  let left: readonly Word[] = words;
  let lines: readonly Rule[] = rules;
  for (const region of regions) {
    const glyphs = glyphsIn(page, region);
    const tex = glyphs === undefined ? undefined : formulaTex(glyphs, region.bars);
    if (tex === undefined) continue;
    const isOwn = (box: Box): boolean => liesIn(box, region);
    const own = left.filter(isOwn);
    const [first] = own;
    if (first === undefined) continue;
    const { left: from, top, right, bottom, size } = region;
    const word: Word = {
      left: from,
      top,
      right,
      bottom,
      text: tex,
      style: { ...plainStyle, font: formulaFont, size, colour: first.style.colour, content: first.style.content },
      spaced: true,
      order: first.order,
      rightToLeft: false,
    };
    left = left.flatMap((one) => (one === first ? [word] : isOwn(one) ? [] : [one]));
    lines = lines.filter((rule) => !region.bars.includes(rule));
  }
  return { words: left, rules: lines };
}
