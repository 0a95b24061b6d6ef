// What the Markdown looks like, case by case; that it means the same tree is proved in round-trip.test.ts.
import { describe, expect, it } from 'vitest';
import * as build from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import { type BlockRange, markdownOf, writeMarkdown } from './write.ts';

const {
  bulletList,
  code,
  emphasis,
  heading,
  image,
  inlineCode,
  item,
  lineBreak,
  link,
  orderedList,
  paragraph,
  quote,
  rule,
  strike,
  strong,
  subscript,
  superscript,
  text,
} = build;

const line = (...children: (string | Phrasing)[]): string =>
  markdownOf([paragraph(children.map((one) => (typeof one === 'string' ? text(one) : one)))]).slice(0, -1);
const lines = (...blocks: Block[]): string => markdownOf(blocks);

describe('text', () => {
  it.each([
    'snake_case and a_b_c',
    'a * b',
    '2 < 3 > 1',
    '[x] that is no link',
    'see [1], [2]',
    '1.5',
    'C# and F#',
    '#hashtag',
    '5-3',
    '$5',
    'a.b',
    '2*3',
    'f(x)[0]',
    'C:\\temp\\file',
    '~5 minutes',
    'R&D',
    'AT&T;',
    'x -- y',
    '-5',
    '+1',
    '1.5 kg',
    '2019',
    'a|b',
    'e-mail me',
    '100% (sure)',
    'a = b',
    'http://example.org/a_b_c?d=e&f=g',
    'mail a_b@example.org',
    'www.example.org',
    '<3',
    'a <b',
    'it`s',
    'note*',
    '--flag',
    '"quoted"',
    "it's",
    '{a: 1}',
    'a^2',
    '@user',
    '!important',
    ':smile:',
    '—dash',
    '(a) b',
    '...',
    '| a |',
    '==',
    'if (a<b && c>d)',
    '<none given',
    '::',
  ])('stays bare: %s', (value) => {
    expect(line(value)).toBe(value);
  });

  it.each([
    ['*a*', '\\*a\\*'],
    ['__init__', '\\_\\_init\\_\\_'],
    ['~~no~~', '\\~\\~no\\~\\~'],
    ['`a` b', '\\`a\\` b'],
    ['$5 or $6', '\\$5 or \\$6'],
    ['# no heading', '\\# no heading'],
    ['- no list', '\\- no list'],
    ['+ no', '\\+ no'],
    ['* no', '\\* no'],
    ['1. no', '1\\. no'],
    ['12) no', '12\\) no'],
    ['> no quote', '\\> no quote'],
    ['---', '\\---'],
    ['***', '\\*\\*\\*'],
    ['___', '\\_\\_\\_'],
    ['```', '\\`\\`\\`'],
    ['~~~', '\\~\\~\\~'],
    ['$$', '\\$\\$'],
    ['+++', '\\+++'],
    ['a <b> c', 'a \\<b> c'],
    ['<div', '\\<div'],
    ['&amp; &#35;', '\\&amp; \\&#35;'],
    ['[a](b)', '[a\\](b)'],
    ['[a]: b', '\\[a]: b'],
    ['[^1]', '\\[^1]'],
    ['\\*', '\\\\*'],
    ['a\\', 'a\\'],
    ['http://a.b/*c*', 'http\\://a.b/\\*c\\*'],
  ])('is escaped: %s', (value, written) => {
    expect(line(value)).toBe(written);
  });

  it('has single spaces and none at its ends', () => {
    expect(line('  a\n\tb ', ' c  ')).toBe('a b c');
    expect(line('a\u00a0 b')).toBe('a\u00a0 b');
  });

  it('is escaped anew after a hard break', () => {
    expect(line('a', lineBreak, '# b', lineBreak, '==', lineBreak, '-|-')).toBe('a\\\n\\# b\\\n\\==\\\n\\-|-');
    expect(line('http://a.b', lineBreak, 'c')).toBe('http://a.b \\\nc');
  });

  it('is escaped where it meets our own markup', () => {
    expect(line('wow!', link('/x', 'a'))).toBe('wow\\![a](/x)');
    expect(line({ type: 'footnoteReference', identifier: '1' }, '(a)')).toBe('[^1]\\(a)');
    expect(line('a*', emphasis('b'))).toBe('a\\**b*');
    expect(line('http://a.b', strong('c'))).toBe('http\\://a.b**c**');
    expect(line('$5', ' ', inlineCode('a$b'))).toBe('\\$5 `a$b`');
  });
});

describe('marks', () => {
  it.each<[string, (string | Phrasing)[], string]>([
    ['plain', [emphasis('a'), ' ', strong('b'), ' ', strike('c')], '*a* **b** ~~c~~'],
    ['inside words', ['un', emphasis('frigging'), 'believable'], 'un*frigging*believable'],
    ['nested', [emphasis([text('a '), strong('b')])], '*a **b***'],
    ['nested from the start', [emphasis([strong('a'), text(' b')])], '***a** b*'],
    ['both at once', [strong([emphasis('a')])], '***a***'],
    ['side by side', [emphasis('a'), strong('b')], '*a***b**'],
    ['joined', [strong('a'), strong('b')], '**ab**'],
    ['white space moves out', ['a', strong(' b '), 'c'], 'a **b** c'],
    ['punctuation moves out', [strong('Note:'), 'text'], '**Note**:text'],
    ['punctuation stays before a space', [strong('Note:'), ' text'], '**Note:** text'],
    ['full-width punctuation moves out', [strong('重要：'), '文字'], '**重要**：文字'],
    ['moves into a link', ['a', strong([link('/x', 'b')]), 'c'], 'a[**b**](/x)c'],
    ['moves into a superscript', ['a', emphasis([superscript('2')]), 'b'], 'a<sup>*2*</sup>b'],
    ['around a link', ['a ', strong([link('/x', 'b')])], 'a **[b](/x)**'],
    ['unwritable is dropped', ['a', strong('!'), 'b'], 'a!b'],
    ['doubled', [emphasis([emphasis('a')])], '*a*'],
    ['high and low', ['x', superscript('2'), 'H', subscript('2'), 'O'], 'x<sup>2</sup>H<sub>2</sub>O'],
  ])('%s', (_, children, written) => {
    expect(line(...children)).toBe(written);
  });
});

describe('code, math and links', () => {
  it.each<[Phrasing, string]>([
    [inlineCode('a`b'), '``a`b``'],
    [inlineCode('`'), '`` ` ``'],
    [inlineCode(' a '), '`  a  `'],
    [{ type: 'inlineMath', value: 'x^2' }, '$x^2$'],
    [{ type: 'inlineMath', value: '\\$5' }, '$$\\$5$$'],
    [link('/a b', 'x'), '[x](</a b>)'],
    [link('/a(b', 'x'), '[x](/a\\(b)'],
    [link('/a(b)', 'x', 'say "hi"'), '[x](/a(b) "say \\"hi\\"")'],
    [link('https://a.b', 'https://a.b'), '<https://a.b>'],
    [link('mailto:a@b.co', 'a@b.co'), '<a@b.co>'],
    [link('/x', '[1]'), '[[1]](/x)'],
    [link('/x', 'a]'), '[a\\]](/x)'],
    [image('a.png', 'An [odd] alt'), '![An [odd] alt](a.png)'],
    [link('/x', [image('a.png', 'b')]), '[![b](a.png)](/x)'],
    [link('/x\u0001', 'a'), '[a](/x%01)'],
    [link('&amp;', 'a'), '[a](\\&amp;)'],
  ])('%j', (node, written) => {
    expect(line(node)).toBe(written);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:x',
    'java\nscript:x',
    '\u0001vbscript:x',
    'data:text/html,x',
    'data:image/svg+xml,x',
  ])('never writes the target %j', (url) => {
    expect(line(link(url, 'text'), ' ', image(url, 'alt'))).toBe('text alt');
  });

  it('keeps a picture given as data', () => {
    expect(line(image('data:image/png;base64,AA==', 'a'))).toBe('![a](data:image/png;base64,AA==)');
  });
});

describe('blocks', () => {
  it('stand one blank line apart, with one line feed at the end', () => {
    expect(lines(heading(1, 'A #'), paragraph('b'), rule, quote([paragraph('c'), paragraph('d')]))).toBe(
      '# A \\#\n\nb\n\n---\n\n> c\n>\n> d\n',
    );
    expect(lines()).toBe('');
    expect(lines(paragraph(' '), heading(2, ''))).toBe('');
  });

  it('keeps lists apart, tight or spread', () => {
    const one = bulletList([
      item([paragraph('a'), orderedList([item([paragraph('b')])])]),
      item([paragraph('c')], true),
      item([]),
    ]);
    expect(
      lines(one, { ...bulletList([item([paragraph('d')]), item([paragraph('e')])]), spread: true }, paragraph('f')),
    ).toBe('- a\n  1. b\n- [x] c\n-\n\n* d\n\n* e\n\nf\n');
    expect(
      lines(orderedList([item([paragraph('a')]), item([paragraph('b')])], 9), orderedList([item([paragraph('c')])])),
    ).toBe('9. a\n10. b\n\n1) c\n');
  });

  it('starts list items with any block', () => {
    expect(
      lines(
        bulletList([
          item([code('x\n\ny', 'ts')]),
          item([rule]),
          item([bulletList([item([])])]),
          item([code('z')], false),
        ]),
      ),
    ).toBe('- ```ts\n  x\n\n  y\n  ```\n- ___\n- *\n- [ ]\n\n  ```\n  z\n  ```\n');
    expect(lines(bulletList([item([paragraph('[ ] a')])]))).toBe('- \\[ ] a\n');
  });

  it('fences code and math beyond what they hold', () => {
    expect(lines(code('```\na'), code('x', 'a`b'), { type: 'math', value: 'a\n$$' })).toBe(
      '````\n```\na\n````\n\n~~~a`b\nx\n~~~\n\n$$$\na\n$$\n$$$\n',
    );
  });

  it('writes front matter first and as code elsewhere', () => {
    const front: Block = { type: 'yaml', value: 'a: 1' };
    expect(lines(front, front)).toBe('---\na: 1\n---\n\n```yaml\na: 1\n```\n');
    expect(lines({ type: 'toml', value: 'a\n+++' })).toBe('```toml\na\n+++\n```\n');
    expect(lines(rule, paragraph('a'))).toBe('***\n\na\n');
  });

  it('closes comments and HTML safely', () => {
    expect(lines({ type: 'comment', value: ' a --> b ' })).toBe('<!-- a - -> b -->\n');
    expect(lines({ type: 'htmlBlock', value: '<div>\n\na\n</div>' }, { type: 'htmlBlock', value: '<!-- open' })).toBe(
      '<div>\na\n</div>\n\n```html\n<!-- open\n```\n',
    );
  });

  it('writes footnote definitions at the top level', () => {
    const note: Block = { type: 'footnoteDefinition', identifier: 'a b', children: [paragraph('x'), paragraph('y')] };
    expect(lines(quote([paragraph('q'), note]), paragraph('z'))).toBe('> q\n\n[^a%20b]: x\n\n    y\n\nz\n');
  });
});

describe('limits', () => {
  it('writes 100 000 nested marks and containers without overflow or loss', () => {
    let mark: Phrasing = text('deep');
    let container: Block = paragraph('deep');
    let listed: Block = paragraph('deep');
    for (let level = 0; level < 100_000; level += 1) {
      mark = level % 2 === 0 ? emphasis([mark]) : link('/x', [mark]);
      container = quote([container]);
      listed = bulletList([item([listed])]);
    }
    expect(lines(paragraph([mark]))).toBe('*[deep](/x)*\n');
    expect(lines(container)).toContain('deep');
    expect(lines(listed)).toContain('deep');
  });

  it('tells where each block stands, in bytes', async () => {
    const ranges: BlockRange[] = [];
    const inner = { ...paragraph('ü'), origin: { kind: 'page', page: 2 } } as const;
    const blocks: Block[] = [
      { ...heading(1, 'é'), origin: { kind: 'page', page: 1 }, confidence: 0.5 },
      quote([inner, paragraph('b')]),
    ];
    await writeMarkdown(
      blocks,
      () => undefined,
      (range) => void ranges.push(range),
    );
    expect(ranges).toEqual([
      { type: 'heading', start: 0, end: 4, origin: { kind: 'page', page: 1 }, confidence: 0.5 },
      { type: 'paragraph', start: 8, end: 10, origin: { kind: 'page', page: 2 } },
      { type: 'blockquote', start: 6, end: 16 },
    ]);
  });

  it('stops the source of rows when the sink fails', async () => {
    let stopped = false;
    function* rows(): Generator<string[]> {
      try {
        for (;;) yield ['x'.repeat(1000)];
      } finally {
        stopped = true;
      }
    }
    const failing = writeMarkdown([build.table(rows())], () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    expect(stopped).toBe(true);
  });
});
