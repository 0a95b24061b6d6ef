// The options of a conversion under the names that callers know.
import { optionTable, type ParsedOptions, parseOptions } from '../convert/options.ts';
import { houseName, wireName } from './shapes/wire-names.ts';

/** A name that is no option stays as it was sent, so that the warning about it says what the caller wrote. */
export function parseWireOptions(given: ReadonlyMap<string, unknown>): ParsedOptions {
  const named = [...given].map(([name, value]) => {
    const own = houseName(name);
    return [Object.hasOwn(optionTable, own) ? own : name, value] as const;
  });
  return parseOptions(named, wireName);
}
