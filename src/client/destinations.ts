// Where the Markdown of a result goes: into a file of its own, or onto a stream it shares with others.

import type { Failure } from '../core/failure.ts';
import type { EngineOutcome } from './engine.ts';
import { printable } from './printable.ts';
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
