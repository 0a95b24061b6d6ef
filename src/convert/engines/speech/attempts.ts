// Two ways to write a window down: weighing a few texts against each other to the end, or drawing words by chance, which
// leads out of the dead ends of the first.
import { Failure } from '../../../core/failure.ts';
import type { Heard, SpeechModel, Written } from './model.ts';
import { repeatedWords } from './repetition.ts';
import { sentenceEnd } from './sentence-end.ts';
import { applyRules, type Choice, drawn, likeliest } from './word-rules.ts';

export interface Attempt {
  readonly words: readonly Choice[];
  /** Mean of the logarithms of all choices, the end included. */
  readonly mean: number;
  /** It ended in a loop, which was cut off. */
  readonly looped: boolean;
}

/** Where writing begins: what was heard, and the model after the opening words. */
export interface Beginning {
  readonly model: SpeechModel;
  readonly heard: Heard;
  readonly start: Written;
  readonly signal: AbortSignal;
}

interface Draft {
  readonly words: readonly Choice[];
  readonly tokens: readonly number[];
  readonly sum: number;
  readonly written: Written;
}

/** How many texts are kept while they are weighed against each other. */
const drafts = 3;
/** A draft this far behind the first (20 times less likely) does not catch up: on clear speech most are. */
const hopeless = 3;

/** Beam search: the likeliest text as a whole, rather than the likeliest word each time. */
export async function weigh(beginning: Beginning): Promise<Attempt> {
  const { model, heard, start } = beginning;
  let open: Draft[] = [{ words: [], tokens: [], sum: 0, written: start }];
  const done: Attempt[] = [];
  for (let length = 0; length < mostWords(model) && open.length > 0 && done.length < drafts; length += 1) {
    const options = open.flatMap((draft) =>
      // One more than there are drafts: the end of the text may be among them.
      likeliest(allowed(beginning, draft), drafts + 1).map((choice) => ({
        draft,
        choice,
        sum: draft.sum + choice.logProbability,
      })),
    );
    options.sort((one, other) => other.sum - one.sum);
    const next: Draft[] = [];
    for (const { draft, choice, sum } of options) {
      if (next.length === drafts) break;
      if (choice.token === model.vocabulary.endOfText) {
        done.push({ words: draft.words, mean: sum / (draft.words.length + 1), looped: false });
        continue;
      }
      const tokens = [...draft.tokens, choice.token];
      const words = [...draft.words, choice];
      const repeated = repeatedWords(tokens);
      if (repeated > 0) done.push({ words: words.slice(0, -repeated), mean: sum / words.length, looped: true });
      else next.push({ words, tokens, sum, written: draft.written });
    }
    open = [];
    if (done.length >= drafts) break;
    const [leader] = next;
    for (const draft of next) {
      if (leader !== undefined && draft.sum < leader.sum - hopeless) continue;
      open.push({ ...draft, written: await model.write(heard, draft.written, draft.tokens.at(-1) ?? 0) });
    }
  }
  for (const { words, sum } of open) done.push({ words, mean: sum / (words.length + 1), looped: false });
  const worth = new Map(done.map((attempt) => [attempt, worthOf(model, attempt)]));
  done.sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0));
  return done[0] ?? { words: [], mean: Number.NEGATIVE_INFINITY, looped: false };
}

/** A text that never ends its sentence has to be this much likelier: the model knows transcripts of both kinds. */
const unfinished = 0.1;
/** A loop is always the worse choice. */
const goingRound = 100;

function worthOf({ vocabulary }: SpeechModel, { words, mean, looped }: Attempt): number {
  const text = vocabulary.textOf(words.map(({ token }) => token)).trimEnd();
  return mean - (sentenceEnd.test(text.slice(-4)) ? 0 : unfinished) - (looped ? goingRound : 0);
}

/** One text whose words are drawn by their probability; `random` gives numbers from 0 to 1. */
export async function draw(beginning: Beginning, temperature: number, random: () => number): Promise<Attempt> {
  const { model, heard, start } = beginning;
  const words: Choice[] = [];
  const tokens: number[] = [];
  let sum = 0;
  let written = start;
  while (words.length < mostWords(model)) {
    const choice = drawn(allowed(beginning, { tokens, written }), temperature, random());
    sum += choice.logProbability;
    if (choice.token === model.vocabulary.endOfText) break;
    words.push(choice);
    tokens.push(choice.token);
    const repeated = repeatedWords(tokens);
    if (repeated > 0) return { words: words.slice(0, -repeated), mean: sum / words.length, looped: true };
    written = await model.write(heard, written, choice.token);
  }
  return { words, mean: sum / (words.length + 1), looped: false };
}

/** The authors' limit: half of what the model can hold, the other half being for text from before. */
const mostWords = (model: SpeechModel): number => Math.floor(model.words / 2);

/** A copy, because drafts share what they have in common. */
function allowed({ model, signal }: Beginning, { tokens, written }: Pick<Draft, 'tokens' | 'written'>): Float32Array {
  if (signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: signal.reason });
  const logits = written.logits.slice();
  applyRules(logits, tokens, model.vocabulary);
  return logits;
}
