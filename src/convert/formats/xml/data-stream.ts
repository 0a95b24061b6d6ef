// XML data too large for a tree: one pass finds the element that holds the many records, one learns their columns, and
// rows are then read as they are written. Memory holds one record at a time.
import type { XmlScanner } from '../../containers/xml.ts';
import { readElement, type TreeSettings, type XmlElement } from '../../containers/xml-tree.ts';
import { bulletList, heading } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { attributeItems, recordColumns, recordTable, sectionBlocks } from './data.ts';
import { RecordShape } from './data-shape.ts';

/** The records may stand this deep below the root. */
const searchDepth = 4;
/** Fewer children than this are no reason to stream. */
const manyRecords = 1_000;
/** Paths that are followed while looking for the records. */
const followedPaths = 10_000;
/** Runs of equally named records; each table is one more pass, so a file of many runs is not streamed. */
const followedRuns = 20;
const lastHeading = 5;

/** Records of the same name in a row. */
interface Run {
  readonly name: string;
  readonly shape: RecordShape;
  /** Records of the file before it. */
  readonly first: number;
}

/** A scanner that stops at each element on the way to the records, and at each record. */
class RecordWalk {
  readonly scanner: XmlScanner;
  readonly #path: readonly string[];
  readonly #trail: string[] = [];

  constructor(scanner: XmlScanner, path: readonly string[]) {
    this.scanner = scanner;
    this.#path = path;
  }

  get depth(): number {
    return this.#trail.length;
  }

  /** `record` and `other` elements are open and must be read or skipped by the caller. */
  next(): 'enter' | 'leave' | 'record' | 'other' | 'end' {
    for (;;) {
      const event = this.scanner.next();
      if (event === 'end') return 'end';
      if (event === 'close') {
        this.#trail.pop();
        return 'leave';
      }
      if (event !== 'open') continue;
      if (this.#trail.length === this.#path.length) return 'record';
      if (this.#path[this.#trail.length] !== this.scanner.name.raw) return 'other';
      this.#trail.push(this.scanner.name.raw);
      return 'enter';
    }
  }
}

/** The blocks of a large file, or undefined when it does not consist of many records. */
export function streamedData(
  open: () => XmlScanner,
  settings: TreeSettings,
  context: ReadContext,
): Generator<Block> | undefined {
  const path = busiestPath(open());
  if (path === undefined) return undefined;
  const walk = () => new RecordWalk(open(), path);
  const runs = findRuns(walk(), settings, context);
  return runs === undefined ? undefined : blocksOf(runs, walk, settings, context);
}

function findRuns(walk: RecordWalk, settings: TreeSettings, context: ReadContext): Run[] | undefined {
  const columns = Math.min(recordColumns, context.limits.tableColumns);
  const runs: Run[] = [];
  let current: Run | undefined;
  let records = 0;
  for (let event = walk.next(); event !== 'end'; event = walk.next()) {
    if (event === 'leave') current = undefined;
    else if (event === 'other') walk.scanner.skip();
    else if (event === 'record') {
      const { raw } = walk.scanner.name;
      if (current?.name !== raw) {
        current = { name: raw, shape: new RecordShape(), first: records };
        runs.push(current);
        if (runs.length > followedRuns) return undefined;
      }
      current.shape.add(readElement(walk.scanner, settings), columns);
      records += 1;
    }
  }
  return runs;
}

/** The outermost path whose elements have very many children. */
function busiestPath(scanner: XmlScanner): string[] | undefined {
  const counts = new Map<string, number>();
  const trail: string[] = [];
  for (let event = scanner.next(); event !== 'end'; event = scanner.next()) {
    if (event === 'close') trail.pop();
    if (event !== 'open') continue;
    if (trail.length > 0) {
      const key = trail.join('\n');
      const count = counts.get(key) ?? 0;
      if (count > 0 || counts.size < followedPaths) counts.set(key, count + 1);
    }
    if (trail.length < searchDepth) trail.push(scanner.name.raw);
    else scanner.skip();
  }
  let best: string[] | undefined;
  for (const [key, count] of counts) {
    const names = key.split('\n');
    if (count >= manyRecords && (best === undefined || names.length < best.length)) best = names;
  }
  return best;
}

function* blocksOf(
  runs: readonly Run[],
  open: () => RecordWalk,
  settings: TreeSettings,
  context: ReadContext,
): Generator<Block> {
  const walk = open();
  const { scanner } = walk;
  let records = 0;
  let next = 0;
  for (let event = walk.next(); event !== 'end'; event = walk.next()) {
    const level = Math.min(walk.depth + 1, lastHeading);
    if (event === 'enter') {
      yield heading(walk.depth, scanner.name.raw);
      const items = attributeItems({ name: scanner.name, attributes: scanner.attributes(), children: [] });
      if (items.length > 0) yield bulletList(items);
    } else if (event === 'other') yield* sectionBlocks(readElement(scanner, settings), level, context);
    else if (event === 'record') {
      let run = runs[next - 1];
      if (run === undefined || records >= run.first + run.shape.count) {
        run = runs[next] as Run;
        next += 1;
        if (run.shape.isTable) {
          const { first, shape } = run;
          yield heading(level, run.name);
          yield recordTable(shape, () => recordsFrom(open(), first, shape.count, settings));
        }
      }
      records += 1;
      if (run.shape.isTable) scanner.skip();
      else yield* sectionBlocks(readElement(scanner, settings), level, context);
    }
  }
}

/** The records of one run, from a pass of its own: whoever writes the rows may do so whenever it likes. */
function* recordsFrom(walk: RecordWalk, first: number, count: number, settings: TreeSettings): Generator<XmlElement> {
  let index = 0;
  for (let event = walk.next(); event !== 'end' && index < first + count; event = walk.next()) {
    if (event === 'other') walk.scanner.skip();
    if (event !== 'record') continue;
    if (index < first) walk.scanner.skip();
    else yield readElement(walk.scanner, settings);
    index += 1;
  }
}
