// A document that was found to convert, or a name that led to none.
import { type Stats, statSync } from 'node:fs';
import type { Failure } from '../core/failure.ts';
import { readFailure } from './file-failures.ts';

/** A document to convert. */
export interface FoundInput {
  /** `pipe` is a named source without a size, such as a FIFO or `<(command)`: it is read like standard input. */
  readonly kind: 'file' | 'pipe' | 'stdin';
  /** As the user would write it; empty for standard input. */
  readonly path: string;
  readonly size: number;
}

/** Something named that is no document; it is reported in its place and the others go on. */
export interface MissingInput {
  readonly kind: 'missing';
  readonly path: string;
  readonly failure: Failure;
}

/** Documents one run may convert. */
export const mostInputs = 1_000_000;

export function statOf(path: string): Stats | Failure {
  try {
    return statSync(path);
  } catch (error) {
    return readFailure(error);
  }
}

/** By code unit, the same on every machine. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
