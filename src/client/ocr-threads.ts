// Reads pictures in threads beside the conversion, so that the pages of one scan use the cores of the machine.
import { existsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OcrSettings } from '../convert/engines/ocr/engine.ts';
import type { OcrEngine, OcrReading, OcrRequest } from '../convert/engines/ocr/port.ts';
import { printedLines } from '../convert/engines/ocr/printed-lines.ts';
import type { Raster } from '../convert/engines/raster.ts';
import { Failure, type FailureRecord } from '../core/failure.ts';
import { programFolder } from '../program-folder.ts';

export interface ThreadQuestion {
  readonly raster: Raster;
  readonly type: OcrRequest['type'];
  readonly languages: readonly string[];
}

export type ThreadAnswer = { readonly reading: OcrReading } | { readonly failure: FailureRecord };

const mostThreads = 4;
/** Memory that should be free for each: the networks of `advanced` take half of it, and a large picture as much. */
const bytesForOne = 2 ** 30;

/** Undefined where threads would gain nothing, or are not built. */
export function ocrThreads(
  settings: OcrSettings,
  count = Math.min(mostThreads, availableParallelism(), Math.floor(freemem() / bytesForOne)),
  program = join(programFolder, 'client/ocr-thread.js'),
): OcrThreads | undefined {
  return count < 2 || !existsSync(program) ? undefined : new OcrThreads(settings, count, program);
}

export class OcrThreads implements OcrEngine {
  readonly parallel: number;
  readonly #start: () => Worker;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #threads = 0;

  constructor(settings: OcrSettings, count: number, program: string) {
    this.parallel = count;
    this.#start = () => new Worker(program, { workerData: settings });
  }

  async read(raster: Raster, request: OcrRequest): Promise<OcrReading> {
    while (this.#idle.length === 0 && this.#threads >= this.parallel) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    request.signal.throwIfAborted();
    let thread = this.#idle.pop();
    if (thread === undefined) {
      thread = this.#start();
      this.#threads += 1;
    }
    let isWhole = false;
    try {
      const answer = await ask(thread, raster, request);
      isWhole = true;
      if ('failure' in answer) throw Failure.fromRecord(answer.failure);
      return answer.reading;
    } finally {
      if (isWhole) this.#idle.push(thread);
      else this.#threads -= 1;
      this.#waiting.shift()?.();
    }
  }

  lines(raster: Raster): ReturnType<OcrEngine['lines']> {
    return printedLines(raster);
  }

  /** Ends the threads; none may be reading. */
  async close(): Promise<void> {
    const threads = this.#idle.splice(0);
    this.#threads -= threads.length;
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** A thread that breaks or is given up is ended, and its picture fails. */
function ask(thread: Worker, raster: Raster, { type, languages, signal }: OcrRequest): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const broken = (cause?: unknown): void => {
      settle();
      // What it may still say of its end concerns nobody.
      thread.on('error', () => undefined);
      void thread.terminate();
      reject(
        signal.aborted
          ? signal.reason
          : new Failure('OCR_FAILED', { details: 'The recogniser broke on this picture.', cause }),
      );
    };
    const answered = (answer: ThreadAnswer): void => {
      settle();
      resolve(answer);
    };
    const settle = (): void => {
      thread.off('message', answered).off('error', broken).off('exit', broken).unref();
      signal.removeEventListener('abort', broken);
    };
    thread.on('message', answered).on('error', broken).on('exit', broken);
    signal.addEventListener('abort', broken);
    // While it reads, it keeps the process alive; afterwards it must not.
    thread.ref();
    // A copy: the picture is looked at once more when its words are known.
    const pixels = Uint8Array.from(raster.pixels);
    const question: ThreadQuestion = { raster: { ...raster, pixels }, type, languages };
    thread.postMessage(question, [pixels.buffer]);
  });
}
