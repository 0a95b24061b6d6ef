// Reads a command line strictly against a table of flags: what is not in the table is refused, with the nearest flag.
import { Failure } from '../core/failure.ts';
import { nearestWord } from './nearest-word.ts';

export interface Flag {
  /** Long name without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** Another long name for the same flag. */
  readonly alias?: string;
  /** What the value is called in the help; a flag without one is a switch. */
  readonly value?: string;
  /** A switch that may be turned off with `--no-NAME`. */
  readonly negatable?: boolean;
  readonly about: string;
}

export interface Arguments {
  readonly operands: readonly string[];
  /** The value of a flag, if it was given. */
  text(name: string): string | undefined;
  /** True or false as a switch was given, undefined when it was not. */
  switched(name: string): boolean | undefined;
}

/** A command line that cannot be understood: the one kind of failure that ends with exit code 2. */
export function usageFailure(message: string, suggestion = 'See docmill --help.'): Failure {
  return new Failure('REQUEST_001', { message, suggestion });
}

export function parseArguments(args: readonly string[], flags: readonly Flag[]): Arguments {
  const long = new Map<string, Flag>();
  const short = new Map<string, Flag>();
  for (const flag of flags) {
    long.set(flag.name, flag);
    if (flag.alias !== undefined) long.set(flag.alias, flag);
    if (flag.short !== undefined) short.set(flag.short, flag);
  }
  const operands: string[] = [];
  const values = new Map<string, string | boolean>();

  const setValue = (flag: Flag, spelled: string, value: string): void => {
    if (values.has(flag.name)) throw usageFailure(`${spelled} is given twice.`, 'Give it once.');
    values.set(flag.name, value);
  };
  /** The next argument as a value; one that looks like a flag is more likely a forgotten value. */
  const nextValue = (flag: Flag, spelled: string, next: string | undefined): string => {
    if (next === undefined || (next.startsWith('-') && next !== '-')) {
      throw usageFailure(
        `${spelled} needs a value: ${spelled} ${flag.value}.`,
        next === undefined ? undefined : `If the value begins with a dash, write --${flag.name}=VALUE.`,
      );
    }
    return next;
  };

  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      operands.push(arg);
    } else if (arg.startsWith('--')) {
      const equals = arg.indexOf('=');
      const name = arg.slice(2, equals < 0 ? undefined : equals);
      const given = equals < 0 ? undefined : arg.slice(equals + 1);
      const denied = name.startsWith('no-') ? long.get(name.slice(3)) : undefined;
      const flag = long.get(name) ?? (denied?.negatable ? denied : undefined);
      if (flag === undefined) throw unknownFlag(`--${name}`, name, long);
      if (flag.value === undefined) {
        if (given !== undefined) {
          const off = flag.negatable ? ` or --no-${flag.name}` : '';
          throw usageFailure(`--${name} takes no value.`, `Write --${flag.name}${off}.`);
        }
        values.set(flag.name, long.has(name));
      } else {
        setValue(flag, `--${name}`, given ?? nextValue(flag, `--${name}`, args[++at]));
      }
    } else {
      // Short flags may be joined (-qj4); the first that takes a value takes the rest.
      for (let letter = 1; letter < arg.length; letter += 1) {
        const name = arg.charAt(letter);
        const flag = short.get(name);
        if (flag === undefined) throw unknownFlag(`-${name}`, arg.slice(1), long);
        if (flag.value === undefined) {
          values.set(flag.name, true);
          continue;
        }
        const rest = arg.slice(letter + 1);
        setValue(flag, `-${name}`, rest.length > 0 ? rest : nextValue(flag, `-${name}`, args[++at]));
        break;
      }
    }
  }

  return {
    operands,
    text: (name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    switched: (name) => {
      const value = values.get(name);
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}

function unknownFlag(spelled: string, name: string, long: ReadonlyMap<string, Flag>): Failure {
  const spellings = [...long].flatMap(([known, flag]) => (flag.negatable ? [known, `no-${known}`] : [known]));
  const meant = nearestWord(name, spellings);
  return usageFailure(
    `There is no flag ${spelled}.`,
    meant === undefined ? 'See docmill --help for all flags.' : `Did you mean --${meant}?`,
  );
}
