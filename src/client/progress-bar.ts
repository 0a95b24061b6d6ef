// One line on the terminal while long work goes on. It needs no timer: it draws from the progress a reader reports,
// because a synchronous reader would keep a timer waiting.
import type { Writable } from 'node:stream';
import { printable } from './printable.ts';

const quietMs = 500;
const redrawMs = 100;
const barWidth = 24;

export interface ProgressSettings {
  readonly stream: Writable & { readonly columns?: number };
  readonly now: () => number;
  /** Size of each document in bytes: a large one moves the bar further. */
  readonly sizes: readonly number[];
}

export class ProgressBar {
  readonly #settings: ProgressSettings;
  readonly #started: number;
  readonly #weights: readonly number[];
  readonly #total: number;
  readonly #shares = new Map<number, number>();
  #doneWeight = 0;
  #doneCount = 0;
  #drawn = '';
  #drawnAt = 0;

  constructor(settings: ProgressSettings) {
    this.#settings = settings;
    this.#started = settings.now();
    // Opening a document costs something whatever its size.
    this.#weights = settings.sizes.map((size) => size + 4096);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** A document has come this far, 0 to 1. */
  advance(index: number, label: string, share: number): void {
    const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
    this.#shares.set(index, Math.max(bounded, this.#shares.get(index) ?? 0));
    this.#drawIfDue(label);
  }

  finish(index: number, label: string): void {
    this.#shares.delete(index);
    this.#doneWeight += this.#weights[index] ?? 0;
    this.#doneCount += 1;
    this.#drawIfDue(label);
  }

  /** Takes the line away, before other output or at the end. */
  clear(): void {
    if (this.#drawn === '') return;
    this.#settings.stream.write('\r\x1b[K');
    this.#drawn = '';
  }

  #drawIfDue(label: string): void {
    const now = this.#settings.now();
    if (now - this.#started < quietMs || now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    let weight = this.#doneWeight;
    for (const [index, share] of this.#shares) weight += share * (this.#weights[index] ?? 0);
    const current = Math.min(this.#weights.length, this.#doneCount + 1);
    const line = progressLine({
      share: this.#total === 0 ? 0 : weight / this.#total,
      current,
      count: this.#weights.length,
      label,
      // A terminal that does not know its width says 0.
      columns: this.#settings.stream.columns || 80,
    });
    if (line === this.#drawn) return;
    this.#settings.stream.write(`\r${line}\x1b[K`);
    this.#drawn = line;
  }
}

interface ProgressFacts {
  readonly share: number;
  readonly current: number;
  readonly count: number;
  readonly label: string;
  readonly columns: number;
}

/** The line, one column narrower than the terminal so that it never wraps. */
export function progressLine({ share, current, count, label, columns }: ProgressFacts): string {
  const width = Math.max(0, columns - 1);
  const full = Math.round(share * barWidth);
  const bar = `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`;
  const percentage = `${Math.floor(share * 100)}%`.padStart(4);
  const files = count > 1 ? `  ${current} of ${count}` : '';
  const facts = width >= barWidth + 24 ? `${bar} ${percentage}${files}` : `${percentage}${files}`;
  const room = width - facts.length - 2;
  return room < 8 ? facts.slice(0, width) : `${facts}  ${shortened(printable(label), room)}`;
}

/** Keeps the end of a path, which says most. Characters beyond Latin count as two columns wide, to be safe. */
export function shortened(text: string, columns: number): string {
  const chars = Array.from(text);
  const widthOf = (char: string): number => ((char.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1);
  let width = 0;
  for (const char of chars) width += widthOf(char);
  if (width <= columns) return text;
  let start = 0;
  while (width > columns - 3 && start < chars.length) {
    width -= widthOf(chars[start] ?? '');
    start += 1;
  }
  return `...${chars.slice(start).join('')}`;
}
