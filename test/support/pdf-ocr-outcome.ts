// Reads PDFs with an engine that answers by a script, and keeps what came of it.

import type { PrintedLine } from '../../src/convert/engines/ocr/port.ts';
import { read } from '../../src/convert/formats/pdf/read.ts';
import { markdownOf } from '../../src/convert/markdown/write.ts';
import type { ConvertOptions } from '../../src/convert/options.ts';
import type { Limits } from '../../src/core/limits.ts';
import { type MakePage, pdfOf } from './pdf-document.ts';
import { blocksFrom, type TestContext, testContext } from './read-blocks.ts';
import { type Script, type ScriptedOcr, scriptedOcr } from './scripted-ocr.ts';

export interface Outcome {
  readonly markdown: string;
  readonly context: TestContext;
  readonly ocr: ScriptedOcr;
  readonly codes: readonly string[];
}

export async function outcome(
  pages: readonly MakePage[] | Buffer,
  script: Script,
  options: Partial<ConvertOptions> = {},
  {
    parallel = 1,
    limits = {},
    signal,
    seen,
  }: { parallel?: number; limits?: Partial<Limits>; signal?: AbortSignal; seen?: readonly PrintedLine[] } = {},
): Promise<Outcome> {
  const ocr = scriptedOcr(script, parallel, seen);
  const base = testContext(limits, options);
  const context: TestContext = { ...base, engines: ocr, ...(signal === undefined ? {} : { signal }) };
  const markdown = await markdownOf(await blocksFrom(read, Buffer.isBuffer(pages) ? pages : pdfOf(pages), context));
  return { markdown, context, ocr, codes: context.warnings.map(({ code }) => code) };
}

export const never: Script = () => {
  throw new Error('nothing is to be read here');
};
