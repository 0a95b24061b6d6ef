// What every adapter of the blob port must keep, whatever store is behind it. An adapter's own test calls it once.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import type { BlobRef, Blobs, ByteRange } from '../../src/storage/blobs.ts';

export interface BlobsUnderTest {
  readonly blobs: Blobs;
  /** Changes the stored bytes behind the adapter's back, as a failing disk or a stranger would. */
  tamper(key: string, change: (bytes: Buffer) => Buffer): Promise<void>;
  /** Removes them likewise. */
  lose(key: string): Promise<void>;
  destroy(): Promise<void>;
}

const megabyte = 2 ** 20;

/** Sizes on both sides of every buffer and threshold an adapter is likely to have. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 262_144, 262_145, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte + 7];

/** Bytes that differ everywhere, and are the same in every run. */
function bytesOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export function blobsContract(name: string, open: () => Promise<BlobsUnderTest>): void {
  describe(`blob contract: ${name}`, () => {
    let under: BlobsUnderTest;
    let blobs: Blobs;
    let scratch: string;
    let copies = 0;

    beforeAll(async () => {
      under = await open();
      blobs = under.blobs;
      scratch = await mkdtemp(join(tmpdir(), 'docmill-blob-copies-'));
    });
    beforeEach(async () => {
      for (const key of await keys('')) await blobs.delete(key);
    });
    afterAll(async () => {
      await under?.destroy();
      await rm(scratch, { recursive: true });
    });

    const read = async (ref: BlobRef, range?: ByteRange) => {
      const parts: Uint8Array[] = [];
      for await (const part of await blobs.read(ref, range)) parts.push(part);
      return Buffer.concat(parts);
    };
    const fetched = async (ref: BlobRef) => {
      const path = join(scratch, `copy-${copies++}`);
      await blobs.fetch(ref, path);
      return await readFile(path);
    };
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const entry of blobs.list(prefix)) found.push(entry.key);
      return found.sort();
    };
    const same = (actual: Uint8Array, expected: Uint8Array) => expect(Buffer.compare(actual, expected)).toBe(0);

    test.each(sizes)('%i bytes come back, whole and as a local copy', async (size) => {
      const bytes = bytesOf(size);
      const ref = await blobs.put('a/b', bytes);
      expect(ref).toEqual({ key: 'a/b', size, sha256: sha256(bytes) });
      same(await read(ref), bytes);
      same(await fetched(ref), bytes);
    });

    test.each([1, 1000, 65_536, 70_000, megabyte])('content in pieces of %i bytes', async (piece) => {
      const bytes = bytesOf(piece === 1 ? 70_001 : 2 * megabyte + 3);
      const ref = await blobs.put('streamed', pieces(bytes, piece));
      expect(ref).toEqual({ key: 'streamed', size: bytes.length, sha256: sha256(bytes) });
      same(await read(ref), bytes);
    });

    test('a source that uses one buffer again for every piece', async () => {
      const buffer = Buffer.alloc(10_000);
      const reusing = async function* () {
        for (let round = 0; round < 50; round++) {
          buffer.fill(round);
          yield buffer;
        }
      };
      const ref = await blobs.put('reused', reusing());
      const bytes = Buffer.concat(Array.from({ length: 50 }, (_, round) => Buffer.alloc(10_000, round)));
      expect(ref.sha256).toBe(sha256(bytes));
      same(await read(ref), bytes);
    });

    test.each([1000, 2 * megabyte + 99])('any range of %i bytes', async (size) => {
      const bytes = bytesOf(size);
      const ref = await blobs.put('ranged', bytes);
      const border = fc.oneof(fc.integer({ min: 0, max: size }), fc.constantFrom(0, size));
      await fc.assert(
        fc.asyncProperty(border, border, async (one, two) => {
          const range = { start: Math.min(one, two), end: Math.max(one, two) };
          same(await read(ref, range), bytes.subarray(range.start, range.end));
        }),
        { numRuns: 20 },
      );
      for (const [start, end] of [
        [-1, 5],
        [5, 4],
        [0, size + 1],
        [0.5, 2],
        [0, Number.NaN],
      ] as const) {
        await expect(blobs.read(ref, { start, end })).rejects.toThrow(Failure);
      }
    });

    test('a second put replaces the first, and the first reference no longer reads', async () => {
      const first = await blobs.put('k', bytesOf(5000, 1));
      const second = await blobs.put('k', bytesOf(5000, 2));
      same(await read(second), bytesOf(5000, 2));
      await expect(blobs.read(first)).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await keys('')).toEqual(['k']);
    });

    test('an error of the content passes unchanged and leaves what was there before', async () => {
      const before = await blobs.put('k', bytesOf(10));
      const own = new Failure('FILE_002');
      const failing = async function* () {
        yield bytesOf(2 * megabyte);
        throw own;
      };
      await expect(blobs.put('k', failing())).rejects.toBe(own);
      await expect(blobs.put('new', failing())).rejects.toBe(own);
      same(await read(before), bytesOf(10));
      expect(await keys('')).toEqual(['k']);
    });

    test('nothing is visible before the content has ended', async () => {
      let seen: string[] | undefined;
      const watching = async function* () {
        yield bytesOf(2 * megabyte);
        seen = await keys('');
        yield bytesOf(10);
      };
      await blobs.put('slow', watching());
      expect(seen).toEqual([]);
      expect(await keys('')).toEqual(['slow']);
    });

    test('writers of one key at the same time: one of them wins whole, readers never see a mixture', async () => {
      const variants = Array.from({ length: 8 }, (_, seed) => bytesOf(2 * megabyte, seed));
      const first = await blobs.put('k', variants[0] ?? Buffer.alloc(0));
      const reading = Array.from({ length: 10 }, () => read(first).catch((error: unknown) => error));
      const refs = await Promise.all(variants.map((bytes) => blobs.put('k', pieces(bytes, 50_000))));
      for (const result of await Promise.all(reading)) {
        if (result instanceof Uint8Array) same(result, bytesOf(2 * megabyte, 0));
        else expect(result).toMatchObject({ code: 'INTERNAL' });
      }
      const readable = await Promise.allSettled(refs.map((ref) => read(ref)));
      expect(readable.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    });

    test('deleting is final and may be repeated', async () => {
      const ref = await blobs.put('k', bytesOf(10));
      await blobs.delete('k');
      await blobs.delete('k');
      await blobs.delete('never/was');
      expect(await keys('')).toEqual([]);
      await expect(blobs.read(ref)).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect(blobs.fetch(ref, join(scratch, 'none'))).rejects.toMatchObject({ code: 'INTERNAL' });
    });

    test('list finds what starts with the prefix, with size and time', async () => {
      const all = ['in/1/source', 'in/10/source', 'in/2/source', 'in-between', 'out/1/result.md', 'out/1/map_v2.json'];
      const from = Date.now();
      for (const [index, key] of all.entries()) await blobs.put(key, bytesOf(index));
      expect(await keys('')).toEqual([...all].sort());
      expect(await keys('in/')).toEqual(['in/1/source', 'in/10/source', 'in/2/source']);
      expect(await keys('in/1')).toEqual(['in/1/source', 'in/10/source']);
      expect(await keys('in')).toHaveLength(4);
      expect(await keys('nothing')).toEqual([]);
      for await (const { key, size, modifiedAt } of blobs.list('out/')) {
        expect(size).toBe(all.indexOf(key));
        // A file system may keep seconds only, and a store has a clock of its own.
        expect(Math.abs(modifiedAt - from)).toBeLessThan(120_000);
      }
    });

    test('keys that could leave the store are refused by every method', async () => {
      const bad = ['', '/', '/a', 'a/', 'a//b', '..', '../a', 'a/../b', 'a/./b', '.a', 'a/.b', 'a..b', 'A', 'ä', 'a b'];
      const worse = ['a\0b', 'a\\b', 'a~b', 'a%2fb', 'a\n', `${'x'.repeat(201)}`, 'con:', '__proto__\u202e'];
      for (const key of [...bad, ...worse]) {
        const ref = { key, size: 1, sha256: sha256(Buffer.from('x')) };
        await expect(blobs.put(key, Buffer.from('x')), key).rejects.toThrow(Failure);
        await expect(blobs.read(ref), key).rejects.toThrow(Failure);
        await expect(blobs.fetch(ref, join(scratch, 'bad')), key).rejects.toThrow(Failure);
        await expect(blobs.delete(key), key).rejects.toThrow(Failure);
      }
      expect(await keys('')).toEqual([]);
    });

    test('the longest key', async () => {
      const key = `a/${'x'.repeat(198)}`;
      const ref = await blobs.put(key, bytesOf(3));
      same(await read(ref), bytesOf(3));
      expect(await keys('a/')).toEqual([key]);
    });

    describe.each([2000, 3 * megabyte])('damage to %i bytes', (size) => {
      const faults: [string, (bytes: Buffer) => Buffer][] = [
        ['one bit at the start', (bytes) => flip(bytes, 0)],
        ['one bit in the middle', (bytes) => flip(bytes, Math.floor(bytes.length / 2))],
        ['one bit at the end', (bytes) => flip(bytes, bytes.length - 1)],
        ['cut by one byte', (bytes) => bytes.subarray(0, -1)],
        ['cut to nothing', () => Buffer.alloc(0)],
        ['one byte too many', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
        ['zeroed', (bytes) => Buffer.alloc(bytes.length)],
      ];
      test.each(faults)('%s: no byte leaves', async (_fault, change) => {
        const ref = await blobs.put('k', bytesOf(size));
        await under.tamper('k', change);
        await refused(ref);
      });

      test('lost', async () => {
        const ref = await blobs.put('k', bytesOf(size));
        await under.lose('k');
        await refused(ref);
        expect(await keys('')).toEqual([]);
      });

      test('mended by a new put', async () => {
        const ref = await blobs.put('k', bytesOf(size));
        await under.tamper('k', (bytes) => flip(bytes, 1));
        await blobs.put('k', bytesOf(size));
        same(await read(ref), bytesOf(size));
      });

      const flip = (bytes: Buffer, at: number) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        return changed;
      };
      const refused = async (ref: BlobRef) => {
        const copy = join(scratch, `refused-${copies++}`);
        await expect(blobs.read(ref)).rejects.toMatchObject({ code: 'INTERNAL' });
        // The damage may lie outside the range; the content is then still not what was stored.
        await expect(blobs.read(ref, { start: 5, end: 10 })).rejects.toMatchObject({ code: 'INTERNAL' });
        await expect(blobs.fetch(ref, copy)).rejects.toMatchObject({ code: 'INTERNAL' });
        expect((await readdir(scratch)).map((file) => join(scratch, file))).not.toContain(copy);
      };
    });

    test('a stream that is not read to its end', async () => {
      const ref = await blobs.put('k', bytesOf(3 * megabyte));
      for (let round = 0; round < 20; round++) {
        const stream = await blobs.read(ref);
        if (round % 2 === 0) stream.destroy();
        else for await (const _part of stream) break;
        expect(stream.destroyed).toBe(true);
      }
      same(await read(ref), bytesOf(3 * megabyte));
    });

    test('50 MB pass through in little memory', async () => {
      const piece = bytesOf(100_000);
      const count = 525;
      let peak = 0;
      // What is in use counts, and not garbage: when that goes is for the engine to choose.
      const held = () => {
        collectGarbage();
        return process.memoryUsage().arrayBuffers;
      };
      const base = held();
      let passed = 0;
      const step = 8 * megabyte;
      const watch = (size: number) => {
        // Not at every piece: it takes a while in a process that holds much.
        if (Math.floor(passed / step) < Math.floor((passed + size) / step)) peak = Math.max(peak, held() - base);
        passed += size;
      };
      const source = async function* () {
        for (let round = 0; round < count; round++) {
          watch(piece.length);
          yield Buffer.from(piece);
        }
      };
      const ref = await blobs.put('big', source());
      expect(ref.size).toBe(52_500_000);
      const hash = createHash('sha256');
      for await (const part of await blobs.read(ref)) {
        hash.update(part);
        watch(part.length);
      }
      expect(hash.digest('hex')).toBe(ref.sha256);
      await fetched(ref).then((copy) => expect(copy.length).toBe(ref.size));
      expect(peak).toBeLessThan(40 * megabyte);
    });

    test('the store equals a model after any puts, deletes and reads', async () => {
      const key = fc.constantFrom('a', 'a/b', 'a/bc', 'a.b', 'a-b', 'b/c/d', '_x');
      const content = fc.oneof(
        fc.uint8Array({ maxLength: 50 }),
        fc.integer({ min: 0, max: 1_200_000 }).map((size) => bytesOf(size)),
      );
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), key, content }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), key, content }) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          for (const stored of await keys('')) await blobs.delete(stored);
          const model = new Map<string, { ref: BlobRef; content: Uint8Array }>();
          for (const one of steps) {
            if (one.kind === 'put') {
              model.set(one.key, { ref: await blobs.put(one.key, one.content), content: one.content });
            } else if (one.kind === 'delete') {
              await blobs.delete(one.key);
              model.delete(one.key);
            } else {
              const failing = async function* () {
                yield one.content;
                throw new Error('mine');
              };
              await expect(blobs.put(one.key, failing())).rejects.toThrow('mine');
            }
          }
          expect(await keys('')).toEqual([...model.keys()].sort());
          expect(await keys('a/')).toEqual([...model.keys()].filter((stored) => stored.startsWith('a/')).sort());
          for (const { ref, content: expected } of model.values()) {
            expect(ref.sha256).toBe(sha256(expected));
            same(await read(ref), expected);
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}
