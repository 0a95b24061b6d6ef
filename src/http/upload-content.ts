// What the request forms have in common: their result, the body under its limit, and the options that come as text.
import type { Readable } from 'node:stream';
import { optionTable } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import { fileTooLarge, withinSize } from '../service/fetch-content.ts';
import { safeFilename } from '../service/fetch-filename.ts';
import { type JsonValue, readJsonText } from './json-stream.ts';
import { atPace } from './pace.ts';

/** What is needed of a request: a FastifyRequest fits when its body is left unread. */
export interface IncomingRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed query: `filename` and `options` (JSON) are read. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The body. */
  readonly raw: Readable;
}

/**
 * Where content goes while it arrives. Called at most once per upload. It pulls, so the sender is slowed to its pace.
 * When the content fails (too large, damaged, connection lost) the iteration throws, and the store removes what it
 * has written. An upload may also fail after its content is stored (a wrong field behind it): whoever made the store
 * then removes the content.
 */
export type Store<S> = (content: AsyncIterable<Uint8Array>, name: string | undefined) => Promise<S>;

export interface UploadSettings<S> {
  readonly maxFileBytes: number;
  /** Everything in the body besides the content of the file. */
  readonly maxFieldBytes: number;
  readonly store: Store<S>;
}

export interface Upload<S> {
  /** What the store made of the content; absent in the URL form. */
  readonly stored?: S;
  /** The URL form; not fetched and not checked here. */
  readonly url?: string;
  /** A harmless base name. */
  readonly filename?: string;
  /** The declared type of the document itself, never of the envelope it came in. */
  readonly mediaType?: string;
  /** Wire names and raw values, unchecked. */
  readonly options: ReadonlyMap<string, unknown>;
}

const taps = new WeakMap<Readable, (piece: Uint8Array) => void>();

/** Shows every piece of a body to someone else while it is read. */
export function tapBody(raw: Readable, tap: (piece: Uint8Array) => void): void {
  taps.set(raw, tap);
}

/** The pieces of the body. A failure here leaves the connection alone, so that it can still carry the answer. */
export async function* bodyOf(raw: Readable, maxBytes: number, maxFileBytes: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  const tap = taps.get(raw);
  try {
    for await (const chunk of atPace(raw)) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
      size += bytes.length;
      if (size > maxBytes) throw fileTooLarge(maxFileBytes);
      tap?.(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof Failure ? error : connectionLost(error);
  }
  // A message cut off between two pieces may end like a whole one.
  if ('complete' in raw && raw.complete === false) throw connectionLost(undefined);
}

function connectionLost(cause: unknown): Failure {
  return new Failure('REQUEST_001', { details: 'The connection closed before the request was complete.', cause });
}

/** Hands content to the store; the content's own failure counts before what the store makes of it. */
export async function storeContent<S>(
  content: AsyncIterable<Uint8Array>,
  name: string | undefined,
  settings: UploadSettings<S>,
): Promise<S> {
  let failure: Failure | undefined;
  async function* watched(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* withinSize(content, settings.maxFileBytes);
    } catch (error) {
      if (error instanceof Failure) failure = error;
      throw error;
    }
  }
  try {
    return await settings.store(watched(), name);
  } catch (error) {
    throw failure ?? error;
  }
}

export function invalidField(field: string, details: string): Failure {
  return new Failure('REQUEST_001', { field, details });
}

export function optionsOf(value: JsonValue<unknown> | undefined): ReadonlyMap<string, unknown> {
  if (value === undefined || value === null) return new Map();
  if (value instanceof Map) return value;
  throw invalidField('options', 'options must be a JSON object.');
}

export async function optionsFromText(text: string, maxBytes: number): Promise<ReadonlyMap<string, unknown>> {
  if (text.trim() === '') return new Map();
  let value: JsonValue;
  try {
    value = await readJsonText(text, maxBytes);
  } catch (error) {
    const details = error instanceof Failure ? error.details : undefined;
    throw new Failure('REQUEST_001', {
      field: 'options',
      details: details ?? 'options must be a JSON object.',
      cause: error,
    });
  }
  return optionsOf(value);
}

/**
 * A form field is always text. Where an option does not take this text but takes what it means (`true`, `["en"]`,
 * `en,de`), the meaning is used; else it stays as it is, for the check of options to refuse by name.
 */
export function optionFromField(name: string, text: string): unknown {
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const row = Object.entries(optionTable).find(([known]) => known === key)?.[1];
  if (row === undefined || row.check(text) !== undefined) return text;
  const readings: unknown[] = [text.split(',').map((part) => part.trim())];
  try {
    readings.unshift(JSON.parse(text));
  } catch {
    // Not JSON: the list is the only other reading.
  }
  return readings.find((reading) => row.check(reading) !== undefined) ?? text;
}

/** Puts the optional parts of an upload together: an absent part is no property at all. */
export function uploadOf<S>(parts: {
  readonly stored?: { readonly value: S } | undefined;
  readonly url?: string | undefined;
  readonly filename?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly options: ReadonlyMap<string, unknown>;
}): Upload<S> {
  const filename = parts.filename === undefined ? undefined : safeFilename(parts.filename);
  const mediaType = parts.mediaType?.trim();
  return {
    ...(parts.stored === undefined ? {} : { stored: parts.stored.value }),
    ...(parts.url === undefined ? {} : { url: parts.url }),
    ...(filename === undefined ? {} : { filename }),
    ...(mediaType !== undefined && /^[\x20-\x7e]{3,255}$/.test(mediaType) ? { mediaType } : {}),
    options: parts.options,
  };
}
