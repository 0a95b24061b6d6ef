// JSON values as they were written: numbers keep their digits, duplicate keys stay, no key can touch a prototype.
import type { Limits } from '../../../core/limits.ts';
import { limitFailure } from '../../document/budget.ts';
import type { JsonScanner, JsonToken } from './scanner.ts';

export type JsonValue = string | JsonLiteral | JsonRaw | JsonArray | JsonObject;
/** A number, true, false or null, as written. */
export interface JsonLiteral {
  readonly kind: 'literal';
  readonly raw: string;
}
/** A value nested too deep to be kept as a tree: its text. */
export interface JsonRaw {
  readonly kind: 'raw';
  readonly text: string;
}
export interface JsonArray {
  readonly kind: 'array';
  readonly items: JsonValue[];
}
/** Keys and values in parallel, in the order of the file. */
export interface JsonObject {
  readonly kind: 'object';
  readonly keys: string[];
  readonly values: JsonValue[];
}

export interface ValueSettings {
  readonly limits: Limits;
  /** Told when something was nested deeper than `limits.depth`. */
  readonly onDeep: (line: number) => void;
}

const words = new Map<string, JsonLiteral>(
  ['true', 'false', 'null'].map((raw) => [raw, { kind: 'literal', raw } as const]),
);

/** The value that begins with `first`, read without recursion. `spent.nodes` is what it holds, for the caller to bound. */
export function readValue(
  scanner: JsonScanner,
  first: JsonToken,
  settings: ValueSettings,
  spent: { nodes: number } = { nodes: 0 },
): JsonValue {
  const { limits } = settings;
  const stack: (JsonArray | JsonObject)[] = [];
  let token = first;
  for (;;) {
    spent.nodes += 1;
    if (spent.nodes > limits.liveNodes) throw limitFailure('liveNodes', limits.liveNodes);
    let value: JsonValue;
    if (token === '{' || token === '[') {
      if (stack.length >= limits.depth) {
        settings.onDeep(scanner.position().line);
        value = { kind: 'raw', text: rawText(scanner, token, limits) };
      } else {
        const container: JsonArray | JsonObject =
          token === '{' ? { kind: 'object', keys: [], values: [] } : { kind: 'array', items: [] };
        const inner = scanner.next();
        if (inner === closing(container)) value = container;
        else {
          stack.push(container);
          token = container.kind === 'object' ? readKey(scanner, inner, container) : inner;
          continue;
        }
      }
    } else if (token === 'string') value = scanner.value;
    else if (token === 'literal') value = literal(scanner);
    else
      throw scanner.failure(
        token === 'end' ? 'The JSON ends too early.' : `A "${token}" stands where a value should be.`,
      );

    for (;;) {
      const top = stack.at(-1);
      if (top === undefined) return value;
      (top.kind === 'object' ? top.values : top.items).push(value);
      token = scanner.next();
      if (token === ',') {
        token = scanner.next();
        if (token !== closing(top)) {
          if (top.kind === 'object') token = readKey(scanner, token, top);
          break;
        }
        scanner.deviation('trailing commas');
      }
      if (token !== closing(top)) {
        throw scanner.failure(
          token === 'end' ? 'The JSON ends too early.' : 'A comma or a closing bracket is missing.',
        );
      }
      value = top;
      stack.pop();
    }
  }
}

const closing = (container: JsonArray | JsonObject): JsonToken => (container.kind === 'object' ? '}' : ']');

/** Takes the key and its colon; the token that begins the value. */
function readKey(scanner: JsonScanner, token: JsonToken, object: JsonObject): JsonToken {
  if (token === 'literal') scanner.deviation('keys without quotes');
  else if (token !== 'string')
    throw scanner.failure(token === 'end' ? 'The JSON ends too early.' : 'A key is missing.');
  object.keys.push(scanner.value);
  if (scanner.next() !== ':') throw scanner.failure('A colon is missing after a key.');
  return scanner.next();
}

function literal(scanner: JsonScanner): JsonLiteral {
  const known = words.get(scanner.value);
  if (known !== undefined) return known;
  if (scanner.bareWord) throw scanner.failure(`"${scanner.value.slice(0, 40)}" is not a JSON value.`);
  return { kind: 'literal', raw: scanner.value };
}

/** The text of a value that is not kept as a tree, in compact form; any depth, no recursion. */
function rawText(scanner: JsonScanner, first: JsonToken, limits: Limits): string {
  const pieces: string[] = [first];
  const open = [first];
  let size = 1;
  while (open.length > 0) {
    const token = scanner.next();
    if (token === 'end') throw scanner.failure('The JSON ends too early.');
    const piece = token === 'string' ? JSON.stringify(scanner.value) : token === 'literal' ? scanner.value : token;
    if (token === '{' || token === '[') open.push(token);
    else if (token === '}' || token === ']') {
      if (open.at(-1) !== (token === '}' ? '{' : '[')) throw scanner.failure('Brackets do not match.');
      open.pop();
    }
    size += piece.length;
    if (size > limits.wholeFileBytes) throw limitFailure('wholeFileBytes', limits.wholeFileBytes);
    pieces.push(piece);
  }
  return pieces.join('');
}

/** A value as compact JSON, digits as written. Depth is bounded by how values are read. */
export function jsonText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  switch (value.kind) {
    case 'literal':
      return value.raw;
    case 'raw':
      return value.text;
    case 'array':
      return `[${value.items.map(jsonText).join(',')}]`;
    case 'object':
      return `{${value.keys.map((key, at) => `${JSON.stringify(key)}:${jsonText(value.values[at] as JsonValue)}`).join(',')}}`;
  }
}

/** The first value under a key. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value.kind !== 'object') return undefined;
  const at = value.keys.indexOf(key);
  return at < 0 ? undefined : value.values[at];
}

/** Strings, numbers, words, and containers with nothing in them. */
export function isPlain(value: JsonValue): boolean {
  if (typeof value === 'string' || value.kind === 'literal' || value.kind === 'raw') return true;
  return value.kind === 'array' ? value.items.length === 0 : value.keys.length === 0;
}

/** The items of an array; none for anything else. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return typeof value === 'object' && value.kind === 'array' ? value.items : [];
}

/** A string or a literal as text; nothing for null and for containers. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value?.kind === 'literal' && value.raw !== 'null' ? value.raw : '';
}

/** A long string may be given as a list of lines (nbformat, "multi-line strings"). */
export function joinedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : itemsOf(value).map(textOf).join('');
}
