// Code on grounds of its own, in sentences and by itself, and cells of tables that have grounds too.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Fill, Rule, Word } from './page.ts';

const grey = 0xf0f0f0;
const at = { left: 60, top: 100, size: 10 };
const typed = { font: 'Mono', monospace: true, size: 9 };
const below = ['What stands below says nothing more of it, and it is', 'only there because pages have text on them.'];
const filler = set(below, { ...at, top: 300 });

/** A line of parts: text as it is, and code with white and a ground around it. */
function line(parts: readonly (string | { readonly code: string })[], top: number): { words: Word[]; fills: Fill[] } {
  const words: Word[] = [];
  const fills: Fill[] = [];
  let left = at.left;
  for (const part of parts) {
    const isCode = typeof part !== 'string';
    const inset = isCode ? 4 : 0;
    const text = isCode ? part.code : part;
    const added = set([text.trim()], { ...at, ...(isCode ? typed : {}), left: left + inset, top });
    words.push(...added);
    const right = (added.at(-1) as Word).right + inset;
    if (isCode) fills.push({ left, right, top: top - 1, bottom: top + 12, colour: grey });
    // A part that ends with a space has white after it.
    left = right + (text.endsWith(' ') ? 2.5 : 0);
  }
  return { words, fills };
}

const lineText = (...parts: Parameters<typeof line>[0]): string => {
  const { words, fills } = line(parts, 100);
  return pagesMarkdown(pageOf([...words, ...filler], { fills })).split('\n')[0] as string;
};

describe('code in a sentence', () => {
  test('has no space where only its ground stands between it and a sign', () => {
    expect(lineText('It may be left out (', { code: 'boolean' }, ', and is ', { code: 'true ' }, ' then).')).toBe(
      'It may be left out (`boolean`, and is `true` then).',
    );
  });

  test('has one where white stands between them', () => {
    expect(lineText('It is called ', { code: 'mill ' }, { code: 'grind' }, '.')).toMatch(
      /^It is called `mill.*grind`\.$/,
    );
  });

  test('may be all that a line of it holds', () => {
    const first = line(['The schemas that were added to the instance may be had with'], 100);
    const second = line([{ code: 'instance.getSchemas()' }, '.'], 112);
    const words = [...first.words, ...second.words, ...filler];
    expect(pagesMarkdown(pageOf(words, { fills: second.fills }))).toMatch(/had with `instance.getSchemas\(\)`\.\n/);
  });

  test('goes on in the next line, where browsers draw its ground as if it were one', () => {
    const first = line(['What it takes is called '], 100);
    const start = (first.words.at(-1) as Word).right + 2.5;
    const code = set(['options.first'], { ...at, ...typed, left: start + 4 });
    const rest = set(['options.second'], { ...at, ...typed, left: 60, top: 112 });
    const width = 160;
    const fills = [
      { left: start, right: start + width, top: 99, bottom: 112, colour: grey },
      { left: 60 + 67 - width, right: 60 + 67, top: 111, bottom: 124, colour: grey },
    ];
    const last = set(['and may be left out.'], { ...at, left: 132, top: 112 });
    const words = [...first.words, ...code, ...rest, ...last, ...filler];
    expect(pagesMarkdown(pageOf(words, { fills }))).toContain('`options.first options.second` and may be left out.');
  });

  test('makes no table of the lines of a list', () => {
    const lines = [0, 1, 2].map((row) =>
      line(['• ', { code: `$ref: url${row} ` }, ' stands for ', { code: 'id' }], 100 + row * 14),
    );
    const page = pageOf([...lines.flatMap(({ words }) => words), ...filler], {
      fills: lines.flatMap(({ fills }) => fills),
    });
    expect(pagesMarkdown(page)).toMatch(/^- `\$ref: url0` stands for `id`\n- /);
  });
});

test.each([
  [grey, '`mill` then `→` and'],
  [0xffffff, '`mill` then → and'],
])('white grounds on a white page are none: %j', (colour, expected) => {
  const [first, second] = [set(['mill'], { ...at, ...typed }), set(['then'], { ...at, left: 86 })];
  const [sign, last] = [set(['→'], { ...at, left: 112 }), set(['and no more is said of it'], { ...at, left: 124 })];
  const fills = [...first, ...sign].map((word) => ({ ...word, colour }));
  const words = [...first, ...second, ...sign, ...last, ...filler];
  expect(pagesMarkdown(pageOf(words, { fills }))).toContain(expected);
});

test('on a page that is typed as a whole, grounds make words stand out', () => {
  const lines = [
    'The stones of the mill are looked at in March, and',
    'turned where they are worn on one side by the rye.',
  ];
  const words = set(lines, { ...at, font: 'Mono', monospace: true });
  const [first] = words as [Word];
  const fills = [{ left: first.left - 1, right: first.right + 1, top: 99, bottom: 112, colour: grey }];
  expect(pagesMarkdown(pageOf(words, { fills }))).toBe(`${lines.join(' ')}\n`);
});

describe('a piece of code', () => {
  const area: Fill = { left: 60, right: 540, top: 130, bottom: 220, colour: grey };
  const inside = (lines: readonly string[], top: number, look = {}): Word[] =>
    set(lines, { ...at, ...typed, left: 70, top, ...look });
  const before = set(['This is what a program says that grinds rye and oats:'], at);
  const markdown = (...words: Word[]): string =>
    pagesMarkdown(pageOf([...before, ...words, ...filler], { fills: [area] }));

  test('is one, however much white is between its lines', () => {
    const words = [...inside(['one();', 'two();'], 140), ...inside(['three();'], 205)];
    expect(markdown(...words)).toContain('```\none();\ntwo();\n\n\nthree();\n```');
  });

  test('keeps signs that come from another font', () => {
    const sign = set(['小麦'], { ...at, left: 115, top: 140, font: 'Sans', size: 9 });
    const end = inside(['");'], 140, { left: 135 });
    expect(markdown(...inside(['grind("'], 140), ...sign, ...end, ...inside(['done();'], 151))).toMatch(
      /```\ngrind\(".*小麦.*\n/,
    );
  });

  test('what stands below it on its ground is text', () => {
    const made = set(['Rye and oats are ground here.'], { ...at, left: 70, top: 190 });
    expect(markdown(...inside(['one(rye, oats);', 'two(rye, oats);', 'three(rye, oats);'], 140), ...made)).toContain(
      '```\n\nRye and oats are ground here.\n',
    );
  });

  test('is no table where its lines have columns', () => {
    const column = (left: number, texts: readonly string[]): Word[] => inside(texts, 140, { left });
    const text = markdown(
      ...column(70, ['a', 'bb', 'ccc', 'd']),
      ...column(300, ['// one', '// two', '// six', '// ten']),
    );
    expect(text).not.toContain('|');
    expect(text).toMatch(/```\na +\/\/ one\nbb +\/\/ two\n/);
  });

  test('is none where a line is drawn across its ground below a head', () => {
    const column = (left: number, texts: readonly string[]): Word[] => inside(texts, 140, { left });
    const words = [...before, ...column(70, ['Name', 'one', 'two', 'ten']), ...column(300, ['Size', '1', '2', '10'])];
    const drawn = { fills: [area], rules: [{ left: 60, right: 540, top: 152, bottom: 152, horizontal: true }] };
    expect(pagesMarkdown(pageOf([...words, ...filler], drawn))).not.toContain('```');
  });

  test('is code on three lines with columns, and with a frame as other pieces have', () => {
    const frame = (top: number): { fill: Fill; rules: Rule[] } => ({
      fill: { ...area, top, bottom: top + 38 },
      rules: [top, top + 38].map((y) => ({ left: 60, right: 540, top: y, bottom: y, horizontal: true })),
    });
    const piece = (top: number, kind: string): Word[] =>
      ['hay', 'rye', 'oats'].flatMap((name, row) => [
        ...inside([`${kind}_${name}`], top + 2 + row * 12),
        ...inside([`/* The ${name} */`], top + 2 + row * 12, { left: 250 }),
      ]);
    const label = set(['Others are:'], { ...at, top: 176 });
    const frames = [frame(130), frame(192)];
    const words = [...before, ...piece(130, 'OLD'), ...label, ...piece(192, 'NEW'), ...filler];
    const drawn = { fills: frames.map(({ fill }) => fill), rules: frames.flatMap(({ rules }) => rules) };
    const text = pagesMarkdown(pageOf(words, drawn));
    expect(text).toMatch(/```\nOLD_hay[\s\S]*```\n\nOthers are:\n\n```\nNEW_hay/);
  });

  test.each(['mill(rye, oats) and no more of it', 'mill = "rye"'])(
    'may be one line that fills its ground: %j',
    (text) => {
      const words = inside([text], 140);
      const right = (words.at(-1) as Word).right + 4;
      const fills = [{ ...area, left: 66, right, top: 138, bottom: 152 }];
      const all = pageOf([...before, ...words, ...filler], { fills });
      expect(pagesMarkdown(all)).toContain(`\`\`\`\n${text}\n\`\`\``);
    },
  );

  test('keeps the spaces of a line that its ground has no room for', () => {
    const words = inside(['{ from = "mill", depth = 0 }'], 140);
    const { left } = words.find(({ text }) => text === 'depth') as Word;
    const fills = [{ ...area, left: 66, right: left - 0.5, top: 138, bottom: 152 }];
    expect(pagesMarkdown(pageOf([...before, ...words, ...filler], { fills }))).toContain('"mill", depth = 0 }');
  });

  test('is one where each of its lines has a ground of its own', () => {
    const lines = ['mill --help', 'Use:', '  mill [grain]', '', 'Options:', '  -q   say less'];
    const words = lines.flatMap((text, row) =>
      text === '' ? [] : inside([text.trim()], 141 + row * 14, { left: text.startsWith(' ') ? 84 : 70 }),
    );
    const fills = lines.map((_, row) => ({ ...area, top: 140 + row * 14, bottom: 154 + row * 14 }));
    const text = pagesMarkdown(pageOf([...before, ...words, ...filler], { fills }));
    expect(text.match(/`{3}/g)).toHaveLength(2);
    expect(text).toMatch(/mill --help\nUse:\n +mill \[grain\]\n\nOptions:\n +-q +say less\n/);
  });

  test('ends with its ground', () => {
    const other: Fill = { ...area, top: 224, bottom: 280 };
    const words = [...before, ...inside(['one();'], 205), ...inside(['two();'], 230), ...filler];
    expect(pagesMarkdown(pageOf(words, { fills: [area, other] }))).toContain('```\none();\n```\n\n```\ntwo();\n```');
  });

  test('grounds beside each other are cells of a table', () => {
    const cells = [0, 1].flatMap((row) =>
      [0, 1].map((column) => ({
        words: set([`cell${row}${column}`], { ...at, ...typed, left: 70 + column * 200, top: 140 + row * 20 }),
        fill: {
          left: 60 + column * 200,
          right: 260 + column * 200,
          top: 135 + row * 20,
          bottom: 155 + row * 20,
          colour: row ? 0xe0e0e0 : 0xc0c0c0,
        },
      })),
    );
    const words = [...before, ...cells.flatMap(({ words }) => words), ...filler];
    expect(pagesMarkdown(pageOf(words, { fills: cells.map(({ fill }) => fill) }))).toContain('| cell00 | cell01 |');
  });
});
