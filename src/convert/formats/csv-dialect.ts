// Finds out how a delimited text is written, from its head: the delimiter by which its rows agree best (docs/csv.md).
import { type Dialect, RowScanner } from './csv-rows.ts';

/** Rows looked at; more would not change the answer. */
const maxRows = 300;

const candidates = ['\t', ';', ',', '|'] as const;
/** Where two delimiters fit equally well: tabs and semicolons are rarer inside values than commas and bars. */
const preference: ReadonlyMap<string, number> = new Map([
  ['\t', 0.03],
  [';', 0.02],
  [',', 0.01],
  ['|', 0],
]);
/** No text contains it, so that each line is one cell. */
const noDelimiter = '\u0000';

export interface DialectChoice {
  readonly dialect: Dialect;
  /** The rows of the sample, as strings. */
  readonly sample: readonly (readonly string[])[];
  /** Width most rows have, how many rows there are, and the share of them with that width. */
  readonly columns: number;
  readonly rows: number;
  readonly consistency: number;
  readonly longestCell: number;
  /** Most delimiters are followed by a space, as in sentences. */
  readonly spaced: boolean;
}

/** `cut`: the sample ends in the middle of the text, its last row is not judged. `wanted`: what the file itself or its name says. */
export function chooseDialect(text: string, cut: boolean, wanted?: string): DialectChoice {
  const base: Omit<Dialect, 'delimiter'> = {
    backslash: /\\"[^,;|\t\r\n]/.test(text),
    padded: /[,;|\t] "/.test(text),
    carriageReturns: text.includes('\r') && !text.includes('\n'),
  };
  if (wanted !== undefined) return judged(text, cut, { ...base, delimiter: wanted });
  let best: DialectChoice | undefined;
  let bestScore = 0;
  for (const delimiter of candidates) {
    if (!text.includes(delimiter)) continue;
    const choice = judged(text, cut, { ...base, delimiter });
    const score = scoreOf(choice);
    if (score > bestScore) {
      best = choice;
      bestScore = score;
    }
  }
  return best ?? judged(text, cut, { ...base, delimiter: noDelimiter });
}

function judged(text: string, cut: boolean, dialect: Dialect): DialectChoice {
  const sample = sampleRows(text, cut, dialect);
  const widths = new Map<number, number>();
  let longestCell = 0;
  for (const row of sample) {
    let width = row.length;
    while (width > 1 && (row[width - 1] as string).trim() === '') width -= 1;
    widths.set(width, (widths.get(width) ?? 0) + 1);
    for (const cell of row) longestCell = Math.max(longestCell, cell.length);
  }
  let columns = 1;
  let most = 0;
  for (const [width, count] of widths) {
    if (count > most || (count === most && width > columns)) {
      columns = width;
      most = count;
    }
  }
  return {
    dialect,
    sample,
    columns,
    rows: sample.length,
    consistency: sample.length === 0 ? 0 : most / sample.length,
    longestCell,
    spaced: isSpaced(sample),
  };
}

function isSpaced(sample: readonly (readonly string[])[]): boolean {
  let after = 0;
  let spaced = 0;
  for (const row of sample) {
    for (const cell of row.slice(1)) {
      after += 1;
      if (cell.startsWith(' ')) spaced += 1;
    }
  }
  return spaced * 2 > after;
}

/** The sample's rows; one that the end of the sample cut off is left out. */
function sampleRows(text: string, cut: boolean, dialect: Dialect): string[][] {
  const rows: string[][] = [];
  const scanner = new RowScanner<never>(dialect, {
    cells: true,
    row: (cells) => {
      if (rows.length < maxRows) rows.push(cells);
    },
    measured: () => {},
    multiline: (value) => value,
    unclosed: () => {},
  });
  scanner.push(text);
  if (!cut || rows.length === 0) scanner.end();
  return rows;
}

/** Agreement of the widths, less what speaks against it: cells that still hold other delimiters. */
function scoreOf(choice: DialectChoice): number {
  const { sample, dialect, columns, consistency } = choice;
  const first = sample[0]?.length ?? 0;
  // Commas here and there in a list of one column.
  if (columns === 1 && (first === 1 || consistency > 0.5)) return 0;
  let cells = 0;
  let dirty = 0;
  for (const row of sample) {
    for (const cell of row) {
      cells += 1;
      if (holdsOther(cell, dialect.delimiter)) dirty += 1;
    }
  }
  const dirt = cells === 0 ? 0 : dirty / cells;
  const agreement = columns === 1 ? consistency / 4 : consistency;
  return agreement * (1 - dirt / 2) + Math.min(columns, 20) * 0.002 + (preference.get(dialect.delimiter) ?? 0);
}

/** A comma between digits is a decimal sign or groups thousands: no sign of a wrong delimiter. */
function holdsOther(cell: string, delimiter: string): boolean {
  for (const other of candidates) {
    if (other === delimiter || !cell.includes(other)) continue;
    if (other === ',' && !/(?:^|\D),|,(?:\D|$)/.test(cell)) continue;
    if (other === ',' && /,\s/.test(cell) && !/,\S/.test(cell)) continue;
    return true;
  }
  return false;
}
