// The program a child runs: shut the doors first, then load the library, then serve.
import './lockdown.ts';
import { formats } from '../convert/formats.ts';
import { convertTo } from '../convert/index.ts';
import { serve } from './serve.ts';

serve(
  convertTo,
  formats.flatMap(({ name, load }) => (load === undefined ? [] : [[name, load] as const])),
);
