// Odd PDFs through the real sandbox with little memory: each ends in Markdown or in the code that says why not, never by
// its deadline, its memory or a crash. Those that convert hold what they must, and not what they must not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource, convert, Failure } from '../../src/convert/index.ts';
import { type Sandboxed, sandboxed } from '../support/sandboxed.ts';
import { soundPdf } from './odd-pdf.ts';
import { engineStopper } from './odd-pdf-locks.ts';
import { oddPdfs } from './odd-pdfs.ts';

let sandbox: Sandboxed;
beforeAll(() => {
  sandbox = sandboxed();
});
afterAll(() => sandbox.close());

/** Crowds that take seconds each, of kinds that smaller ones are among the others: bench/attack.ts runs them. */
const lengthy = new Set([
  'a word of 300 000 letters',
  'a million letters on a page',
  'two million letters on a page',
  'content of 100 MB of letters',
  'one page ten thousand times',
  '20 000 pages',
  '5 000 empty pages',
  '5 000 fonts',
  '20 000 notes',
  '50 000 pictures',
  '100 000 annotations',
  'two columns of 5 000 lines',
  'a column of 20 000 lines',
  '20 000 words anywhere',
  '200 000 rules',
  'a hundred contents of 100 MB',
  'a path of a million points',
  'content deflated twice, to 4 GB',
  '10 000 boxes side by side',
]);
const all = process.env['DOCMILL_ATTACK_TIMES'] !== undefined;

describe.each(Object.entries(oddPdfs))('%s', (_group, cases) => {
  test.each(Object.entries(cases).filter(([title]) => all || !lengthy.has(title)))(
    '%s',
    { timeout: 150_000 },
    async (_title, odd) => {
      const { ends = ['converts'], holds = [], lacks = [], warns = [] } = odd;
      const end = await sandbox.read('odd.pdf', odd.bytes(), odd.options);
      expect(ends).toContain(typeof end === 'string' ? end : 'converts');
      if (typeof end === 'string') return;
      expect(end.markdown.length).toBeLessThan(20 * 2 ** 20);
      for (const text of holds) expect(end.markdown).toContain(text);
      for (const text of lacks) expect(end.markdown).not.toContain(text);
      expect(end.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining([...warns]));
    },
  );
});

test('a document that stops the engine does no harm to the next one', async () => {
  for (let round = 0; round < 3; round += 1) {
    const broken = convert({ source: bytesSource(engineStopper()) }, { password: 'open' });
    await expect(broken).rejects.toBeInstanceOf(Failure);
    const { markdown } = await convert({ source: bytesSource(soundPdf()) });
    expect(markdown).toContain('Chapter 3');
  }
});

test('two documents that use all memory, one after the other, are refused for what they are', {
  timeout: 60_000,
}, async () => {
  const one = await sandbox.run('one.pdf', bombBytes());
  const ends = [one, await sandbox.run('two.pdf', bombBytes()), await sandbox.run('three.pdf', bombBytes())];
  expect(ends).not.toContain('PROCESSING_FAILED');
  expect(await sandbox.run('sound.pdf', soundPdf())).toBeGreaterThan(100);
});

const bombBytes = (): Uint8Array => oddPdfs['bombs']?.['content of 3 GB of blanks']?.bytes() ?? new Uint8Array();
