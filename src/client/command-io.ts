// What every command is handed: the streams it may use. Commands never reach for those of the process themselves, so
// tests can run them on streams of their own.
import type { Readable, Writable } from 'node:stream';

export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}
