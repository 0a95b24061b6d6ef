// How eagerly the engine of JavaScript optimises. The work on a PDF is spread over many functions that each run a little, and
// a third of the processor time of a manual goes into optimising them on other threads.
import { setFlagsFromString } from 'node:v8';

/** In bytes of bytecode that a function runs through before it is optimised; seven times the default of V8. */
const untilOptimised = 500_000;

/**
 * For a process that converts one document and ends: a manual takes a sixth less processor time, at the price of an eighth
 * more on the thread that converts. Functions are optimised without those they call, which would be gone through again and
 * again: a tenth less once more, and no slower. Other formats lose more than they win, and a process that stays has it
 * optimised once.
 */
export function optimiseSparingly(): void {
  setFlagsFromString(`--interrupt-budget=${untilOptimised}`);
  setFlagsFromString('--no-turbo-inlining');
}
