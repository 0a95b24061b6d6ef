// Bytes as a Buffer, for its readers of numbers and text: a view, never a copy.
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
