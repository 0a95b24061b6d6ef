// Builds the texts that a regular expression is slowest on: what leads to each of its loops, then food for the loop
// without end, then something it cannot end with.
import { expressionTree, type Piece } from './expression-tree.ts';

export interface Attack {
  readonly head: string;
  /** Repeated until the text is as long as is wanted. */
  readonly unit: string;
  readonly tail: string;
}

export function attackText({ head, unit, tail }: Attack, length: number): string {
  const times = Math.max(1, Math.floor((length - head.length - tail.length) / unit.length));
  return head + unit.repeat(times) + tail;
}

/** Of every kind that sets of characters tell apart. */
const stock = [
  ...'aA0 -_.,<>/"\'\\()[]{}|*#&;:=!?@%+~`^$x1zIV\t\n\r',
  ...['\u00a0', '\u00e9', '\u0301', '\u0600', '\u200b', '\u2013', '\u4e2d', '\u{1f600}', '\u0000'],
];
const tails = ['', '\u0001', '\n\u0001!'];
/** Bounded loops shorter than this cannot cost much. */
const longLoop = 8;
const mostAttacks = 240;

export function attacksOn(source: string, flags: string): readonly Attack[] {
  const charactersOf = setReader(flags);
  const units = new Set<string>();
  const begun = new Set<string>();
  const led: [head: string, unit: string][] = [];

  const sample = (pieces: readonly Piece[], pick: number): string =>
    pieces.map((piece) => (piece.min === 0 ? '' : once(piece, pick).repeat(Math.min(piece.min, 50)))).join('');
  const once = (piece: Piece, pick: number): string => {
    if (piece.kind === 'nothing' || piece.look) return '';
    if (piece.kind === 'group') return sample(piece.alternatives[pick % piece.alternatives.length] ?? [], pick);
    const characters = charactersOf(piece.set);
    return characters[pick % Math.max(1, characters.length)] ?? '';
  };

  const visit = (alternatives: readonly (readonly Piece[])[], before: string): void => {
    for (const pieces of alternatives) {
      for (const [at, piece] of pieces.entries()) {
        const head = before + sample(pieces.slice(0, at), 0);
        if (piece.kind === 'group') visit(piece.alternatives, head);
        if (piece.kind === 'character') for (const one of charactersOf(piece.set).slice(0, 4)) units.add(one);
        if (piece.max < longLoop) continue;
        const food = [0, 1, 2].map((pick) => once(piece, pick));
        if (piece.kind === 'group') food.push(...piece.alternatives.map((one) => sample(one, 0)));
        // What several loops in a row all take is what they can share in most ways.
        const next = pieces.slice(at + 1).find(({ kind, look }) => kind === 'character' && !look);
        if (piece.kind === 'character' && next !== undefined) {
          const shared = charactersOf(piece.set).filter((one) => charactersOf(next.set).includes(one));
          food.push(...shared.slice(0, 2));
        }
        for (const unit of new Set(food)) if (unit !== '') led.push([head, unit]);
        // A loop that is begun anew at every place costs the square of the text.
        for (const one of ['', food[0] ?? '', food[1] ?? '']) if (head + one !== '') begun.add(head + one);
      }
    }
  };
  const tree = expressionTree(source);
  visit(tree, '');
  for (const pieces of tree.slice(0, 12)) for (const pick of [0, 1]) units.add(sample(pieces, pick));

  const attacks: Attack[] = [];
  for (const [head, unit] of led) for (const tail of tails) attacks.push({ head, unit, tail });
  for (const unit of begun) for (const tail of tails) attacks.push({ head: '', unit, tail });
  for (const unit of units) if (unit !== '') for (const tail of tails) attacks.push({ head: '', unit, tail });
  const characters = [...units].filter((unit) => [...unit].length === 1).slice(0, 5);
  for (const one of characters)
    for (const other of characters) if (one !== other) attacks.push({ head: '', unit: one + other, tail: '\u0001' });
  const different = new Map(attacks.map((attack) => [JSON.stringify(attack), attack]));
  return [...different.values()].slice(0, mostAttacks);
}

/** Which characters of the stock, and of its own writing, a set takes. */
function setReader(flags: string): (set: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (set) => {
    const before = known.get(set);
    if (before !== undefined) return before;
    const matching = new RegExp(`^(?:${set})$`, flags.replace(/[gym]/g, ''));
    const written = set.length === 1 ? [set] : [...set.replace(/^\[\^?|\]$/g, '')];
    const taken = [...new Set([...stock, ...written])].filter((one) => matching.test(one));
    known.set(set, taken);
    return taken;
  };
}
