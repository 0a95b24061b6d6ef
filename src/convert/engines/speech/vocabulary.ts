// The words of the model: which number stands for which bytes of text, which for a language, a moment or the end.
import { Failure } from '../../../core/failure.ts';
import type { ModelFiles } from './weights.ts';

export interface Vocabulary {
  readonly endOfText: number;
  readonly startOfTranscript: number;
  readonly transcribe: number;
  /** Its probability at the start says that nobody speaks. */
  readonly noSpeech: number;
  readonly noTimestamps: number;
  /** The moment 0.00; those after it are 20 ms apart. */
  readonly firstTimestamp: number;
  /** By the model's own codes. */
  readonly languages: ReadonlyMap<string, number>;
  /** Never written: musical notes, brackets of stage directions, control words. */
  readonly suppressed: readonly number[];
  /** Not at the start: a bare space, the end. */
  readonly suppressedFirst: readonly number[];
  /** The text of word numbers; control words and moments have none. */
  textOf(tokens: readonly number[]): string;
}

interface Tokenizer {
  readonly model?: { readonly vocab?: Readonly<Record<string, number>> };
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
}

interface Generation {
  readonly lang_to_id?: Readonly<Record<string, number>>;
  readonly suppress_tokens?: readonly number[];
  readonly begin_suppress_tokens?: readonly number[];
}

export function readVocabulary({ tokenizer, generation }: ModelFiles): Vocabulary {
  const words = parsed<Tokenizer>(tokenizer);
  const settings = parsed<Generation>(generation);
  const special = new Map((words.added_tokens ?? []).map(({ content, id }) => [content, id]));
  const number = (...names: readonly string[]): number => {
    const found = names.map((name) => special.get(name)).find((id) => id !== undefined);
    if (found === undefined) throw unfit(`its tokenizer does not know ${names[0]}`);
    return found;
  };
  const noTimestamps = number('<|notimestamps|>');
  const pieces = new Map<number, Uint8Array>();
  for (const [piece, id] of Object.entries(words.model?.vocab ?? {})) {
    if (!special.has(piece)) pieces.set(id, bytesOf(piece));
  }
  const languages = Object.entries(settings.lang_to_id ?? {}).map(([name, id]) => [name.slice(2, -2), id] as const);
  if (languages.length === 0) throw unfit('it is not a multilingual one');
  return {
    endOfText: number('<|endoftext|>'),
    startOfTranscript: number('<|startoftranscript|>'),
    transcribe: number('<|transcribe|>'),
    noSpeech: number('<|nospeech|>', '<|nocaptions|>'),
    noTimestamps,
    firstTimestamp: noTimestamps + 1,
    languages: new Map(languages),
    suppressed: settings.suppress_tokens ?? [],
    suppressedFirst: settings.begin_suppress_tokens ?? [],
    textOf: (tokens) => Buffer.concat(tokens.flatMap((token) => pieces.get(token) ?? [])).toString('utf8'),
  };
}

function parsed<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')) as T;
  } catch (cause) {
    throw unfit('one of its settings is not JSON', cause);
  }
}

/**
 * Byte-level BPE as in GPT-2: bytes that are visible characters stand for themselves, all others, in order, for the
 * characters from U+0100 on.
 */
const byteOf: ReadonlyMap<string, number> = (() => {
  const visible = (byte: number): boolean =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
  let next = 0x100;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(visible(byte) ? byte : next++), byte] as const),
  );
})();

const bytesOf = (piece: string): Uint8Array => Uint8Array.from(piece, (character) => byteOf.get(character) ?? 0x3f);

function unfit(why: string, cause?: unknown): Failure {
  return new Failure('PROCESSING_FAILED', {
    details: `The speech model cannot be used: ${why}.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
