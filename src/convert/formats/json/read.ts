// JSON, JSON Lines and Jupyter notebooks into blocks. One pass learns the shape; what is too large to hold is read a
// second time as rows that stream.
import { Failure } from '../../../core/failure.ts';
import { decodedInput } from '../../containers/decoded-input.ts';
import type { Read, ReadContext } from '../../format.ts';
import { blocksOf, elementBlocks, longestList, recordTable, valueColumn } from './blocks.ts';
import { arrayElements, type Element, lineElements, openScanner, sequenceElements, valueSettings } from './elements.ts';
import { isNotebook, notebookBlocks } from './notebook.ts';
import type { JsonScanner } from './scanner.ts';
import { ArrayShape } from './shape.ts';
import { type JsonValue, readValue } from './value.ts';

/** Values held of an array before it is read a second time instead. */
const heldNodes = 200_000;
/** The first level of headings. */
const topLevel = 1;

export const read: Read = async function* (input, context) {
  const { pieces } = decodedInput(input, context);
  const document = survey(pieces, context);
  if (document === undefined) return;
  if (document.kind === 'value') {
    const { value } = document;
    yield* isNotebook(value) ? notebookBlocks(value, context) : blocksOf(value, topLevel, 'Item', context.limits);
    return;
  }
  const { shape, held, layout } = document;
  const again = (): Iterable<JsonValue> => held ?? valuesOf(stream(pieces(), context, layout, true));
  const form = shape.form(context.limits.tableColumns);
  if (form === 'table') yield recordTable(shape, again);
  else if (form === 'scalars' && shape.count > longestList) yield valueColumn(again);
  else if (held !== undefined) yield* blocksOf({ kind: 'array', items: held }, topLevel, 'Item', context.limits);
  else {
    let index = 0;
    for (const value of again()) {
      yield* elementBlocks(value, index, topLevel, 'Item', context.limits);
      index += 1;
    }
  }
};

/** An array, one value a line (JSON Lines), or values one after the other in any layout. */
type Layout = 'array' | 'lines' | 'sequence';

type Surveyed =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | {
      readonly kind: 'elements';
      readonly shape: ArrayShape;
      /** All elements, when they are few enough to hold. */
      readonly held: JsonValue[] | undefined;
      readonly layout: Layout;
    };

/** Reads everything once: a single value is kept; of an array or a sequence of values at least the shape. */
function survey(pieces: () => Iterable<string>, context: ReadContext): Surveyed | undefined {
  const scanner = openScanner(pieces(), context);
  const first = scanner.next();
  if (first === 'end') return undefined;
  const start = scanner.position().line;
  let single: Surveyed;
  if (first === '[') {
    const array = gather(arrayElements(scanner, valueSettings(context)));
    single = { kind: 'elements', layout: 'array', ...array };
  } else single = { kind: 'value', value: readValue(scanner, first, valueSettings(context)) };
  const end = scanner.position().line;
  if (!moreFollows(scanner)) return single;
  const layout = start === end && scanner.position().line > end ? 'lines' : 'sequence';
  const all = gather(stream(pieces(), context, layout, false));
  const [only] = all.held ?? [];
  return only !== undefined && all.shape.count === 1
    ? { kind: 'value', value: only }
    : { kind: 'elements', layout, ...all };
}

/** What follows need not be JSON: then it is a broken line of JSON Lines. */
function moreFollows(scanner: JsonScanner): boolean {
  try {
    return scanner.next() !== 'end';
  } catch (error) {
    if (error instanceof Failure && error.code === 'CORRUPTED_FILE') return true;
    throw error;
  }
}

/** The elements from the beginning of the text; a later pass says nothing a second time. */
function* stream(pieces: Iterable<string>, context: ReadContext, layout: Layout, silent: boolean): Generator<Element> {
  const onBroken = (failure: Failure, line: number) => {
    if (silent) return;
    const message = `A line could not be read as JSON and was left out: ${failure.details ?? ''}`;
    context.warn('json-line-skipped', message, { kind: 'line', start: line });
  };
  if (layout === 'lines') {
    yield* lineElements(pieces, context, silent, onBroken);
    return;
  }
  const scanner = openScanner(pieces, context, silent);
  const settings = valueSettings(context, silent);
  if (layout === 'array') {
    scanner.next();
    yield* arrayElements(scanner, settings);
  } else
    yield* sequenceElements(scanner, settings, (failure) => onBroken(failure, Number(failure.facts?.['line'] ?? 1)));
}

function gather(all: Iterable<Element>): { shape: ArrayShape; held: JsonValue[] | undefined } {
  const shape = new ArrayShape();
  let held: JsonValue[] | undefined = [];
  let nodes = 0;
  for (const element of all) {
    shape.add(element.value);
    nodes += element.nodes;
    if (nodes > heldNodes) held = undefined;
    held?.push(element.value);
  }
  return { shape, held };
}

function* valuesOf(all: Iterable<Element>): Generator<JsonValue> {
  for (const element of all) yield element.value;
}
