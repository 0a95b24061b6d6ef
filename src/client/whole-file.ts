// An output file that appears whole or not at all: written under another name in the same folder, then renamed.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { writeFailure } from './file-failures.ts';

/** Kept in memory before the file is begun, so that a small result is written in one go. */
const heldBytes = 256 * 1024;

export class WholeFile {
  readonly #path: string;
  readonly #cleanup: Cleanup;
  #held: Uint8Array[] = [];
  #heldSize = 0;
  #open: { readonly fd: number; readonly temporary: string | undefined; readonly done: () => void } | undefined;

  constructor(path: string, cleanup: Cleanup) {
    this.#path = path;
    this.#cleanup = cleanup;
  }

  write(piece: Uint8Array): void {
    this.#held.push(piece);
    this.#heldSize += piece.length;
    if (this.#heldSize >= heldBytes) this.#flush();
  }

  /** Puts the file in its place. */
  commit(): void {
    this.#flush();
    const open = this.#open;
    if (open === undefined) return;
    try {
      closeSync(open.fd);
      if (open.temporary !== undefined) {
        const target = targetOf(this.#path);
        const old = statSync(target, { throwIfNoEntry: false });
        if (old !== undefined) chmodSync(open.temporary, old.mode);
        renameSync(open.temporary, target);
      }
    } catch (error) {
      if (open.temporary !== undefined) rmSync(open.temporary, { force: true });
      throw writeFailure(error, this.#path);
    } finally {
      this.#open = undefined;
      open.done();
    }
  }

  /** Leaves no trace; what stood there before still does. */
  discard(): void {
    this.#held = [];
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    closeSync(open.fd);
    if (open.temporary !== undefined) rmSync(open.temporary, { force: true });
    open.done();
  }

  #flush(): void {
    try {
      this.#open ??= this.#begin();
      for (const piece of this.#held) {
        for (let at = 0; at < piece.length; ) at += writeSync(this.#open.fd, piece, at);
      }
    } catch (error) {
      throw writeFailure(error, this.#path);
    }
    this.#held = [];
    this.#heldSize = 0;
  }

  #begin(): { fd: number; temporary: string | undefined; done: () => void } {
    const old = statSync(this.#path, { throwIfNoEntry: false });
    // A device or a pipe must be written to, never replaced by a file of its name.
    if (old !== undefined && !old.isFile()) {
      return { fd: openSync(this.#path, 'w'), temporary: undefined, done: () => {} };
    }
    const temporary = join(dirname(targetOf(this.#path)), `.docmill-${randomBytes(8).toString('hex')}.tmp`);
    const done = this.#cleanup.add(() => rmSync(temporary, { force: true }));
    try {
      return { fd: openSync(temporary, 'wx'), temporary, done };
    } catch (error) {
      done();
      throw error;
    }
  }
}

/** A link is followed: what it points to is replaced, the link stays. */
function targetOf(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })
    ? realpathSync(path)
    : path;
}
