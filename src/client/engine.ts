// What converts a document for the command: in this process, or in the sandbox. Both look the same from outside.
import type { BlockRange, ConvertOptions, DocumentMetadata, Warning } from '../convert/index.ts';
import type { FoundInput } from './found-input.ts';

interface EngineRequest {
  readonly input: FoundInput;
  /** Hints to the format. */
  readonly name?: string;
  readonly mediaType?: string;
  readonly options: ConvertOptions;
  /** Prefix of the URLs of extracted images. */
  readonly imageBase?: string;
  readonly onProgress: (share: number) => void;
}

export interface EngineImage {
  readonly name: string;
  readonly url: string;
  readonly mediaType: string;
  readonly size: number;
  copyTo(path: string): void;
}

export interface EngineOutcome {
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  readonly images: readonly EngineImage[];
  /** Read only when asked for: the map can be longer than the document. */
  blocks(): readonly BlockRange[];
}

type MarkdownSink = (piece: Uint8Array) => void | Promise<void>;

export interface Engine {
  /** Writes the Markdown to the sink; the outcome is handed to `finish` and holds only until that returns. */
  convert(
    request: EngineRequest,
    sink: MarkdownSink,
    finish: (outcome: EngineOutcome) => void | Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}
