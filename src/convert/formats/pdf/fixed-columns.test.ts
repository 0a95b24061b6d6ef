// Words set in columns of one width with letters that have none.
import { expect, test } from 'vitest';
import { pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

const widthOf = (sign: string): number => ('fijlrt(){}.,;'.includes(sign) ? 3 : 'mwM'.includes(sign) ? 8 : 5);

interface Sign {
  readonly sign: string;
  readonly left: number;
  readonly line: number;
}

/** Lines of letters in type of ten points, with a space of no width where the engine sees one in more white than a point. */
function pageOf(signs: readonly Sign[]): PdfPage {
  const all = signs.flatMap((one, at) => {
    const last = signs[at - 1];
    const isWide = last?.line === one.line && one.left - last.left - widthOf(last.sign) > 1;
    return isWide ? [{ ...one, sign: ' ' }, one] : [one];
  });
  return pageOfSigns(
    all.map(({ sign, left, line }) => ({
      sign,
      left,
      right: left + (sign === ' ' ? 0 : widthOf(sign)),
      top: 12 * line,
      bottom: 12 * line + 10,
    })),
  );
}

const sum = (word: string): number => [...word].reduce((all, sign) => all + widthOf(sign), 0);

/** As `listings` sets it: names and signs by themselves, each with as many columns of six points as it has signs. */
function inColumns(text: string, line: number): Sign[] {
  const signs: Sign[] = [];
  for (const { 0: word, index } of text.matchAll(/\w+|[^\w\s]/g)) {
    const white = (6 * word.length - sum(word)) / (word.length + 1);
    let left = 20 + 6 * index + white;
    for (const sign of word) {
      signs.push({ sign, left, line });
      left += widthOf(sign) + white;
    }
  }
  return signs;
}

/** With the same white after each letter, and more after each word. */
function withWhite(text: string, line: number, white: number): Sign[] {
  let left = 20;
  return [...text].flatMap((sign) => {
    const at = left;
    left += sign === ' ' ? 3 : widthOf(sign) + white;
    return sign === ' ' ? [] : [{ sign, left: at, line }];
  });
}

function read(lines: readonly Sign[][]): { text: string; isCode: boolean } {
  const { words } = pageWords(pageOf(lines.flat()));
  const text = words.map(({ text, top, spaced }, at) => {
    const last = words[at - 1];
    return `${last === undefined ? '' : last.top !== top ? '\n' : spaced ? ' ' : ''}${text}`;
  });
  return { text: text.join(''), isCode: words.every(({ style }) => style.monospace) };
}

const code = ['if (fill) { return limit.left; }', 'else { file.write(mill, term); }', '}', 'list = alarm(items)'];

test('letters in columns are words where no column between them is empty, and code', () => {
  expect(read(code.map(inColumns))).toEqual({ text: code.join('\n'), isCode: true });
});

test('letters set wide evenly, and those of plain text, are in no columns', () => {
  const plain = ['if it fills the limit to the left', 'the term will be written to a file', 'most items alarm him'];
  expect(read(plain.map((text, line) => withWhite(text, line, 0)))).toEqual({ text: plain.join('\n'), isCode: false });
  expect(read(plain.map((text, line) => withWhite(text, line, 0.5))).isCode).toBe(false);
});

test('brackets alone beside the number of their line are code, the beginning of a line of text is not', () => {
  const numbered = ['if (fill) { return limit.left; }', '  }', '}'].map((text, line) => [
    ...withWhite(`${line + 17}`, line, 0).map((sign) => ({ ...sign, left: sign.left - 15 })),
    ...inColumns(text, line),
  ]);
  expect(read(numbered)).toEqual({ text: '17 if (fill) { return limit.left; }\n18 }\n19 }', isCode: true });
  const text = withWhite('The mill of the village', code.length, 0);
  const page = pageOf([...code.flatMap(inColumns), ...text]);
  const last = page.chars.count - 1;
  // From the second word on it is set otherwise.
  for (let at = last - 17; at <= last; at += 1) page.chars.style[at] = 1;
  const { words } = pageWords({
    ...page,
    styles: [...page.styles, { ...plainStyle, size: 10, invisible: false, angle: 0, font: 'Other', monospace: true }],
  });
  expect(words.find((word) => word.text === 'The')?.style.monospace).toBe(false);
});
