// Lowers the most memory a wasm module may ask for, in its own bytes: a document that needs more then fails at once, and
// not when the whole process has none left (WebAssembly core specification, 5.5.8 and 5.3.7).

const memorySection = 5;
const pageBytes = 65_536;

/** The module with at most so many bytes of memory; unchanged where it has no limit of its own to lower. */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array {
  const pages = Math.floor(bytes / pageBytes);
  // The header is eight bytes: magic and version.
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const size = readNumber(module, at + 1);
    const start = size.next;
    if (id === memorySection) {
      const count = readNumber(module, start);
      const flags = readNumber(module, count.next);
      const least = readNumber(module, flags.next);
      if (count.value !== 1 || (flags.value & 1) === 0 || least.value > pages) return module;
      const most = readNumber(module, least.next);
      if (most.value <= pages) return module;
      const lowered = module.slice();
      writeNumber(lowered, least.next, most.next - least.next, pages);
      return lowered;
    }
    at = start + size.value;
  }
  return module;
}

/** LEB128, unsigned (5.2.2). */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let shift = 1;
  for (let at = from; at < from + 5; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * shift;
    if (byte < 0x80) return { value, next: at + 1 };
    shift *= 128;
  }
  return { value, next: from + 5 };
}

/** In exactly as many bytes as the number before took: shorter ones are filled up with zeros, which is allowed. */
function writeNumber(bytes: Uint8Array, at: number, length: number, value: number): void {
  let rest = value;
  for (let index = 0; index < length; index += 1) {
    bytes[at + index] = (rest & 0x7f) | (index < length - 1 ? 0x80 : 0);
    rest = Math.floor(rest / 128);
  }
}
