// Formulas from the places of their signs, in type of ten points.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bar, glyphs, type Setting } from '../../../../../test/support/formula-page.ts';
import { typeset } from '../../../../../test/support/typeset.ts';
import type { Rule } from '../../../layout/page.ts';
import { formulaLines } from './formula-tex.ts';

const tex = (settings: readonly Setting[], bars: readonly Rule[] = []): string | undefined =>
  formulaLines(glyphs(...settings), bars, 0)?.[0]?.tex;

const small = { size: 7 };
/** Tall brackets that hang from `base`, as in TeX's extension font. */
const fence = (text: string, left: number, base: number, height: number): Setting => ({
  text,
  left,
  base,
  font: 'large',
  above: 0,
  below: height / 10,
});

describe('formulaLines', () => {
  test.each<[what: string, expected: string, settings: readonly Setting[], bars?: readonly Rule[]]>([
    [
      'scripts',
      'x^{2} + y_{i}',
      [
        { text: 'x', left: 0, base: 50 },
        { text: '2', left: 5, base: 46, ...small },
        { text: '+', left: 11, base: 50 },
        { text: 'y', left: 18, base: 50 },
        { text: 'i', left: 23, base: 52, ...small },
      ],
    ],
    [
      'scripts of scripts',
      'x^{y^{z}}',
      [
        { text: 'x', left: 0, base: 50 },
        { text: 'y', left: 5, base: 46, ...small },
        { text: 'z', left: 8.6, base: 43, size: 5 },
      ],
    ],
    [
      'both scripts',
      'x_{i}^{2}',
      [
        { text: 'x', left: 0, base: 50 },
        { text: 'i', left: 5, base: 53, ...small },
        { text: '2', left: 5, base: 46, ...small },
      ],
    ],
    [
      'primes',
      "f'(x)",
      [
        { text: 'f', left: 0, base: 50 },
        { text: '′', left: 5, base: 46, ...small },
        { text: '(x)', left: 8, base: 50 },
      ],
    ],
    [
      'scripts before their letter',
      '{}_{2}F_{1}',
      [
        { text: '2', left: 0, base: 52, ...small },
        { text: 'F', left: 4, base: 50 },
        { text: '1', left: 9, base: 52, ...small },
      ],
    ],
    [
      'a fraction',
      'y = \\frac{a + b}{c}',
      [
        { text: 'y', left: 0, base: 50 },
        { text: '=', left: 8, base: 50 },
        { text: 'a+b', left: 18, base: 43 },
        { text: 'c', left: 23, base: 57 },
      ],
      [bar(18, 33, 47.5)],
    ],
    [
      'a fraction in a fraction',
      '\\frac{1}{1 + \\frac{1}{x}}',
      [
        { text: '1', left: 8, base: 43 },
        { text: '1+', left: 0, base: 57 },
        { text: '1', left: 13, base: 53.5, ...small },
        { text: 'x', left: 13, base: 61, ...small },
      ],
      [bar(0, 19, 47.5), bar(12, 18, 54.5)],
    ],
    [
      'a root',
      '\\sqrt{x + y}',
      [
        { text: '√', left: 0, base: 42, above: 0, below: 1, width: 0.8 },
        { text: 'x+y', left: 8, base: 50 },
      ],
      [bar(8, 23, 42)],
    ],
    [
      'a root with its order',
      '\\sqrt[3]{x}',
      [
        { text: '3', left: 0, base: 45, size: 5 },
        { text: '√', left: 0, base: 42, above: 0, below: 1, width: 0.8 },
        { text: 'x', left: 8, base: 50 },
      ],
      [bar(8, 14, 42)],
    ],
    [
      'a line over letters',
      '\\overline{x + y} = z',
      [
        { text: 'x+y', left: 0, base: 50 },
        { text: '=', left: 17, base: 50 },
        { text: 'z', left: 25, base: 50 },
      ],
      [bar(0, 15, 44)],
    ],
    [
      'a sum with limits',
      '\\sum_{i = 1}^{n} x',
      [
        { text: '∑', left: 0, base: 40, font: 'large', above: 0, below: 1.4, width: 1.3 },
        { text: 'n', left: 4.5, base: 38, ...small },
        { text: 'i=1', left: 1, base: 61, ...small },
        { text: 'x', left: 15, base: 50 },
      ],
    ],
    [
      'an integral with scripts',
      '\\int_{0}^{1} x',
      [
        { text: '∫', left: 0, base: 36, font: 'large', above: 0, below: 2.2, width: 0.9 },
        { text: '1', left: 9, base: 39, ...small },
        { text: '0', left: 5, base: 60, ...small },
        { text: 'x', left: 15, base: 50 },
      ],
    ],
    [
      'a limit',
      '\\lim_{x \\rightarrow 0} f',
      [
        { text: 'lim', left: 0, base: 50, font: 'text' },
        { text: 'x→0', left: 1, base: 58, ...small },
        { text: 'f', left: 18, base: 50 },
      ],
    ],
    [
      'brackets as tall as what they hold',
      '\\left( \\frac{a}{b} \\right)^{2}',
      [
        fence('(', 0, 36, 24),
        { text: 'a', left: 6, base: 43 },
        { text: 'b', left: 6, base: 57 },
        fence(')', 12, 36, 24),
        { text: '2', left: 17, base: 39, ...small },
      ],
      [bar(6, 11, 47.5)],
    ],
    [
      'a matrix',
      'A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
      [
        { text: 'A', left: 0, base: 50 },
        { text: '=', left: 7, base: 50 },
        fence('(', 16, 36, 24),
        { text: 'a', left: 22, base: 44 },
        { text: 'b', left: 37, base: 44 },
        { text: 'c', left: 22, base: 56 },
        { text: 'd', left: 37, base: 56 },
        fence(')', 43, 36, 24),
      ],
    ],
    [
      'a binomial',
      '\\binom{n}{k}',
      [
        fence('(', 0, 36, 24),
        { text: 'n', left: 6, base: 43 },
        { text: 'k', left: 6, base: 57 },
        fence(')', 12, 36, 24),
      ],
    ],
    [
      'cases',
      'f = \\begin{cases} x & \\text{if}\\ x > 0 \\\\ 0 & \\text{else} \\end{cases}',
      [
        { text: 'f', left: 0, base: 50 },
        { text: '=', left: 7, base: 50 },
        fence('{', 16, 33, 30),
        { text: 'x', left: 23, base: 42 },
        { text: 'if', left: 42, base: 42, font: 'text' },
        { text: 'x>0', left: 55, base: 42 },
        { text: '0', left: 23, base: 58 },
        { text: 'else', left: 42, base: 58, font: 'text' },
      ],
    ],
    [
      'accents',
      '\\hat{x} + \\vec{v}',
      [
        { text: 'x', left: 0, base: 50 },
        { text: 'ˆ', left: 0, base: 50, above: 0.7, below: -0.52 },
        { text: '+', left: 7, base: 50 },
        { text: 'v', left: 15, base: 50 },
        { text: '\u20d7', left: 15, base: 50, above: 0.7, below: -0.52 },
      ],
    ],
    [
      'dots',
      'a_{1},\\ldots,a_{n}',
      [
        { text: 'a', left: 0, base: 50 },
        { text: '1', left: 5, base: 52, ...small },
        { text: ',', left: 9, base: 50, width: 0.3 },
        { text: '...', left: 14, base: 50, width: 0.4, above: 0.1 },
        { text: ',', left: 27, base: 50, width: 0.3 },
        { text: 'a', left: 31, base: 50 },
        { text: 'n', left: 36, base: 52, ...small },
      ],
    ],
    [
      'names of functions',
      '\\sin x + \\operatorname{erf}(y)',
      [
        { text: 'sin', left: 0, base: 50, font: 'text' },
        { text: 'x', left: 17, base: 50 },
        { text: '+', left: 25, base: 50 },
        { text: 'erf', left: 34, base: 50, font: 'text' },
        { text: '(y)', left: 49, base: 50 },
      ],
    ],
    [
      'signs over each other',
      'U \\cong V',
      [
        { text: 'U', left: 0, base: 50 },
        { text: '∼', left: 8, base: 49, above: 0.35, below: -0.1 },
        { text: '=', left: 8, base: 51.5, above: 0.25 },
        { text: 'V', left: 16, base: 50 },
      ],
    ],
    [
      'signs that are struck out',
      'a \\neq b',
      [
        { text: 'a', left: 0, base: 50 },
        { text: '\u0338', left: 9, base: 50, above: 0.7, below: 0.2 },
        { text: '=', left: 9, base: 50 },
        { text: 'b', left: 17, base: 50 },
      ],
    ],
    [
      'lines that are aligned',
      '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
      [
        { text: 'a', left: 0, base: 30 },
        { text: '=', left: 8, base: 30 },
        { text: 'b', left: 16, base: 30 },
        { text: '=', left: 8, base: 45 },
        { text: 'c', left: 16, base: 45 },
      ],
    ],
  ])('%s', (_, expected, settings, bars) => {
    expect(tex(settings, bars)).toBe(expected);
  });

  test('pieces over each other are one bracket', () => {
    const piece = (text: string, left: number, base: number): Setting => ({
      text,
      left,
      base,
      font: 'piece',
      above: 0,
      below: 1,
    });
    const stack = (text: string, left: number): Setting[] => [30, 40, 50].map((base) => piece(text, left, base));
    const settings = [...stack('[', 0), { text: 'x', left: 8, base: 47 }, ...stack(']', 14)];
    expect(tex(settings)).toBe('\\left[ x \\right]');
  });

  test('the tallest bracket, which the engine takes for a space, is where white tells it', () => {
    const settings = [
      { text: 'd', left: 0, base: 43 },
      { text: 'e', left: 0, base: 57 },
      { text: 'a', left: 14, base: 43 },
      { text: 'b', left: 14, base: 57 },
      fence(')', 21, 34, 30),
    ];
    expect(tex(settings, [bar(0, 5, 47.5), bar(14, 19, 47.5)])).toBe('\\frac{d}{e}\\left( \\frac{a}{b} \\right)');
    const matrix = [
      { text: 'A', left: 0, base: 52 },
      { text: 'a', left: 14, base: 44 },
      { text: 'b', left: 29, base: 44 },
      { text: 'c', left: 14, base: 58 },
      { text: 'd', left: 29, base: 58 },
      fence(')', 35, 34, 30),
    ];
    expect(tex(matrix)).toBe('A\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}');
  });

  test('a bracket that begins a line is no argument of the break before it', () => {
    const lines = [
      { text: 'a=b', left: 0, base: 30 },
      { text: '[x]y=c', left: 0, base: 45 },
    ];
    expect(tex(lines)).toBe('\\begin{gathered} a = b \\\\ {}[x]y = c \\end{gathered}');
  });

  test('lines with numbers of their own are formulas of their own', () => {
    const settings = [
      { text: 'a=b', left: 0, base: 30 },
      { text: 'c=d', left: 0, base: 45 },
    ];
    expect(formulaLines(glyphs(...settings), [], 2)?.map((line) => line.tex)).toEqual(['a = b', 'c = d']);
  });

  test('what makes no formula is left alone', () => {
    // A line without anything over or under it, and letters of one size that stand on no line.
    expect(tex([{ text: 'x=y', left: 0, base: 50 }], [bar(100, 120, 47)])).toBeUndefined();
    expect(
      tex([
        { text: 'xx', left: 0, base: 50 },
        { text: 'y', left: 12, base: 46 },
      ]),
    ).toBeUndefined();
    expect(tex([])).toBeUndefined();
  });

  const sign = fc.record({
    text: fc.constantFrom(...'xyzABn12=+−()[]{}|∑∫√ˆ¯.·,′→\u0338⏞⏟'),
    left: fc.integer({ min: 0, max: 120 }),
    base: fc.integer({ min: 0, max: 60 }),
    size: fc.constantFrom(5, 7, 10),
    font: fc.constantFrom('', 'text', 'large', 'piece'),
    below: fc.constantFrom(0, 0.2, 1, 2.4),
  });
  const line = fc.tuple(
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: 2, max: 60 }),
    fc.integer({ min: 0, max: 60 }),
  );

  test('whatever the signs, the LaTeX can be typeset, and it is the same again', () => {
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 25 }), fc.array(line, { maxLength: 3 }), (signs, lines) => {
        const bars = lines.map(([left, width, top]) => bar(left, left + width, top));
        const given = tex(signs, bars);
        expect(tex(signs, bars)).toBe(given);
        const bare = (given ?? '').replace(/\\[{}]/g, '');
        expect(bare.split('{').length).toBe(bare.split('}').length);
        const count = (what: RegExp): number => (given ?? '').match(what)?.length ?? 0;
        expect(count(/\\left(?![a-z])/g)).toBe(count(/\\right(?![a-z])/g));
        expect(count(/\\begin\{/g)).toBe(count(/\\end\{/g));
        if (given !== undefined) typeset(given);
      }),
      { numRuns: 2_000 },
    );
  });
});
