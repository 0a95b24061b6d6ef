// OLE compound files: streams large and small come back whole, and damage never hangs or throws anything but a Failure.
import { expect, test } from 'vitest';
import { type OleTree, oleOf } from '../../../test/support/ole.ts';
import { randomNumbers } from '../../../test/support/random-numbers.ts';
import { Failure } from '../../core/failure.ts';
import { bytesSource } from '../input.ts';
import { OleFile, type OleStorage } from './ole.ts';

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
const tree: OleTree = {
  empty: bytes(0),
  small: bytes(100),
  edge: bytes(4096),
  large: bytes(50_000),
  inner: { small: bytes(3), deeper: { stream: bytes(5000) } },
};

test('streams of every size are found by name without regard to case', () => {
  const { root } = new OleFile(bytesSource(oleOf(tree)));
  expect([...root.names].sort()).toEqual(['edge', 'empty', 'inner', 'large', 'small']);
  for (const name of ['empty', 'small', 'edge', 'large']) {
    const stream = root.stream(name.toUpperCase());
    expect(stream && Buffer.from(stream.read(0, stream.size)).equals(tree[name] as Uint8Array)).toBe(true);
  }
  const deeper = root.storage('inner')?.storage('deeper')?.stream('stream');
  expect(deeper?.size).toBe(5000);
  expect(root.stream('inner')).toBeUndefined();
  expect(root.storage('small')).toBeUndefined();
});

test('a part of a stream is what stands there', () => {
  const stream = new OleFile(bytesSource(oleOf(tree))).root.stream('large');
  const whole = bytes(50_000);
  for (const [from, length] of [
    [0, 1],
    [511, 3],
    [512, 512],
    [40_000, 100_000],
    [50_000, 5],
  ] as const) {
    expect(Buffer.from(stream?.read(from, length) ?? []).equals(whole.subarray(from, from + length))).toBe(true);
  }
});

test('damage ends in a Failure or in what is left', () => {
  const random = randomNumbers(3);
  const good = oleOf(tree);
  const walk = (storage: OleStorage, depth: number): void => {
    if (depth > 5) return;
    for (const name of storage.names) {
      const stream = storage.stream(name);
      if (stream !== undefined) stream.read(0, stream.size);
      const inner = storage.storage(name);
      if (inner !== undefined) walk(inner, depth + 1);
    }
  };
  for (let round = 0; round < 300; round += 1) {
    const mutant = Buffer.from(good.subarray(0, 512 + Math.floor(random() * (good.length - 511))));
    for (let flips = 0; flips < 10; flips += 1)
      mutant[Math.floor(random() * mutant.length)] = Math.floor(random() * 256);
    try {
      walk(new OleFile(bytesSource(mutant)).root, 0);
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  }
});
