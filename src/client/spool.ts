// Holds bytes of unknown length that are needed again: in memory while they are few, in a temporary file from then on.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, bytesSource, chunks, descriptorSource } from '../convert/input.ts';
import type { Cleanup } from './cleanup.ts';
import { writeFailure } from './file-failures.ts';

const defaultMemoryBytes = 32 * 2 ** 20;

export class Spool {
  readonly #cleanup: Cleanup;
  readonly #memoryBytes: number;
  #held: Uint8Array[] = [];
  #file: { readonly fd: number; readonly forget: () => void } | undefined;
  #size = 0;

  constructor(cleanup: Cleanup, memoryBytes: number = defaultMemoryBytes) {
    this.#cleanup = cleanup;
    this.#memoryBytes = memoryBytes;
  }

  get size(): number {
    return this.#size;
  }

  write(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#file === undefined) {
      this.#held.push(piece);
      if (this.#size <= this.#memoryBytes) return;
    }
    try {
      this.#file ??= this.#begin();
      for (const one of this.#held.length > 0 ? this.#held : [piece]) {
        for (let at = 0; at < one.length; ) at += writeSync(this.#file.fd, one, at);
      }
    } catch (error) {
      throw writeFailure(error, tmpdir());
    }
    this.#held = [];
  }

  /** Everything written so far, for reading at any place. */
  source(): ByteSource {
    const { fd } = this.#file ?? {};
    if (fd === undefined)
      return bytesSource(this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held));
    return descriptorSource(fd, this.#size);
  }

  /** Everything written so far, in order. */
  pieces(): Iterable<Uint8Array> {
    return this.#file === undefined ? this.#held : chunks(this.source());
  }

  close(): void {
    this.#held = [];
    if (this.#file === undefined) return;
    closeSync(this.#file.fd);
    this.#file.forget();
    this.#file = undefined;
  }

  #begin(): { fd: number; forget: () => void } {
    const path = join(tmpdir(), `docmill-${randomBytes(8).toString('hex')}`);
    const fd = openSync(path, 'wx+', 0o600);
    try {
      // An open file needs no name: without one, nothing is left behind however the process ends.
      rmSync(path);
      return { fd, forget: () => {} };
    } catch {
      const remove = (): void => rmSync(path, { force: true });
      const done = this.#cleanup.add(remove);
      return {
        fd,
        forget: () => {
          remove();
          done();
        },
      };
    }
  }
}
