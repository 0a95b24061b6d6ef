// Plain text: the rule on lines, literal text, bounds on long lines and paragraphs, damage.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../core/limits.ts';
import { Budget } from '../document/budget.ts';
import type { Block, Origin } from '../document/tree.ts';
import { localEngines } from '../engines/engines.ts';
import type { ReadContext, Warning } from '../format.ts';
import { bytesSource } from '../input.ts';
import { defaultOptions } from '../options.ts';
import { read } from './text.ts';

async function readText(content: string | Uint8Array): Promise<{ blocks: Block[]; warnings: Warning[] }> {
  const warnings: Warning[] = [];
  const context: ReadContext = {
    options: defaultOptions,
    limits: defaultLimits,
    engines: localEngines,
    budget: new Budget(defaultLimits),
    signal: new AbortController().signal,
    warn: (code: string, message: string, origin?: Origin) =>
      void warnings.push(origin === undefined ? { code, message } : { code, message, origin }),
    progress: () => {},
    describe: () => {},
    saveImage: () => undefined,
    readEmbedded: () => {
      throw new Error('text embeds nothing');
    },
  };
  const blocks: Block[] = [];
  const source = bytesSource(typeof content === 'string' ? Buffer.from(content) : content);
  for await (const block of read({ source }, context)) blocks.push(block);
  return { blocks, warnings };
}

/** `p:` and a paragraph with `/` for its breaks, or `code:` and the value. */
const shown = (block: Block): string => {
  if (block.type === 'code') return `code:${block.value}`;
  if (block.type !== 'paragraph') return block.type;
  return `p:${block.children.map((node) => (node.type === 'text' ? node.value : node.type === 'break' ? ' / ' : '?')).join('')}`;
};
const show = async (content: string): Promise<string[]> => (await readText(content)).blocks.map(shown);

const wrapped = `It was late in the year when the two brothers came back to the
house by the lake, which had stood empty since their mother had
died. The windows were dark and the garden had grown wild.
`;

describe('prose', () => {
  test('a wrapped paragraph is joined', async () => {
    expect(await show(wrapped)).toEqual([`p:${wrapped.trim().replaceAll('\n', ' ')}`]);
  });

  test('in a wrapped document short paragraphs and items are joined as well', async () => {
    const items = '- a box of keys, none of which fitted any of the locks in the\n  house\n- two lamps\n';
    expect((await show(`${`${wrapped}\n`.repeat(3)}${items}`))[3]).toBe(
      'p:- a box of keys, none of which fitted any of the locks in the house / - two lamps',
    );
  });

  test('ideographs are joined without a space, hyphens without one either', async () => {
    const japanese =
      '会議は月曜日に図書館の隣の大きな部屋で行われますので報告\n書を書いた方は忘れずに持って来てくださいと先生が言いまし\nた。';
    expect(await show(japanese)).toEqual([`p:${japanese.replaceAll('\n', '')}`]);
    const hyphen =
      'This sentence talks about things that are certainly very well-\nknown to everybody who has been reading the local papers over\nthe last years.';
    expect((await show(hyphen))[0]).toContain('well-known');
  });

  test('each paragraph knows its lines', async () => {
    const { blocks } = await readText('one\n\n\ntwo\nthree\n');
    expect(blocks.map((block) => block.origin)).toEqual([
      { kind: 'line', start: 1 },
      { kind: 'line', start: 4, end: 5 },
    ]);
  });
});

describe('lines stay lines', () => {
  test.each([
    [
      'verse',
      'The wind came down from Northern hills,\nIt shook the apple tree;\nThe fruit fell on the window sills,\nAnd one fell down on me.',
    ],
    ['an address', 'Otto Berger\n12 Lake Road\nLindau'],
    ['two long lines', 'A first remark that is as long as a line of prose would be in a letter\nA second remark'],
    ['literal marks', '# not a heading\n* not a list\n> not a quote'],
  ])('%s', async (_name, content) => {
    expect(await show(content)).toEqual([`p:${content.replaceAll('\n', ' / ')}`]);
  });

  test('what is indented below an item belongs to it', async () => {
    expect(await show('- two panes of glass,\n  and putty\n- oil\nand so on')).toEqual([
      'p:- two panes of glass, and putty / - oil / and so on',
    ]);
  });

  test('long verse of even width', async () => {
    const verse = [
      'Upon the hill where evening shadows fall and rest',
      'The shepherd calls his flock across the silver stream',
      'And every bird returns in silence to its nest',
      'While all the valley slowly turns into a dream',
    ].join('\n');
    expect(await show(`${verse}\n\n${verse}\n\n${verse}`)).toEqual(Array(3).fill(`p:${verse.replaceAll('\n', ' / ')}`));
  });

  test.each(['\n', '\r\n', '\r', '\u0085', '\u2028'])('line end %j', async (end) => {
    expect(await show(`one${end}two${end}${end}three`)).toEqual(['p:one / two', 'p:three']);
  });

  test('a form feed begins a paragraph', async () => {
    expect(await show('one\ntwo\n\fthree\nfour\ffive')).toEqual(['p:one / two', 'p:three / four', 'p:five']);
  });
});

describe('preformatted', () => {
  test.each([
    ['columns', 'Name     Age\nKarl      42\nOtto      39'],
    ['tabs', 'Name\tAge\nKarl\t42'],
    ['a drawn table', '+---+---+\n| a | b |\n+---+---+'],
    ['a log', '2024-01-05 10:00:01 INFO start *now*\n2024-01-05 10:00:02 WARN stop\n2024-01-05 10:00:03 INFO end'],
    ['a program', 'function add(a, b) {\n  return a + b;\n}'],
    ['an outline', '1. Fruit\n    a. apple\n    b. pear\n2. Bread'],
  ])('%s', async (_name, content) => {
    expect(await show(content)).toEqual([`code:${content}`]);
  });

  test('indented code between prose, blank lines inside kept', async () => {
    expect(await show('Run this:\n\n    npm install\n    npm test\n\n    npm start\n    npm stop\n\nDone.\n')).toEqual([
      'p:Run this:',
      'code:    npm install\n    npm test\n\n    npm start\n    npm stop',
      'p:Done.',
    ]);
  });

  test('a margin before every line means nothing', async () => {
    expect(await show('     one line\n\n     another line\n     and a third\n')).toEqual([
      'p:one line',
      'p:another line / and a third',
    ]);
  });
});

describe('bounds and damage', () => {
  test('a line of a megabyte is split at spaces, with a warning', async () => {
    const line = 'word '.repeat(200_000);
    const { blocks, warnings } = await readText(line);
    expect(blocks.length).toBeGreaterThan(10);
    expect(blocks.map((block) => shown(block).slice(2)).join(' ') === line.trim()).toBe(true);
    expect(warnings.map((warning) => warning.code)).toEqual(['long-lines-split']);
  });

  test('a stretch of a hundred thousand lines becomes several blocks', async () => {
    const { blocks } = await readText('x\n'.repeat(100_000));
    expect(blocks).toHaveLength(50);
  });

  test('control characters, colours and overstrikes go, and are counted', async () => {
    const { blocks, warnings } = await readText('N\bNA\bAM\bME\bE \u001b[1;31mred\u001b[0m b\u0000\u0007ell');
    expect(blocks.map(shown)).toEqual(['p:NAME red bell']);
    expect(warnings).toMatchObject([{ code: 'control-characters', message: '2 control characters were dropped.' }]);
  });

  test('bytes that cannot be decoded are reported', async () => {
    const { warnings } = await readText(Buffer.concat([Buffer.from('größe länge höhe weiß '), Buffer.from([0xff])]));
    expect(warnings.map((warning) => warning.code)).toEqual(['undecodable-characters']);
  });

  test('no visible character is lost or made, whatever the lines', async () => {
    const line = fc.string({
      unit: fc.constantFrom('a', 'Word', ' ', '  ', '\t', '-', '. ', '|', '漢', '\f', '1. '),
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const visible = (text: string): string => text.replace(/\s/g, '');
        const { blocks } = await readText(lines.join('\n'));
        const text = blocks.map((block) =>
          block.type === 'code'
            ? block.value
            : block.type === 'paragraph'
              ? block.children.map((node) => (node.type === 'text' ? node.value : '')).join('')
              : '',
        );
        expect(visible(text.join(''))).toBe(visible(lines.join('')));
      }),
      { numRuns: 500 },
    );
  });
});
