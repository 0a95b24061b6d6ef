// Tesseract as a wasm module, run in this very process: no worker thread, no file of the machine, no fetching. Nothing
// above this folder knows how it is called.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withMemoryLimit } from '../pdfium/wasm-memory.ts';

/** The calls of `tesseract::TessBaseAPI` that are used. */
export interface TesseractCalls {
  /** 0 when it went well. `mode` 1 is the neural recogniser alone. */
  Init(folder: string, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  /** The last two are an EXIF orientation (1 is upright) and an angle, both additions of this build. */
  SetImage(
    pixels: number,
    width: number,
    height: number,
    bytesPerPixel: number,
    bytesPerLine: number,
    exif: number,
    angle: number,
  ): void;
  Recognize(monitor: null): number;
  GetHOCRText(page: number): string;
  Clear(): void;
  ClearPersistentCache(): void;
  End(): void;
}

/** What emscripten gives around it. */
interface Runtime {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly TessBaseAPI: new () => TesseractCalls;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
}

type Start = (settings: {
  readonly print: () => void;
  readonly printErr: () => void;
  readonly instantiateWasm: (imports: object, receive: (instance: WasmInstance, module: object) => void) => void;
}) => Promise<Runtime>;

interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** What is used of the platform's own; its types come with those of browsers, which this project does without. */
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (size: { initial: number }) => WasmMemory;
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object, imports: object) => WasmInstance;
      validate(bytes: Uint8Array): boolean;
    };
  }
).WebAssembly;

/** Two copies of the largest picture, the page as ink and paper, and the models of several languages. */
const mostMemory = 384 * 2 ** 20;

/** The core was built three times; each needs more of the machine than the one after it and is faster. */
const builds = ['relaxedsimd-lstm', 'simd-lstm', 'lstm'] as const;

/** Compiled once: a module that broke is made anew from it at little cost. */
let compiled: { readonly start: Start; readonly module: object } | undefined;

export interface TesseractModule {
  readonly calls: TesseractCalls;
  /** Bytes of the module's memory. */
  readonly size: () => number;
  writeFile(path: string, bytes: Uint8Array): void;
  removeFile(path: string): void;
  /** Lends bytes to the module for the length of one call. */
  lend<T>(bytes: Uint8Array, run: (pointer: number) => T): T;
}

export async function loadTesseract(): Promise<TesseractModule> {
  compiled ??= compile();
  const { start, module } = compiled;
  let memory: WasmMemory | undefined;
  const runtime = await start({
    // It talks about every odd picture; what matters comes back as a result.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, receive) {
      const instance = new wasm.Instance(module, imports);
      memory = Object.values(instance.exports).find((one): one is WasmMemory => one instanceof wasm.Memory);
      receive(instance, module);
    },
  });
  const heap = memory;
  if (heap === undefined) throw new Error('The module of Tesseract exports no memory.');
  return {
    calls: new runtime.TessBaseAPI(),
    size: () => heap.buffer.byteLength,
    writeFile: (path, bytes) => runtime.FS.writeFile(path, bytes),
    removeFile: (path) => runtime.FS.unlink(path),
    lend(bytes, run) {
      const pointer = runtime._malloc(bytes.length);
      if (pointer === 0) throw new RangeError('Tesseract has no memory left for the picture.');
      // Taken anew: the memory may have grown, which leaves every earlier view of it empty.
      new Uint8Array(heap.buffer).set(bytes, pointer);
      try {
        return run(pointer);
      } finally {
        runtime._free(pointer);
      }
    },
  };
}

function compile(): NonNullable<typeof compiled> {
  const require = createRequire(import.meta.url);
  for (const build of builds) {
    const bytes = withMemoryLimit(
      readFileSync(require.resolve(`tesseract.js-core/tesseract-core-${build}.wasm`)),
      mostMemory,
    );
    if (!wasm.validate(bytes)) continue;
    const start = require(`tesseract.js-core/tesseract-core-${build}.js`) as Start;
    return { start, module: new wasm.Module(bytes) };
  }
  throw new Error('This machine runs no build of Tesseract.');
}
