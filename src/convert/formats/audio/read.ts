// Reads recordings: head block, then what is said, in paragraphs with their times. Speech is found and written down by
// the speech engine; a recording without speech says so.
import { asBuffer } from '../../containers/as-buffer.ts';
import { heading, paragraph } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';
import type { SpeechSegment } from '../../engines/speech/port.ts';
import type { Read, ReadContext } from '../../format.ts';
import { headBlock } from './head.ts';
import { MixDown } from './mix-down.ts';
import { openMp3 } from './mp3.ts';
import { ParagraphBuilder, type SpokenParagraph } from './paragraphs.ts';
import type { Recording } from './recording.ts';
import { Resampler } from './resample.ts';
import { clockTime } from './times.ts';
import { openWav } from './wav.ts';

const speechRate = 16_000;

export const read: Read = async function* (input, context) {
  const signature = asBuffer(input.source.read(0, 4)).toString('latin1');
  const isWav = ['RIFF', 'RIFX', 'RF64', 'BW64'].includes(signature);
  const recording = await (isWav ? openWav : openMp3)(input.source, context);
  yield* recordingBlocks(recording, context);
};

async function* recordingBlocks(recording: Recording, context: ReadContext): AsyncGenerator<Block> {
  const { tags, seconds } = recording;
  const title = tags.get('title');
  const author = tags.get('artist');
  const whole: Origin = { kind: 'time', start: 0, end: hundredths(seconds) };
  context.describe({
    pages: 1,
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
  });
  const speech = new HeardSpeech(recording, context);
  const builder = new ParagraphBuilder();
  let letters = 0;
  let certainty = 0;
  const spoken = function* (done: SpokenParagraph | undefined): Generator<Block> {
    if (done === undefined) return;
    letters += done.text.length;
    certainty += done.confidence * done.text.length;
    yield paragraphBlock(done, context);
  };
  const opening = (language: string | undefined): Block[] => [
    ...(title === undefined ? [] : [{ ...heading(1, title), origin: whole }]),
    { ...headBlock(recording, language), origin: whole },
  ];

  let begun = false;
  for await (const segment of speech.segments()) {
    if (!begun) {
      begun = true;
      yield* opening(speech.language);
      yield { ...heading(2, 'Transcript'), origin: whole };
    }
    yield* spoken(builder.add(segment));
  }
  if (!begun) {
    context.warn('no-speech', 'No speech was found in the recording.', whole);
    yield* opening(undefined);
    yield { ...paragraph('No speech was found in this recording.'), origin: whole };
    return;
  }
  yield* spoken(builder.finish());
  context.describe({
    ...(speech.language === undefined ? {} : { language: speech.language }),
    ...(letters === 0 ? {} : { speechConfidence: certainty / letters }),
  });
}

function paragraphBlock({ start, end, text, confidence }: SpokenParagraph, { options }: ReadContext): Block {
  const mark = options.pageMarkers ? `[${clockTime(start, true)}] ` : '';
  return {
    ...paragraph(mark + text),
    origin: { kind: 'time', start: hundredths(start), end: hundredths(end) },
    confidence: hundredths(confidence),
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Leads the samples of a recording, as one channel of the right rate, through the engine. */
class HeardSpeech {
  readonly #recording: Recording;
  readonly #context: ReadContext;
  language: string | undefined;

  constructor(recording: Recording, context: ReadContext) {
    this.#recording = recording;
    this.#context = context;
  }

  async *segments(): AsyncGenerator<SpeechSegment> {
    const { engines, options, signal, progress } = this.#context;
    const total = Math.ceil(this.#recording.seconds);
    const session = await (await engines.speech()).begin({ accurate: options.ocrType === 'advanced', signal });
    let heard = 0;
    for await (const samples of this.#samples()) {
      for await (const segment of session.hear(samples)) {
        this.language = session.language;
        yield segment;
      }
      heard += samples.length;
      progress(Math.min(total, Math.floor(heard / speechRate)), total);
    }
    for await (const segment of session.finish()) {
      this.language = session.language;
      yield segment;
    }
    progress(total, total);
  }

  async *#samples(): AsyncGenerator<Float32Array> {
    const mixer = new MixDown();
    let resampler: Resampler | undefined;
    let rate = 0;
    for await (const { sampleRate, channels } of this.#recording.pieces()) {
      if (resampler === undefined || sampleRate !== rate) {
        if (resampler !== undefined) yield resampler.finish();
        resampler = new Resampler(sampleRate, speechRate);
        rate = sampleRate;
      }
      yield resampler.push(mixer.push(channels));
    }
    if (resampler !== undefined) yield resampler.finish();
  }
}
