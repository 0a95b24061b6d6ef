// One recording from its first sample to its last: gathers frames into windows, has each written down, and places the
// phrases in the time of the recording.
import { Failure } from '../../../core/failure.ts';
import { framesPerSecond, MelFrames, usualBands } from './mel-frames.ts';
import type { Heard, SpeechModel } from './model.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import type { SpeechRequest, SpeechSegment, SpeechSession } from './port.ts';
import { languageOdds, transcribe } from './transcript.ts';
import { VoiceActivity } from './voice-activity.ts';
import { type KeptFrame, VoicedFrames } from './voiced-frames.ts';

/** A window whose language is less sure than this asks again with the next one. */
const sureLanguage = 0.5;
/** Sound shorter than this, in frames, holds no word. */
const leastFrames = 10;
/** A phrase may stand this far, in frames, from where something was heard: the model's moments are not exact. */
const slack = 30;
/** Whisper's own codes where they are not those of ISO 639-1. */
const isoCodes: ReadonlyMap<string, string> = new Map([['jw', 'jv']]);

export class WhisperSession implements SpeechSession {
  readonly #load: () => Promise<SpeechModel>;
  readonly #signal: AbortSignal;
  readonly #mel = new MelFrames(usualBands);
  readonly #activity = new VoiceActivity(usualBands);
  readonly #voiced = new VoicedFrames();
  #frames: KeptFrame[] = [];
  #windows = 0;
  /** The model's code, and whether it is settled. */
  #language: string | undefined;
  #settled: boolean;
  readonly #odds = new Map<string, number>();
  /** ISO 639-1 of what was written; a language found in noise does not count. */
  language: string | undefined;

  constructor(load: () => Promise<SpeechModel>, request: SpeechRequest) {
    this.#load = load;
    this.#signal = request.signal;
    this.#language = request.language;
    this.#settled = request.language !== undefined;
  }

  async *hear(samples: Float32Array): AsyncGenerator<SpeechSegment> {
    for (const mel of this.#mel.push(samples)) {
      for (const judged of this.#activity.push(mel)) yield* this.#take(this.#voiced.push(judged));
    }
  }

  async *finish(): AsyncGenerator<SpeechSegment> {
    for (const mel of this.#mel.finish()) {
      for (const judged of this.#activity.push(mel)) yield* this.#take(this.#voiced.push(judged));
    }
    for (const judged of this.#activity.finish()) yield* this.#take(this.#voiced.push(judged));
    yield* this.#take(this.#voiced.finish());
    yield* this.#flush();
  }

  async *#flush(): AsyncGenerator<SpeechSegment> {
    while (this.#frames.length >= leastFrames && this.#frames.some(({ active }) => active)) yield* this.#window();
    this.#frames = [];
  }

  async *#take(frames: Iterable<KeptFrame>): AsyncGenerator<SpeechSegment> {
    for (const frame of frames) {
      // Words before and after a long pause belong to different phrases: no window reaches across.
      if (frame.resumes) yield* this.#flush();
      this.#frames.push(frame);
      if (this.#frames.length >= windowFrames) yield* this.#window();
    }
  }

  async *#window(): AsyncGenerator<SpeechSegment> {
    if (this.#signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: this.#signal.reason });
    const model = await this.#load();
    const window = this.#frames.slice(0, windowFrames);
    const heard = await model.hear(featuresOf(window, model));
    const language = await this.#languageOf(model, heard);
    const token = model.vocabulary.languages.get(language);
    if (token === undefined)
      throw new Failure('UNSUPPORTED_LANGUAGE', {
        details: `The speech model does not know the language ${language}.`,
      });
    this.#windows += 1;
    const { words, spoken } = await transcribe(model, heard, {
      language: token,
      signal: this.#signal,
      seed: this.#windows,
    });
    const { phrases, done } = spoken
      ? phrasesOf(words, window.length, model.vocabulary)
      : { phrases: [], done: window.length };
    this.#frames = this.#frames.slice(done);
    for (const phrase of phrases) {
      const segment = placed(phrase, window);
      if (segment === undefined) continue;
      this.language = isoCodes.get(language) ?? language;
      yield segment;
    }
  }

  async #languageOf(model: SpeechModel, heard: Heard): Promise<string> {
    if (this.#language !== undefined && this.#settled) return this.#language;
    for (const [code, odds] of await languageOdds(model, heard)) {
      this.#odds.set(code, (this.#odds.get(code) ?? 0) + odds);
    }
    let total = 0;
    let best: readonly [string, number] = ['en', 0];
    for (const entry of this.#odds) {
      total += entry[1];
      if (entry[1] > best[1]) best = entry;
    }
    this.#language = best[0];
    this.#settled = best[1] / total >= sureLanguage;
    return best[0];
  }
}

/** Thirty seconds: what all Whisper models hear at one time. */
const windowFrames = 30 * framesPerSecond;

/** As the model was trained: eight powers of ten below the loudest place and no less, then moved to around zero. */
function featuresOf(window: readonly KeptFrame[], { bands, frames }: SpeechModel): Float32Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const { mel } of window) for (const value of mel) top = Math.max(top, value);
  const least = top - 8;
  const features = new Float32Array(bands * frames).fill((least + 4) / 4);
  for (let frame = 0; frame < window.length; frame += 1) {
    const { mel } = window[frame] as KeptFrame;
    for (let band = 0; band < bands; band += 1) {
      features[band * frames + frame] = (Math.max(mel[band] as number, least) + 4) / 4;
    }
  }
  return features;
}

/** The phrase in seconds of the recording, from where it is first heard to where it is last; undefined where nothing is. */
function placed(phrase: Phrase, window: readonly KeptFrame[]): SpeechSegment | undefined {
  const from = Math.max(0, phrase.start - slack);
  const to = Math.min(window.length, phrase.end + slack);
  const inside = window.slice(phrase.start, phrase.end).filter(({ active }) => active);
  const near = inside.length > 0 ? inside : window.slice(from, to).filter(({ active }) => active);
  const [first] = near;
  const last = near.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    start: first.number / framesPerSecond,
    end: (last.number + 1) / framesPerSecond,
    text: phrase.text,
    confidence: phrase.confidence,
  };
}
