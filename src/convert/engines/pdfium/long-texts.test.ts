// Texts longer than what is taken of them: their beginning, and never what stood in memory before.
import { expect, test } from 'vitest';
import type { PdfRef } from '../../../../test/support/pdf.ts';
import { pdfOf, textField } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';

async function shownValue(value: string): Promise<string | undefined> {
  let fields: readonly PdfRef[] = [];
  const pdf = pdfOf([() => ({ content: '', annotations: fields })], (file) => {
    fields = [textField(file, 'long', value, [72, 72, 300, 700])];
    return { catalog: { AcroForm: { Fields: fields } } };
  });
  return (await readFirstPage(pdf)).annotations.typed[0]?.text;
}

test('the value of a field is cut at its end', async () => {
  const secret = 'secret '.repeat(20_000);
  expect(await shownValue(secret)).toBe(secret.slice(0, 50_000).trim());
  const value = 'flour and bran '.repeat(10_000);
  expect(await shownValue(value)).toBe(value.slice(0, 50_000).trim());
});

test('a value that is larger than any text is left out', async () => {
  expect(await shownValue('x'.repeat(9_000_000))).toBeUndefined();
});
