// TeX in the text of pages that load a script to typeset it.
import { expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/html/reading-context.ts';
import { texFormulas } from './tex-text.ts';

const markdown = (html: string): string => markdownFrom(html, testContext());
const script = '<script src="https://cdn.example/MathJax.js"></script>';

test.each([
  ['a \\(x\\) b', 'a $x$ b'],
  ['a \\[x\\] b', 'a\n\n$$\nx\n$$\n\nb'],
  ['$$x$$ \\(y\\)', '$$\nx\n$$\n\n$y$'],
  ['\\begin{align*}a&=b\\end{align*}', '$$\n\\begin{align*}a&=b\\end{align*}\n$$'],
  ['\\[\\begin{equation}x\\end{equation}\\]', '$$\n\\begin{equation}x\\end{equation}\n$$'],
  ['\\begin{itemize}x\\end{itemize}', '\\begin{itemize}x\\end{itemize}'],
  ['open \\(x and \\begin{align}', 'open \\\\(x and \\begin{align}'],
])('%s', (text, expected) => {
  expect(markdown(`${script}<p>${text}</p>`)).toBe(expected);
});

test.each([
  ['<script type="text/x-mathjax-config">MathJax.tex = {};</script>', true],
  ['<script>window.MathJax = { tex: {} };</script>', true],
  ['<script>if (window.MathJax == null) stop();</script>', false],
  ['', false],
])('%s is a typesetter: %s', (head, typeset) => {
  expect(markdown(`${head}<p>\\(x\\)</p>`)).toBe(typeset ? '$x$' : '\\\\(x\\\\)');
});

test('time grows as the text does', () => {
  const hostile = `${'$$\\[$$ \\(x\\) \\begin{math} '.repeat(50_000)}\\]`;
  expect([...texFormulas(hostile)]).toHaveLength(100_000);
});
