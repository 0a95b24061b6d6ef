// What a user would write with the streaming reader of exceljs: every row of a workbook as a line of a Markdown table.
import { createWriteStream } from 'node:fs';
import ExcelJS from 'exceljs';

const out = createWriteStream('/dev/null');
const reader = new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2], { sharedStrings: 'cache', styles: 'cache' });
for await (const sheet of reader) {
  for await (const row of sheet) {
    const cells = [];
    row.eachCell({ includeEmpty: true }, (cell) => cells.push(cell.text));
    out.write(`| ${cells.join(' | ')} |\n`);
  }
}
out.end();
