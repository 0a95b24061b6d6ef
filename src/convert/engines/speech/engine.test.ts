// The real engine: it invents nothing where nobody speaks, stops when told to, and is the same in every run.
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { sampled, sine, type Wave } from '../../../../test/support/sounds.ts';
import { createSpeechEngine } from './engine.ts';
import type { SpeechSegment } from './port.ts';

const engine = createSpeechEngine();

async function said(sound: Float32Array, signal = new AbortController().signal): Promise<SpeechSegment[]> {
  const session = await (await engine).begin({ signal });
  const segments: SpeechSegment[] = [];
  for (let at = 0; at < sound.length; at += 16_000) {
    for await (const segment of session.hear(sound.subarray(at, at + 16_000))) segments.push(segment);
  }
  for await (const segment of session.finish()) segments.push(segment);
  if (segments.length === 0) expect(session.language).toBeUndefined();
  return segments;
}

const random = randomNumbers(5);
const noise: Wave = () => random() - 0.5;
const triads = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
] as const;
/** A chord each second that fades away, with overtones. */
const chords: Wave = (second) => {
  const tones = triads[Math.floor(second) % 4] ?? triads[0];
  const fade = 0.2 * Math.exp(-2 * (second % 1));
  return tones.reduce((sum, hertz) => sum + fade * (sine(hertz, 1)(second) + sine(2 * hertz, 0.5)(second)), 0);
};
const beeps: Wave = (second) => (Math.floor(second * 4) % 2 === 0 ? 0 : sine(1000, 0.4)(second));

describe('nobody speaks', () => {
  test.each<[string, Wave]>([
    ['silence', () => 0],
    ['white noise', noise],
    ['a tone', sine(440)],
    ['chords', chords],
    ['beeps', beeps],
  ])('%s', { timeout: 120_000 }, async (_name, wave) => {
    expect(await said(sampled(wave, 12, 16_000))).toEqual([]);
  });
});

test('a recording that was given up ends with a code', { timeout: 120_000 }, async () => {
  await expect(said(sampled(chords, 31, 16_000), AbortSignal.abort())).rejects.toMatchObject({
    code: 'PROCESSING_TIMEOUT',
  });
});
