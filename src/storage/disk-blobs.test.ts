// What is particular to blobs on a disk: temporary files, links and copies, a disk without room.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskBlobs } from './disk-blobs.ts';

/** A second file system, where there is one. */
const shared = '/dev/shm';
const elsewhere = await stat(shared).then(
  async (found) => found.dev !== (await stat(tmpdir())).dev,
  () => false,
);

let directory: string;
let root: string;
const temp = () => readdir(join(root, 'tmp'));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docmill-disk-'));
  root = join(directory, 'blobs');
});
afterEach(() => rm(directory, { recursive: true }));

const failing = async function* () {
  yield Buffer.alloc(300_000);
  throw new Error('the client went away');
};

describe('temporary files', () => {
  test('none is left by a put that worked, nor by one that failed', async () => {
    const blobs = await openDiskBlobs({ root });
    await blobs.put('a', Buffer.alloc(300_000));
    await expect(blobs.put('b', failing())).rejects.toThrow('went away');
    expect(await temp()).toEqual([]);
  });

  test('the source is told when a put gives up', async () => {
    const blobs = await openDiskBlobs({ root });
    let released = false;
    const source = async function* () {
      try {
        yield Buffer.alloc(10);
        // Not bytes: what a source with a bug would hand over.
        yield 'text' as unknown as Uint8Array;
      } finally {
        released = true;
      }
    };
    await expect(blobs.put('a', source())).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(released).toBe(true);
    expect(await temp()).toEqual([]);
  });

  test('old ones are swept at opening and on demand; young ones and running puts stay', async () => {
    await openDiskBlobs({ root });
    const put = async (name: string, ageMs: number) => {
      const path = join(root, 'tmp', name);
      await writeFile(path, 'left behind');
      const at = (Date.now() - ageMs) / 1000;
      await utimes(path, at, at);
    };
    await put('old', 2 * 3_600_000);
    await put('young', 60_000);
    const blobs = await openDiskBlobs({ root });
    expect(await temp()).toEqual(['young']);

    let swept: number | undefined;
    const sweeping = async function* () {
      yield Buffer.alloc(300_000);
      swept = await blobs.sweepTemp(-3_600_000);
      yield Buffer.alloc(300_000);
    };
    const ref = await blobs.put('k', sweeping());
    expect(swept).toBe(1);
    expect(ref.size).toBe(600_000);
    expect(await temp()).toEqual([]);
  });
});

describe('local copies', () => {
  test('on the same file system the copy is a link, and survives the deletion of the blob', async () => {
    const blobs = await openDiskBlobs({ root });
    const ref = await blobs.put('k', Buffer.from('content'));
    const path = join(directory, 'copy');
    await blobs.fetch(ref, path);
    expect((await stat(path)).nlink).toBe(2);
    expect((await stat(path)).mode & 0o777).toBe(0o400);
    await blobs.delete('k');
    expect(await readFile(path, 'utf8')).toBe('content');
  });

  test('a path that exists is left alone', async () => {
    const blobs = await openDiskBlobs({ root });
    const ref = await blobs.put('k', Buffer.from('content'));
    const path = join(directory, 'mine');
    await writeFile(path, 'precious');
    await expect(blobs.fetch(ref, path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await readFile(path, 'utf8')).toBe('precious');
    await expect(blobs.fetch(ref, join(directory, 'no', 'such', 'place'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  test.skipIf(!elsewhere)('on another file system the copy is real, verified, and absent when wrong', async () => {
    const away = await mkdtemp(join(shared, 'docmill-disk-'));
    try {
      const blobs = await openDiskBlobs({ root });
      const ref = await blobs.put('k', Buffer.alloc(700_001, 7));
      await blobs.fetch(ref, join(away, 'copy'));
      expect(Buffer.compare(await readFile(join(away, 'copy')), Buffer.alloc(700_001, 7))).toBe(0);
      const wrong = { ...ref, sha256: '0'.repeat(64) };
      await expect(blobs.fetch(wrong, join(away, 'wrong'))).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect(blobs.fetch(ref, join(away, 'copy'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await readdir(away)).toEqual(['copy']);
    } finally {
      await rm(away, { recursive: true });
    }
  });
});

describe('a disk in trouble', () => {
  test('no room is STORAGE_FULL, leaves nothing behind and ends with the trouble', async () => {
    // The shell's limit on the size of files makes write(2) fail for real, in a process of its own.
    const child = fileURLToPath(new URL('../../test/contract/limited-disk-process.ts', import.meta.url));
    const command = `ulimit -f 2048 && exec "${process.execPath}" --import tsx "${child}" "${root}"`;
    const running = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of running.stdout) output += String(chunk);
    expect(JSON.parse(output)).toEqual({ full: 'STORAGE_FULL', small: 1000, keys: ['small'] });
    expect(await temp()).toEqual([]);
  });

  test('bytes that change after the content was verified do not leave either', async () => {
    const blobs = await openDiskBlobs({ root });
    const content = Buffer.alloc(3_000_000, 7);
    const ref = await blobs.put('k', content);
    const copy = join(directory, 'copy');
    await blobs.fetch(ref, copy);
    const stream = await blobs.read(ref);
    // The copy is a link to the same file.
    await chmod(copy, 0o600);
    const file = await open(copy, 'r+');
    await file.write(Buffer.from([8]), 0, 1, 2_000_000);
    await file.close();
    const sent: Buffer[] = [];
    const sending = (async () => {
      for await (const part of stream) sent.push(part);
    })();
    await expect(sending).rejects.toMatchObject({ code: 'INTERNAL' });
    const bytes = Buffer.concat(sent);
    expect(bytes.length).toBeLessThanOrEqual(2_000_000);
    expect(Buffer.compare(bytes, content.subarray(0, bytes.length))).toBe(0);
  });

  test('a directory that is gone is UNAVAILABLE', async () => {
    const blobs = await openDiskBlobs({ root });
    await rm(join(root, 'tmp'), { recursive: true });
    await expect(blobs.put('k', Buffer.alloc(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await mkdir(join(root, 'tmp'));
    await expect(blobs.put('k', Buffer.alloc(1))).resolves.toMatchObject({ size: 1 });
    await writeFile(join(directory, 'file'), '');
    await expect(openDiskBlobs({ root: join(directory, 'file') })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('files of others are not listed', async () => {
    const blobs = await openDiskBlobs({ root });
    await blobs.put('k', Buffer.alloc(1));
    await writeFile(join(root, 'objects', '00', '.DS_Store'), '');
    await writeFile(join(root, 'objects', '01', 'Copy of k'), '');
    const keys: string[] = [];
    for await (const entry of blobs.list('')) keys.push(entry.key);
    expect(keys).toEqual(['k']);
  });
});
