// Runs one reader the way the library does, for tests that look at blocks, warnings and facts rather than Markdown.
import { Budget } from '../../src/convert/document/budget.ts';
import type { Block } from '../../src/convert/document/tree.ts';
import { localEngines } from '../../src/convert/engines/engines.ts';
import type { DocumentFacts, EmbeddedImage, Read, ReadContext, Warning } from '../../src/convert/format.ts';
import { bytesSource } from '../../src/convert/input.ts';
import { markdownOf } from '../../src/convert/markdown/write.ts';
import { type ConvertOptions, defaultOptions } from '../../src/convert/options.ts';
import { defaultLimits, type Limits } from '../../src/core/limits.ts';

export interface TestContext extends ReadContext {
  readonly warnings: Warning[];
  readonly facts: DocumentFacts;
  readonly saved: EmbeddedImage[];
}

export function testContext(limits: Partial<Limits> = {}, options: Partial<ConvertOptions> = {}): TestContext {
  const warnings: Warning[] = [];
  const facts: DocumentFacts = {};
  const saved: EmbeddedImage[] = [];
  const all = { ...defaultLimits, ...limits };
  return {
    warnings,
    facts,
    saved,
    options: { ...defaultOptions, ...options },
    limits: all,
    engines: localEngines,
    budget: new Budget(all),
    signal: new AbortController().signal,
    warn: (code, message, origin) =>
      warnings.push(origin === undefined ? { code, message } : { code, message, origin }),
    progress: () => {},
    describe: (more) => void Object.assign(facts, more),
    saveImage: (image) => {
      if (options.extractImages !== true) return undefined;
      saved.push(image);
      return `image-${saved.length}`;
    },
    async *readEmbedded() {},
  };
}

export async function blocksFrom(read: Read, content: string | Uint8Array, context = testContext()): Promise<Block[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const blocks: Block[] = [];
  for await (const block of read({ source: bytesSource(bytes) }, context)) blocks.push(block);
  return blocks;
}

export async function markdownFrom(read: Read, content: string | Uint8Array, context = testContext()): Promise<string> {
  return markdownOf(await blocksFrom(read, content, context));
}
