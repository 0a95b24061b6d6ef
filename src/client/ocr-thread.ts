// The program of one thread that reads pictures (ocr-threads.ts): one after the other, as they are posted.
import { parentPort, workerData } from 'node:worker_threads';
import { createOcrEngine, type OcrSettings } from '../convert/engines/ocr/engine.ts';
import { Failure } from '../core/failure.ts';
import type { ThreadAnswer, ThreadQuestion } from './ocr-threads.ts';

const engine = createOcrEngine(workerData as OcrSettings);

parentPort?.on('message', async ({ raster, type, languages }: ThreadQuestion) => {
  let answer: ThreadAnswer;
  try {
    // Who gives up on a picture ends the thread.
    const { signal } = new AbortController();
    answer = { reading: await (await engine).read(raster, { type, languages, signal }) };
  } catch (error) {
    // Anything else is a bug, and ends the thread with its cause.
    if (!(error instanceof Failure)) throw error;
    answer = { failure: error.record() };
  }
  parentPort?.postMessage(answer);
});
