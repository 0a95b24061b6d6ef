// Writes down one window: tries again less strictly where the outcome cannot be right, and decides whether anybody spoke
// at all.
import { type Attempt, type Beginning, draw, weigh } from './attempts.ts';
import type { Heard, SpeechModel } from './model.ts';
import { compressionRatio } from './repetition.ts';
import { type Choice, logSumExp } from './word-rules.ts';

export interface Transcript {
  readonly words: readonly Choice[];
  /** Mean of the logarithms of all choices. */
  readonly meanLogProbability: number;
  /** Probability that nobody speaks, 0..1. */
  readonly noSpeech: number;
  /** Whether to believe it: false for silence, noise and music. */
  readonly spoken: boolean;
}

/** Tried in order while the text is doubtful: the higher, the further from the likeliest words. */
const temperatures = [0.2, 0.4, 0.6, 0.8, 1] as const;
/** The authors' limits: below or above these a text is tried again. */
const leastMean = -1;
const mostCompression = 2.4;
/** So sure that nobody speaks, the model is right whatever it writes: on speech it was never seen above 0.67. */
const noSpeechAlone = 0.7;
/** With a doubtful text this much is enough (the authors' value). */
const noSpeechIfDoubtful = 0.6;
/** Words made up for a tone or a chord come out far below this, words that were spoken never do. */
const hopelessMean = -1.5;

export interface WindowRequest {
  readonly language: number;
  readonly signal: AbortSignal;
  /** Makes the draws of doubtful windows the same each time. */
  readonly seed: number;
}

export async function transcribe(model: SpeechModel, heard: Heard, request: WindowRequest): Promise<Transcript> {
  const { vocabulary } = model;
  const { language, signal, seed } = request;
  const opening = await model.write(heard, undefined, vocabulary.startOfTranscript);
  const noSpeech = probabilityOf(opening.logits, vocabulary.noSpeech);
  const told = await model.write(heard, opening, language);
  const start = await model.write(heard, told, vocabulary.transcribe);
  const beginning: Beginning = { model, heard, start, signal };
  const random = randomNumbers(seed);
  const doubt = (attempt: Attempt): number => doubtOf(model, attempt);

  let best = await weigh(beginning);
  for (const temperature of temperatures) {
    // Silence is not made any clearer by trying again.
    if (doubt(best) === 0 || noSpeech > noSpeechIfDoubtful) break;
    const attempt = await draw(beginning, temperature, random);
    if (doubt(attempt) < doubt(best) || (doubt(attempt) === doubt(best) && attempt.mean > best.mean)) best = attempt;
  }
  const silent =
    noSpeech > noSpeechAlone || best.mean < hopelessMean || (noSpeech > noSpeechIfDoubtful && doubt(best) > 0);
  return { words: best.words, meanLogProbability: best.mean, noSpeech, spoken: !silent };
}

/** 0: nothing speaks against the text; 1: the model is unsure of it; 2: it goes round in circles. */
function doubtOf({ vocabulary }: SpeechModel, { words, mean, looped }: Attempt): number {
  const text = vocabulary.textOf(words.map(({ token }) => token));
  if (looped || compressionRatio(text) > mostCompression) return 2;
  return mean < leastMean ? 1 : 0;
}

/** Probability of each language, by its code, from how the model would begin. */
export async function languageOdds(model: SpeechModel, heard: Heard): Promise<ReadonlyMap<string, number>> {
  const { vocabulary } = model;
  const { logits } = await model.write(heard, undefined, vocabulary.startOfTranscript);
  const codes = [...vocabulary.languages];
  const weights = Float32Array.from(codes, ([, token]) => logits[token] ?? Number.NEGATIVE_INFINITY);
  const total = logSumExp(weights);
  return new Map(codes.map(([code], at) => [code, Math.exp((weights[at] as number) - total)]));
}

function probabilityOf(logits: Float32Array, token: number): number {
  return Math.exp((logits[token] ?? Number.NEGATIVE_INFINITY) - logSumExp(logits));
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
