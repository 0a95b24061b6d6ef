// Where a result goes: as Markdown into a file or onto standard output, or as a line of JSON.

import type { Failure } from '../core/failure.ts';
import type { EngineOutcome } from './engine.ts';
import { jsonLine } from './json-line.ts';
import { printable } from './printable.ts';
import type { Spool } from './spool.ts';
import type { WholeFile } from './whole-file.ts';

/** Receives one result: pieces of Markdown, then either the outcome or the failure. */
export interface Destination {
  write(piece: Uint8Array): void | Promise<void>;
  done(outcome: EngineOutcome, imagePaths: readonly string[]): void | Promise<void>;
  failed(failure: Failure): void | Promise<void>;
}

/** Where finished bytes go: standard output, or the one file of --json -o FILE. */
export interface ByteOutput {
  write(piece: Uint8Array): void | Promise<void>;
}

export function fileDestination(file: WholeFile): Destination {
  return {
    write: (piece) => file.write(piece),
    done: () => file.commit(),
    failed: () => file.discard(),
  };
}

const newline = 0x0a;

/** Markdown of one or several documents on one stream; several are told apart by a comment with the file's name. */
export class MarkdownStream {
  readonly #output: ByteOutput;
  readonly #marked: boolean;
  #lastByte: number | undefined;

  constructor(output: ByteOutput, marked: boolean) {
    this.#output = output;
    this.#marked = marked;
  }

  destination(label: string): Destination {
    let begun = false;
    const write = (piece: Uint8Array): void | Promise<void> => {
      this.#lastByte = piece.at(-1) ?? this.#lastByte;
      return this.#output.write(piece);
    };
    return {
      write: async (piece) => {
        if (!begun && this.#marked) await write(Buffer.from(this.#mark(label)));
        begun = true;
        await write(piece);
      },
      done: () => {},
      failed: () => {},
    };
  }

  #mark(label: string): string {
    const before = this.#lastByte === undefined ? '' : this.#lastByte === newline ? '\n' : '\n\n';
    // Without `>` in it, no name can end the comment (CommonMark 0.31, section 4.6, kind 2).
    return `${before}<!-- file: ${printable(label).replaceAll('>', '&gt;')} -->\n\n`;
  }
}

export interface JsonSettings {
  readonly output: ByteOutput;
  /** The input as it was named; `-` for standard input. */
  readonly file: string;
  readonly withBlocks: boolean;
  /** Holds the Markdown until it is known to be whole: a line says either converted or failed. */
  readonly held: { readonly spool: Spool } | { readonly file: WholeFile; readonly path: string };
}

export function jsonDestination({ output, file, withBlocks, held }: JsonSettings): Destination {
  const intoSpool = 'spool' in held ? held.spool : undefined;
  const intoFile = 'file' in held ? held : undefined;
  return {
    write: (piece) => (intoSpool ?? intoFile?.file)?.write(piece),
    async done(outcome, imagePaths) {
      try {
        intoFile?.file.commit();
        const head = {
          file,
          status: 'converted',
          ...(intoFile === undefined ? {} : { output: intoFile.path }),
        };
        const tail = {
          metadata: outcome.metadata,
          warnings: outcome.warnings,
          images: outcome.images.map(({ name, url, mediaType, size }, index) => ({
            name,
            url,
            mediaType,
            size,
            path: imagePaths[index],
          })),
          ...(withBlocks ? { blocks: outcome.blocks() } : {}),
        };
        for (const piece of jsonLine(head, intoSpool?.pieces(), tail)) await output.write(piece);
      } finally {
        intoSpool?.close();
      }
    },
    async failed(failure) {
      intoFile?.file.discard();
      intoSpool?.close();
      for (const piece of jsonLine({ file, status: 'failed' }, undefined, { error: failure.record() })) {
        await output.write(piece);
      }
    },
  };
}

/** Results that run side by side come out in the order of their inputs. */
export function inTurn(destination: Destination, turn: Promise<void>): Destination {
  return {
    write: async (piece) => {
      await turn;
      await destination.write(piece);
    },
    done: async (outcome, imagePaths) => {
      await turn;
      await destination.done(outcome, imagePaths);
    },
    failed: async (failure) => {
      await turn;
      await destination.failed(failure);
    },
  };
}
