// What was written in pieces stands in the file in order, and an existing file or link is never touched.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOutput } from './output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('holds the pieces in order, small ones and ones larger than its buffer', () => {
  let files = 0;
  const piece = fc.tuple(fc.nat(255), fc.constantFrom(0, 1, 1000, 100_000, 262_143, 262_144, 300_000));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (shapes) => {
      files += 1;
      const path = join(folder, String(files));
      const pieces = shapes.map(([fill, size]) => Buffer.alloc(size, fill));
      const output = openOutput(path);
      for (const one of pieces) output.write(one);
      output.writeText('Ende ü');
      output.close();
      expect(readFileSync(path).equals(Buffer.concat([...pieces, Buffer.from('Ende ü')]))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('does not write to a file that is there already', () => {
  const path = join(folder, 'result.md');
  writeFileSync(path, 'former');
  expect(() => openOutput(path)).toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('former');
});

it('does not follow a link, even one that leads nowhere', () => {
  const target = join(folder, 'target');
  symlinkSync(target, join(folder, 'result.md'));
  expect(() => openOutput(join(folder, 'result.md'))).toThrow('EEXIST');
  expect(existsSync(target)).toBe(false);
});

it('can be abandoned after it was closed', () => {
  const output = openOutput(join(folder, 'result.md'));
  output.close();
  expect(() => output.abandon()).not.toThrow();
});
