// Numbers, letters and dashes that stand at the beginning of a line by chance: they look like the mark of an item, and belong to
// the sentence of the line before.
import { type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { type Box, widthOf } from './page.ts';

/** The paragraph so far. */
interface Begun {
  readonly lines: readonly Line[];
  /** Those that lines of the column begin with, as items do. */
  readonly numbers: ReadonlySet<number>;
}

/** A dash, an initial (`E. coli`) or a number within a sentence that had no room in the full line before it. */
export function isMarkOfText({ lines: current, numbers }: Begun, last: Line, line: Line, area: Box): boolean {
  const [first, second] = line.words;
  // The first line of a paragraph may stand further in.
  const inwards = last.left - line.left;
  if (first === undefined || second === undefined || inwards < -0.3 * line.size) return false;
  if (inwards > (current.length === 1 ? 4 : 0.3) * line.size) return false;
  const room = area.right - last.right;
  if (countsWithin(current, line)) return room < widthOf(first) + 0.2 * line.size;
  const number = loneNumber(line, numbers);
  if (number !== undefined) {
    if (listMark(lineText(current[0] as Line))?.number === number - 1) return false;
    return room < widthOf(first) + 0.2 * line.size && isOpenBefore(last);
  }
  if (!/^(?:[–—-] \p{Ll}|\p{Lu}\. \p{L})/u.test(line.text) || !/[\p{Ll}\p{N},)”’"]$/u.test(last.text)) return false;
  return room < second.right - first.left && listMark(lineText(current[0] as Line)) === undefined;
}

/** A number or letter in brackets, where the one before it stands within the sentence. */
function countsWithin(current: readonly Line[], { text }: Line): boolean {
  const mark = /^\((?:(\d{1,2})|([b-z]))\) /.exec(text);
  if (mark === null) return false;
  const before = mark[1] === undefined ? String.fromCharCode(text.charCodeAt(1) - 1) : `${Number(mark[1]) - 1}`;
  return current.some((line) => line.text.indexOf(`(${before}) `) > 0);
}

/** The number that a line begins with, where none before or after it begins another line. */
function loneNumber({ text }: Line, numbers: ReadonlySet<number>): number | undefined {
  const number = /^\d{1,3}\. \S/.test(text) ? listMark(text)?.number : undefined;
  if (number === undefined || number === 1) return undefined;
  return numbers.has(number - 1) || numbers.has(number + 1) ? undefined : number;
}

/** The sentence goes on, or ends with the short form of a word that a number belongs to. */
const isOpenBefore = ({ text }: Line): boolean =>
  /[\p{L}\p{N},(=]$|\d[-–]$|(?:^|[ (])(?:Abb|Abschn|Ch|Eqs?|Figs?|Nr|No|Kap|Secs?|Sect|Tab|Vol|vol|no|pp?)\.$/u.test(
    text,
  );
