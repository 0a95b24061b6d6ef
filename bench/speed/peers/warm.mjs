// The same document again and again in one process, as a service does it: processor seconds of the fifth time.
// warm.mjs CONVERTER FILE [PATH OF OUR LIBRARY]
import { createWriteStream } from 'node:fs';

const [name, file, library] = process.argv.slice(2);

const converters = {
  async docmill() {
    const { convertTo, fileSource } = await import(library);
    return async () => {
      const source = fileSource(file);
      await convertTo(() => undefined, { source, name: file });
      source.close();
    };
  },
  async mammoth() {
    const { default: mammoth } = await import('mammoth');
    const { default: TurndownService } = await import('turndown');
    const { gfm } = await import('turndown-plugin-gfm');
    return async () => {
      const { value } = await mammoth.convertToHtml({ path: file });
      const turndown = new TurndownService({ headingStyle: 'atx' });
      turndown.use(gfm);
      turndown.turndown(value);
    };
  },
  async exceljs() {
    const { default: ExcelJS } = await import('exceljs');
    return async () => {
      const out = createWriteStream('/dev/null');
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile(file);
      workbook.eachSheet((sheet) => {
        sheet.eachRow((row) => {
          const cells = [];
          row.eachCell({ includeEmpty: true }, (cell) => cells.push(cell.text));
          out.write(`| ${cells.join(' | ')} |\n`);
        });
      });
      out.end();
    };
  },
};

const convert = await converters[name]();
let seconds = 0;
for (let time = 0; time < 5; time += 1) {
  const before = process.cpuUsage();
  await convert();
  const { user, system } = process.cpuUsage(before);
  seconds = (user + system) / 1e6;
}
console.log(seconds);
