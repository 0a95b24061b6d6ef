// The bar: silent while work is short, never wider than the terminal, never moving backwards.
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProgressBar, progressLine, shortened } from './progress-bar.ts';

function barOn(sizes: readonly number[], columns = 80) {
  let shown = '';
  const clock = { now: 0 };
  const stream = Object.assign(
    new Writable({
      write: (piece, _encoding, done) => {
        shown += String(piece);
        done();
      },
    }),
    { columns },
  );
  return { bar: new ProgressBar({ stream, now: () => clock.now, sizes }), clock, shown: () => shown };
}

describe('ProgressBar', () => {
  it('says nothing in the first half second', () => {
    const { bar, clock, shown } = barOn([100]);
    bar.advance(0, 'a', 0.5);
    clock.now = 499;
    bar.advance(0, 'a', 0.9);
    bar.clear();
    expect(shown()).toBe('');
  });

  it('draws one line over and over, and takes it away', () => {
    const { bar, clock, shown } = barOn([100_000, 100_000]);
    clock.now = 600;
    bar.advance(0, 'docs/first.pdf', 0.5);
    expect(shown()).toBe('\r[######..................]  25%  1 of 2  docs/first.pdf\x1b[K');
    clock.now = 650;
    bar.advance(0, 'docs/first.pdf', 0.6);
    clock.now = 800;
    bar.finish(0, 'docs/first.pdf');
    bar.clear();
    bar.clear();
    expect(shown().split('\r').slice(2)).toEqual([
      '[############............]  50%  2 of 2  docs/first.pdf\x1b[K',
      '\x1b[K',
    ]);
  });

  it('draws on a terminal of unknown width', () => {
    const { bar, clock, shown } = barOn([100], 0);
    clock.now = 600;
    bar.advance(0, 'a', 0.5);
    expect(shown()).toContain('50%');
  });

  it('is not confused by readers that count wrong', () => {
    const { bar, clock, shown } = barOn([10]);
    for (const share of [Number.NaN, Number.POSITIVE_INFINITY, -3, 7, 0.1]) {
      clock.now += 600;
      bar.advance(0, 'a', share);
    }
    const percentages = [...shown().matchAll(/(\d+)%/g)].map((match) => Number(match[1]));
    expect(percentages).toEqual([0, 100]);
  });
});

describe('progressLine', () => {
  it('fits every terminal', () => {
    const char = fc.oneof(
      fc.nat(0x2ff),
      fc.integer({ min: 0x1000, max: 0xd7ff }),
      fc.integer({ min: 0x1f000, max: 0x1ffff }),
    );
    const label = fc.array(char, { maxLength: 60 }).map((codes) => String.fromCodePoint(...codes));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(200), label, (share, columns, text) => {
        const line = progressLine({ share, current: 3, count: 1000, label: text, columns });
        const width = Array.from(line).reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1), 0);
        expect(width).toBeLessThanOrEqual(Math.max(0, columns - 1));
        expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
    );
  });

  it('keeps the end of a long name', () => {
    expect(shortened('a/long/way/to/the/file.pdf', 14)).toBe('...he/file.pdf');
    expect(shortened('short', 14)).toBe('short');
  });
});
