// Cuts what was written for a window into phrases at its moments, and tells how far into the window they reach.
import type { Vocabulary } from './vocabulary.ts';
import type { Choice } from './word-rules.ts';

/** A phrase in frames from the start of its window. */
export interface Phrase {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
}

export interface Phrases {
  readonly phrases: readonly Phrase[];
  /** Frames that are done with: the next window begins after them. */
  readonly done: number;
}

/** Lines, dots and notes alone are what the model writes for music. */
const hasWord = /[\p{L}\p{N}]/u;
/** Moments are 20 ms apart, frames 10 ms. */
const framesPerMoment = 2;
/** A window that advances less than this (one second) would be the same window again. */
const leastAdvance = 100;

/** `frames`: how many of the window are sound and not padding. */
export function phrasesOf(words: readonly Choice[], frames: number, vocabulary: Vocabulary): Phrases {
  const isMoment = (word: Choice | undefined): boolean => word !== undefined && word.token >= vocabulary.firstTimestamp;
  const frameOf = (word: Choice): number =>
    Math.min(frames, (word.token - vocabulary.firstTimestamp) * framesPerMoment);
  const phrases: Phrase[] = [];
  let start = 0;
  let open: Choice[] = [];
  const close = (end: number): void => {
    const text = vocabulary.textOf(open.map(({ token }) => token));
    if (hasWord.test(text)) phrases.push({ start, end: Math.max(start, end), text, confidence: meanProbability(open) });
    open = [];
  };
  let lastClosed = 0;
  for (const word of words) {
    if (!isMoment(word)) {
      open.push(word);
      continue;
    }
    const frame = frameOf(word);
    if (open.length > 0) {
      close(frame);
      lastClosed = frame;
    }
    start = frame;
  }
  // Moments in a pair at the end, or words without their end: the window was too short for that phrase, so it is heard
  // again as a whole in the next one. Where it is the only phrase, the next window would not be any longer.
  const cutOff = open.length > 0 || (isMoment(words.at(-1)) && isMoment(words.at(-2)));
  if (cutOff && lastClosed >= leastAdvance) return { phrases, done: lastClosed };
  if (open.length > 0) close(frames);
  return { phrases, done: frames };
}

/** Geometric mean of the probabilities: what a word was worth to the model on average. */
function meanProbability(words: readonly Choice[]): number {
  const sum = words.reduce((total, { logProbability }) => total + logProbability, 0);
  return words.length === 0 ? 0 : Math.exp(sum / words.length);
}
