// JSON, JSON Lines and Jupyter notebooks into blocks. One pass learns the shape; what is too large to hold is read a
// second time as rows that stream.
import { decodedInput } from '../../containers/decoded-input.ts';
import { table } from '../../document/build.ts';
import type { Block, Row } from '../../document/tree.ts';
import type { Read, ReadContext } from '../../format.ts';
import { blocksOf, cellOf, elementBlocks, recordTable } from './blocks.ts';
import { arrayElements, type Element, openScanner, sequenceElements, valueSettings } from './elements.ts';
import { isNotebook, notebookBlocks } from './notebook.ts';
import { ArrayShape } from './shape.ts';
import { type JsonValue, readValue } from './value.ts';

/** Values held of an array before it is read a second time instead. */
const heldNodes = 200_000;
/** A list of more scalars than this is a table of one column, whose rows stream. */
const listedScalars = 10_000;
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
  const { shape, held, sequence } = document;
  const again = (): Iterable<JsonValue> => held ?? valuesOf(stream(pieces(), context, sequence, true));
  const form = shape.form(context.limits.tableColumns);
  if (form === 'table') yield recordTable(shape, again);
  else if (form === 'scalars' && shape.count > listedScalars) yield valueColumn(again);
  else if (held !== undefined) yield* blocksOf({ kind: 'array', items: held }, topLevel, 'Item', context.limits);
  else {
    let index = 0;
    for (const value of again()) {
      yield* elementBlocks(value, index, topLevel, 'Item', context.limits);
      index += 1;
    }
  }
};

type Surveyed =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | {
      readonly kind: 'elements';
      readonly shape: ArrayShape;
      /** All elements, when they are few enough to hold. */
      readonly held: JsonValue[] | undefined;
      /** Values one after the other (JSON Lines) and not an array. */
      readonly sequence: boolean;
    };

/** Reads everything once: a single value is kept; of an array or a sequence of values at least the shape. */
function survey(pieces: () => Iterable<string>, context: ReadContext): Surveyed | undefined {
  const scanner = openScanner(pieces(), context);
  const first = scanner.next();
  if (first === 'end') return undefined;
  if (first === '[') {
    const array = gather(arrayElements(scanner, valueSettings(context)));
    if (scanner.next() === 'end') return { kind: 'elements', sequence: false, ...array };
  } else {
    const value = readValue(scanner, first, valueSettings(context));
    if (scanner.next() === 'end') return { kind: 'value', value };
  }
  // More follows the first value: JSON Lines.
  const all = gather(stream(pieces(), context, true, false));
  const [only] = all.held ?? [];
  return only !== undefined && all.shape.count === 1
    ? { kind: 'value', value: only }
    : { kind: 'elements', sequence: true, ...all };
}

/** The elements from the beginning of the text; a later pass says nothing a second time. */
function* stream(
  pieces: Iterable<string>,
  context: ReadContext,
  sequence: boolean,
  silent: boolean,
): Generator<Element> {
  const scanner = openScanner(pieces, context, silent);
  const settings = valueSettings(context, silent);
  if (!sequence) {
    scanner.next();
    yield* arrayElements(scanner, settings);
    return;
  }
  yield* sequenceElements(scanner, settings, (failure) => {
    if (silent) return;
    const line = Number(failure.facts?.['line'] ?? 1);
    context.warn('json-line-skipped', `A line could not be read as JSON: ${failure.details ?? ''}`, {
      kind: 'line',
      start: line,
    });
  });
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

function valueColumn(values: () => Iterable<JsonValue>): Block {
  function* rows(): Generator<Row> {
    yield ['value'];
    for (const value of values()) yield [cellOf(value)];
  }
  return table({ [Symbol.iterator]: rows }, { columns: 1 });
}
