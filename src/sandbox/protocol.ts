// What the pool and its children say to each other, and the shapes the service hands in and gets back. Messages are
// small: documents, results and images travel as files, so that the border never carries a payload.
import { join } from 'node:path';
import type { EngineSettings } from '../convert/engines/engines.ts';
import type { ConvertOptions, DocumentMetadata, Limits, Warning } from '../convert/index.ts';
import type { FailureRecord } from '../core/failure.ts';

export interface ConversionTask {
  /** Readable by the child: inside the scratch root or a readable root of the pool. */
  readonly inputPath: string;
  /** An existing empty directory inside the scratch root; after a failure it may hold a partial result. */
  readonly outputDir: string;
  readonly name?: string;
  readonly mediaType?: string;
  readonly options: Partial<ConvertOptions>;
  readonly limits?: Partial<Limits>;
  /** Put as it is before the name of an extracted image to make its URL; `images/` when left out. */
  readonly imageBase?: string;
  /** Not converted, but drawn: the sizes of the pages, and one of them as a picture. */
  readonly drawing?: DrawingTask;
}

export interface DrawingTask {
  /** From 1; without it, sizes alone are found out. */
  readonly page?: number;
  /** Pixels. */
  readonly mostWidth: number;
}

interface OutcomeImage {
  readonly name: string;
  readonly url: string;
  readonly mediaType: string;
  readonly path: string;
  readonly size: number;
}

export interface TaskOutcome {
  /** UTF-8 Markdown. */
  readonly markdownPath: string;
  /** JSON of `{ blocks: BlockRange[] }`. */
  readonly mapPath: string;
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  readonly images: readonly OutcomeImage[];
}

/** What a child is handed on its standard input. */
export type ParentMessage = TaskMessage | RecogniseMessage | AnswerMessage;

interface TaskMessage {
  readonly type: 'convert';
  readonly id: number;
  readonly task: ConversionTask;
  /** Other children that may read pictures of this document at the same time. */
  readonly helpers: number;
  readonly engines: EngineSettings;
}

/** A picture whose pixels lie in a file, and how it is to be read. */
export interface PictureTask {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly dpi?: number;
  readonly ocrType: 'basic' | 'advanced';
  readonly languages: readonly string[];
}

/** Read a picture for another child. */
export interface RecogniseMessage {
  readonly type: 'recognise';
  readonly id: number;
  readonly picture: PictureTask;
  readonly engines: EngineSettings;
  readonly pixelsPath: string;
  readonly readingPath: string;
}

/** The picture asked about was read, and its reading lies in its file; or nobody had time. */
interface AnswerMessage {
  readonly type: 'answer';
  readonly ask: number;
  readonly read: boolean;
}

/** An image as the child reports it: path and URL are not its to say, the parent derives both from the name. */
export interface ReportedImage {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface DoneMessage {
  readonly type: 'done';
  readonly id: number;
  readonly rss: number;
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  readonly images: readonly ReportedImage[];
}

export type ChildMessage =
  /** The child has loaded its code and waits for a task. */
  | { readonly type: 'ready' }
  /** Readers are loaded; those that could not be are named. */
  | { readonly type: 'warm'; readonly failed: readonly string[] }
  /** The task was taken: from here on, a crash is the document's doing. */
  | { readonly type: 'started'; readonly id: number }
  | {
      readonly type: 'progress';
      readonly id: number;
      readonly rss: number;
      readonly done: number;
      readonly total: number;
    }
  | DoneMessage
  /** Can another child read this picture? Its pixels lie in the file of that number. */
  | { readonly type: 'ask'; readonly id: number; readonly ask: number; readonly picture: PictureTask }
  /** A picture of another child was read. */
  | { readonly type: 'recognised'; readonly id: number; readonly rss: number }
  /** A Failure; `log` is its cause, for logs alone. */
  | { readonly type: 'failed'; readonly id: number; readonly record: FailureRecord; readonly log?: string }
  /** Any other error: a bug, never shown to clients. */
  | { readonly type: 'broke'; readonly id: number; readonly log: string };

/** The descriptor a child writes its messages to; tasks come in on descriptor 0, one JSON object per line. */
export const messageDescriptor = 3;

/** Bytes one message may have, either way. */
export const maxMessageBytes = 8 * 2 ** 20;

/** Characters and counts a message may carry; the child clips to them and the parent refuses what is over. */
export const messageLimits = {
  shortText: 256,
  text: 2_000,
  log: 8_000,
  warnings: 1_000,
  images: 10_000,
  ocrPages: 100_000,
  languages: 20,
  /** Pixels along one side of a picture that is handed on. */
  pictureSide: 30_000,
  facts: 20,
  factItems: 200,
} as const;

/** The least time between two progress messages of one task. */
export const progressEveryMs = 100;

export const markdownPath = (task: ConversionTask): string => join(task.outputDir, 'result.md');
export const mapPath = (task: ConversionTask): string => join(task.outputDir, 'blocks.json');
/** Pictures that a child hands on, and what was read in them, by the number of the ask. */
export const pixelsPath = (task: ConversionTask, ask: number): string => join(task.outputDir, `picture-${ask}.raw`);
export const readingPath = (task: ConversionTask, ask: number): string => join(task.outputDir, `picture-${ask}.json`);
export const imagesDir = (task: ConversionTask): string => join(task.outputDir, 'images');

/** Such as `supportedFormats`; no name that means something to the language itself can be spelled so. */
export const isFactName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(name) && !(name in {});

/** One plain path segment, whatever the platform: no separator, no drive, no leading dot. */
export const isImageName = (name: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(name);

export const imageUrl = (task: ConversionTask, name: string): string => `${task.imageBase ?? 'images/'}${name}`;
