// Lines out of a stream of bytes, with a bound: what comes from a child must not grow in the memory of its parent.

/**
 * Returns the function to feed pieces to. Each whole line is handed on as text; a line longer than `maxBytes` calls
 * `onOverflow` once, and nothing after it is read.
 */
export function lineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onOverflow: () => void,
): (piece: Uint8Array) => void {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let overflown = false;
  return (piece) => {
    for (let at = 0; at < piece.length && !overflown; ) {
      const newline = piece.indexOf(0x0a, at);
      const part = piece.subarray(at, newline < 0 ? piece.length : newline);
      if (pendingBytes + part.length > maxBytes) {
        overflown = true;
        pending = [];
        onOverflow();
        return;
      }
      if (newline < 0) {
        pending.push(part);
        pendingBytes += part.length;
        return;
      }
      const line = Buffer.concat([...pending, part]).toString('utf8');
      pending = [];
      pendingBytes = 0;
      at = newline + 1;
      onLine(line);
    }
  };
}
