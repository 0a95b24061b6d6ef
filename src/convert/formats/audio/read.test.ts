// Recordings as blocks, with an engine that says what the test wants to be heard; the real one speaks in the goldens.
import { expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { chunk, formatChunk, pcm16, riff, sampled, sine, wav } from '../../../../test/support/sounds.ts';
import { Failure } from '../../../core/failure.ts';
import type { Engines } from '../../engines/engines.ts';
import type { SpeechRequest, SpeechSegment } from '../../engines/speech/port.ts';
import { read } from './read.ts';

/** Says these segments once their end was heard, and counts the samples. */
function engineThatSays(segments: readonly SpeechSegment[], language = 'de') {
  const heard = { samples: 0, begun: 0, accurately: 0 };
  const engines: Engines = {
    ocr: () => Promise.reject(new Error('not asked for')),
    speech: async () => ({
      async begin({ accurate }: SpeechRequest) {
        heard.begun += 1;
        if (accurate) heard.accurately += 1;
        let next = 0;
        return {
          language,
          async *hear(samples: Float32Array) {
            heard.samples += samples.length;
            for (; (segments[next]?.end ?? Number.POSITIVE_INFINITY) <= heard.samples / 16_000; next += 1) {
              yield segments[next] as SpeechSegment;
            }
          },
          async *finish() {
            yield* segments.slice(next);
          },
        };
      },
    }),
  };
  return { engines, heard };
}

const said: readonly SpeechSegment[] = [
  { start: 0.5, end: 1.5, text: ' Guten Tag.', confidence: 0.9 },
  { start: 62.25, end: 63, text: ' Bis morgen.', confidence: 0.7 },
];
const minute = sampled(sine(200), 64, 8_000);

test('head, heading, paragraphs with their times', async () => {
  const { engines, heard } = engineThatSays(said);
  const seen: number[] = [];
  const context = { ...testContext(), engines, progress: (done: number) => void seen.push(done) };
  const blocks = await blocksFrom(read, wav(minute, 8_000), context);
  expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'paragraph', 'paragraph']);
  expect(blocks[2]).toMatchObject({ origin: { kind: 'time', start: 0.5, end: 1.5 }, confidence: 0.9 });
  expect(blocks[0]).toMatchObject({ origin: { kind: 'time', start: 0, end: 64 } });
  expect(heard.samples).toBe(64 * 16_000);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(64);
  expect(context.facts).toMatchObject({ pages: 1, language: 'de' });
  expect(context.facts.speechConfidence).toBeGreaterThan(0.7);
  expect(context.facts.speechConfidence).toBeLessThan(0.9);
});

test('times stand in the text where markers are asked for', async () => {
  const { engines } = engineThatSays(said);
  const context = { ...testContext({}, { pageMarkers: true }), engines };
  expect(await markdownFrom(read, wav(minute, 8_000), context)).toBe(
    [
      '**Duration:** 1:04\\',
      '**Format:** WAV, 16-bit PCM, 8 kHz, mono\\',
      '**Language:** German (de)',
      '',
      '## Transcript',
      '',
      '[00:00] Guten Tag.',
      '',
      '[01:02] Bis morgen.',
      '',
    ].join('\n'),
  );
});

test('the most accurate model is asked for with the most accurate OCR', async () => {
  for (const ocrType of ['basic', 'advanced'] as const) {
    const { engines, heard } = engineThatSays(said);
    await blocksFrom(read, wav(minute, 8_000), { ...testContext({}, { ocrType }), engines });
    expect(heard).toMatchObject({ begun: 1, accurately: ocrType === 'advanced' ? 1 : 0 });
  }
});

test('a recording without speech says so', async () => {
  const { engines } = engineThatSays([]);
  const context = { ...testContext(), engines };
  const info = chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('INAM', Buffer.from('Rain'))]));
  const file = riff([formatChunk(), info, chunk('data', pcm16(sampled(sine(90), 1, 16_000)))]);
  expect(await markdownFrom(read, file, context)).toBe(
    '# Rain\n\n**Duration:** 0:01\\\n**Format:** WAV, 16-bit PCM, 16 kHz, mono\n\nNo speech was found in this recording.\n',
  );
  expect(context.warnings.map(({ code }) => code)).toEqual(['no-speech']);
  expect(context.facts.speechConfidence).toBeUndefined();
});

test('a broken file is refused before an engine is asked for', async () => {
  const { engines, heard } = engineThatSays(said);
  const file = riff([formatChunk({ rate: 0 }), chunk('data', Buffer.alloc(100))]);
  await expect(blocksFrom(read, file, { ...testContext(), engines })).rejects.toBeInstanceOf(Failure);
  expect(heard.begun).toBe(0);
});
