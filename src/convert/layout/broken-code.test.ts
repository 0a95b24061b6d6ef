// Lines of code that were broken to fit are whole again.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
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

test('in code itself a hook is a sign like others', () => {
  const lines = ['↪ one', '↪ two', '↪ three'];
  const text = [...set(['Text that is not code, over a line of the page.'], at), ...set(lines, { ...mono, top: 164 })];
  expect(pagesMarkdown(pageOf(text))).toContain(`\`\`\`\n${lines.join('\n')}\n\`\`\``);
});
