// The elements of a JSON array or of JSON Lines, one at a time: what makes files of any size flat in memory.
import { Failure } from '../../../core/failure.ts';
import { limitFailure } from '../../document/budget.ts';
import type { ReadContext } from '../../format.ts';
import { JsonScanner } from './scanner.ts';
import { type JsonValue, readValue, type ValueSettings } from './value.ts';

export interface Element {
  readonly value: JsonValue;
  /** Values inside it, itself included. */
  readonly nodes: number;
}

export function openScanner(pieces: Iterable<string>, context: ReadContext, silent = false): JsonScanner {
  return new JsonScanner(pieces, {
    longestToken: context.limits.wholeFileBytes,
    onDeviation: (what, line) => {
      if (silent) return;
      context.warn('json-not-strict', `The file uses ${what}, which JSON does not allow.`, {
        kind: 'line',
        start: line,
      });
    },
  });
}

export function valueSettings(context: ReadContext, silent = false): ValueSettings {
  let told = silent;
  return {
    limits: context.limits,
    onDeep: (line) => {
      if (told) return;
      told = true;
      const message = `Values nested more than ${context.limits.depth} deep are kept as JSON text.`;
      context.warn('nesting-limit', message, { kind: 'line', start: line });
    },
  };
}

/** The elements of an array whose opening bracket was just read, up to its closing bracket. */
export function* arrayElements(scanner: JsonScanner, settings: ValueSettings): Generator<Element> {
  let token = scanner.next();
  while (token !== ']') {
    const spent = { nodes: 0 };
    const value = readValue(scanner, token, settings, spent);
    yield { value, nodes: spent.nodes };
    token = scanner.next();
    if (token === ',') {
      token = scanner.next();
      if (token === ']') scanner.deviation('trailing commas');
    } else if (token !== ']') {
      throw scanner.failure(token === 'end' ? 'The JSON ends too early.' : 'A comma or a closing bracket is missing.');
    }
  }
}

/** JSON Lines: one value on each line. A broken line costs itself and nothing else. */
export function* lineElements(
  pieces: Iterable<string>,
  context: ReadContext,
  silent: boolean,
  onBroken: (failure: Failure, line: number) => void,
): Generator<Element> {
  const settings = valueSettings(context, silent);
  const scanner = openScanner([], context, silent);
  let number = 0;
  for (const line of linesOf(pieces, context.limits.wholeFileBytes)) {
    number += 1;
    scanner.restart(line, number - 1);
    try {
      const token = scanner.next();
      if (token === 'end') continue;
      const spent = { nodes: 0 };
      const value = readValue(scanner, token, settings, spent);
      if (scanner.next() !== 'end') throw scanner.failure('There is more than one value on the line.');
      yield { value, nodes: spent.nodes };
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      onBroken(error, number);
    }
  }
}

function* linesOf(pieces: Iterable<string>, longest: number): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield rest + piece.slice(from, end);
      rest = '';
      from = end + 1;
    }
    rest += piece.slice(from);
    if (rest.length > longest) throw limitFailure('wholeFileBytes', longest);
  }
  if (rest !== '') yield rest;
}

/** Values one after the other, of any layout. A broken one costs what follows up to the next line. */
export function* sequenceElements(
  scanner: JsonScanner,
  settings: ValueSettings,
  onBroken: (failure: Failure) => void,
): Generator<Element> {
  for (let count = 0; ; count += 1) {
    try {
      let token = scanner.next();
      if (token === ',') token = scanner.next();
      if (token === 'end') return;
      const spent = { nodes: 0 };
      const value = readValue(scanner, token, settings, spent);
      yield { value, nodes: spent.nodes };
    } catch (error) {
      if (count === 0 || !(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      onBroken(error);
      scanner.skipLine();
    }
  }
}
