// The program a child runs: shut the doors first, then load the library, then serve.
import './lockdown.ts';
import { formats } from '../convert/formats.ts';
import { bytesSource, convertTo } from '../convert/index.ts';
import { serve } from './serve.ts';

serve(convertTo, [
  // A small document first: what the whole way sets up at its first use is there before a client waits for it.
  ['sample', () => convertTo(() => undefined, { source: bytesSource(Buffer.from('A sample.\n')), name: 'sample.txt' })],
  ...formats.flatMap(({ name, load }) => (load === undefined ? [] : [[name, load] as const])),
]);
