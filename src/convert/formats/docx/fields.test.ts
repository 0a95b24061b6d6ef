// Field instructions, and fields that are not closed as they should be.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FieldStack, parseInstruction } from './fields.ts';

describe('instructions', () => {
  test('words, quotes and switches', () => {
    const {
      name,
      arguments: words,
      switches,
    } = parseInstruction(' hyperlink "https://a.b/c d" \\l "part" \\o "A \\"tip\\"" ');
    expect([name, words, [...switches]]).toEqual([
      'HYPERLINK',
      ['https://a.b/c d'],
      [
        ['l', 'part'],
        ['o', 'A "tip"'],
      ],
    ]);
  });

  test('a switch without an argument takes none', () => {
    const { arguments: words, switches } = parseInstruction('REF _Ref1 \\h \\* MERGEFORMAT');
    expect(words).toEqual(['_Ref1']);
    expect([...switches]).toEqual([
      ['h', ''],
      ['*', 'MERGEFORMAT'],
    ]);
  });

  test('backslashes of a path inside quotes', () => {
    expect(parseInstruction('HYPERLINK "C:\\\\docs\\\\a.docx"').arguments).toEqual(['C:\\docs\\a.docx']);
  });

  test('anything is an instruction', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ' ', 'a', 'l', '“', '”', '\n') }), (text) => {
        expect(typeof parseInstruction(text).name).toBe('string');
      }),
    );
  });
});

describe('the stack of open fields', () => {
  test('hides an instruction and shows its result', () => {
    const fields = new FieldStack();
    fields.begin(undefined);
    fields.instruct(' TO');
    fields.instruct('C ');
    expect(fields.inInstruction).toBe(true);
    expect(fields.separate()?.instruction?.name).toBe('TOC');
    expect([fields.inInstruction, fields.inContents]).toEqual([false, true]);
    expect(fields.end()?.instruction?.name).toBe('TOC');
    expect(fields.top).toBeUndefined();
  });

  test('an instruction without an end hides no more than its paragraph', () => {
    const fields = new FieldStack();
    fields.begin(undefined);
    fields.separate();
    fields.begin(undefined);
    fields.endParagraph();
    expect(fields.inInstruction).toBe(false);
    expect(fields.top?.phase).toBe('result');
  });

  test('fields nested beyond any sense stay balanced', () => {
    const fields = new FieldStack();
    for (let at = 0; at < 10_000; at += 1) fields.begin(undefined);
    for (let at = 0; at < 10_000; at += 1) fields.end();
    expect(fields.top).toBeUndefined();
    fields.end();
    fields.separate();
    expect(fields.inInstruction).toBe(false);
  });
});
