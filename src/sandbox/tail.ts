// The last words of a child: its output is drained for ever and only the end is kept, for logs.

const tailBytes = 16 * 1024;

export interface Tail {
  add(piece: Uint8Array): void;
  text(): string;
  clear(): void;
}

export function createTail(limit = tailBytes): Tail {
  let kept: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(piece) {
      // Copied: a piece may be a view of a far larger buffer that it would keep alive.
      kept.push(Uint8Array.prototype.slice.call(piece, Math.max(0, piece.length - limit)));
      bytes += Math.min(piece.length, limit);
      if (bytes <= 2 * limit && kept.length < 1_000) return;
      const joined = Buffer.concat(kept);
      kept = [Uint8Array.prototype.slice.call(joined, Math.max(0, joined.length - limit))];
      bytes = Math.min(joined.length, limit);
    },
    text: () => {
      const joined = Buffer.concat(kept);
      return joined.subarray(Math.max(0, joined.length - limit)).toString('utf8');
    },
    clear() {
      kept = [];
      bytes = 0;
    },
  };
}
