// Converts in this process, streaming: the fastest way for documents one trusts.
import { writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Engines } from '../convert/engines/engines.ts';
import type { Cleanup } from './cleanup.ts';
import { optimiseSparingly } from './compiler-budget.ts';
import type { Engine } from './engine.ts';
import { openInput } from './open-input.ts';

/** Readers may run for long without waiting for anything; signals and a closed pipe are noticed only in between. */
const yieldEveryMs = 50;

export async function createLocalEngine(stdin: Readable, cleanup: Cleanup): Promise<Engine> {
  // Loaded here and not at the top: help, version and wrong command lines need no reader.
  const { convertTo } = await import('../convert/index.ts');
  const engines = configuredEngines();
  return {
    async convert(request, sink, finish) {
      const opened = await openInput(request.input, stdin, cleanup);
      let yielded = performance.now();
      try {
        const { metadata, warnings, images, blocks } = await convertTo(
          async (piece) => {
            await sink(piece);
            if (performance.now() - yielded < yieldEveryMs) return;
            await setImmediate();
            yielded = performance.now();
          },
          {
            source: opened.source,
            ...(request.name === undefined ? {} : { name: request.name }),
            ...(request.mediaType === undefined ? {} : { mediaType: request.mediaType }),
          },
          request.options,
          {
            engines,
            onFormat: optimiseSparingly,
            onProgress: (done, total) => request.onProgress(done / total),
            imageUrl: (name) => `${request.imageBase ?? ''}${name}`,
          },
        );
        await finish({
          metadata,
          warnings,
          blocks: () => blocks,
          images: images.map(({ name, url, mediaType, bytes }) => ({
            name,
            url,
            mediaType,
            size: bytes.length,
            copyTo: (path) => writeFileSync(path, bytes),
          })),
        });
      } finally {
        opened.close();
      }
    },
    close: async () => {},
  };
}

/** Engines by the settings of the environment, which few documents need: both are loaded for the first that does. */
function configuredEngines(): Engines {
  let engines: Promise<Engines> | undefined;
  const load = async (): Promise<Engines> => {
    const [{ createEngines }, { readEngineSettings }, { ocrThreads }] = await Promise.all([
      import('../convert/engines/engines.ts'),
      import('../config.ts'),
      import('./ocr-threads.ts'),
    ]);
    const settings = readEngineSettings();
    const { ocrLanguageFolder: languageFolder } = settings;
    const own = createEngines(settings);
    const threads = ocrThreads(languageFolder === undefined ? {} : { languageFolder });
    return threads === undefined ? own : { speech: () => own.speech(), ocr: async () => threads };
  };
  const loaded = (): Promise<Engines> => {
    engines ??= load();
    return engines;
  };
  return { ocr: async () => (await loaded()).ocr(), speech: async () => (await loaded()).speech() };
}
