// Lists whose signs were typed, and lines that only look like one of their items.
import { describe, expect, test } from 'vitest';
import { markdownFrom } from '../../../../test/support/read-blocks.ts';
import { docx, paragraph, run } from '../../../../test/support/word.ts';
import { read } from './read.ts';

const markdown = (...lines: readonly string[]): Promise<string> =>
  markdownFrom(read, docx(lines.map((line) => paragraph(line)).join('')));
const broken = (...lines: readonly string[]): string => lines.map((line) => run(line)).join('<w:r><w:br/></w:r>');

describe('items', () => {
  test('that begin with a typed bullet, nested by their indents', async () => {
    const inner = paragraph('• under it', '<w:ind w:left="720"/>');
    const body = paragraph('•\tone') + inner + paragraph('• two') + paragraph('Text');
    expect(await markdownFrom(read, docx(body))).toBe('- one\n  - under it\n- two\n\nText\n');
  });

  test('that begin with dashes or numbers, where two stand below each other', async () => {
    expect(await markdown('- one', '- two', 'Text')).toBe('- one\n- two\n\nText\n');
    expect(await markdown('- one', '- two', 'Text', '- Ada')).toBe('- one\n- two\n\nText\n\n\\- Ada\n');
    expect(await markdown('1. one', '2. two', '', '3. three')).toBe('1. one\n2. two\n3. three\n');
    expect(await markdown('1) one', '2) two', 'Text', '3) three')).toBe('1. one\n2. two\n\nText\n\n3. three\n');
  });

  test('that are lines of one paragraph', async () => {
    expect(await markdown(broken('It needs:', '• a bolt', 'of steel', '• a nut'))).toBe(
      'It needs:\n\n- a bolt\\\n  of steel\n- a nut\n',
    );
  });

  test('whose sign is a run of its own', async () => {
    expect(await markdown(run('•', '<w:b/>') + run(' bolt'), run('• nut', '<w:b/>'))).toBe('- bolt\n- **nut**\n');
  });
});

describe('no items', () => {
  test.each([
    ['one line with a dash', ['“Being is doing.”', '- Ada'], '“Being is doing.”\n\n\\- Ada\n'],
    ['numbers that do not follow each other', ['1. May', '3. May'], '1\\. May\n\n3\\. May\n'],
    ['a dash without a space', ['-a', '-b'], '-a\n\n-b\n'],
    ['only the sign', ['•', '-', '-'], '•\n\n\\-\n\n\\-\n'],
    ['numbers of sections', ['1.1 Scope', '1.2 Terms'], '1.1 Scope\n\n1.2 Terms\n'],
  ])('%s', async (_, lines, expected) => {
    expect(await markdown(...lines)).toBe(expected);
  });

  test('bold lines with numbers, which are the heads of a document without styles', async () => {
    const bold = (text: string): string => run(text, '<w:b/>');
    expect(await markdown(bold('1. Scope'), bold('2. Terms'))).toBe('**1. Scope**\n\n**2. Terms**\n');
  });
});

test('lines that hold only fixed spaces are empty', async () => {
  expect(await markdown('a', '\u00a0', 'b')).toBe('a\n\nb\n');
});
