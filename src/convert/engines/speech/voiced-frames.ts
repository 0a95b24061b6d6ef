// Leaves long stretches of background out, so that the model neither spends time on silence nor makes words up for it.
// Frames keep their number, which is their place in the recording.
import { framesPerSecond } from './mel-frames.ts';
import type { JudgedFrame } from './voice-activity.ts';

export interface KeptFrame extends JudgedFrame {
  /** Place in the recording, from 0. */
  readonly number: number;
  /** The first one after frames were left out. */
  readonly resumes: boolean;
}

/**
 * Pauses up to this long stay as they are: they tell the model where sentences end. Hearing a window costs the same however
 * little there is in it, which a pause of this length outweighs.
 */
const longestPause = 5 * framesPerSecond;
/** What stays of a longer one at each end: words may begin and end softly. */
const margin = framesPerSecond / 2;

export class VoicedFrames {
  #count = 0;
  /** Background since the last active frame; what stays of its start is given out at once. */
  #waiting: KeptFrame[] = [];
  #omitted = true;

  *push(frame: JudgedFrame): Generator<KeptFrame> {
    const kept: KeptFrame = { ...frame, number: this.#count, resumes: false };
    this.#count += 1;
    if (frame.active) {
      yield* this.#release();
      yield kept;
      return;
    }
    this.#waiting.push(kept);
    if (this.#omitted && this.#waiting.length > margin) this.#waiting.shift();
    if (!this.#omitted && this.#waiting.length > longestPause) {
      yield* this.#waiting.slice(0, margin);
      this.#waiting = this.#waiting.slice(-margin);
      this.#omitted = true;
    }
  }

  *finish(): Generator<KeptFrame> {
    if (!this.#omitted) yield* this.#waiting.slice(0, margin);
    this.#waiting = [];
  }

  *#release(): Generator<KeptFrame> {
    const [first, ...rest] = this.#waiting;
    if (first !== undefined) yield { ...first, resumes: this.#omitted };
    yield* rest;
    this.#waiting = [];
    this.#omitted = false;
  }
}
