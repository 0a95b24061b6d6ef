// Tables that the workbook itself defines: where they are, and whether they have a header row (ECMA-376 part 1, 18.5).
// So are pivot tables (18.10), which say nothing of a header that could be relied on.
import type { OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';
import { parseRange } from './cell-reference.ts';
import { treeOf } from './part-tree.ts';
import type { DefinedTable } from './regions.ts';

const mostTables = 1_000;

export function definedTables(sheet: OpcPart, context: ReadContext): DefinedTable[] {
  const tables: DefinedTable[] = [];
  for (const part of sheet.allRelated('table').slice(0, mostTables)) {
    const root = treeOf(part, context);
    const range = parseRange(root?.get('ref') ?? '');
    if (root?.key === 'x:table' && range !== undefined) {
      tables.push({ range, header: root.get('headerRowCount') !== '0' });
    }
  }
  for (const part of sheet.allRelated('pivotTable').slice(0, mostTables)) {
    const range = parseRange(treeOf(part, context)?.child('x:location')?.get('ref') ?? '');
    if (range !== undefined) tables.push({ range });
  }
  return tables.sort((a, b) => a.range.top - b.range.top || a.range.left - b.range.left);
}
