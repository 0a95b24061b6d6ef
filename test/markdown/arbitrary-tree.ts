// Hostile trees for the laws of the Markdown writer: text full of syntax, odd spaces, marks at awkward places.
import fc from 'fast-check';
import type { Align, Block, Cell, ListItem, Phrasing, Row } from '../../src/convert/document/tree.ts';

const words = ['a', 'b', 'foo', 'Zürich', '中文', 'x1', '9', '10', '0', 'é', 'ﬀ', 'http', 'www', 'x', 'xX'];
const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const odd = ['\u00a0', '\u2003', '\u3000', '“', '—', '…', '€', '😀', '\u00ad', '\u200b', '、', '。'];
const snippets = [
  '**',
  '__',
  '~~',
  '***',
  '``',
  '```',
  '~~~',
  '$$',
  '---',
  '***',
  '___',
  '===',
  '+++',
  '- ',
  '* ',
  '+ ',
  '# ',
  '## ',
  '1. ',
  '1) ',
  '12. ',
  '> ',
  '[ ] ',
  '[x] ',
  '[x]',
  '[^1]',
  '[^1]: ',
  '[a]: b',
  '](',
  '](b)',
  '![',
  '[a](b)',
  '<b>',
  '</b>',
  '<!--',
  '-->',
  '<?',
  '<div>',
  '<a@b.c>',
  '<http://x>',
  'http://a.b',
  'https://a.b/c_d_e?f=g&h=i',
  'www.a.b',
  'a@b.co',
  '&amp;',
  '&#35;',
  '&copy',
  '|',
  '|-|',
  ':-:',
  '-|-',
  '\\|',
  '\\\\',
  '\\*',
  'snake_case',
  '*a*',
  '_a_',
  '2 * 3',
  '<br>',
  '$5',
  '$x$',
  ' `a` ',
  '#',
  ' #',
  ' ',
  '  ',
  '\n',
  '\t',
  '{',
  '}',
];

const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.constantFrom(...marks) },
  { weight: 3, arbitrary: fc.constant(' ') },
  { weight: 2, arbitrary: fc.constantFrom(...snippets) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);

export const hostileText = fc.array(fragment, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
const plainText = fc
  .array(fc.constantFrom(...words, ' ', ',', '.'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const anyText = fc.oneof({ weight: 3, arbitrary: hostileText }, { weight: 2, arbitrary: plainText });

/** Identifiers the generated documents define at their end. */
export const footnoteIds = ['1', 'note-2', 'a b', 'x]y', 'ü%'];

const url = fc.oneof(
  fc.constantFrom(
    'http://a.b',
    'https://a.b/c?d=e&f=g',
    '/x',
    '#y',
    'a b',
    'a(b',
    'a)b',
    'a(b)c',
    '<x',
    'mailto:a@b.co',
    'a\\b',
    '\\(',
    'x|y',
    '&amp;',
    '',
    'a*b*',
    "a'b",
    'a"b',
  ),
  hostileText.map((one) => one.replace(/[\u0000-\u001f]/g, '')),
);
const title = fc.option(hostileText, { nil: undefined, freq: 3 });

export const phrasings: fc.Arbitrary<readonly Phrasing[]> = fc.letrec<{ node: Phrasing; nodes: readonly Phrasing[] }>(
  (tie) => ({
    nodes: fc.array(tie('node'), { minLength: 0, maxLength: 4, depthIdentifier: 'phrasing' }),
    node: fc.oneof(
      { depthSize: 'small', depthIdentifier: 'phrasing', withCrossShrink: true },
      { weight: 8, arbitrary: anyText.map((value): Phrasing => ({ type: 'text', value })) },
      { weight: 1, arbitrary: fc.constant<Phrasing>({ type: 'break' }) },
      { weight: 1, arbitrary: anyText.map((value): Phrasing => ({ type: 'inlineCode', value })) },
      { weight: 1, arbitrary: anyText.map((value): Phrasing => ({ type: 'inlineMath', value })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...footnoteIds)
          .map((identifier): Phrasing => ({ type: 'footnoteReference', identifier })),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(
            '<kbd>',
            '</kbd>',
            '<br>',
            '<div>',
            '<a id="x|`">',
            '<!-- c -->',
            '<span title="*">',
            '<x',
            'no',
          )
          .map((value): Phrasing => ({ type: 'html', value })),
      },
      {
        weight: 1,
        arbitrary: fc
          .record({ url, alt: anyText, title })
          .map(
            ({ url, alt, title }): Phrasing => ({ type: 'image', url, alt, ...(title === undefined ? {} : { title }) }),
          ),
      },
      { weight: 2, arbitrary: tie('nodes').map((children): Phrasing => ({ type: 'emphasis', children })) },
      { weight: 2, arbitrary: tie('nodes').map((children): Phrasing => ({ type: 'strong', children })) },
      { weight: 1, arbitrary: tie('nodes').map((children): Phrasing => ({ type: 'delete', children })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('superscript' as const, 'subscript' as const)
          .chain((type) => tie('nodes').map((children): Phrasing => ({ type, children }))),
      },
      {
        weight: 2,
        arbitrary: fc.record({ url, title, children: tie('nodes') }).map(
          ({ url, title, children }): Phrasing => ({
            type: 'link',
            url,
            children,
            ...(title === undefined ? {} : { title }),
          }),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('https://a.b/c', 'mailto:x@y.zz').map(
          (one): Phrasing => ({
            type: 'link',
            url: one,
            children: [{ type: 'text', value: one.replace('mailto:', '') }],
          }),
        ),
      },
    ),
  }),
).nodes;

const verbatim = fc
  .array(fc.oneof(hostileText, fc.constantFrom('', '```', '````', '~~~', '$$', '---', '  x', '\ty')), { maxLength: 4 })
  .map((lines) => lines.join('\n'));
const align = fc.constantFrom<Align>('left', 'right', 'center', null);

interface Tied {
  block: Block;
  blocks: readonly Block[];
  cell: Cell;
}

export const documents: fc.Arbitrary<readonly Block[]> = fc.letrec<Tied>((tie: fc.LetrecTypedTie<Tied>) => ({
  blocks: fc.array(tie('block'), { maxLength: 4, depthIdentifier: 'block' }),
  cell: fc.oneof(
    { weight: 3, arbitrary: anyText },
    {
      weight: 3,
      arbitrary: fc
        .record({
          children: phrasings,
          colspan: fc.integer({ min: 1, max: 3 }),
          rowspan: fc.integer({ min: 1, max: 3 }),
        })
        .map((parts): Cell => ({ type: 'tableCell', ...parts })),
    },
    { weight: 1, arbitrary: tie('blocks').map((children): Cell => ({ type: 'tableCell', children })) },
  ),
  block: fc.oneof(
    { depthSize: 'small', depthIdentifier: 'block', withCrossShrink: true },
    { weight: 6, arbitrary: phrasings.map((children): Block => ({ type: 'paragraph', children })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(1, 2, 3, 4, 5, 6 as const), phrasings)
        .map(([depth, children]): Block => ({ type: 'heading', depth: depth as 1, children })),
    },
    { weight: 1, arbitrary: fc.constant<Block>({ type: 'thematicBreak' }) },
    {
      weight: 1,
      arbitrary: fc
        .record({
          value: verbatim,
          lang: fc.option(fc.oneof(fc.constantFrom('ts', 'c++', 'a`b', '&amp;', 'x y'), hostileText), {
            nil: undefined,
          }),
        })
        .map(({ value, lang }): Block => ({ type: 'code', value, ...(lang === undefined ? {} : { lang }) })),
    },
    { weight: 1, arbitrary: verbatim.map((value): Block => ({ type: 'math', value })) },
    { weight: 1, arbitrary: verbatim.map((value): Block => ({ type: 'comment', value })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('<div>\n\nx\n\n</div>', '<!-- a -->', '<!-- a', '<p>*a*', 'no tag', '<span>', '<pre>\n\na</pre>')
        .map((value): Block => ({ type: 'htmlBlock', value })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('yaml' as const, 'toml' as const), fc.oneof(fc.constant('a: 1'), verbatim))
        .map(([type, value]): Block => ({ type, value })),
    },
    { weight: 2, arbitrary: tie('blocks').map((children): Block => ({ type: 'blockquote', children })) },
    {
      weight: 3,
      arbitrary: fc
        .record({
          ordered: fc.boolean(),
          start: fc.constantFrom(0, 1, 2, 9, 999_999_999, -3),
          spread: fc.boolean(),
          items: fc.array(fc.tuple(tie('blocks'), fc.option(fc.boolean(), { nil: undefined, freq: 2 })), {
            maxLength: 4,
          }),
        })
        .map(
          ({ ordered, start, spread, items }): Block => ({
            type: 'list',
            ordered,
            spread,
            ...(ordered ? { start } : {}),
            children: items.map(
              ([children, checked]): ListItem => ({
                type: 'listItem',
                children,
                ...(checked === undefined ? {} : { checked }),
              }),
            ),
          }),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          rows: fc.array(fc.array(tie('cell'), { maxLength: 4 }), { maxLength: 4 }),
          align: fc.array(align, { maxLength: 4 }),
          header: fc.boolean(),
        })
        .map(({ rows, align, header }): Block => ({ type: 'table', rows: rows as readonly Row[], align, header })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...footnoteIds), tie('blocks'))
        .map(([identifier, children]): Block => ({ type: 'footnoteDefinition', identifier, children })),
    },
  ),
})).blocks;

/** Makes every footnote of a generated document a real one: a call without a definition is text. */
export const withFootnotes = (blocks: readonly Block[]): readonly Block[] => [
  ...blocks,
  ...footnoteIds.map(
    (identifier): Block => ({
      type: 'footnoteDefinition',
      identifier,
      children: [{ type: 'paragraph', children: [{ type: 'text', value: 'n' }] }],
    }),
  ),
];
