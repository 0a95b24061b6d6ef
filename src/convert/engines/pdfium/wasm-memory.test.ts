// The module's limit of memory is lowered in its own bytes, and the module still compiles.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withMemoryLimit } from './wasm-memory.ts';

/** A module of nothing but a memory of 1 to 32 768 pages, exported as `m`. */
const small = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 6, 1, 1, 1, 0x80, 0x80, 0x02, 7, 5, 1, 1, 0x6d, 2, 0);

interface Wasm {
  readonly WebAssembly: {
    validate(bytes: Uint8Array): boolean;
    instantiate(bytes: Uint8Array): Promise<{ instance: { exports: { m: { grow(pages: number): number } } } }>;
  };
}
const { WebAssembly } = globalThis as unknown as Wasm;

test('memory grows up to the limit and no further', async () => {
  const { instance } = await WebAssembly.instantiate(withMemoryLimit(small, 4 * 65_536));
  expect(instance.exports.m.grow(3)).toBe(1);
  expect(() => instance.exports.m.grow(1)).toThrow();
});

test('a limit that is not lower changes nothing', () => {
  expect(withMemoryLimit(small, 2 ** 32) === small).toBe(true);
  expect(withMemoryLimit(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), 65_536)).toHaveLength(8);
});

test('PDFium itself has a limit to lower', () => {
  const module = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const lowered = withMemoryLimit(module, 320 * 2 ** 20);
  expect(lowered === module).toBe(false);
  expect(WebAssembly.validate(lowered)).toBe(true);
});
