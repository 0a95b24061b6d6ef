// Reads the command line of a conversion into settings, and refuses what does not fit together before any work starts.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { formatByExtension, supportedExtensions } from '../convert/formats.ts';
import type { ConvertOptions, OptionName } from '../convert/options.ts';
import { numberFrom, optionsFrom } from './convert-flags.ts';
import { readFailure } from './file-failures.ts';
import { nearestWord } from './nearest-word.ts';
import { type Arguments, usageFailure } from './parse-arguments.ts';

const mostJobs = 256;
const longestTimeoutSeconds = 7 * 24 * 3600;
const longestPasswordFile = 4096;

export interface ConvertSettings {
  readonly operands: readonly string[];
  readonly options: ConvertOptions;
  readonly output: string | undefined;
  readonly images: string | undefined;
  readonly name: string | undefined;
  /** From --type: a media type as it was given, or the extension of a format. */
  readonly mediaType: string | undefined;
  readonly extension: string | undefined;
  readonly json: boolean;
  readonly blocks: boolean;
  readonly quiet: boolean;
  readonly strict: boolean;
  readonly debug: boolean;
  /** Set when documents are converted in the sandbox. */
  readonly sandbox: { readonly jobs: number; readonly timeoutMs?: number } | undefined;
}

export function convertSettings(args: Arguments): ConvertSettings {
  const on = (name: string): boolean => args.switched(name) === true;
  const images = args.text('images');
  const passwordFile = args.text('password-file');
  const more: [OptionName, unknown][] = [];
  if (images !== undefined) {
    if (images === '') throw usageFailure('--images needs a folder.');
    if (args.switched('extract-images') === false) {
      throw usageFailure('--images and --no-extract-images contradict each other.', 'Drop one of them.');
    }
    more.push(['extractImages', true]);
  }
  if (passwordFile !== undefined) {
    if (args.text('password') !== undefined) {
      throw usageFailure('--password and --password-file cannot be used together.', 'Drop one of them.');
    }
    more.push(['password', passwordFrom(passwordFile)]);
  }
  if (on('blocks') && !on('json')) throw usageFailure('--blocks needs --json.', 'Add --json, or drop --blocks.');

  const jobs = numberFrom(args, 'jobs', mostJobs);
  const timeout = numberFrom(args, 'timeout', longestTimeoutSeconds);
  const sandboxed = on('sandbox') || jobs !== undefined || timeout !== undefined;
  return {
    operands: args.operands,
    options: optionsFrom(args, more),
    output: args.text('output'),
    images,
    name: args.text('name'),
    ...typeFrom(args.text('type')),
    json: on('json'),
    blocks: on('blocks'),
    quiet: on('quiet'),
    strict: on('strict'),
    debug: on('debug'),
    sandbox: sandboxed
      ? { jobs: jobs ?? availableParallelism(), ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }) }
      : undefined,
  };
}

/** A media type passes as it is; a format is named by any of its extensions, which says more (tsv, ipynb). */
function typeFrom(type: string | undefined): Pick<ConvertSettings, 'mediaType' | 'extension'> {
  if (type === undefined || type.includes('/')) return { mediaType: type, extension: undefined };
  const extension = type.replace(/^\./, '').toLowerCase();
  if (formatByExtension(extension) !== undefined) return { mediaType: undefined, extension };
  const meant = nearestWord(type, supportedExtensions);
  throw usageFailure(
    `--type ${type} is no known format.`,
    meant === undefined ? 'Run docmill formats for the list.' : `Did you mean --type ${meant}?`,
  );
}

function passwordFrom(path: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw usageFailure(`The password file ${path}: ${readFailure(error).message}`, 'Check the path.');
  }
  const line = content.subarray(0, longestPasswordFile).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  if (line === '')
    throw usageFailure(`The first line of the password file ${path} is empty.`, 'Write the password there.');
  return line;
}
