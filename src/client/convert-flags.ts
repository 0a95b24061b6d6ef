// The flags of a conversion: those of the command itself, and one per row of the library's table of options, so that
// a new option is a flag without a line here.
import { type ConvertOptions, type OptionName, optionTable, parseOptions } from '../convert/options.ts';
import { type Arguments, type Flag, usageFailure } from './parse-arguments.ts';

export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly Flag[];
}

const outputFlags: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    value: 'OUT',
    about:
      'Where the Markdown goes: a file, a folder (it ends in / or exists, or there are several inputs), or - for standard output, the default.',
  },
  {
    name: 'images',
    value: 'DIR',
    about: 'Folder for extracted images; turns on --extract-images. Default: a folder beside each output.',
  },
  {
    name: 'json',
    about: 'Write one JSON object per input and line: the Markdown, its metadata, warnings and images.',
  },
  { name: 'blocks', about: 'With --json: add which bytes of the Markdown came from where in the document.' },
];

const inputFlags: readonly Flag[] = [
  { name: 'name', value: 'NAME', about: 'File name of standard input, a hint to its format.' },
  { name: 'type', value: 'TYPE', about: 'Format or media type of the input, a hint: csv, text/html; charset=big5.' },
  { name: 'password-file', value: 'FILE', about: 'Read the password from the first line of a file.' },
];

const runFlags: readonly Flag[] = [
  { name: 'sandbox', about: 'Convert in separate processes without network, with limits on time and memory.' },
  { name: 'jobs', short: 'j', value: 'N', about: 'Convert N documents at the same time; turns on --sandbox.' },
  { name: 'timeout', value: 'SECONDS', about: 'Give up on a document after this time; turns on --sandbox.' },
  { name: 'quiet', short: 'q', about: 'No warnings and no progress bar; errors are still shown.' },
  { name: 'strict', about: 'End with exit code 3 when there were warnings.' },
  { name: 'debug', about: 'Show where in the program an error arose.' },
  { name: 'help', short: 'h', about: 'Show this help.' },
  { name: 'version', short: 'v', about: 'Show the version.' },
];

const aliases = new Map<OptionName, string>([['ocrType', 'ocr']]);

/** What the table says of an option for all callers, plus what is true only here. */
const remarks = new Map<OptionName, string>([
  ['userAgent', 'This command fetches nothing, so it changes nothing here.'],
  ['password', 'Other users of the machine can see it; prefer --password-file.'],
]);

const optionFlags: readonly Flag[] = Object.entries(optionTable).map(([key, row]) => {
  const option = key as OptionName;
  const fallback: unknown = 'default' in row ? row.default : undefined;
  const isSwitch = typeof fallback === 'boolean';
  const alias = aliases.get(option);
  const facts = isSwitch
    ? [`default: ${fallback ? 'on' : 'off'}`]
    : [row.expected, ...(fallback === undefined ? [] : [`default: ${String(fallback)}`])];
  const remark = remarks.get(option);
  return {
    name: kebab(option),
    about: `${row.about} (${facts.join('; ')})${remark === undefined ? '' : ` ${remark}`}`,
    ...(isSwitch ? { negatable: true } : { value: option === 'pages' ? 'RANGES' : 'VALUE' }),
    ...(alias === undefined ? {} : { alias }),
  };
});

export const flagGroups: readonly FlagGroup[] = [
  { title: 'Output', flags: outputFlags },
  { title: 'Input', flags: inputFlags },
  { title: 'Conversion', flags: optionFlags },
  { title: 'Running', flags: runFlags },
];

export const convertFlags: readonly Flag[] = flagGroups.flatMap((group) => group.flags);

/** The options of the library as the command line gives them; every check is the library's own. */
export function optionsFrom(args: Arguments, more: Iterable<readonly [OptionName, unknown]>): ConvertOptions {
  const given = new Map<OptionName, unknown>();
  for (const option of Object.keys(optionTable) as OptionName[]) {
    const name = kebab(option);
    const text = args.text(name);
    const value = text === undefined ? args.switched(name) : fromText(option, text);
    if (value !== undefined) given.set(option, value);
  }
  for (const [option, value] of more) given.set(option, value);
  return parseOptions(given, (name) => `--${kebab(name)}`).options;
}

/** A command line has only text; where the table wants a list, it is written with commas. */
function fromText(option: OptionName, text: string): unknown {
  const row = optionTable[option];
  if (row.check(text) !== undefined) return text;
  const list = text.split(',').map((one) => one.trim());
  return row.check(list) === undefined ? text : list;
}

/** A whole number within bounds, or a usage failure that names the flag. */
export function numberFrom(args: Arguments, name: string, most: number): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw usageFailure(`--${name} must be a number from 1 to ${most}.`);
  return value;
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
