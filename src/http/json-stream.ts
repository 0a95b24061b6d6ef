// Reads a JSON body piece by piece, because a body with a document inside is too large to hold: JSON.parse needs six
// times its size. Long strings at chosen paths flow to a consumer; everything else becomes a small tree.
import { Failure } from '../core/failure.ts';
import { ByteCursor } from './json-cursor.ts';
import { JsonStringReader } from './json-string.ts';

/** Stands in the tree where a string was streamed: holds what its consumer made of it. */
export class StreamedString<T> {
  readonly result: T;

  constructor(result: T) {
    this.result = result;
  }
}

/** Objects are Maps, so that a key such as `__proto__` is only a key. */
export type JsonValue<T = never> =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue<T>[]
  | ReadonlyMap<string, JsonValue<T>>
  | StreamedString<T>;

/** Keys and indexes from the root: `['files', 2, 'file']`. */
export type JsonPath = readonly (string | number)[];

/** Receives the unescaped UTF-8 bytes of one string, as they arrive; nothing more is read until it asks. */
type StringConsumer<T> = (content: AsyncIterable<Uint8Array>) => Promise<T>;

export interface JsonStreamSettings<T> {
  /** Asked where a string value begins: a consumer to stream it to, or undefined to keep it in the tree. */
  readonly take?: (path: JsonPath) => StringConsumer<T> | undefined;
  /** Bytes of the text outside streamed strings, white space included. */
  readonly maxHeldBytes: number;
  readonly maxDepth?: number;
  /** Values of the tree: `[[],[],[]]` costs fifty times its text in memory. */
  readonly maxValues?: number;
}

const jsonDefaults = { maxDepth: 64, maxValues: 100_000 } as const;

type Frame<T> =
  | { readonly items: JsonValue<T>[]; readonly map?: undefined }
  | { readonly map: Map<string, JsonValue<T>>; key: string; readonly items?: undefined };

type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';

const expectations: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value-or-close': 'a value or ]',
  key: 'a property name in double quotes',
  'key-or-close': 'a property name in double quotes, or }',
  colon: 'a colon',
  'comma-or-close': 'a comma or the closing bracket',
  end: 'the end of the text',
};

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Accepts what JSON.parse accepts (RFC 8259), within the limits; a later duplicate of a key wins. */
export async function readJson<T = never>(
  source: AsyncIterable<Uint8Array>,
  settings: JsonStreamSettings<T>,
): Promise<JsonValue<T>> {
  const cursor = new ByteCursor(source, settings.maxHeldBytes);
  try {
    return await readText(cursor, settings);
  } finally {
    await cursor.close();
  }
}

/** The same for a text that is already in memory (a form field, a query parameter). */
export function readJsonText(text: string, maxHeldBytes: number): Promise<JsonValue> {
  const bytes = Buffer.from(text);
  return readJson(
    (async function* () {
      yield bytes;
    })(),
    { maxHeldBytes },
  );
}

/** The tree under construction: containers still open, and what may come next. */
class Tree<T> {
  root: JsonValue<T> = null;
  expected: Expected = 'value';
  readonly stack: Frame<T>[] = [];
  readonly #maxDepth: number;
  readonly #maxValues: number;
  #values = 0;

  constructor(settings: JsonStreamSettings<T>) {
    this.#maxDepth = settings.maxDepth ?? jsonDefaults.maxDepth;
    this.#maxValues = settings.maxValues ?? jsonDefaults.maxValues;
  }

  /** Hangs a finished value, or a container just opened, into its parent. */
  place(value: JsonValue<T>): void {
    this.#values += 1;
    if (this.#values > this.#maxValues) throw overLimit(`has more than ${this.#maxValues} values`);
    const parent = this.stack.at(-1);
    if (parent === undefined) this.root = value;
    else if (parent.items !== undefined) parent.items.push(value);
    else parent.map.set(parent.key, value);
    this.#placed();
  }

  open(frame: Frame<T>): void {
    if (this.stack.length >= this.#maxDepth) throw overLimit(`is nested more than ${this.#maxDepth} levels deep`);
    this.place(frame.items ?? frame.map);
    this.stack.push(frame);
    this.expected = frame.items === undefined ? 'key-or-close' : 'value-or-close';
  }

  close(): void {
    this.stack.pop();
    this.#placed();
  }

  #placed(): void {
    this.expected = this.stack.length === 0 ? 'end' : 'comma-or-close';
  }

  path(): JsonPath {
    // A container stands in its parent from the moment it opens; only the innermost waits for its next item.
    const last = this.stack.length - 1;
    return this.stack.map((frame, depth) => {
      if (frame.items === undefined) return frame.key;
      return depth === last ? frame.items.length : frame.items.length - 1;
    });
  }
}

async function readText<T>(cursor: ByteCursor, settings: JsonStreamSettings<T>): Promise<JsonValue<T>> {
  const tree = new Tree<T>(settings);
  await cursor.skipByteOrderMark();
  for (;;) {
    const byte = cursor.chunk[cursor.at++] ?? (await cursor.next());
    const { expected } = tree;
    if (byte === undefined) {
      if (expected === 'end') return tree.root;
      throw cursor.malformed(`the text ends where ${expectations[expected]} should be`, 0);
    }
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;

    const top = tree.stack.at(-1);
    if (expected === 'value' || (expected === 'value-or-close' && byte !== closeArray)) {
      if (byte === openObject) tree.open({ map: new Map(), key: '' });
      else if (byte === openArray) tree.open({ items: [] });
      else if (byte === quote) tree.place(await stringValue(cursor, settings.take?.(tree.path())));
      else tree.place(await literal(cursor));
      cursor.checkHeld();
    } else if (byte === quote && (expected === 'key' || expected === 'key-or-close') && top?.map !== undefined) {
      top.key = await cursor.heldString();
      tree.expected = 'colon';
    } else if (byte === colon && expected === 'colon') tree.expected = 'value';
    else if (byte === comma && expected === 'comma-or-close') tree.expected = top?.map === undefined ? 'value' : 'key';
    else if (byte === closeArray && top?.items !== undefined && isClosing(expected)) tree.close();
    else if (byte === closeObject && top?.map !== undefined && isClosing(expected)) tree.close();
    else throw cursor.malformed(`expected ${expectations[expected]}`);
  }
}

function isClosing(expected: Expected): boolean {
  return expected === 'comma-or-close' || expected === 'value-or-close' || expected === 'key-or-close';
}

async function stringValue<T>(
  cursor: ByteCursor,
  consumer: StringConsumer<T> | undefined,
): Promise<string | StreamedString<T>> {
  if (consumer === undefined) return cursor.heldString();
  const reader = new JsonStringReader(cursor);
  const result = await consumer(reader.content());
  // A consumer may have seen enough; the text behind the string must still be found.
  while ((await reader.read()) !== undefined);
  return new StreamedString(result);
}

async function literal(cursor: ByteCursor): Promise<null | boolean | number> {
  const start = cursor.position() - 1;
  const word = await cursor.heldWord();
  if (word === 'null') return null;
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (numberPattern.test(word)) return Number(word);
  throw cursor.malformed('expected a value', cursor.position() - start);
}

function overLimit(what: string): Failure {
  return new Failure('REQUEST_001', { details: `The JSON ${what}.` });
}
