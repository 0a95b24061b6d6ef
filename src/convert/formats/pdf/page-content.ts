// A PDF page as the layout wants it: its words with those typed into forms and onto the page, and what its tags say.
import type { TypedText } from '../../engines/pdfium/annotations.ts';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { type PageContent, plainStyle, typedFont, type Word } from '../../layout/page.ts';
import { median } from '../../layout/sorted.ts';
import { withDrawnUnderscores } from './drawn-underscores.ts';
import { figuresOf } from './figures.ts';
import { withDisplayFormulas } from './formula/display-formulas.ts';
import { withLinkEdges } from './link-edges.ts';
import { withStruckOut } from './struck-out.ts';
import { withTiltedText } from './tilted-text.ts';
import { upright } from './upright.ts';
import { withVerticalText } from './vertical-text.ts';
import { pageWords } from './words.ts';

export interface ReadPage {
  readonly content: PageContent;
  readonly hidden: number;
  readonly unmapped: number;
}

/** Share of the characters that the structure tree must know before its headings are believed. */
const coverage = 0.8;
const mostTypedWords = 20_000;

export function pageContent(given: PdfPage, outline: ReadonlyMap<string, number> | undefined): ReadPage {
  const { page, shown } = upright(withVerticalText(withTiltedText(given)));
  const scored = withDrawnUnderscores(page);
  const { words: drawn, hidden, unmapped } = pageWords(scored);
  const { fills, images } = page.graphics;
  // Places in the document have no address to write.
  const links = page.links.filter((link) => link.url !== undefined);
  const formulas = withDisplayFormulas(page, withLinkEdges(drawn, links), scored.graphics.rules);
  const { words, rules } = withStruckOut(formulas.words, formulas.rules);
  const { typed, comments, fields } = page.annotations;
  const content: PageContent = {
    number: page.number,
    label: page.label,
    width: page.width,
    height: page.height,
    words: typed.length === 0 ? words : [...words, ...typedWords(typed, words)],
    rules,
    fills,
    images,
    figures: figuresOf(page, images, words, page.structure?.alts),
    links,
    jumps: page.links.filter((link) => link.url === undefined),
    comments,
    ...(fields.length === 0 ? {} : { fields }),
    shown,
    outline,
    headingTags: isTagged(page) ? (page.structure?.headings ?? new Map()) : undefined,
  };
  return { content, hidden, unmapped };
}

/** Words where they would stand if they had been printed: along the field, line by line, and no larger than the text. */
function typedWords(typed: readonly TypedText[], printed: readonly Word[]): Word[] {
  const words: Word[] = [];
  const largest = median(printed.map(({ style }) => style.size)) || 12;
  for (const field of typed) {
    const lines = field.text.split(/\r\n?|\n/).slice(0, 1_000);
    const height = Math.max(1, field.bottom - field.top) / lines.length;
    const size = Math.min(12, largest, Math.max(4, height * 0.7));
    const style = { ...plainStyle, font: typedFont, size };
    for (const [at, line] of lines.entries()) {
      let left = field.left + 1;
      const middle = field.top + (at + 0.5) * height;
      for (const text of line.split(/\s+/)) {
        if (text === '' || words.length >= mostTypedWords) continue;
        const right = left + text.length * size * 0.5;
        const box = { left, right, top: middle - size / 2, bottom: middle + size / 2 };
        words.push({ ...box, text, style, spaced: true, order: printed.length + words.length, rightToLeft: false });
        left = right + size * 0.25;
      }
    }
  }
  return words;
}

function isTagged({ structure, chars, styles }: PdfPage): boolean {
  if (structure === undefined || structure.known.size === 0) return false;
  let known = 0;
  let all = 0;
  for (let at = 0; at < chars.count; at += 1) {
    if (chars.flags[at] === generatedChar) continue;
    all += 1;
    if (structure.known.has(styles[chars.style[at] as number]?.content ?? -1)) known += 1;
  }
  return all > 0 && known >= coverage * all;
}
