// The program a child runs: shut the doors first, then load the library, then serve.
import './lockdown.ts';
import { formats } from '../convert/formats.ts';
import { bytesSource, convertTo } from '../convert/index.ts';
import { serve } from './serve.ts';

// A small document first: what the whole way sets up at its first use is there before a client waits for it.
const sample = { source: bytesSource(Buffer.from('A sample.\n')), name: 'sample.txt' };
const readers = formats.flatMap(({ name, load }) => (load === undefined ? [] : [[name, load] as const]));

serve(convertTo, [
  ['sample', () => convertTo(() => undefined, sample)],
  ...(process.env['PRELOAD'] === 'false' ? [] : readers),
]);
