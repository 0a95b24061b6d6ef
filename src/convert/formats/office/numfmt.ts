// The package that knows every number format, loaded when a number first needs it: that takes up to 100 ms, a third of the
// time of a short workbook, and most numbers are shown without it.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Numfmt = typeof import('numfmt');

let loaded: Numfmt | undefined;

/** Not by `import()`: numbers are shown in the middle of rows, where nothing can be waited for. */
export function numfmt(): Numfmt {
  // By the path of what `import` finds: for `require` the package names a file that it has not.
  loaded ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('numfmt'))) as Numfmt;
  return loaded;
}
