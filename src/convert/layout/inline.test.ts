// Words of a paragraph as phrasing: signs and names that another font gives.
import { expect, test } from 'vitest';
import { line, pdfOf } from '../../../test/support/pdf-document.ts';
import { convert } from '../index.ts';

const rest = line(72, 560, 'Nothing else on this page is of any interest to anybody who reads it, now or later.', 12);

async function markdown(content: string): Promise<string> {
  return (await convert(pdfOf([{ content: content + rest }]))).markdown.split('\n')[0] as string;
}

/** Pieces of one line: each with its font, and how far it stands from the one before it. */
function pieces(...parts: readonly (readonly [text: string, font: string, gap?: number])[]): string {
  const shown = parts.map(([text, font, gap = 0]) => `/${font} 12 Tf [${(-1000 * gap) / 12} (${text})] TJ`);
  return `BT 72 600 Td ${shown.join(' ')} ET\n`;
}

test.each([
  [
    'between the halves of a word are no code',
    pieces(['to set hay', 'F1'], ['=', 'F6'], ['new before', 'F1']),
    'to set hay=new before',
  ],
  [
    'right after a slanted word are no code',
    pieces(['of ', 'F1'], ['hay', 'F5'], [', ', 'F6'], ['say they', 'F1']),
    'of *hay*, say they',
  ],
  [
    'by themselves are code',
    pieces(['write ', 'F1'], ['=', 'F6'], [' between them \\(', 'F1'], ['*', 'F6'], ['\\) always', 'F1']),
    'write `=` between them (`*`) always',
  ],
  [
    'that close a bracket in code are code',
    pieces(['of ', 'F1'], ['hay\\(', 'F6'], ['a', 'F5'], ['\\)', 'F6'], [' and more', 'F1']),
    'of `hay(`*a*`)` and more',
  ],
])('signs of a typewriter font %s', async (_name, content, expected) => {
  expect(await markdown(content)).toBe(expected);
});

test('a sign of another font between two pieces of code is code', async () => {
  const content = pieces(['look into ', 'F1'], ['hay', 'F6'], ['|', 'F1'], ['stack', 'F6'], [' first', 'F1']);
  expect(await markdown(content)).toBe('look into `hay|stack` first');
});

test.each([
  [
    'the backslash of a command',
    [
      ['write \\\\', 'F1'],
      ['hay', 'F6'],
      [' first', 'F1'],
    ],
    'write `\\hay` first',
  ],
  [
    'the braces of its group',
    [
      ['write \\\\', 'F1'],
      ['hay', 'F6'],
      ['{', 'F1'],
      ['new', 'F6'],
      ['}, then', 'F1'],
    ],
    'write `\\hay{new}`, then',
  ],
  [
    'no sign of the text',
    [
      ['one{two ', 'F1'],
      ['hay', 'F6'],
      ['} three', 'F1'],
    ],
    'one{two `hay`} three',
  ],
] as const)(
  'signs of another font at the ends of code are told by what they do: %s',
  async (_name, parts, expected) => {
    expect(await markdown(pieces(...parts))).toBe(expected);
  },
);

test('a sign of code by itself keeps it too', async () => {
  const content = pieces(['the sign', 'F1'], ['.', 'F6', 3], ['stands for all', 'F1', 3]);
  expect(await markdown(content)).toBe('the sign `.` stands for all');
});

test('a name that begins with a stop keeps the space before it', async () => {
  const content = pieces(['look for a file like', 'F1'], ['.hayrc', 'F6', 3], ['in it', 'F1', 3]);
  expect(await markdown(content)).toBe('look for a file like `.hayrc` in it');
});
