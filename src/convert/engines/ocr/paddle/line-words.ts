// Cuts a line that was read into words with boxes of their own.
import type { Raster } from '../../raster.ts';
import type { PixelBox } from '../port.ts';
import { inkBox } from './ink-box.ts';
import type { LineCharacter } from './recognise.ts';
import { stretchOf, type TiltedBox, uprightBounds } from './tilted-box.ts';

export interface LineWord extends PixelBox {
  readonly text: string;
  /** Mean probability of its characters as the network says, 0..1. */
  readonly probability: number;
  /** Along the line, 0..1. */
  readonly from: number;
  readonly to: number;
}

/** Lines up to this far from level, in radians, have words whose boxes can be drawn in to their ink. */
const nearlyLevel = 0.03;
/** How far a word reaches beyond the middles of its outer letters, in advances of one letter. */
const overhang = 0.8;

export function wordsOfLine(characters: readonly LineCharacter[], box: TiltedBox, raster: Raster): LineWord[] {
  const groups: LineCharacter[][] = [];
  let current: LineCharacter[] = [];
  const close = (): void => {
    if (current.length > 0) groups.push(current);
    current = [];
  };
  for (const character of characters) {
    if (character.text.trim() === '') close();
    else if (groups.length === 0 && current.length === 0 && isBullet(character, box, raster)) {
      groups.push([{ ...character, text: '•' }]);
    } else current.push(character);
  }
  close();
  return groups.map((group, i) => wordOf(group, groups[i - 1]?.at(-1), groups[i + 1]?.[0], box, raster));
}

const middle = ({ from, to }: LineCharacter): number => (from + to) / 2;

/** Where the middle of a bullet stands in its line, from the top; a full stop stands lower. */
const bulletPlace = { from: 0.28, to: 0.6 };

/** The English network knows no bullet and takes it for a full stop; what begins a line is none. */
function isBullet(character: LineCharacter, box: TiltedBox, raster: Raster): boolean {
  if (character.text !== '.' || Math.abs(box.angle) > nearlyLevel) return false;
  const place = middle(character);
  const reach = (box.height / Math.max(1, box.width)) * 0.4;
  const part = stretchOf(box, Math.max(0, place - reach), Math.min(1, place + reach));
  const x = box.x + (place - 0.5) * box.width;
  const ink = inkBox(raster, uprightBounds(part, raster.width, raster.height), { left: x, right: x });
  const width = ink.right - ink.left;
  const height = ink.bottom - ink.top;
  const level = ((ink.top + ink.bottom) / 2 - (box.y - box.height / 2)) / box.height;
  const isRound = height > 2 && width > height / 2 && width < height * 2 && height < box.height / 2;
  return isRound && level > bulletPlace.from && level < bulletPlace.to;
}

function wordOf(
  group: readonly LineCharacter[],
  before: LineCharacter | undefined,
  after: LineCharacter | undefined,
  box: TiltedBox,
  raster: Raster,
): LineWord {
  const first = middle(group[0] as LineCharacter);
  const last = middle(group[group.length - 1] as LineCharacter);
  const square = box.height / Math.max(1, box.width);
  // A network names a letter near its middle; the letters' own distance tells how wide one is.
  const advance = group.length > 1 ? Math.min((last - first) / (group.length - 1), square) : square * 0.5;
  const from = Math.max(before ? (middle(before) + first) / 2 : 0, first - advance * overhang);
  const to = Math.max(from, Math.min(after ? (last + middle(after)) / 2 : 1, last + advance * overhang));
  const bounds = uprightBounds(stretchOf(box, from, to), raster.width, raster.height);
  const across = (place: number): number => box.x + (place - 0.5) * box.width;
  return {
    ...(Math.abs(box.angle) <= nearlyLevel
      ? inkBox(raster, bounds, { left: across(first), right: across(last) })
      : bounds),
    text: group.map(({ text }) => text).join(''),
    probability: group.reduce((sum, { probability }) => sum + probability, 0) / group.length,
    from,
    to,
  };
}
