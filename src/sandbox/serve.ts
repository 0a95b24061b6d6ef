// The life of a child: take one task at a time, convert it from file to file, answer. It keeps nothing of a document
// once it has answered. The converter is handed in, so that tests can run this very code with a sabotaged one.
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createEngines, type Engines } from '../convert/engines/engines.ts';
import { type Conversion, type convertTo, fileSource } from '../convert/index.ts';
import { systemClock } from '../core/clock.ts';
import { clip, complaint, fittingWarnings } from './answers.ts';
import { drawnAnswer } from './drawn-answer.ts';
import { lineReader } from './lines.ts';
import { openOutput } from './output.ts';
import {
  type ChildMessage,
  type ConversionTask,
  type DoneMessage,
  imagesDir,
  imageUrl,
  isImageName,
  mapPath,
  markdownPath,
  maxMessageBytes,
  messageDescriptor,
  messageLimits,
  type ParentMessage,
  progressEveryMs,
} from './protocol.ts';
import { createOffers, type Offers, readForOther } from './shared-ocr.ts';

export type Converter = typeof convertTo;

/** Something to load ahead while there is no task, by name. */
export type WarmUp = readonly [name: string, load: () => Promise<unknown>];

/** Serves tasks until the parent closes the pipe. */
export function serve(convert: Converter, warmUps: readonly WarmUp[] = []): void {
  // A terminal sends these to the whole group; the parent decides when a child ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  let tasks: Promise<void> = Promise.resolve();
  let offers: Offers | undefined;
  let own: Engines | undefined;
  const receive = lineReader(
    maxMessageBytes,
    (line) => {
      const message = JSON.parse(line) as ParentMessage;
      if (message.type === 'answer') {
        offers?.answered(message.ask, message.read);
        return;
      }
      // The same for every task of a pool: engines that are loaded serve all documents after the first.
      own ??= createEngines(message.engines);
      offers ??= createOffers(own);
      const help = { own, offers };
      tasks = tasks.then(() => perform(convert, message, help));
    },
    () => process.exit(1),
  );
  process.stdin.on('data', receive);
  process.stdin.on('close', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
  post({ type: 'ready' });
  void warm(warmUps);
}

async function warm(warmUps: readonly WarmUp[]): Promise<void> {
  const failed: string[] = [];
  for (const [name, load] of warmUps) {
    // A turn of the loop between two loads, so that a task that has come in waits for one of them at most.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await load();
    } catch (error) {
      failed.push(clip(`${name}: ${String(error)}`, messageLimits.text));
    }
  }
  post({ type: 'warm', failed: failed.slice(0, 100) });
}

type Work = Exclude<ParentMessage, { type: 'answer' }>;

async function perform(
  convert: Converter,
  work: Work,
  { own, offers }: { readonly own: Engines; readonly offers: Offers },
): Promise<void> {
  const { id } = work;
  post({ type: 'started', id });
  try {
    if (work.type === 'recognise') {
      await readForOther(work, own);
      post({ type: 'recognised', id, rss: process.memoryUsage.rss() });
      return;
    }
    if (work.task.drawing !== undefined) {
      post(await drawnAnswer(id, work.task, work.task.drawing));
      return;
    }
    const engines = offers.engines(work.task, work.helpers, (ask, picture) => post({ type: 'ask', id, ask, picture }));
    post(await answer(convert, id, work.task, engines));
  } catch (error) {
    post(complaint(id, error));
  }
}

async function answer(convert: Converter, id: number, task: ConversionTask, engines: Engines): Promise<DoneMessage> {
  const report = progressReport(id);
  const source = fileSource(task.inputPath);
  try {
    const output = openOutput(markdownPath(task));
    try {
      const conversion = await convert(
        (piece) => {
          output.write(piece);
          // Writing is a sign of life too: a long table may be one step of the reader's own count.
          report.alive();
        },
        {
          source,
          ...(task.name === undefined ? {} : { name: task.name }),
          ...(task.mediaType === undefined ? {} : { mediaType: task.mediaType }),
        },
        task.options,
        {
          ...(task.limits === undefined ? {} : { limits: task.limits }),
          engines,
          imageUrl: (name) => imageUrl(task, name),
          onProgress: report.progress,
        },
      );
      output.close();
      return store(id, task, conversion, report.alive);
    } finally {
      output.abandon();
    }
  } finally {
    source.close();
  }
}

interface ProgressReport {
  alive(): void;
  progress(done: number, total: number): void;
}

function progressReport(id: number): ProgressReport {
  let done = 0;
  let total = 0;
  let told = Number.NEGATIVE_INFINITY;
  const alive = (): void => {
    const now = systemClock.monotonic();
    if (now - told < progressEveryMs) return;
    told = now;
    post({ type: 'progress', id, rss: process.memoryUsage.rss(), done, total });
  };
  return {
    alive,
    progress: (nowDone, ofTotal) => {
      // Readers divide by what documents declare; what came out of a division by zero is not worth a word.
      if (nowDone >= 0 && nowDone < Number.POSITIVE_INFINITY && ofTotal >= 0 && ofTotal < Number.POSITIVE_INFINITY) {
        done = nowDone;
        total = ofTotal;
      }
      alive();
    },
  };
}

/** Writes what stands beside the Markdown, and makes the answer that fits the message limits. */
function store(id: number, task: ConversionTask, conversion: Conversion, alive: () => void): DoneMessage {
  const map = openOutput(mapPath(task));
  try {
    map.writeText('{"blocks":[');
    conversion.blocks.forEach((block, index) => {
      map.writeText(`${index === 0 ? '\n' : ',\n'}${JSON.stringify(block)}`);
    });
    map.writeText('\n]}\n');
    map.close();
  } finally {
    map.abandon();
  }
  if (conversion.images.length > 0) mkdirSync(imagesDir(task));
  const images = conversion.images.map(({ name, mediaType, bytes }) => {
    if (!isImageName(name)) throw new Error(`not a name for an image: ${JSON.stringify(name)}`);
    writeFileSync(join(imagesDir(task), name), bytes, { flag: 'wx' });
    alive();
    return { name, mediaType: clip(mediaType, messageLimits.shortText), size: bytes.length };
  });
  const { metadata } = conversion;
  return {
    type: 'done',
    id,
    rss: process.memoryUsage.rss(),
    metadata: {
      ...metadata,
      ...(metadata.title === undefined ? {} : { title: clip(metadata.title, messageLimits.text) }),
      ...(metadata.author === undefined ? {} : { author: clip(metadata.author, messageLimits.text) }),
      ...(metadata.charset === undefined ? {} : { charset: clip(metadata.charset, messageLimits.text) }),
    },
    warnings: fittingWarnings(conversion.warnings),
    images,
  };
}

/** Synchronous, so that progress gets out of a reader that never gives the event loop a turn. */
function post(message: ChildMessage): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  try {
    for (let at = 0; at < line.length; ) at += writeSync(messageDescriptor, line, at);
  } catch {
    // Nobody is listening any more.
    process.exit(0);
  }
}
