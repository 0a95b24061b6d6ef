// Reads what a child said. A child that a document has taken over may say anything: each message is rebuilt field by
// field from checked values, and what does not fit is no message at all.
import type { DocumentMetadata, Origin, Warning } from '../convert/index.ts';
import { type FailureCode, type FailureRecord, failures } from '../core/failure.ts';
import {
  type ChildMessage,
  isFactName,
  isImageName,
  messageLimits,
  type PictureTask,
  type ReportedImage,
} from './protocol.ts';

type Fields = ReadonlyMap<string, unknown>;

/** Codes that can be true of a conversion; a child has no word on keys, plans or jobs. */
const conversionCodes: ReadonlySet<string> = new Set<FailureCode>([
  'CORRUPTED_FILE',
  'UNSUPPORTED_FORMAT',
  'PASSWORD_REQUIRED',
  'EMPTY_DOCUMENT',
  'ARCHIVE_LIMIT',
  'DOCUMENT_LIMIT',
  'UNSUPPORTED_LANGUAGE',
  'OCR_FAILED',
  'PROCESSING_TIMEOUT',
  'PROCESSING_FAILED',
  'REQUEST_002',
  'REQUEST_003',
  'STORAGE_FULL',
]);

/** Thrown and caught in this file alone: one exit for every field that is not what it must be. */
const misfit = Symbol('misfit');

/** The message in one line from a child, or undefined when it is none. */
export function parseChildMessage(line: string): ChildMessage | undefined {
  try {
    return message(fieldsOf(JSON.parse(line)));
  } catch {
    return undefined;
  }
}

function message(fields: Fields): ChildMessage {
  const type = fields.get('type');
  if (type === 'ready') return { type };
  if (type === 'warm') return { type, failed: list(fields.get('failed'), 100, (one) => text(one)) };
  const id = count(fields.get('id'));
  switch (type) {
    case 'started':
      return { type, id };
    case 'progress':
      return {
        type,
        id,
        rss: count(fields.get('rss')),
        done: amount(fields.get('done')),
        total: amount(fields.get('total')),
      };
    case 'done':
      return {
        type,
        id,
        rss: count(fields.get('rss')),
        metadata: metadata(fieldsOf(fields.get('metadata'))),
        warnings: list(fields.get('warnings'), messageLimits.warnings, (one) => warning(fieldsOf(one))),
        images: list(fields.get('images'), messageLimits.images, (one) => image(fieldsOf(one))),
      };
    case 'ask':
      return { type, id, ask: count(fields.get('ask')), picture: picture(fieldsOf(fields.get('picture'))) };
    case 'recognised':
      return { type, id, rss: count(fields.get('rss')) };
    case 'failed': {
      const log = optional(fields.get('log'), (value) => text(value, messageLimits.log));
      return {
        type,
        id,
        record: failureRecord(fieldsOf(fields.get('record'))),
        ...(log === undefined ? {} : { log }),
      };
    }
    case 'broke':
      return { type, id, log: text(fields.get('log'), messageLimits.log) };
    default:
      throw misfit;
  }
}

function metadata(fields: Fields): DocumentMetadata {
  const ocrUsed = fields.get('ocrUsed');
  if (typeof ocrUsed !== 'boolean') throw misfit;
  return {
    format: text(fields.get('format'), messageLimits.shortText),
    pages: count(fields.get('pages')),
    markdownBytes: count(fields.get('markdownBytes')),
    words: count(fields.get('words')),
    language: text(fields.get('language'), messageLimits.shortText),
    qualityScore: share(fields.get('qualityScore')),
    ocrUsed,
    ...present('ocrConfidence', optional(fields.get('ocrConfidence'), share)),
    ...present(
      'ocrPages',
      optional(fields.get('ocrPages'), (value) => list(value, messageLimits.ocrPages, count)),
    ),
    ...present('title', optional(fields.get('title'), text)),
    ...present('author', optional(fields.get('author'), text)),
    ...present('charset', optional(fields.get('charset'), text)),
  };
}

function warning(fields: Fields): Warning {
  const code = text(fields.get('code'), messageLimits.shortText);
  const said = text(fields.get('message'));
  const from = optional(fields.get('origin'), (value) => origin(fieldsOf(value)));
  return { code, message: said, ...(from === undefined ? {} : { origin: from }) };
}

function origin(fields: Fields): Origin {
  switch (fields.get('kind')) {
    case 'page': {
      const box = optional(fields.get('box'), (value) => list(value, 4, number));
      if (box === undefined) return { kind: 'page', page: count(fields.get('page')) };
      const [left, top, right, bottom] = box;
      if (left === undefined || top === undefined || right === undefined || bottom === undefined) throw misfit;
      return { kind: 'page', page: count(fields.get('page')), box: [left, top, right, bottom] };
    }
    case 'slide':
      return {
        kind: 'slide',
        slide: count(fields.get('slide')),
        ...present('shape', optional(fields.get('shape'), text)),
      };
    case 'sheet':
      return {
        kind: 'sheet',
        sheet: text(fields.get('sheet')),
        ...present('range', optional(fields.get('range'), text)),
      };
    case 'paragraph':
      return {
        kind: 'paragraph',
        index: count(fields.get('index')),
        ...present('part', optional(fields.get('part'), text)),
      };
    case 'line':
      return { kind: 'line', start: count(fields.get('start')), ...present('end', optional(fields.get('end'), count)) };
    case 'path':
      return { kind: 'path', path: text(fields.get('path')) };
    case 'time':
      return { kind: 'time', start: number(fields.get('start')), end: number(fields.get('end')) };
    default:
      throw misfit;
  }
}

function picture(fields: Fields): PictureTask {
  const side = (name: string): number => {
    const pixels = count(fields.get(name));
    if (pixels < 1 || pixels > messageLimits.pictureSide) throw misfit;
    return pixels;
  };
  const channels = fields.get('channels');
  const ocrType = fields.get('ocrType');
  if ((channels !== 1 && channels !== 3) || (ocrType !== 'basic' && ocrType !== 'advanced')) throw misfit;
  return {
    width: side('width'),
    height: side('height'),
    channels,
    ...present('dpi', optional(fields.get('dpi'), amount)),
    ocrType,
    languages: list(fields.get('languages'), messageLimits.languages, (one) => text(one, messageLimits.shortText)),
  };
}

function image(fields: Fields): ReportedImage {
  const name = text(fields.get('name'), messageLimits.shortText);
  if (!isImageName(name)) throw misfit;
  return { name, mediaType: text(fields.get('mediaType'), messageLimits.shortText), size: count(fields.get('size')) };
}

function failureRecord(fields: Fields): FailureRecord {
  const code = text(fields.get('code'), messageLimits.shortText);
  if (!conversionCodes.has(code)) throw misfit;
  const known = code as FailureCode;
  const facts = optional(fields.get('facts'), (value) => failureFacts(fieldsOf(value)));
  return {
    code: known,
    message: text(fields.get('message')),
    suggestion: text(fields.get('suggestion')),
    retryable: failures[known].retryable,
    ...present('field', optional(fields.get('field'), text)),
    ...present('details', optional(fields.get('details'), text)),
    ...(facts === undefined ? {} : { facts }),
  };
}

function failureFacts(fields: Fields): Readonly<Record<string, unknown>> {
  if (fields.size > messageLimits.facts) throw misfit;
  const facts: [string, unknown][] = [];
  for (const [name, value] of fields) {
    if (!isFactName(name)) throw misfit;
    facts.push([name, Array.isArray(value) ? list(value, messageLimits.factItems, plain) : plain(value)]);
  }
  return Object.fromEntries(facts);
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'number' ? number(value) : text(value);
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit;
  return new Map(Object.entries(value));
}

function text(value: unknown, limit: number = messageLimits.text): string {
  if (typeof value !== 'string' || value.length > limit) throw misfit;
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit;
  return value;
}

function amount(value: unknown): number {
  const known = number(value);
  if (known < 0) throw misfit;
  return known;
}

function share(value: unknown): number {
  const known = amount(value);
  if (known > 1) throw misfit;
  return known;
}

function count(value: unknown): number {
  const known = amount(value);
  if (!Number.isSafeInteger(known)) throw misfit;
  return known;
}

function list<T>(value: unknown, limit: number, read: (one: unknown) => T): readonly T[] {
  if (!Array.isArray(value) || value.length > limit) throw misfit;
  return value.map((one) => read(one));
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

function present<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { [key in K]?: V };
}
