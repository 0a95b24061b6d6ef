// Fields on a page that was taken out of its form: what they show is text of the page.
import { expect, test } from 'vitest';
import { line, type MakePage, pdfOf, pictured } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';

const page: MakePage = (file) => ({
  content: line(72, 600, 'Name of the buyer:'),
  annotations: [pictured(file, { Subtype: '/Widget', FT: '/Tx' }, ['Ada Miller'], [72, 555, 300, 571])],
});

test('a field of no form says what it shows', async () => {
  const { annotations } = await readFirstPage(pdfOf([page]));
  expect(annotations.typed.map(({ text }) => text)).toEqual(['Ada Miller']);
});
