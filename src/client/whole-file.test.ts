// A file appears whole or not at all, through links, over old files and devices.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { Cleanup } from './cleanup.ts';
import { WholeFile } from './whole-file.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docmill-test-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A host that remembers listeners, so that a signal can be sent without ending the test. */
function fakeHost() {
  const listeners = new Set<(signal: 'SIGINT') => void>();
  let exited: number | undefined;
  return {
    cleanup: new Cleanup({
      on: (signal, listener) => signal === 'SIGINT' && listeners.add(listener),
      off: (signal, listener) => signal === 'SIGINT' && listeners.delete(listener),
      exit: (code) => {
        exited = code;
      },
    }),
    listeners,
    interrupt: () => {
      for (const listener of listeners) listener('SIGINT');
      return exited;
    },
  };
}

const large = Buffer.alloc(600 * 1024, 'x');

describe('WholeFile', () => {
  it('shows nothing under its name before it is whole', () => {
    const { cleanup, listeners } = fakeHost();
    const path = join(root, 'a.md');
    const file = new WholeFile(path, cleanup);
    file.write(Buffer.from('head '));
    expect(readdirSync(root)).toEqual([]);
    expect(listeners.size).toBe(0);
    file.write(large);
    expect(readdirSync(root)).toHaveLength(1);
    expect(readdirSync(root)).not.toContain('a.md');
    expect(listeners.size).toBe(1);
    file.write(Buffer.from(' tail'));
    file.commit();
    expect(readdirSync(root)).toEqual(['a.md']);
    expect(readFileSync(path, 'utf8')).toBe(`head ${large.toString()} tail`);
    expect(listeners.size).toBe(0);
  });

  it('leaves the old file when it is given up', () => {
    const { cleanup, listeners } = fakeHost();
    const path = join(root, 'a.md');
    writeFileSync(path, 'old');
    const file = new WholeFile(path, cleanup);
    file.write(large);
    file.discard();
    expect(readdirSync(root)).toEqual(['a.md']);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(listeners.size).toBe(0);
  });

  it('removes the unfinished file when interrupted', () => {
    const { cleanup, interrupt } = fakeHost();
    const file = new WholeFile(join(root, 'a.md'), cleanup);
    file.write(large);
    expect(interrupt()).toBe(130);
    expect(readdirSync(root)).toEqual([]);
  });

  it('keeps the mode of the old file and writes through a link', () => {
    const { cleanup } = fakeHost();
    writeFileSync(join(root, 'real.md'), 'old');
    chmodSync(join(root, 'real.md'), 0o640);
    symlinkSync('real.md', join(root, 'link.md'));
    const file = new WholeFile(join(root, 'link.md'), cleanup);
    file.write(Buffer.from('new'));
    file.commit();
    expect(lstatSync(join(root, 'link.md')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, 'real.md'), 'utf8')).toBe('new');
    expect(statSync(join(root, 'real.md')).mode & 0o777).toBe(0o640);
  });

  it('makes an empty file of nothing', () => {
    const { cleanup } = fakeHost();
    new WholeFile(join(root, 'a.md'), cleanup).commit();
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('');
  });

  it.runIf(process.platform === 'linux')('writes to a device and never replaces it', () => {
    const { cleanup } = fakeHost();
    const file = new WholeFile('/dev/null', cleanup);
    file.write(large);
    file.commit();
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.runIf(process.platform === 'linux')('says when there is no room', () => {
    const { cleanup } = fakeHost();
    const file = new WholeFile('/dev/full', cleanup);
    expect(() => file.write(large)).toThrow(expect.objectContaining({ code: 'STORAGE_FULL' }));
    file.discard();
  });

  it('fails by code where it cannot write, and leaves nothing', () => {
    const { cleanup, listeners } = fakeHost();
    const missing = new WholeFile(join(root, 'no', 'a.md'), cleanup);
    missing.write(Buffer.from('x'));
    expect(() => missing.commit()).toThrow(Failure);
    mkdirSync(join(root, 'folder.md'));
    const folder = new WholeFile(join(root, 'folder.md'), cleanup);
    folder.write(Buffer.from('x'));
    expect(() => folder.commit()).toThrow('it is a folder');
    expect(readdirSync(root)).toEqual(['folder.md']);
    expect(listeners.size).toBe(0);
  });
});

describe('Cleanup', () => {
  it('undoes everything even when one undo fails', () => {
    const { cleanup, interrupt } = fakeHost();
    const undone: string[] = [];
    cleanup.add(() => {
      throw new Error('stuck');
    });
    cleanup.add(() => undone.push('second'));
    const takeBack = cleanup.add(() => undone.push('third'));
    takeBack();
    takeBack();
    expect(interrupt()).toBe(130);
    expect(undone).toEqual(['second']);
  });
});
