// How eagerly the engine of JavaScript optimises. The work on a document is spread over many functions that each run a little,
// and nearly half the processor time of a Word document of 400 pages went into optimising them on other threads.
import { setFlagsFromString } from 'node:v8';

const inlinedLittle = ['--max-inlined-bytecode-size=50', '--max-inlined-bytecode-size-cumulative=100'];

/**
 * Settings of V8 by format, for a process that converts one document and ends. They leave out what lives on a few hot loops
 * (Excel, CSV) and what they do not help. A process that stays has everything optimised once and wants none of them.
 *
 * - The budget is the bytes of bytecode that a function runs through before it is optimised; V8's own is about 70 000.
 * - Hardly inlined, a function is optimised by itself and not once more in each that calls it. The smallest ones are worth it
 *   (2 to 4 % less time on a PDF of 236 or 1 000 pages).
 * - The budget of wasm is the same for PDFium (V8's own: 1 800 000); and what of it never runs is not even checked.
 */
const settings: Readonly<Record<string, readonly string[]>> = {
  pdf: ['--interrupt-budget=500000', ...inlinedLittle, '--wasm-tiering-budget=20000000', '--wasm-lazy-validation'],
  docx: ['--interrupt-budget=300000', ...inlinedLittle],
  pptx: ['--interrupt-budget=300000', ...inlinedLittle],
  epub: ['--interrupt-budget=300000', ...inlinedLittle],
};

export function optimiseSparingly(format: string): void {
  for (const setting of settings[format] ?? []) setFlagsFromString(setting);
}
