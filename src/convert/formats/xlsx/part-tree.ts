// Side parts of a workbook, as trees: one that is damaged is told of and passed over, for the sheets are worth more.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';

type Context = Pick<ReadContext, 'warn'>;

export function treeOf(part: OpcPart | undefined, context: Context): OfficeElement | undefined {
  if (part === undefined) return undefined;
  try {
    return part.tree();
  } catch (error) {
    passOver(part, error, context);
    return undefined;
  }
}

/** Tells of a damaged part; any other failure goes on. */
export function passOver(part: OpcPart, error: unknown, context: Context): void {
  if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
  const name = part.name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
  context.warn('damaged-part', `The part "${name}" is damaged; what could be read of it was used.`);
}
