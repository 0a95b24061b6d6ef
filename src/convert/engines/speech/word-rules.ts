// Which words may come next: the rules of the model's authors for moments between words ("Robust Speech Recognition via
// Large-Scale Weak Supervision", 2022, and its reference decoder), applied to the numbers the model gives.
import type { Vocabulary } from './vocabulary.ts';

const never = Number.NEGATIVE_INFINITY;
/** The first words begin within the first second of a window. */
const latestFirstMoment = 50;

/** Rules out, in place, what may not follow the words written so far. */
export function applyRules(logits: Float32Array, written: readonly number[], vocabulary: Vocabulary): void {
  const { firstTimestamp, endOfText, noTimestamps } = vocabulary;
  for (const token of vocabulary.suppressed) logits[token] = never;
  logits[noTimestamps] = never;
  if (written.length === 0) {
    for (const token of vocabulary.suppressedFirst) logits[token] = never;
    logits.fill(never, 0, firstTimestamp);
    logits.fill(never, firstTimestamp + latestFirstMoment + 1);
    return;
  }
  const isMoment = (token: number | undefined): boolean => token !== undefined && token >= firstTimestamp;
  const last = written.at(-1);
  const lastMoment = written.findLast(isMoment);
  const endsPhrase = isMoment(last) && written.length >= 2 && !isMoment(written.at(-2));
  // Moments come in pairs, the end of a phrase and the start of the next one; the end of the text may stand for the second.
  if (isMoment(last)) {
    if (endsPhrase) logits.fill(never, 0, endOfText);
    else logits.fill(never, firstTimestamp);
  }
  // Time does not run backwards, and no phrase takes no time.
  if (lastMoment !== undefined) {
    const earliest = endsPhrase ? lastMoment : lastMoment + 1;
    logits.fill(never, firstTimestamp, Math.min(logits.length, earliest));
  }
  if (momentsOutweigh(logits, firstTimestamp)) logits.fill(never, 0, firstTimestamp);
}

/** Any moment at all is likelier than the likeliest word: then it is time for a moment, whichever it will be. */
function momentsOutweigh(logits: Float32Array, firstTimestamp: number): boolean {
  const words = logits.subarray(0, firstTimestamp);
  const moments = logits.subarray(firstTimestamp);
  return logSumExp(moments) > largest(words);
}

function largest(values: Float32Array): number {
  let found = never;
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) > found) found = values[at] as number;
  return found;
}

export function logSumExp(values: Float32Array): number {
  const top = largest(values);
  if (top === never) return never;
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    // Far below the top nothing is added that a float could hold; most of the vocabulary is there.
    const below = (values[at] as number) - top;
    if (below > -40) sum += Math.exp(below);
  }
  return top + Math.log(sum);
}

export interface Choice {
  readonly token: number;
  /** Natural logarithm of the probability among what the rules allow. */
  readonly logProbability: number;
}

/** The likeliest words, the best first. */
export function likeliest(logits: Float32Array, count: number): readonly Choice[] {
  const best: number[] = [];
  let least = never;
  for (let at = 0; at < logits.length; at += 1) {
    const value = logits[at] as number;
    if (value <= least) continue;
    const place = best.findIndex((other) => value > (logits[other] as number));
    best.splice(place < 0 ? best.length : place, 0, at);
    if (best.length > count) best.pop();
    if (best.length === count) least = logits[best.at(-1) as number] as number;
  }
  const total = logSumExp(logits);
  return best.map((token) => ({ token, logProbability: (logits[token] as number) - total }));
}

/** A word drawn by its probability at this temperature; `share` is a number from 0 to 1. */
export function drawn(logits: Float32Array, temperature: number, share: number): Choice {
  const top = largest(logits);
  const weight = (at: number): number => Math.exp(((logits[at] as number) - top) / temperature);
  let total = 0;
  for (let at = 0; at < logits.length; at += 1) total += weight(at);
  let left = share * total;
  let token = 0;
  for (let at = 0; at < logits.length; at += 1) {
    if ((logits[at] as number) === never) continue;
    token = at;
    left -= weight(at);
    if (left < 0) break;
  }
  return { token, logProbability: (logits[token] as number) - logSumExp(logits) };
}
