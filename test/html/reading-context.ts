// What tests of the HTML reader hand in: a context that keeps warnings and images, and the way from HTML to Markdown.

import { Budget } from '../../src/convert/document/budget.ts';
import type { Block } from '../../src/convert/document/tree.ts';
import { localEngines } from '../../src/convert/engines/engines.ts';
import type { DocumentFacts, EmbeddedImage, ReadContext, Warning } from '../../src/convert/format.ts';
import { type HtmlSettings, htmlToBlocks } from '../../src/convert/formats/html/blocks.ts';
import { read } from '../../src/convert/formats/html/read.ts';
import { bytesSource } from '../../src/convert/input.ts';
import { markdownOf } from '../../src/convert/markdown/write.ts';
import { type ConvertOptions, defaultOptions } from '../../src/convert/options.ts';
import { defaultLimits, type Limits } from '../../src/core/limits.ts';

export interface TestContext extends ReadContext {
  readonly warnings: Warning[];
  readonly images: EmbeddedImage[];
  readonly facts: DocumentFacts;
}

export function testContext(options: Partial<ConvertOptions> = {}, limits: Partial<Limits> = {}): TestContext {
  const all = { ...defaultLimits, ...limits };
  const warnings: Warning[] = [];
  const images: EmbeddedImage[] = [];
  const facts: DocumentFacts = {};
  return {
    options: { ...defaultOptions, ...options },
    limits: all,
    engines: localEngines,
    budget: new Budget(all),
    signal: new AbortController().signal,
    warnings,
    images,
    facts,
    warn: (code, message, origin) => void warnings.push({ code, message, ...(origin === undefined ? {} : { origin }) }),
    progress: () => {},
    describe: (more) => void Object.assign(facts, more),
    saveImage: (image) => (options.extractImages === true ? `image-${images.push(image)}` : undefined),
    readEmbedded: async function* () {},
  };
}

/** A fragment or page as Markdown, without the line feed at its end. */
export function markdownFrom(html: string, context = testContext(), settings: HtmlSettings = {}): string {
  return markdownOf(htmlToBlocks(html, context, settings)).trimEnd();
}

export async function readBytes(bytes: Uint8Array, context: TestContext, mediaType?: string): Promise<Block[]> {
  const blocks: Block[] = [];
  const input = { source: bytesSource(bytes), ...(mediaType === undefined ? {} : { mediaType }) };
  for await (const block of read(input, context)) blocks.push(block);
  return blocks;
}
