// Tables of contents are left out with what heads them, and nothing else is.
import { expect, test } from 'vitest';
import { markdownFrom } from '../../../../test/support/read-blocks.ts';
import { docx, paragraph, run } from '../../../../test/support/word.ts';
import { read } from './read.ts';

const styled = (style: string, content: string): string => paragraph(content, `<w:pStyle w:val="${style}"/>`);
const field = '<w:fldSimple w:instr=" TOC ">'.concat(run('Scope'), '<w:r><w:tab/></w:r>', run('2'), '</w:fldSimple>');
const control = (content: string): string =>
  `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const markdown = (body: string): Promise<string> => markdownFrom(read, docx(body));

test('a heading that says so goes with the lines below it, empty ones between', async () => {
  const body = styled('Heading1', 'Table of Contents') + paragraph('<w:r/>') + paragraph(field) + paragraph('Text');
  expect(await markdown(styled('Title', 'Report') + body)).toBe('# Report\n\nText\n');
});

test('a heading that says so stays where no lines follow', async () => {
  expect(await markdown(styled('Heading1', 'Contents') + paragraph('Two bolts.'))).toBe('# Contents\n\nTwo bolts.\n');
});

test('the style for it alone makes no table of contents', async () => {
  expect(await markdown(styled('TOCHeading', 'Hello'))).toBe('Hello\n');
  expect(await markdown(styled('TOCHeading', 'Hello') + styled('TOC1', 'Scope 2') + paragraph('Text'))).toBe('Text\n');
});

test('what stands in the control of one that was taken out stays', async () => {
  expect(await markdown(control(paragraph('First page')) + paragraph('Text'))).toBe('First page\n\nText\n');
  expect(await markdown(control(styled('TOCHeading', 'In it') + paragraph(field)) + paragraph('Text'))).toBe('Text\n');
});
