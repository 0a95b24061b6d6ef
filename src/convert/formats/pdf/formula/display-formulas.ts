// Displayed formulas of a page: each becomes one word of LaTeX in its place, and the words and lines it was set from go.
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { formulaFont } from '../../../layout/formulas.ts';
import { type Box, boundsOf, liesIn, meet, plainStyle, type Rule, type Word } from '../../../layout/page.ts';
import { withDrawnRoots } from './drawn-roots.ts';
import { isExtensionFont } from './extension-font.ts';
import { type FormulaLine, formulaLines } from './formula-tex.ts';
import { glyphsIn } from './glyphs.ts';
import { type Region, regionsOf } from './regions.ts';
import { chainsOf, runsOf } from './runs.ts';
import { signReader } from './signs.ts';

export interface WithFormulas {
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
}

export function withDisplayFormulas(page: PdfPage, words: readonly Word[], rules: readonly Rule[]): WithFormulas {
  if (page.ink === undefined) return { words, rules };
  const level = rules.filter(({ horizontal }) => horizontal);
  const bars = [...level, ...page.graphics.dashes.map((dash) => ({ ...dash, horizontal: true }))];
  let left: readonly Word[] = words;
  const used = new Set<Rule>();
  const signAt = signReader(page);
  for (const region of regionsOf(chainsOf(runsOf(page, signAt)), bars)) {
    const isOwn = (word: Word): boolean =>
      liesIn(word, region) ||
      (isExtensionFont(word.style.font) && meet(word, region)) ||
      region.numbers.some((number) => liesIn(word, number));
    const first = left.find(isOwn);
    const glyphs = glyphsIn(page, region, signAt);
    if (first === undefined || glyphs === undefined) continue;
    const whole = withDrawnRoots(glyphs, page.graphics.fills, first.style.colour);
    const lines =
      whole === undefined
        ? undefined
        : formulaLines(whole.glyphs, [...region.bars, ...whole.bars], region.numbers.length);
    if (lines === undefined) continue;
    const made = lines.map((line, at) => formulaWord(line, numberOf(lines, region, at), first, region.size));
    left = left.flatMap((one) => (one === first ? made : isOwn(one) ? [] : [one]));
    for (const bar of region.bars) used.add(bar);
  }
  return { words: left, rules: used.size === 0 ? rules : rules.filter((rule) => !used.has(rule)) };
}

/** Each line has its own, or all have them together. */
const numberOf = (
  lines: readonly FormulaLine[],
  { numbers }: Region,
  at: number,
): readonly (Box & { text: string })[] => (lines.length === numbers.length ? numbers.slice(at, at + 1) : numbers);

function formulaWord(
  { tex, ...box }: FormulaLine,
  numbers: readonly (Box & { readonly text: string })[],
  { style, order }: Word,
  size: number,
): Word {
  const tag = numbers.map(({ text }) => text.replace(/[\s()]/g, '')).join(', ');
  return {
    ...boundsOf([box, ...numbers]),
    text: tag === '' ? tex : `${tex} \\tag{${tag}}`,
    style: { ...plainStyle, font: formulaFont, size, colour: style.colour, content: style.content },
    spaced: true,
    order,
    rightToLeft: false,
  };
}
