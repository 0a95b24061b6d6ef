// Documents made to cost more than they should, through the real sandbox with little memory: each ends in Markdown or
// in a Failure that names what is wrong, never by its deadline, its memory or a crash.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandboxed, sandboxed } from '../support/sandboxed.ts';

let sandbox: Sandboxed;
beforeAll(() => {
  sandbox = sandboxed();
});
afterAll(() => sandbox.close());

const nested = (open: string, close: string, depth: number, core = 'core'): string =>
  open.repeat(depth) + core + close.repeat(depth);

const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, level) => `<!ENTITY l${level} "${`&${level === 0 ? 'a' : `l${level - 1}`};`.repeat(10)}">`,
).join('')}]><l>&l19;</l>`;

const bombs: Record<string, [name: string, content: () => string]> = {
  'div 100 000 deep': ['a.html', () => nested('<div>', '</div>', 100_000)],
  'b 100 000 deep': ['a.html', () => nested('<b>', '</b>', 100_000)],
  'table 20 000 deep': ['a.html', () => nested('<table><tr><td>', '</table>', 20_000)],
  'list 20 000 deep': ['a.html', () => nested('<ul><li>', '</ul>', 20_000)],
  'a billion columns by colspan': [
    'a.html',
    () => '<table><tr><td colspan=1000000000 rowspan=1000000000>x<td>y</table>',
  ],
  'a thousand wide spans': ['a.html', () => `<table>${'<tr><td rowspan=60000 colspan=900>x'.repeat(1000)}</table>`],
  'a million unclosed tags': ['a.html', () => '<p><a href=x>'.repeat(300_000)],
  'entities of HTML': ['a.html', () => '&amp;&lt;'.repeat(500_000)],
  'json 1 000 000 deep': ['a.json', () => nested('[', ']', 1_000_000, '1')],
  'json objects 100 000 deep': ['a.json', () => nested('{"a":', '}', 100_000, '1')],
  'json with a million keys': [
    'a.json',
    () => `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  ],
  'records that share no key': [
    'a.json',
    () => `[${Array.from({ length: 30_000 }, (_, at) => `{"k${at}":1}`).join(',')}]`,
  ],
  'json never closed': ['a.json', () => '{"a":['.repeat(100_000)],
  'xml 20 000 deep': ['a.xml', () => nested('<a>', '</a>', 20_000)],
  'billion laughs': ['a.xml', () => laughs],
  'a file as an entity': ['a.xml', () => '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
  'a million attributes': ['a.xml', () => `<r ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`],
  'a million columns': ['a.csv', () => `${'a,'.repeat(1_000_000)}b\n1,2\n`],
  'one wide row among many': ['a.csv', () => `a,b\n${'1,2\n'.repeat(100_000)}${'x,'.repeat(15_000)}x\n`],
  'only quotes': ['a.csv', () => '"'.repeat(2_000_001)],
  'a line of 20 MB': ['a.txt', () => 'word '.repeat(4_000_000)],
  'quotes 20 000 deep': ['a.md', () => `${'>'.repeat(20_000)} deep\n`],
  'brackets without end': ['a.md', () => '['.repeat(100_000)],
  'stars without end': ['a.md', () => '*a_ '.repeat(50_000)],
};

test.each(Object.entries(bombs))('%s', { timeout: 150_000 }, async (_title, [name, content]) => {
  const end = await sandbox.run(name, content());
  // These two say that the reader had no answer of its own.
  expect(['PROCESSING_TIMEOUT', 'PROCESSING_FAILED']).not.toContain(end);
  if (typeof end === 'number') expect(end).toBeLessThan(100 * 2 ** 20);
});
