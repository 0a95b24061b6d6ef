// What most users of exceljs write: the workbook read whole, then every row as a line of a Markdown table.
import { createWriteStream } from 'node:fs';
import ExcelJS from 'exceljs';

const out = createWriteStream('/dev/null');
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.readFile(process.argv[2]);
workbook.eachSheet((sheet) => {
  sheet.eachRow((row) => {
    const cells = [];
    row.eachCell({ includeEmpty: true }, (cell) => cells.push(cell.text));
    out.write(`| ${cells.join(' | ')} |\n`);
  });
});
out.end();
