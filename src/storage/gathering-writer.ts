// Writes many small pieces as few large ones: a result arrives block by block, and a system call for each would cost more
// than the bytes. Memory stays at one buffer, whatever the content weighs.
import type { FileHandle } from 'node:fs/promises';

const bufferBytes = 64 * 2 ** 10;

export class GatheringWriter {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafe(bufferBytes);
  #filled = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The bytes are copied or written when this resolves: the caller may use its buffer again. */
  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > bufferBytes - this.#filled) await this.flush();
    if (bytes.byteLength >= bufferBytes) return await this.#write(bytes);
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.byteLength;
  }

  async flush(): Promise<void> {
    const filled = this.#filled;
    this.#filled = 0;
    await this.#write(this.#buffer.subarray(0, filled));
  }

  /** write(2) may take less than it was given, above all when the disk is nearly full. */
  async #write(bytes: Uint8Array): Promise<void> {
    let done = 0;
    while (done < bytes.byteLength) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.byteLength - done);
      done += bytesWritten;
    }
  }
}
