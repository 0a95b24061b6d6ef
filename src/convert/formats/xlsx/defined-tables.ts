// Tables that the workbook itself defines (ECMA-376 part 1, 18.5): where they are, and whether they have a header row.
import { Failure } from '../../../core/failure.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';
import { parseRange } from './cell-reference.ts';
import type { DefinedTable } from './regions.ts';

const mostTables = 1_000;

export function definedTables(sheet: OpcPart, context: ReadContext): DefinedTable[] {
  const tables: DefinedTable[] = [];
  for (const part of sheet.allRelated('table').slice(0, mostTables)) {
    try {
      const root = part.tree();
      const range = parseRange(root.get('ref') ?? '');
      if (root.key === 'x:table' && range !== undefined) {
        tables.push({ range, header: root.get('headerRowCount') !== '0' });
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      context.warn('damaged-part', `The part "${part.name.slice(0, 100)}" is damaged and was passed over.`);
    }
  }
  return tables.sort((a, b) => a.range.top - b.range.top || a.range.left - b.range.left);
}
