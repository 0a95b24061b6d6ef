// Lines of code that were broken to fit are whole again, and code in a frame is no table.
import { expect, test } from 'vitest';
import { across } from '../../../test/support/page-tables.ts';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { withoutHook } from './broken-code.ts';
import type { Word } from './page.ts';

const at = { left: 60, top: 140, size: 10 };
const mono = { ...at, font: 'Mono', monospace: true };

/** Behind a hook, in a font of signs. */
function rest(text: string, top: number, hook: readonly string[]): Word[] {
  const signs = set([hook.join(' ')], { ...at, top: top + 4, size: 5, font: 'Signs' });
  const close = signs.map((word, index) => (index === 0 ? word : { ...word, left: 61, right: 66, spaced: false }));
  return [...close, ...set([text], { ...mono, left: 78, top })];
}

const page = (first: string, second: string, hook: readonly string[]): string =>
  pagesMarkdown(
    pageOf([
      ...set(['This is how the values of the field are read, one by one, and then put away.'], at),
      ...set([first], { ...mono, top: 164 }),
      ...rest(second, 176, hook),
      ...set(['close(field);'], { ...mono, top: 188 }),
    ]),
  );

test.each([
  ['TeX', [',', '→']],
  ['others', ['↪']],
])('the hook of %s', (_, hook) => {
  expect(page('const value =', 'read(field);', hook)).toContain('```\nconst value = read(field);\nclose(field);\n```');
});

test('a corner says that no blank was there', () => {
  expect(page('const value = read(field). ⌋', 'first();', ['↪'])).toContain('\nconst value = read(field).first();\n');
});

test('a hook at the end of a broken line says that it goes on below', () => {
  const first = set(['mill --grind=fine'], { ...mono, top: 164 });
  const right = first.at(-1)?.right ?? 0;
  const hook = set(['↩'], { ...at, top: 164, font: 'Signs' }).map((word) => ({
    ...word,
    left: right + 6,
    right: right + 14,
  }));
  const words = [
    ...set(['This is how the values of the field are read, one by one, and then put away.'], at),
    ...first,
    ...hook,
    ...set(['--stones=2'], { ...mono, top: 176 }),
    ...set(['close'], { ...mono, top: 188 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('```\nmill --grind=fine --stones=2\nclose\n```');
});

test('in code itself a hook is a sign like others', () => {
  const lines = ['↪ one', '↪ two', '↪ three'];
  const text = [...set(['Text that is not code, over a line of the page.'], at), ...set(lines, { ...mono, top: 164 })];
  expect(pagesMarkdown(pageOf(text))).toContain(`\`\`\`\n${lines.join('\n')}\n\`\`\``);
});

test('code between two lines is code, however its words stand below each other', () => {
  const row = (columns: readonly [number, string][], top: number): Word[] =>
    columns.flatMap(([column, text]) => set([text], { ...mono, left: 60 + 5 * column, top }));
  const words = [
    ...set(['This is how the two mills are set up, one after the other, in a file.'], { ...at, top: 100 }),
    ...row([[0, 'mill {']], 144),
    ...row(
      [
        [3, 'wheel'],
        [14, '12.5;'],
      ],
      156,
    ),
    ...row(
      [
        [3, 'stone'],
        [14, '31.0;'],
      ],
      168,
    ),
    ...row(
      [
        [3, 'height'],
        [14, '7.25;'],
      ],
      180,
    ),
    ...row(
      [
        [3, 'sails'],
        [14, '4;'],
      ],
      192,
    ),
    ...row([[0, '}']], 204),
  ];
  const rules = [across(50, 500, 138), across(50, 500, 222)];
  expect(pagesMarkdown(pageOf(words, { rules }))).toContain(
    [
      '```',
      'mill {',
      '   wheel      12.5;',
      '   stone      31.0;',
      '   height     7.25;',
      '   sails      4;',
      '}',
      '```',
    ].join('\n'),
  );
});

test.each([
  ['an address', ['https://mill.example/wheel'], 'https://mill.example/wheel'],
  ['an address with its label', ['[3] https://mill.example/wheel'], '[3] https://mill.example/wheel'],
  ['code', ['open("mill")'], '```\nopen("mill")\n```'],
])('a line of %s in the type of code', (_name, lines, expected) => {
  const words = [
    ...set(['This is what there is to say about the mill and about its wheel.'], { ...at, top: 100 }),
    ...set(lines, { ...mono, top: 140 }),
    ...set(['And this is what there is to say about all that was left out.'], { ...at, top: 180 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(`\n\n${expected}\n\n`);
});

test('a line that begins with text is no code, however much of it is', () => {
  const words = [
    ...set(['This is what there is to say about the mill and about its wheel.'], { ...at, top: 100 }),
    ...set(['Usage:'], { ...at, top: 140 }),
    ...set(['open("mill", "wheel");'], { ...mono, left: 96, top: 140 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('\n\nUsage: `open("mill", "wheel");`\n');
});

test('lines that are a little larger stand in their code where they stand close, and apart where white parts them', () => {
  const typed = { left: 60, font: 'Mono', monospace: true };
  const first = set(['void mill(void)', '{'], { ...typed, top: 100, size: 10 });
  const larger = set(['stones = 2;  // of flint'], { ...typed, top: 125, size: 11 });
  const last = set(['grind();', '}'], { ...typed, top: 138, size: 10 });
  const other = set(['$ mill --rye', 'done'], { ...typed, top: 180, size: 11 });
  const prose = set(Array(9).fill('This is what there is to say about the mill and about its wheel.'), {
    ...at,
    top: 240,
  });
  const markdown = pagesMarkdown(pageOf([...first, ...larger, ...last, ...other, ...prose]));
  expect(markdown.match(/```\n[^`]*```/g)).toHaveLength(2);
  expect(markdown).toMatch(/\{\nstones = 2; +\/\/ of flint\ngrind/);
});

test.each([
  ['mill --grind=fine ↩', '--stones=2', 'mill --grind=fine '],
  ['mill the rye  ↩', 'and the wheat', 'mill the rye '],
  ['/etc/mill.d/stones. ↩', 'list', '/etc/mill.d/stones.'],
  ['MILL_STONES ↩', '=flint', 'MILL_STONES'],
  ['mill_stones_↩', 'count', 'mill_stones_'],
])('a blank before a hook is one of the line where no sign stands at the break: %j', (text, rest, left) => {
  expect(withoutHook(text, rest)).toBe(left);
});
