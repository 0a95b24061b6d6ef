// Years as they are counted in Japan and Taiwan: the letters `g` and `e` in formats of those languages. `numfmt` knows
// the years of our own calendar alone; what is counted otherwise is written into the format as text.

interface Era {
  /** The first day, in the system of 1900. */
  readonly from: number;
  /** The year before its first. */
  readonly before: number;
  /** For `g`, `gg` and `ggg`. */
  readonly names: readonly [string, string, string];
}

const japan: readonly Era[] = [
  { from: 43_586, before: 2018, names: ['R', '令', '令和'] },
  { from: 32_516, before: 1988, names: ['H', '平', '平成'] },
  { from: 9_856, before: 1925, names: ['S', '昭', '昭和'] },
  { from: 4_595, before: 1911, names: ['T', '大', '大正'] },
  { from: 1, before: 1867, names: ['M', '明', '明治'] },
];
const taiwan: readonly Era[] = [{ from: 4_384, before: 1911, names: ['民國', '民國', '中華民國'] }];

const pieces = /"[^"]*"|[\\_*].|\[[^\]]{0,40}\]|g{1,3}|e{1,2}/gi;

/** A function that writes the era of a day into the format, or nothing where the format has none. */
export function eraFormat(pattern: string): ((day: number, year: number) => string) | undefined {
  const language = /\[\$-[0-9A-F]{0,4}4(11|04)\]/i.exec(pattern)?.[1];
  const letters = pattern.match(pieces)?.some((piece) => /^[ge]/i.test(piece)) === true;
  if (language === undefined || !letters) return undefined;
  const eras = language === '11' ? japan : taiwan;
  return (day, year) => {
    const era = eras.find(({ from }) => day >= from);
    if (era === undefined) return pattern;
    return pattern.replace(pieces, (piece) => {
      if (/^g/i.test(piece)) return `"${era.names[piece.length - 1] ?? ''}"`;
      return /^e/i.test(piece) ? `"${String(year - era.before).padStart(piece.length, '0')}"` : piece;
    });
  };
}
