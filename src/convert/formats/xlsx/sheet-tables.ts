// The tables of one sheet, in flat memory: what fits is looked at as a whole and parted into regions; a table that is
// longer than that streams past.
import { table } from '../../document/build.ts';
import { HeldRows, RowStream } from '../../document/row-stream.ts';
import type { Table } from '../../document/tree.ts';
import { rangeName } from './cell-reference.ts';
import { ColumnMap, tableRows } from './grid-rows.ts';
import { hasHeader } from './header-row.ts';
import { LongTable } from './long-table.ts';
import { columnsOf, type DefinedTable, gridsOf, type Region, regionsOf } from './regions.ts';
import { RowFeed } from './row-feed.ts';
import type { SheetRow } from './sheet-row.ts';
import type { SheetSource } from './sheet-source.ts';
import { densePieces } from './sparse.ts';

export interface SheetTablesInput {
  readonly sheet: string;
  readonly source: SheetSource;
  readonly tables: readonly DefinedTable[];
  readonly progress: () => void;
  /** Told of the columns of each table. */
  readonly seen: (map: ColumnMap) => void;
  /** Told when a long table had to be cut because a later row is wider. */
  readonly cut: (range: string) => void;
}

interface SheetOrigin {
  readonly kind: 'sheet';
  readonly sheet: string;
  range: string;
}

export async function* sheetTables(input: SheetTablesInput): AsyncGenerator<Table, void, undefined> {
  const feed = new RowFeed(input.source, input.progress);
  let held: SheetRow[] = [];
  let continued = false;
  for (;;) {
    const complete = await feed.fill(held);
    if (input.source.disordered) held = inOrder(held);
    const begun = complete ? held.length : openFrom(held, input.tables);
    // Rows that are too sparse for one table are done with as they are.
    const open = complete || densePieces(held.slice(begun)).length === 1 ? begun : held.length;
    for (const region of regionsOf(held.slice(0, open), input.tables)) {
      yield regionTable(continued ? { ...region, header: false } : region, input);
      continued = false;
    }
    if (complete) return;
    const start = held.slice(open);
    if (start.length === 0) {
      held = [];
      continue;
    }
    const long = new LongTable(start, input.tables, feed);
    input.seen(long.map);
    const defined = input.tables.find(({ range }) => range.top === start[0]?.index);
    // The end is put in once it is known: what comes after the table has not been asked for until then.
    const origin: SheetOrigin = { kind: 'sheet', sheet: input.sheet, range: long.range };
    yield table(input.source.held ? new HeldRows(long) : new RowStream(long), {
      header: defined?.header ?? (!continued && hasHeader(start)),
      columns: long.map.width,
      origin,
    });
    // Whoever asked for the next block without taking all rows wants none of them.
    for (let row = long.next(); row !== undefined; row = long.next()) if (row === 'wait') await long.more();
    origin.range = long.range;
    if (long.cut) input.cut(long.range);
    held = [...long.left];
    continued = long.cut;
  }
}

function regionTable({ rows, header }: Region, input: SheetTablesInput): Table {
  const map = new ColumnMap(columnsOf(rows));
  input.seen(map);
  const [top, bottom] = [rows[0]?.index ?? 1, rows[rows.length - 1]?.index ?? 1];
  return table(tableRows(rows, map), {
    header: header ?? hasHeader(rows),
    columns: map.width,
    origin: {
      kind: 'sheet',
      sheet: input.sheet,
      range: rangeName({ top, bottom, left: map.first, right: map.last }),
    },
  });
}

/** Rows that came in any order, in theirs; the cells of rows with the same number come together. */
function inOrder(rows: readonly SheetRow[]): SheetRow[] {
  const merged: SheetRow[] = [];
  for (const row of [...rows].sort((a, b) => a.index - b.index)) {
    const before = merged[merged.length - 1];
    if (before?.index !== row.index) {
      merged.push(row);
      continue;
    }
    before.normal &&= row.normal;
    for (const [at, cell] of row.cells.entries()) before.add(row.column(at), cell, row.look(at));
    before.sort();
  }
  return merged;
}

/** Where the table begins that is not complete yet: the last grid, or a defined table that reaches beyond what is held. */
function openFrom(rows: readonly SheetRow[], tables: readonly DefinedTable[]): number {
  const last = rows[rows.length - 1]?.index ?? 0;
  let top = gridsOf(rows).at(-1)?.[0]?.index ?? 0;
  for (const { range } of tables) {
    // Such a table is one of its own, whatever stands right above it.
    if (range.top <= last && range.bottom >= last) top = range.top;
  }
  const at = rows.findIndex((row) => row.index >= top);
  return Math.max(0, at);
}
