// A recording as the rest of the reader sees it, whatever file it came from: what it says of itself, and its samples.
import type { Tags } from './tags.ts';

/** Some samples of every channel; all channels are equally long. */
export interface SoundPiece {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

export interface Recording {
  /** As a person would say it: `WAV, 16-bit PCM, 44.1 kHz, stereo`. */
  readonly format: string;
  readonly seconds: number;
  readonly tags: Tags;
  /** The sound from its start, piece by piece; can be asked for once. */
  pieces(): AsyncIterable<SoundPiece>;
}

/** Below, nothing could be understood; above, no recorder works. */
export const lowestRate = 1_000;
export const highestRate = 768_000;
export const mostChannels = 1_024;

export function soundText(sampleRate: number, channels: number): string {
  const names = ['mono', 'stereo'];
  return `${sampleRate / 1000} kHz, ${names[channels - 1] ?? `${channels} channels`}`;
}

/** What is not a number is silence, and nothing is louder than a little over full scale. */
export function saneSample(value: number): number {
  return value > -4 && value < 4 ? value : value >= 4 ? 4 : value <= -4 ? -4 : 0;
}
