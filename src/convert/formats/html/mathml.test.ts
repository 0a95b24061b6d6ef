// MathML to LaTeX, formula by formula.
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../core/limits.ts';
import { elementsIn } from './dom.ts';
import { mathToLatex } from './mathml.ts';
import { parsePage } from './parse.ts';

function latex(inner: string, attributes = ''): string {
  for (const element of elementsIn(parsePage(`<math${attributes}>${inner}</math>`, defaultLimits).root)) {
    if (element.tag === 'math') return mathToLatex(element, defaultLimits.depth);
  }
  throw new Error('no formula');
}

const mi = (name: string) => `<mi>${name}</mi>`;
const [a, b, c, x] = [mi('a'), mi('b'), mi('c'), mi('x')];

describe('elements', () => {
  test.each([
    ['letters and numbers', `${a}<mo>+</mo><mn>2</mn>${b}`, 'a + 2b'],
    ['a sign before', `<mo>−</mo>${a}`, '-a'],
    ['Greek before a letter', `${mi('α')}${x}`, '\\alpha x'],
    ['names of functions', `${mi('sin')}${x}`, '\\sin x'],
    ['words', mi('rate'), '\\mathrm{rate}'],
    ['text', '<mtext>if x &amp; y</mtext>', '\\text{if x \\& y}'],
    ['variants', '<mi mathvariant="double-struck">R</mi><mi mathvariant="bold">v</mi>', '\\mathbb{R}\\mathbf{v}'],
    ['letters of the mathematical block', mi('𝑥'), 'x'],
    ['fractions', `<mfrac>${a}${b}</mfrac>`, '\\frac{a}{b}'],
    ['fractions without a line', `<mfrac linethickness="0">${a}${b}</mfrac>`, '\\genfrac{}{}{0pt}{}{a}{b}'],
    ['roots', `<msqrt>${a}<mo>+</mo>${b}</msqrt><mroot>${x}<mn>3</mn></mroot>`, '\\sqrt{a + b}\\sqrt[3]{x}'],
    ['scripts', `<msub>${a}${b}</msub><msup>${a}${b}</msup><msubsup>${a}${b}${c}</msubsup>`, 'a_{b}a^{b}a_{b}^{c}'],
    ['a raised group', `<msup><mrow>${a}<mo>+</mo>${b}</mrow><mn>2</mn></msup>`, '{a + b}^{2}'],
    ['primes', `<msup><mi>f</mi><mo>′</mo></msup>`, "f'"],
    ['sums', `<munderover><mo>∑</mo>${a}${b}</munderover>`, '\\sum_{a}^{b}'],
    ['limits', `<munder><mo>lim</mo>${a}</munder>`, '\\lim_{a}'],
    [
      'accents',
      `<mover>${x}<mo>^</mo></mover><mover>${x}<mo>¯</mo></mover><munder>${x}<mo>_</mo></munder>`,
      '\\hat{x}\\bar{x}\\underline{x}',
    ],
    ['what stands over', `<mover>${a}${b}</mover>`, '\\overset{b}{a}'],
    [
      'braces with a label',
      `<munder><munder>${a}<mo>⏟</mo></munder><mtext>n</mtext></munder>`,
      '\\underbrace{a}_{\\text{n}}',
    ],
    ['scripts before', `<mmultiscripts>${x}${a}<none/><mprescripts/>${b}${c}</mmultiscripts>`, '{}_{b}^{c}x_{a}'],
    [
      'fences',
      `<mfenced>${a}${b}</mfenced><mfenced open="|" close="|" separators="">${x}</mfenced>`,
      '\\left( a, b \\right)\\left| x \\right|',
    ],
    [
      'cases',
      `<mrow><mo>{</mo><mtable><mtr><mtd>${a}</mtd></mtr><mtr><mtd>${b}</mtd></mtr></mtable></mrow>`,
      '\\left\\{ \\begin{matrix} a \\\\ b \\end{matrix} \\right.',
    ],
    ['boxes', `<menclose notation="box">${a}</menclose>`, '\\boxed{a}'],
    ['invisible operators', `${a}<mo>&#x2062;</mo>${b}`, 'ab'],
    ['phantoms', `${a}<mphantom>${b}</mphantom>`, 'a'],
    ['special characters', '<mo>%</mo><mo>{</mo>', '\\%\\{'],
  ])('%s', (_name, source, expected) => {
    expect(latex(source)).toBe(expected);
  });
});

describe('source', () => {
  test('of an annotation comes first', () => {
    const annotation = '<annotation encoding="application/x-tex">{\\displaystyle a^{2}}</annotation>';
    expect(latex(`<semantics>${x}${annotation}</semantics>`)).toBe('a^{2}');
  });

  test('of another kind is not taken for TeX', () => {
    expect(latex(`<semantics>${x}<annotation encoding="StarMath 5.0">y</annotation></semantics>`)).toBe('x');
  });

  test('in the alternative text counts when it is TeX', () => {
    expect(latex(x, ' alttext="\\alpha"')).toBe('\\alpha');
    expect(latex(x, ' alttext="x"')).toBe('x');
  });
});
