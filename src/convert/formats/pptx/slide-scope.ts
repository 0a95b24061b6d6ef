// What reading one slide needs at hand, and warnings that are told once for a whole presentation.
import type { OpcPart } from '../../containers/opc.ts';
import { withOrigin } from '../../document/origin.ts';
import type { Block, Origin } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import type { Inherited } from './placeholders.ts';

/** What is the same for all slides of a presentation. */
export interface Deck {
  readonly context: ReadContext;
  /** Warns of the first case of its kind only. */
  readonly once: ReadContext['warn'];
  /** Columns are read from the right. */
  readonly rightToLeft: boolean;
  /** Addresses of pictures kept already: a logo on every slide is one picture. */
  readonly keptImages: Map<OpcPart, string>;
  /** Whether a slide that opens the deck or a section was read: those after it stand below it. */
  readonly opened: { yet: boolean };
}

export interface SlideScope extends Deck {
  readonly part: OpcPart;
  readonly slide: number;
  readonly inherited: Inherited;
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

export const placed = (blocks: readonly Block[], origin: Origin): Block[] =>
  blocks.map((one) => withOrigin(one, origin));
