// Cuts a line that was read into words with boxes of their own.
import type { Raster } from '../../raster.ts';
import type { PixelBox } from '../port.ts';
import { inkBox, inkProfile } from './ink-box.ts';
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

/** The part of a line's height that its print fills. */
const band = 0.6;
/** Paper between two characters, in heights of the line, that parts words though no blank was read. */
const wideGap = 0.3;
/** The same for a network that leaves blanks out, between letters and digits that are written with blanks. */
const blankGap = 0.16;
const writtenWithBlanks = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}]/u;

export function wordsOfLine(
  characters: readonly LineCharacter[],
  box: TiltedBox,
  raster: Raster,
  leavesBlanksOut = false,
): LineWord[] {
  const gaps = gapsOf(box, raster);
  const isParted = (before: LineCharacter | undefined, after: LineCharacter): boolean => {
    if (!before) return false;
    const spaced = leavesBlanksOut && writtenWithBlanks.test(before.text) && writtenWithBlanks.test(after.text);
    return gaps(middle(before), middle(after)) >= box.height * (spaced ? blankGap : wideGap);
  };
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
    } else {
      if (isParted(current.at(-1), character)) close();
      current.push(character);
    }
  }
  close();
  return groups.map((group, i) => wordOf(group, groups[i - 1]?.at(-1), groups[i + 1]?.[0], box, raster));
}

const middle = ({ from, to }: LineCharacter): number => (from + to) / 2;

/** Tells the widest stretch of paper, in pixels, between two places along a line; 0 where the line is not level. */
function gapsOf(box: TiltedBox, raster: Raster): (from: number, to: number) => number {
  if (Math.abs(box.angle) > nearlyLevel) return () => 0;
  const height = box.height * band;
  const part = uprightBounds({ ...box, height }, raster.width, raster.height);
  const profile = inkProfile(raster, part);
  if (!profile) return () => 0;
  const { left, columns } = profile;
  const start = box.x - box.width / 2 - left;
  return (from, to) => {
    let widest = 0;
    let empty = 0;
    const last = Math.min(columns.length - 1, Math.floor(start + to * box.width));
    for (let x = Math.max(0, Math.ceil(start + from * box.width)); x <= last; x++) {
      empty = columns[x] === 0 ? empty + 1 : 0;
      if (empty > widest) widest = empty;
    }
    return widest;
  };
}

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
