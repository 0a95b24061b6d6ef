// The query parameters that lists of the dashboard share; what is not valid is refused by name, never ignored.
import { type Id, parseId } from '../../core/ids.ts';
import type { Call } from '../route.ts';
import { cursorAfter, idOfCursor } from '../shapes/job-list.ts';
import { invalid } from './body-fields.ts';

const longestText = 200;

/** An empty parameter is one that was not given: forms send them. */
export function queryText({ request }: Call, name: string): string | undefined {
  const given = (request.query as Readonly<Record<string, unknown>>)[name];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || given.length > longestText || given.includes('\0')) {
    throw invalid(name, `${name} must be one text of at most ${longestText} characters.`);
  }
  return given;
}

export function queryChoice<T extends string>(call: Call, name: string, values: readonly T[]): T | undefined {
  const given = queryText(call, name);
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(name, `${name} must be one of ${values.join(', ')}.`);
  return found;
}

export function queryWhole(call: Call, name: string, usual: number, most: number): number {
  const given = queryText(call, name);
  if (given === undefined) return usual;
  const value = /^\d{1,12}$/.test(given) ? Number(given) : 0;
  if (value < 1 || value > most) throw invalid(name, `${name} must be a whole number from 1 to ${most}.`);
  return value;
}

/** A day alone means its first moment, or its last when it is the end of a range (UTC). */
export function queryTime(call: Call, name: string, end: boolean): number | undefined {
  const given = queryText(call, name);
  if (given === undefined) return undefined;
  const day = /^\d{4}-\d\d-\d\d$/.test(given);
  const at = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(day && end ? `${given}T23:59:59.999Z` : given) : Number.NaN;
  if (Number.isNaN(at)) throw invalid(name, `${name} must be a day or a time in ISO 8601.`);
  return at;
}

export function queryCursor(call: Call): Id | undefined {
  const given = queryText(call, 'cursor');
  if (given === undefined) return undefined;
  const id = idOfCursor(given);
  if (id === undefined) throw invalid('cursor', 'cursor must be the next_cursor of a page before.');
  return id;
}

/** An id of another account is a valid one: what it belongs to is not found. */
export function queryId(call: Call, name: string, prefix: string): Id | undefined {
  const given = queryText(call, name);
  if (given === undefined) return undefined;
  const id = parseId(given, prefix);
  if (id === undefined) throw invalid(name, `${name} must be an id as ${prefix}_ and 32 hexadecimal digits.`);
  return id;
}

/** One page of rows of which one more than is shown was asked for. */
export function pageOf<T extends { readonly id: Id }>(found: readonly T[], limit: number) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: found.length > limit && last !== undefined ? cursorAfter(last.id) : null };
}

/** The id in a text that somebody typed into a search, if it is one. */
export const typedId = (text: string): Id | undefined => parseId(text.trim(), 'conv');
