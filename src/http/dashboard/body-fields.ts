// The small JSON bodies of the dashboard: an object whose fields are checked one by one, with errors that name the field.
import { Failure } from '../../core/failure.ts';
import type { Fields } from '../json-fields.ts';

export const invalid = (field: string, details: string): Failure => new Failure('REQUEST_001', { field, details });

/** A string of at least one and at most `longest` characters. */
export function requiredText(fields: Fields, name: string, longest: number): string {
  const given = fields.get(name);
  if (typeof given === 'string' && given.trim() !== '' && given.length <= longest && !given.includes('\0'))
    return given;
  throw invalid(name, `${name} must be a text of 1 to ${longest} characters.`);
}

export function optionalText(fields: Fields, name: string, longest: number): string | undefined {
  const given = fields.get(name);
  return given === undefined || given === null || given === '' ? undefined : requiredText(fields, name, longest);
}

export function optionalChoice<T extends string>(fields: Fields, name: string, values: readonly T[]): T | undefined {
  const given = fields.get(name);
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(name, `${name} must be one of ${values.join(', ')}.`);
  return found;
}

export function optionalTexts(fields: Fields, name: string, most: number): string[] | undefined {
  const given = fields.get(name);
  if (given === undefined || given === null) return undefined;
  if (!Array.isArray(given) || given.length > most) throw invalid(name, `${name} must be a list of up to ${most}.`);
  return given.map((one: unknown) => {
    if (typeof one !== 'string') throw invalid(name, `${name} must hold texts.`);
    return one;
  });
}
