// What a user would write with officeparser: the text of any Office document.
import * as parser from 'officeparser';

const parse =
  parser.parseOfficeAsync ?? parser.parseOffice ?? parser.default?.parseOfficeAsync ?? parser.default?.parseOffice;
const result = await parse(process.argv[2]);
process.stdout.write(typeof result === 'string' ? result : String(result.toText?.() ?? result));
