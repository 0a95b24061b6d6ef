// Decides whether the first row of a table names its columns. The rule is in docs/csv.md: it is a header unless it
// looks exactly like the data below it.

/** Rows of data looked at. */
const maxRows = 200;
/** A column has a type when at least this share of its values has it. */
const typedShare = 0.9;

const kinds: readonly [string, RegExp][] = [
  [
    'number',
    /^[-+(]?[$€£¥]?\s?(?:\d{1,30}|\d{1,3}(?:[.,' \u00a0]\d{3}){1,9})(?:[.,]\d{0,30})?(?:[eE][+-]?\d{1,4})?\s?[%€$£¥]?\)?$/,
  ],
  ['date', /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/],
  ['time', /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/],
  ['address', /^[^\s@]{1,100}@[^\s@]{1,100}\.[^\s@]{1,20}$/],
  ['link', /^https?:\/\/\S{1,2000}$/],
  ['truth', /^(?:true|false|yes|no)$/i],
];

export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...rest] = rows;
  if (first === undefined) return true;
  const data = rest.slice(0, maxRows);
  if (data.length === 0) return !first.some((cell) => kindOf(cell) !== undefined);
  if (first.some((cell) => cell.trim() === '') || isSequence(first)) return true;
  let typed = 0;
  for (let column = 0; column < first.length; column += 1) {
    const kind = columnKind(data, column);
    if (kind === undefined) continue;
    // A name above numbers, dates or addresses is what a header is.
    if (kindOf(first[column] ?? '') !== kind) return true;
    typed += 1;
  }
  return typed === 0;
}

function columnKind(rows: readonly (readonly string[])[], column: number): string | undefined {
  const counts = new Map<string, number>();
  let filled = 0;
  for (const row of rows) {
    const value = row[column]?.trim() ?? '';
    if (value === '') continue;
    filled += 1;
    const kind = kindOf(value);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of counts) if (count >= filled * typedShare) return kind;
  return undefined;
}

function kindOf(value: string): string | undefined {
  const plain = value.trim();
  if (plain.length > 200) return undefined;
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Years or running numbers over columns of numbers: 2019, 2020, 2021. */
function isSequence(cells: readonly string[]): boolean {
  const numbers = cells
    .map((cell) => cell.trim())
    .filter((cell) => /^\d{1,4}$/.test(cell))
    .map(Number);
  if (numbers.length < 3 || numbers.length < cells.length - 2) return false;
  const step = (numbers[1] as number) - (numbers[0] as number);
  return Math.abs(step) === 1 && numbers.every((number, index) => number === (numbers[0] as number) + index * step);
}
