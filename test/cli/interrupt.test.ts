// Ctrl-C: the command stops at once and takes its unfinished files with it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program, slowCsv, Workspace } from './run-docmill.ts';

let space: Workspace;
beforeEach(() => {
  space = new Workspace({ 'slow.csv': slowCsv(20), 'old.md': 'old' });
});
afterEach(() => space.remove());

describe('an interrupt', () => {
  it('in the middle of writing removes the unfinished file and ends with 130', async () => {
    const child = spawn(process.execPath, [program, 'slow.csv', '-o', 'old.md'], { cwd: space.path, stdio: 'ignore' });
    const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
    const unfinished = (): boolean => readdirSync(space.path).some((name) => name.endsWith('.tmp'));
    while (!unfinished()) {
      expect(child.exitCode).toBeNull();
      await sleep(5);
    }
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(space.files()).toEqual(['old.md', 'slow.csv']);
    expect(space.read('old.md')).toBe('old');
  });

  it('before anything was written ends it, too', async () => {
    const child = spawn(process.execPath, [program, '-', '-o', 'new.md'], {
      cwd: space.path,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = new Promise<NodeJS.Signals | number | null>((done) =>
      child.on('close', (code, signal) => done(signal ?? code)),
    );
    child.stdin.on('error', () => {});
    child.stdin.write('not all of it');
    await sleep(300);
    child.kill('SIGINT');
    expect(['SIGINT', 130]).toContain(await ended);
    expect(existsSync(join(space.path, 'new.md'))).toBe(false);
  });
});
