// Decides what a document is: content first, its name and declared type as hints. Reads the head and the tail of the
// file and, of packages, a bounded list of names; nothing is ever inflated.
import { Failure } from '../core/failure.ts';
import type { Format, Warning } from './format.ts';
import { formatByExtension, formatByMediaType, formatByName, supportedExtensions } from './formats.ts';
import type { DocumentInput } from './input.ts';
import { binaryVerdict, type Verdict } from './sniff-magic.ts';
import { type RefusalName, refusalByExtension, refusals } from './sniff-refusals.ts';

export interface Sniffed {
  readonly format: Format;
  readonly warnings: readonly Warning[];
}

const headBytes = 64 * 1024;
const textKinds = new Set(['txt', 'md', 'csv', 'json', 'xml', 'html', 'eml']);
/** Texts in a language of their own: shown as they are, not guessed to be tables or Markdown. */
const plainExtensions = new Set(
  (
    'asm bat bib c cc cfg cmake conf cpp cs css dart diff env go gradle graphql groovy h hpp ini java jl js jsx kt less ' +
    'lua m make mjs nfo patch php pl po properties proto ps1 py r rb rs rst sass scala scss sh sql srt swift tex toml ' +
    'ts tsx vb vtt vue yaml yml zig'
  ).split(' '),
);

/** The beginning of the document as text, where it can be read as such, beside what tells kinds of texts apart. */
interface HeadText {
  readonly kinds: typeof import('./sniff-text.ts');
  readonly text: string | undefined;
}

/** What a sender says about a document: by its name, and by its declared type. */
interface Hint {
  readonly from: 'name' | 'type';
  readonly title: string;
  readonly format?: Format;
  readonly refused?: RefusalName;
}

export async function sniff(input: DocumentInput): Promise<Sniffed> {
  const { source } = input;
  if (source.size === 0) throw new Failure('CORRUPTED_FILE', { details: 'The file is empty.' });
  const head = source.read(0, headBytes);
  const cut = source.size > head.length;
  const extension = extensionOf(input.name);
  const hints = hintsOf(input, extension);

  // Telling texts apart takes tables of languages and character sets, which most binary documents do without.
  let loaded: Promise<HeadText> | undefined;
  const asText = (): Promise<HeadText> => {
    loaded ??= import('./sniff-text.ts').then((kinds) => ({ kinds, text: kinds.headText(head, cut) }));
    return loaded;
  };
  const mayBeMp3 = hints.some((hint) => hint.format?.name === 'mp3');
  const textual = async (): Promise<boolean> => (await asText()).text !== undefined;
  const verdict = await binaryVerdict(head, source, { textual, mayBeMp3 });
  if (verdict !== undefined) return settled(verdict, hints);
  const { kinds, text } = await asText();
  if (text === undefined) throw unknownContent(hints);

  const fits = (kind: string): boolean => kinds.mayBe(kind, text, cut);
  for (const hint of hints) {
    const kind = hint.format?.name;
    if (kind !== undefined && textKinds.has(kind) && fits(kind)) return withWarnings(hint.format, hints, fits);
  }
  const guess = kinds.guessKind(text, cut);
  const kind = plainExtensions.has(extension) && guess !== 'html' && guess !== 'xml' ? 'txt' : guess;
  return withWarnings(formatByName(kind), hints, fits);
}

function settled(verdict: Verdict, hints: readonly Hint[]): Sniffed {
  if ('refused' in verdict) throw refusalFailure(verdict.refused);
  if ('damaged' in verdict) throw new Failure('CORRUPTED_FILE', { details: verdict.damaged });
  if ('locked' in verdict) {
    throw new Failure('PASSWORD_REQUIRED', {
      details: 'It is an Office document that is encrypted with a password.',
    });
  }
  return withWarnings(formatByName(verdict.format), hints, () => false);
}

/** `fits` tells whether the content, when it is a text, can be of that kind. */
function withWarnings(format: Format | undefined, hints: readonly Hint[], fits: (kind: string) => boolean): Sniffed {
  if (format === undefined)
    throw new Failure('INTERNAL', { cause: 'sniffing names a format that is not in the table' });
  const warnings: Warning[] = [];
  for (const hint of hints) {
    if (hint.format?.name === format.name) continue;
    // Which of the text kinds a text is, is a matter of what its sender means by it, as long as it can be that.
    if (hint.format !== undefined && fits(hint.format.name)) continue;
    const says = hint.from === 'name' ? 'The file name' : 'The declared type';
    warnings.push({
      code: 'name-contradicts-content',
      message: `${says} says ${hint.title}, but the content is ${format.title}; it was converted as ${format.title}.`,
    });
  }
  return { format, warnings };
}

function hintsOf(input: DocumentInput, extension: string): Hint[] {
  const hints: Hint[] = [];
  const named = formatByExtension(extension);
  const refused = refusalByExtension(extension);
  if (named !== undefined) hints.push({ from: 'name', title: named.title, format: named });
  else if (refused !== undefined) hints.push({ from: 'name', title: refusals[refused].title, refused });
  const typed = input.mediaType === undefined ? undefined : formatByMediaType(input.mediaType);
  if (typed !== undefined) hints.push({ from: 'type', title: typed.title, format: typed });
  return hints;
}

function extensionOf(name: string | undefined): string {
  const base = name?.slice(-255).split(/[\\/]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  return dot < 0
    ? ''
    : base
        .slice(dot + 1)
        .trim()
        .toLowerCase();
}

function refusalFailure(name: RefusalName): Failure {
  const { title, suggestion } = refusals[name];
  return new Failure('UNSUPPORTED_FORMAT', {
    details: `The file is ${title}.`,
    suggestion,
    facts: { supportedFormats: supportedExtensions, detectedFormat: name },
  });
}

function unknownContent(hints: readonly Hint[]): Failure {
  const claimed = hints[0]?.title;
  return new Failure('UNSUPPORTED_FORMAT', {
    details:
      claimed === undefined
        ? 'The content is binary and of no known format.'
        : `The file is given as ${claimed}, but its content is binary and of no known format.`,
    facts: { supportedFormats: supportedExtensions },
  });
}
