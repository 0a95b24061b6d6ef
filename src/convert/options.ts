// The options of a conversion: one table that names, checks and documents each of them. Callers spell the names in
// their own way (snake_case on the wire, kebab-case on the command line); the checks exist only here.
import { Failure } from '../core/failure.ts';

export interface ConvertOptions {
  readonly ocrType: 'basic' | 'advanced';
  /** `always` reads every page as a picture, whatever text it carries. */
  readonly ocrMode: 'auto' | 'always' | 'never';
  readonly preserveFormatting: boolean;
  readonly outputFormat: 'markdown';
  readonly extractImages: boolean;
  readonly includeLinks: boolean;
  readonly cleanHtml: boolean;
  readonly pageMarkers: boolean;
  readonly userAgent?: string;
  /** ISO 639-1 codes. */
  readonly ocrLanguages?: readonly string[];
  readonly pages?: readonly PageRange[];
  readonly password?: string;
}

/** Inclusive, from 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

interface OptionRow {
  readonly default?: unknown;
  readonly about: string;
  /** The checked value, or undefined when it is not allowed. */
  readonly check: (value: unknown) => unknown;
  readonly expected: string;
  /** Never stored, logged or echoed. */
  readonly secret?: true;
}

const flag = (fallback: boolean, about: string): OptionRow => ({
  default: fallback,
  about,
  check: (value) => (typeof value === 'boolean' ? value : undefined),
  expected: 'true or false',
});
const oneOf = (values: readonly string[], fallback: string, about: string): OptionRow => ({
  default: fallback,
  about,
  check: (value) => (typeof value === 'string' && values.includes(value) ? value : undefined),
  expected: values.map((value) => `'${value}'`).join(' or '),
});
const string = (pattern: RegExp, expected: string, about: string, secret?: true): OptionRow => ({
  about,
  check: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  expected,
  ...(secret ? { secret } : {}),
});

/** THE TABLE: one row per option. */
export const optionTable = {
  ocrType: oneOf(['basic', 'advanced'], 'basic', 'Engine for text in images: fast, or most accurate.'),
  ocrMode: oneOf(
    ['auto', 'always', 'never'],
    'auto',
    'Read pictures where there is no text, read every page as a picture, or read none.',
  ),
  preserveFormatting: flag(true, 'Keep emphasis, link targets and images; structure stays in any case.'),
  outputFormat: oneOf(['markdown'], 'markdown', 'Only Markdown.'),
  extractImages: flag(false, 'Store embedded images beside the result and link them.'),
  includeLinks: flag(true, 'Keep link targets; false leaves the text of links.'),
  cleanHtml: flag(true, 'Keep the main content of web pages and drop navigation, banners and scripts.'),
  pageMarkers: flag(false, 'Mark where pages, slides or sheets begin with an HTML comment.'),
  userAgent: string(/^[\x20-\x7e]{1,256}$/, '1 to 256 visible ASCII characters', 'Sent when a URL is fetched.'),
  ocrLanguages: {
    about: 'Languages of the text in images, as ISO 639-1 codes.',
    check: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= 20 &&
      value.every((one) => typeof one === 'string' && /^[a-z]{2,3}$/.test(one))
        ? [...new Set(value)]
        : undefined,
    expected: 'a list of 1 to 20 language codes such as "en"',
  },
  pages: {
    about: 'Pages, slides or sheets to convert, such as "1-3,7".',
    check: (value) => (typeof value === 'string' ? parsePages(value) : undefined),
    expected: 'page numbers and ranges from 1, such as "1-3,7"',
  },
  password: string(/^[\s\S]{1,256}$/u, '1 to 256 characters', 'Password of an encrypted PDF or Office file.', true),
} as const satisfies Record<keyof ConvertOptions, OptionRow>;

export type OptionName = keyof ConvertOptions;

export interface ParsedOptions {
  readonly options: ConvertOptions;
  /** Names that are not options, as they were given; callers turn them into warnings. */
  readonly unknown: readonly string[];
}

/**
 * Checks options given under camelCase names. `spell` turns such a name into the caller's own spelling for messages.
 * A wrong value is REQUEST_002 naming the field, an impossible combination REQUEST_003.
 */
export function parseOptions(
  given: Iterable<readonly [string, unknown]>,
  spell: (name: string) => string = (name) => name,
): ParsedOptions {
  const values = new Map<string, unknown>();
  const unknown: string[] = [];
  for (const [name, value] of given) {
    const known: OptionRow | undefined = Object.hasOwn(optionTable, name) ? optionTable[name as OptionName] : undefined;
    if (known === undefined) {
      if (unknown.length < 20) unknown.push(name.slice(0, 64));
      continue;
    }
    if (value === undefined || value === null) continue;
    const checked = known.check(value);
    if (checked === undefined) {
      throw new Failure('REQUEST_002', {
        field: spell(name),
        details: `${spell(name)} must be ${known.expected}.`,
      });
    }
    values.set(name, checked);
  }
  if (values.get('extractImages') === true && values.get('preserveFormatting') === false) {
    throw new Failure('REQUEST_003', {
      field: spell('extractImages'),
      details: `${spell('extractImages')} needs ${spell('preserveFormatting')}, which drops images when it is false.`,
    });
  }
  const options: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries<OptionRow>(optionTable)) {
    const value = values.get(name) ?? entry.default;
    if (value !== undefined) options[name] = value;
  }
  return { options: options as unknown as ConvertOptions, unknown };
}

export const defaultOptions: ConvertOptions = parseOptions([]).options;

/** The options without secrets: what may be stored and shown. */
export function publicOptions(options: ConvertOptions): Partial<ConvertOptions> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !(optionTable[name as OptionName] as OptionRow).secret),
  );
}

function parsePages(text: string): readonly PageRange[] | undefined {
  if (text.length > 1000) return undefined;
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,7})\s*(?:-\s*(\d{1,7})\s*)?$/.exec(part);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (first < 1 || last < first) return undefined;
    ranges.push({ first, last });
  }
  return ranges;
}

/** True when pictures inside documents are read where nothing is written about them. */
export function wantsPictureText({ ocrMode, ocrType }: Pick<ConvertOptions, 'ocrMode' | 'ocrType'>): boolean {
  return ocrMode === 'always' || (ocrMode === 'auto' && ocrType === 'advanced');
}

/** True when a page is wanted; without the option every page is. */
export function wantsPage(options: ConvertOptions, page: number): boolean {
  return options.pages === undefined || options.pages.some((range) => range.first <= page && page <= range.last);
}
