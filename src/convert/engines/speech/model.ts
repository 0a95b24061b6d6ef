// The model itself on ONNX Runtime: hears thirty seconds at a time and tells, word by word, what may come next.
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Failure } from '../../../core/failure.ts';
import { withFixedShape } from './cross-keys.ts';
import { usualBands } from './mel-frames.ts';
import { branchOf, cutTo, parseModel } from './model-graph.ts';
import { withWholeNumberProjection } from './projection.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';
import { type ModelSource, readModelFiles } from './weights.ts';

type Tensors = Readonly<Record<string, Tensor>>;

/** What the model made of one window of sound. */
export interface Heard {
  readonly keys: Tensors;
}

/** How far the writing of one window has come. */
export interface Written {
  /** What may come next: one number for each word, the larger the likelier. May be changed by the caller. */
  readonly logits: Float32Array;
  readonly memory: Tensors;
}

export interface SpeechModel {
  readonly vocabulary: Vocabulary;
  readonly bands: number;
  /** Frames of one window. */
  readonly frames: number;
  /** Longest text of one window. */
  readonly words: number;
  /** Takes `bands` rows of `frames` values. */
  hear(features: Float32Array): Promise<Heard>;
  /** Writes one more word after those in `before`. */
  write(heard: Heard, before: Written | undefined, token: number): Promise<Written>;
}

interface ModelConfig {
  readonly decoder_layers: number;
  readonly decoder_attention_heads: number;
  readonly d_model: number;
  readonly num_mel_bins: number;
  readonly max_source_positions: number;
  readonly max_target_positions: number;
}

export interface ModelSettings {
  readonly source: ModelSource;
  readonly threads: number;
}

export async function loadModel({ source, threads }: ModelSettings): Promise<SpeechModel> {
  const files = await readModelFiles(source);
  const config = JSON.parse(Buffer.from(files.config).toString('utf8')) as ModelConfig;
  const heads = config.decoder_attention_heads;
  const headSize = config.d_model / heads;
  const layers = Array.from({ length: config.decoder_layers }, (_, layer) => layer);
  const names = (side: string): string[] =>
    layers.flatMap((layer) => ['key', 'value'].map((kind) => `present.${layer}.${side}.${kind}`));

  if (config.num_mel_bins !== usualBands) {
    throw new Failure('PROCESSING_FAILED', { details: `The speech model must hear ${usualBands} mel bands.` });
  }
  const merged = parseModel(files.decoder);
  // Words come one at a time and are too little work to share: threads that wait for their part would burn as much again.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 as const };
  const open = (model: Uint8Array, more: InferenceSession.SessionOptions = {}): Promise<InferenceSession> =>
    InferenceSession.create(model, { ...options, ...more });
  // The encoder's few large buffers come from the system each time: kept in an arena they would stay for good.
  const encoder = await open(cutTo(parseModel(files.encoder), ['last_hidden_state']), {
    intraOpNumThreads: threads,
    enableCpuMemArena: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const keys = await open(cutTo(withFixedShape(branchOf(merged, 'else_branch'), heads, headSize), names('encoder')));
  const decoder = await open(
    cutTo(withWholeNumberProjection(branchOf(merged, 'then_branch')), ['logits', ...names('decoder')]),
  );
  const nothing: Tensors = Object.fromEntries(
    names('decoder').map((name) => [past(name), new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize])]),
  );

  return {
    vocabulary: readVocabulary(files),
    bands: config.num_mel_bins,
    frames: config.max_source_positions * 2,
    words: config.max_target_positions,
    async hear(features) {
      const input = new Tensor('float32', features, [1, config.num_mel_bins, features.length / config.num_mel_bins]);
      const { last_hidden_state: hidden } = await run(encoder, { input_features: input });
      if (hidden === undefined) throw broken(undefined);
      return { keys: renamed(await run(keys, { encoder_hidden_states: hidden })) };
    },
    async write(heard, before, token) {
      const { logits, ...memory } = await run(decoder, {
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        ...heard.keys,
        ...(before?.memory ?? nothing),
      });
      if (logits === undefined) throw broken(undefined);
      return { logits: logits.data as Float32Array, memory: renamed(memory) };
    },
  };
}

const past = (name: string): string => name.replace('present', 'past_key_values');

const renamed = (outputs: Tensors): Tensors =>
  Object.fromEntries(Object.entries(outputs).map(([name, tensor]) => [past(name), tensor]));

async function run(session: InferenceSession, feeds: Tensors): Promise<Tensors> {
  try {
    return await session.run(feeds);
  } catch (cause) {
    throw broken(cause);
  }
}

const broken = (cause: unknown): Failure =>
  new Failure('PROCESSING_FAILED', { details: 'The speech model failed.', cause });
