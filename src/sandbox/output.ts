// A file written once, from the front, in large pieces: the writer hands over many small ones.
import { closeSync, openSync, writeSync } from 'node:fs';

const bufferBytes = 256 * 1024;

export interface Output {
  write(piece: Uint8Array): void;
  writeText(text: string): void;
  /** Writes what is still held and closes. */
  close(): void;
  /** Closes without writing more, where a failure has made the rest worthless; nothing once closed. */
  abandon(): void;
}

/** Creates the file and fails where one stands already, so that a link planted at its name is never followed. */
export function openOutput(path: string): Output {
  const fd = openSync(path, 'wx', 0o600);
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let held = 0;
  let open = true;
  const drain = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
  const flush = (): void => {
    const ready = buffer.subarray(0, held);
    held = 0;
    drain(ready);
  };
  const write = (piece: Uint8Array): void => {
    if (held + piece.length > bufferBytes) flush();
    if (piece.length >= bufferBytes) {
      drain(piece);
      return;
    }
    buffer.set(piece, held);
    held += piece.length;
  };
  const abandon = (): void => {
    if (!open) return;
    open = false;
    closeSync(fd);
  };
  return {
    write,
    writeText: (text) => write(Buffer.from(text)),
    close() {
      flush();
      abandon();
    },
    abandon,
  };
}
