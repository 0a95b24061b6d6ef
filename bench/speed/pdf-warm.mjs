// Converts one small PDF again and again in one process and tells the time of one conversion once all is warm.
import { readFileSync } from 'node:fs';
import { bytesSource, convert } from '../../dist/convert/index.js';

const [file, times = '200'] = process.argv.slice(2);
const source = bytesSource(readFileSync(file));
const spent = [];
for (let round = 0; round < Number(times); round += 1) {
  const started = performance.now();
  await convert({ source, name: 'one.pdf' });
  spent.push(performance.now() - started);
}
const late = spent.slice(spent.length >> 1).sort((a, b) => a - b);
console.log(JSON.stringify({ first: spent[0], median: late[late.length >> 1], slowest: late.at(-1) }));
