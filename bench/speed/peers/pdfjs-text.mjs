// What a user would write with pdf.js for a Markdown converter: the text content of every page, and its operator list,
// which is where fonts and lines are.
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const data = new Uint8Array(readFileSync(process.argv[2]));
const document = await getDocument({ data, verbosity: 0, useSystemFonts: false }).promise;
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  await page.getOperatorList();
  process.stdout.write(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  page.cleanup();
}
