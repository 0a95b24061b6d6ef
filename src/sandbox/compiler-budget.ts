// How eagerly the engine of JavaScript optimises: a conversion is short, and its work is spread over many functions that
// each run a little. By default a third of the processor time of a manual goes into optimising them on other threads.
import { setFlagsFromString } from 'node:v8';

/** In bytes of bytecode that a function runs through before it is optimised; seven times the default of V8. */
const untilOptimised = 500_000;
/** In bytes of bytecode that other functions may bring into an optimised one; a third of the default. */
const mostInlined = 300;

/** For processes that do nothing but convert: a document in PDF takes a fifth less processor time. */
export function optimiseSparingly(): void {
  setFlagsFromString(`--interrupt-budget=${untilOptimised}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${mostInlined}`);
}
