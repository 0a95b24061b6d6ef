// Office formulas to LaTeX: each element by example, and for any tree at all that the result can be typeset.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typeset } from '../../../../test/support/typeset.ts';
import { defaultLimits } from '../../../core/limits.ts';
import { OfficeElement, parseOfficeXml } from '../../containers/office-xml.ts';
import { ommlToLatex } from './math.ts';
import { accents, fences, groupsAbove, groupsBelow, naryOperators, symbols } from './math-symbols.ts';

const names =
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function latex(inner: string, root = 'oMath'): string {
  const xml = `<m:${root} ${names}>${inner}</m:${root}>`;
  return ommlToLatex(parseOfficeXml(Buffer.from(xml), { limits: defaultLimits }));
}

const r = (text: string, properties = ''): string =>
  `<m:r>${properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`}<m:t xml:space="preserve">${text}</m:t></m:r>`;
const el = (name: string, ...children: string[]): string => `<m:${name}>${children.join('')}</m:${name}>`;
const prop = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`;
const sty = (value: string): string => prop('sty', value);
const e = (...children: string[]): string => el('e', ...children);
const [a, b, c, x] = [r('a'), r('b'), r('c'), r('x')];
const two = r('2');
const plain = (text: string): string => r(text, sty('p'));
const d = (properties: string, ...parts: string[]): string =>
  el('d', el('dPr', properties), ...parts.map((one) => e(one)));
const matrix = el('m', el('mr', e(a), e(b)), el('mr', e(c), e(x)));
const fraction = (type: string): string => el('f', el('fPr', prop('type', type)), el('num', a), el('den', b));
const nary = (properties: string): string => el('nary', el('naryPr', properties), el('sub', a), el('sup', b), e(x));
const sum = prop('chr', '∑');

const cases: readonly (readonly [name: string, omml: string, expected: string])[] = [
  ['letters, numbers, operators', r('2a+b=−c'), '2a + b = -c'],
  ['a sign at the start', r('−x'), '-x'],
  ['white space between words', r('x  if y , z'), 'x\\ if\\ y , z'],
  ['signs after signs, brackets and commas', r('a=−b, −c+(−d)'), 'a = -b, -c + (-d)'],
  ['scripts that were typed', r('x^2–y_max+α^'), 'x^{2} - y_{max} + \\alpha\\hat{}'],
  ['Greek before a letter', r('αx≤β'), '\\alpha x \\leq \\beta'],
  ['special characters', r('#$%&amp;_{}~^\\'), '\\#\\$\\%\\&\\_\\{\\} \\sim \\hat{}\\backslash'],
  ['runs that were cut', `${plain('si')}${plain('n')}`, '\\sin'],
  ['upright words', `${plain('rate')}${plain('2')}`, '\\mathrm{rate2}'],
  ['upright digits and operators', plain('2+3'), '2 + 3'],
  ['bold', r('v', sty('b')), '\\mathbf{v}'],
  ['bold italic', r('v', sty('bi')), '\\boldsymbol{v}'],
  ['bold Greek', r('α', sty('b')), '\\boldsymbol{\\alpha}'],
  ['double-struck', r('R', prop('scr', 'double-struck')), '\\mathbb{R}'],
  ['script', r('L', prop('scr', 'script') + sty('p')), '\\mathcal{L}'],
  ['bold fraktur', r('g', prop('scr', 'fraktur') + sty('b')), '\\boldsymbol{\\mathfrak{g}}'],
  [
    'sans and monospace',
    r('A', prop('scr', 'sans-serif')) + r('B', prop('scr', 'monospace')),
    '\\mathsf{A}\\mathtt{B}',
  ],
  [
    'letters that carry their style',
    r('𝑥𝐀𝔸𝒜𝔤ℬ𝟐𝛼'),
    'x\\mathbf{A}\\mathbb{A}\\mathcal{A}\\mathfrak{g}\\mathcal{B}\\mathbf{2}\\alpha',
  ],
  ['text', r('if x_1 &amp; α ', '<m:nor/>'), '\\text{if x\\_1 \\& }\\alpha'],
  ['a property that is off', r('x', '<m:nor m:val="0"/>'), 'x'],
  ['letters of other scripts', r('скорость=1'), '\\text{скорость} = 1'],
  ['raised and lowered characters', r('x²³+H₂O'), 'x^{23} + H_{2}O'],
  ['combining marks', r('ab\u0302⊏\u0338=\u0338c'), 'a\\hat{b}\\not\\sqsubset \\neq c'],
  ['invisible characters', r('a\u2062b\u2061'), 'ab'],
  ['text of the paragraph', '<w:r><w:t>kg</w:t></w:r>', '\\text{kg}'],
  ['w:t in a run', '<m:r><w:t>y</w:t></m:r>', 'y'],
  ['insertions and deletions', `<w:ins>${a}</w:ins><w:del>${b}</w:del>`, 'a'],
  ['fractions', fraction('bar'), '\\frac{a}{b}'],
  ['fractions without a line', fraction('noBar'), '\\genfrac{}{}{0pt}{}{a}{b}'],
  ['linear fractions', fraction('lin'), 'a/b'],
  ['skewed fractions', fraction('skw'), '{}^{a}/_{b}'],
  ['binomials', d('', fraction('noBar')), '\\binom{a}{b}'],
  ['roots', el('rad', el('radPr', prop('degHide', '1')), el('deg'), e(x)), '\\sqrt{x}'],
  ['roots with a degree', el('rad', el('deg', r('3')), e(x)), '\\sqrt[3]{x}'],
  ['a bracket in a degree', el('rad', el('deg', r('[n]')), e(x)), '\\sqrt[{[n]}]{x}'],
  ['subscripts', el('sSub', e(x), el('sub', r('i'))), 'x_{i}'],
  ['superscripts on a group', el('sSup', e(r('a+b')), el('sup', two)), '{a + b}^{2}'],
  ['superscripts on delimiters', el('sSup', e(d('', a)), el('sup', two)), '\\left( a \\right)^{2}'],
  ['superscripts on fractions', el('sSup', e(fraction('bar')), el('sup', two)), '{\\frac{a}{b}}^{2}'],
  ['scripts on scripts', el('sSup', e(el('sSub', e(x), el('sub', a))), el('sup', two)), '{x_{a}}^{2}'],
  ['both scripts', el('sSubSup', e(x), el('sub', a), el('sup', two)), 'x_{a}^{2}'],
  ['scripts before', el('sPre', el('sub', a), el('sup', b), e(x)), '{}_{a}^{b}x'],
  ['primes', el('sSup', e(r('f')), el('sup', r('′'))) + r('″'), "f'{}''"],
  ['a second script right after', el('sSup', e(x), el('sup', two)) + r('²'), 'x^{2}{}^{2}'],
  ['sums', nary(sum), '\\sum_{a}^{b} x'],
  ['sums with limits beside', nary(sum + prop('limLoc', 'subSup')), '\\sum\\nolimits_{a}^{b} x'],
  ['integrals by default', nary(''), '\\int_{a}^{b} x'],
  ['integrals with limits below', nary(prop('chr', '∮') + prop('limLoc', 'undOvr')), '\\oint\\limits_{a}^{b} x'],
  ['hidden limits', nary(`${sum}<m:supHide m:val="on"/>`), '\\sum_{a} x'],
  ['unknown large operators', nary(prop('chr', '⊛')), '\\mathop{\\circledast}_{a}^{b} x'],
  ['functions', el('func', el('fName', r('sin')), e(x)), '\\sin x'],
  ['functions of delimiters', el('func', el('fName', plain('cos')), e(d('', x))), '\\cos\\left( x \\right)'],
  ['powers of functions', el('func', el('fName', el('sSup', e(plain('sin')), el('sup', two))), e(x)), '\\sin^{2} x'],
  ['functions of other names', el('func', el('fName', r('rank')), e(x)), '\\operatorname{rank} x'],
  [
    'limits',
    el('func', el('fName', el('limLow', e(plain('lim')), el('lim', r('x→0')))), e(x)),
    '\\lim_{x \\rightarrow 0} x',
  ],
  ['limits of other names', el('limLow', e(plain('argmin')), el('lim', x)), '\\operatorname*{argmin}_{x}'],
  ['what stands below', el('limLow', e(r('a+b')), el('lim', x)), '\\underset{x}{a + b}'],
  ['what stands above', el('limUpp', e(r('=')), el('lim', r('?'))), '\\overset{?}{=}'],
  ['delimiters', d('', r('a,b')), '\\left( a,b \\right)'],
  ['separators', d('', a, b), '\\left( a \\middle| b \\right)'],
  ['separators that do not grow', d(prop('sepChr', ','), a, b), '\\left( a, b \\right)'],
  ['other fences', d(prop('begChr', '⌊') + prop('endChr', '⌋'), a), '\\left\\lfloor a \\right\\rfloor'],
  ['braces', d(prop('begChr', '{') + prop('endChr', '}'), a), '\\left\\{ a \\right\\}'],
  ['an open side', d(prop('begChr', '') + prop('endChr', '|'), a), '\\left. a \\right|'],
  ['no sides', d(prop('begChr', '') + prop('endChr', ''), a), '{ a }'],
  [
    'fences that LaTeX cannot stretch',
    d(prop('begChr', '⟦') + prop('endChr', '⟧'), a),
    '{{\\llbracket} a {\\rrbracket}}',
  ],
  ['one side that LaTeX cannot stretch', d(prop('endChr', '⟧'), a), '\\left( a \\right.{\\rrbracket}'],
  ['fences that do not grow', d(prop('grow', '0'), a), '{( a )}'],
  ['matrices', matrix, '\\begin{matrix} a & b \\\\ c & x \\end{matrix}'],
  ['matrices in fences', d('', matrix), '\\begin{pmatrix} a & b \\\\ c & x \\end{pmatrix}'],
  [
    'determinants',
    d(prop('begChr', '|') + prop('endChr', '|'), matrix),
    '\\begin{vmatrix} a & b \\\\ c & x \\end{vmatrix}',
  ],
  [
    'a bracket that begins a row',
    el('m', el('mr', e(a)), el('mr', e(r('[b]')))),
    '\\begin{matrix} a \\\\ {}[b] \\end{matrix}',
  ],
  [
    'equation arrays',
    el('eqArr', e(r('x&amp;=1')), e(r('y&amp;=2'))),
    '\\begin{aligned} x & = 1 \\\\ y & = 2 \\end{aligned}',
  ],
  [
    'equation arrays aligned at runs',
    el('eqArr', e(x, r('=', '<m:aln/>'), a), e(b)),
    '\\begin{aligned} x & = a \\\\ b \\end{aligned}',
  ],
  [
    'an ampersand deeper in an array',
    el('eqArr', e(el('rad', e(r('&amp;')))), e(b)),
    '\\begin{gathered} \\sqrt{\\&} \\\\ b \\end{gathered}',
  ],
  [
    'cases',
    d(prop('begChr', '{') + prop('endChr', ''), el('eqArr', e(r('1,&amp;x')), e(r('0,&amp;y')))),
    '\\begin{cases} 1, & x \\\\ 0, & y \\end{cases}',
  ],
  ['numbers of equations', el('eqArr', e(r('E=m#'), d('', r('1')))), 'E = m\\qquad\\left( 1 \\right)'],
  ['accents', el('acc', e(x)) + el('acc', el('accPr', prop('chr', '⃗')), e(x)), '\\hat{x}\\vec{x}'],
  [
    'wide accents',
    el('acc', e(r('ab'))) + el('acc', el('accPr', prop('chr', '\u0304')), e(r('a+b'))),
    '\\widehat{ab}\\overline{a + b}',
  ],
  ['unknown accents', el('acc', el('accPr', prop('chr', '☆')), e(x)), '\\overset{☆}{x}'],
  ['bars', el('bar', e(x)) + el('bar', el('barPr', prop('pos', 'top')), e(x)), '\\underline{x}\\overline{x}'],
  ['braces below with a label', el('limLow', e(el('groupChr', e(x))), el('lim', a)), '\\underbrace{x}_{a}'],
  [
    'braces above with a label',
    el('limUpp', e(el('groupChr', el('groupChrPr', prop('chr', '⏞') + prop('pos', 'top')), e(x))), el('lim', a)),
    '\\overbrace{x}^{a}',
  ],
  ['arrows with text', el('groupChr', el('groupChrPr', prop('chr', '→')), e(x)), '\\xrightarrow{x}'],
  ['boxes', el('box', e(a)) + el('borderBox', e(b)), 'a\\boxed{b}'],
  [
    'strikes',
    el('borderBox', el('borderBoxPr', '<m:hideTop/><m:hideBot/><m:hideLeft/><m:hideRight/><m:strikeBLTR/>'), e(b)),
    '{\\cancel{b}}',
  ],
  ['phantoms', el('phant', el('phantPr', prop('show', '0')), e(a)) + el('phant', e(b)), '\\phantom{a}b'],
  ['unknown elements', el('new', e(a), e(b)), 'ab'],
  ['broken lines', `${a}<m:r><w:br/><m:t>=b</m:t></m:r>`, '\\begin{gathered} a \\\\ = b \\end{gathered}'],
  ['nothing', el('f', el('num'), el('den')), '\\frac{}{}'],
];

describe('elements', () => {
  test.each(cases)('%s', (_name, omml, expected) => {
    expect(latex(omml)).toBe(expected);
    typeset(expected);
  });

  test('several formulas of a paragraph', () => {
    expect(latex(el('oMath', a) + el('oMath', b), 'oMathPara')).toBe('\\begin{gathered} a \\\\ b \\end{gathered}');
    expect(latex(el('oMath', a), 'oMathPara')).toBe('a');
  });
});

describe('every row of the tables can be typeset:', () => {
  const rows: [string, string][] = [
    ...symbols,
    ...[...naryOperators].map(([sign, { name }]): [string, string] => [sign, `${name}\\limits_{a}`]),
    ...[...accents].flatMap(([sign, commands]) => commands.map((one): [string, string] => [sign, `${one}{x}`])),
    ...[...groupsAbove, ...groupsBelow].map(([sign, command]): [string, string] => [sign, `${command}{x}`]),
    ...[...fences].map(([sign, fence]): [string, string] => [
      sign,
      `\\left${fence} x \\middle${fence} \\right${fence}`,
    ]),
  ];
  test('each', () => {
    const wrong = rows.filter(([, tex]) => {
      try {
        return typeset(`x${tex} x`) === '';
      } catch {
        return true;
      }
    });
    expect(wrong).toEqual([]);
  });
});

const keys =
  'm:f m:num m:den m:rad m:deg m:e m:sSub m:sSup m:sSubSup m:sPre m:sub m:sup m:nary m:func m:fName m:limLow m:limUpp m:lim m:d m:m m:mr m:eqArr m:acc m:bar m:groupChr m:borderBox m:phant m:box m:oMath m:new'.split(
    ' ',
  );
const values =
  ' |0|1|on|off|top|bot|noBar|lin|skw|undOvr|subSup|(|)|{|}|[|]|⟨|⟦|,|#|$|%|&|\\|^|~|_|∑|∮|⋃|→|⏞|⏟|\u0302|\u20d7|☆|p|b|bi|script|double-struck'.split(
    '|',
  );
const properties = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...'m:type m:degHide m:chr m:limLoc m:subHide m:supHide m:begChr m:endChr m:sepChr m:grow m:pos m:show m:strikeH m:hideTop m:zeroWid'.split(
          ' ',
        ),
      ),
      fc.constantFrom(...values),
    ),
    { maxLength: 4 },
  )
  .map((list) => list.map(([key, value]) => new OfficeElement(key, ['m:val', value])));
const runText = fc.oneof(
  fc.constantFrom(
    'x',
    'sin',
    '&',
    '#',
    '\\',
    '{',
    '}',
    '^',
    '_',
    "'",
    '′',
    '²',
    '₂',
    'é',
    '−',
    '[',
    '*',
    ' ',
    '\u0338',
    '\u0302',
    '%',
    '~',
    '$',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
  fc.constantFrom(...symbols.keys()),
);
const run = fc
  .tuple(runText, fc.constantFrom('', 'm:nor', 'm:aln', 'm:sty', 'm:scr'), fc.constantFrom(...values))
  .map(([text, property, value]) => {
    const node = new OfficeElement('m:r', []);
    if (property !== '') {
      const held = new OfficeElement('m:rPr', []);
      held.children.push(new OfficeElement(property, ['m:val', value]));
      node.children.push(held);
    }
    const words = new OfficeElement('m:t', []);
    words.children.push(text);
    node.children.push(words);
    return node;
  });
const { tree } = fc.letrec<{ tree: OfficeElement; node: OfficeElement }>((tie) => ({
  tree: fc
    .tuple(fc.constantFrom(...keys), properties, fc.array(tie('node'), { maxLength: 4 }))
    .map(([key, list, children]) => {
      const element = new OfficeElement(key, []);
      const held = new OfficeElement(`${key}Pr`, []);
      held.children.push(...list);
      element.children.push(held, ...children);
      return element;
    }),
  node: fc.oneof({ maxDepth: 6, withCrossShrink: true }, run, tie('tree')),
}));

test('any tree gives LaTeX that can be typeset', () => {
  fc.assert(
    fc.property(tree, (element) => {
      const tex = ommlToLatex(element);
      if (tex.trim() !== '') typeset(tex);
    }),
    { numRuns: 500 },
  );
});

test('a formula as deep as a part may be does not overflow the stack', () => {
  let inner = new OfficeElement('m:r', []);
  for (let depth = 0; depth < 1_000; depth += 1) {
    const outer = new OfficeElement(depth % 2 === 0 ? 'm:e' : 'm:rad', []);
    outer.children.push(inner);
    inner = outer;
  }
  expect(ommlToLatex(inner)).toContain('\\sqrt{\\sqrt{');
});
