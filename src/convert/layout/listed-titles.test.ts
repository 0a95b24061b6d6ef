// Headings that are set like the text and listed in the table of contents.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent, Word } from './page.ts';

const contents = pageOf(
  [
    '1 Of mills and rivers ........ 2',
    '1.1 The wheel ........ 2',
    '1.2 The stones ........ 3',
    'Figure 1: A wheel ........ 3',
  ].flatMap((text, at) => setLines([text], { left: 72, top: 100 + 14 * at })),
);

const prose = (top: number): Word[] =>
  setLines(
    Array.from({ length: 4 }, (_, at) => `The words of a line that runs on and on over the whole of the page ${at}.`),
    { left: 72, top, leading: 12 },
  );

const pageWith = (...parts: readonly Word[][]): PageContent => ({ ...pageOf(parts.flat()), number: 2 });
const line = (text: string, top: number): Word[] => setLines([text], { left: 72, top });

describe('a line that the table of contents lists', () => {
  test('is a heading, however it is set', () => {
    const page = pageWith(prose(100), line('1.1 The wheel', 170), prose(200));
    expect(pagesMarkdown(contents, page)).toContain('\n\n## 1.1 The wheel\n\n');
    expect(pagesMarkdown(page)).not.toContain('# 1.1');
  });

  test('is none beside another of its level: both are listed once more', () => {
    const page = pageWith(prose(100), line('1.1 The wheel', 170), line('1.2 The stones', 200), prose(230));
    expect(pagesMarkdown(contents, page)).not.toContain('#');
  });

  test('is none where what lists it comes after it: an index', () => {
    const page = { ...pageWith(prose(100), line('1.1 The wheel', 170), prose(200)), number: 1 };
    expect(pagesMarkdown(page, { ...contents, number: 2 })).not.toContain('# 1.1');
  });

  test('is none where it is the caption of a figure', () => {
    const page = pageWith(prose(100), line('Figure 1: A wheel', 170), prose(200));
    expect(pagesMarkdown(contents, page)).not.toContain('#');
  });
});
