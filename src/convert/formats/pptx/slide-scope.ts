// What reading one slide needs at hand, and warnings that are told once for a whole presentation.
import type { OpcPart } from '../../containers/opc.ts';
import type { Block, Origin } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import type { Inherited } from './placeholders.ts';

export interface SlideScope {
  readonly part: OpcPart;
  readonly slide: number;
  readonly inherited: Inherited;
  readonly context: ReadContext;
  /** Warns of the first case of its kind only. */
  readonly once: ReadContext['warn'];
}

export function warnOnce(context: ReadContext): ReadContext['warn'] {
  const told = new Set<string>();
  return (code, message, origin) => {
    if (told.has(code)) return;
    told.add(code);
    context.warn(code, message, origin);
  };
}

const longestName = 100;

export function originOf(scope: Pick<SlideScope, 'slide'>, shape?: string): Origin {
  const name = shape?.trim().slice(0, longestName);
  return { kind: 'slide', slide: scope.slide, ...(name === undefined || name === '' ? {} : { shape: name }) };
}

export const placed = (blocks: readonly Block[], origin: Origin): Block[] => blocks.map((one) => ({ ...one, origin }));
