// Reads comma, semicolon, tab and bar separated values as one table. Two passes in flat memory: the first measures the
// rows, because the writer must know the width before the first row; the second yields them.
import { Failure } from '../../core/failure.ts';
import {
  charsetLanguage,
  detectCharset,
  mediaTypeCharset,
  type TextDamage,
  textPieces,
} from '../containers/charset.ts';
import { limitFailure } from '../document/budget.ts';
import { cell, lineBreak, table, text } from '../document/build.ts';
import type { Cell, Phrasing, Row, Table } from '../document/tree.ts';
import type { Read, ReadContext } from '../format.ts';
import type { DocumentInput } from '../input.ts';
import { chooseDialect } from './csv-dialect.ts';
import { hasHeader } from './csv-header.ts';
import { type Dialect, RowScanner } from './csv-rows.ts';

/** Text looked at to find the delimiter and the header. */
const sampleChars = 256 * 1024;

export const read: Read = async function* (input, context) {
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const charset = detectCharset(input.source, declared === undefined ? {} : { declared });
  const language = charsetLanguage(charset);
  context.describe(language === undefined ? { charset } : { charset, language });

  const start = headOf(input, charset);
  const choice = chooseDialect(start.text, start.cut, start.delimiter ?? delimiterHint(input));
  const shape = measure(input, charset, choice.dialect, start.skipped, context);
  if (shape.rows === 0) return;
  report(shape, context);
  const origin = { kind: 'line', start: 1, end: shape.lines } as const;
  const parts: Omit<Table, 'type' | 'rows'> = { columns: shape.columns, header: hasHeader(choice.sample), origin };
  yield table(rowsOf(input, charset, choice.dialect, shape, start.skipped, context), parts);
};

interface Head {
  readonly text: string;
  readonly cut: boolean;
  /** From a first line `sep=;`, which Excel understands and does not show. */
  readonly delimiter?: string;
  /** Characters of that line. */
  readonly skipped: number;
}

function headOf(input: DocumentInput, charset: string): Head {
  let head = '';
  let cut = false;
  for (const piece of textPieces(input.source, charset, { replaced: 0, dropped: 0, suspect: true })) {
    if (head.length >= sampleChars) {
      cut = true;
      break;
    }
    head += piece;
  }
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r)/i.exec(head.slice(0, 12));
  const skipped = declared?.[0].length ?? 0;
  const sample = head.slice(skipped, skipped + sampleChars);
  const shared = { text: sample, cut: cut || head.length > skipped + sampleChars, skipped };
  return declared?.[1] === undefined ? shared : { ...shared, delimiter: declared[1] };
}

function delimiterHint(input: DocumentInput): string | undefined {
  const tabs =
    /\.(?:tsv|tab)$/i.test(input.name?.slice(-8) ?? '') || /^text\/tab-separated-values\b/i.test(input.mediaType ?? '');
  return tabs ? '\t' : undefined;
}

/** What the first pass learns. */
interface Shape {
  rows: number;
  lines: number;
  /** The widest row, empty cells at its end not counted. */
  columns: number;
  /** Width of the first row, as written and without empty cells at its end. */
  firstWidth: number;
  firstFilled: number;
  shorter: number;
  longer: number;
  firstRagged: number;
  unclosed: number;
  firstUnclosed: number;
  readonly damage: TextDamage;
}

function measure(
  input: DocumentInput,
  charset: string,
  dialect: Dialect,
  skipped: number,
  context: ReadContext,
): Shape {
  const shape: Shape = {
    rows: 0,
    lines: 0,
    columns: 0,
    firstWidth: 0,
    firstFilled: 0,
    shorter: 0,
    longer: 0,
    firstRagged: 0,
    unclosed: 0,
    firstUnclosed: 0,
    damage: { replaced: 0, dropped: 0, suspect: true },
  };
  const firstLine = skipped > 0 ? 1 : 0;
  const limit = context.limits.tableColumns;
  const scanner = new RowScanner<never>(dialect, {
    cells: false,
    row: () => {},
    measured(width, filled, line) {
      shape.rows += 1;
      if (filled > shape.columns) {
        if (filled > limit) throw limitFailure('tableColumns', limit);
        shape.columns = filled;
      }
      if (shape.rows === 1) {
        shape.firstWidth = width;
        shape.firstFilled = filled;
      } else if (width < shape.firstFilled || filled > shape.firstWidth) {
        if (width < shape.firstFilled) shape.shorter += 1;
        else shape.longer += 1;
        if (shape.firstRagged === 0) shape.firstRagged = line + firstLine;
      }
    },
    multiline: (value) => value,
    unclosed(line) {
      shape.unclosed += 1;
      if (shape.firstUnclosed === 0) shape.firstUnclosed = line + firstLine;
    },
  });
  for (const piece of contentPieces(input, charset, skipped, shape, context, 0)) scanner.push(piece);
  scanner.end();
  shape.lines = scanner.lines + firstLine;
  return shape;
}

/** The text without the `sep=` line; `pass` 0 or 1 sets the progress. */
function* contentPieces(
  input: DocumentInput,
  charset: string,
  skipped: number,
  shape: Shape,
  context: ReadContext,
  pass: 0 | 1,
): Generator<string> {
  const { size } = input.source;
  let skip = skipped;
  const onPiece = (done: number): void => {
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    // Measuring is the smaller part of the work.
    context.progress(pass === 0 ? done * 0.2 : size * 0.2 + done * 0.8, size);
  };
  for (const piece of textPieces(input.source, charset, shape.damage, onPiece)) {
    yield skip > 0 ? piece.slice(skip) : piece;
    skip = Math.max(0, skip - piece.length);
  }
}

function report(shape: Shape, context: ReadContext): void {
  const { replaced, dropped } = shape.damage;
  if (replaced > 0) {
    context.warn('undecodable-characters', `${replaced} characters could not be decoded and became U+FFFD.`);
  }
  if (dropped > 0) context.warn('control-characters', `${dropped} control characters were dropped.`);
  if (shape.shorter + shape.longer > 0) {
    context.warn(
      'ragged-rows',
      `${shape.shorter} rows are shorter and ${shape.longer} longer than the first row, which has ${shape.firstFilled} cells.`,
      { kind: 'line', start: shape.firstRagged },
    );
  }
  if (shape.unclosed > 0) {
    context.warn('unterminated-quote', `${shape.unclosed} quotes are never closed and were kept as characters.`, {
      kind: 'line',
      start: shape.firstUnclosed,
    });
  }
}

function* rowsOf(
  input: DocumentInput,
  charset: string,
  dialect: Dialect,
  shape: Shape,
  skipped: number,
  context: ReadContext,
): Generator<Row> {
  let ready: Cell[][] = [];
  const scanner = new RowScanner<Cell>(dialect, {
    cells: true,
    row(cells) {
      // Empty cells past the last column that holds anything.
      if (cells.length > shape.columns) cells.length = shape.columns;
      ready.push(cells);
    },
    measured: () => {},
    multiline: multilineCell,
    unclosed: () => {},
  });
  for (const piece of contentPieces(input, charset, skipped, shape, context, 1)) {
    scanner.push(piece);
    yield* ready;
    ready = [];
  }
  scanner.end();
  yield* ready;
}

function multilineCell(value: string): Cell {
  const children: Phrasing[] = [];
  for (const [index, line] of value
    .trim()
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (index > 0) children.push(lineBreak);
    if (line !== '') children.push(text(line));
  }
  return cell(children);
}
