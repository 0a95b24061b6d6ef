// Leaves long stretches of background out, so that the model neither spends time on silence nor makes words up for it.
// Frames keep their number, by which times in the shortened sound lead back to the recording.
import { framesPerSecond } from './mel-frames.ts';
import type { JudgedFrame } from './voice-activity.ts';

export interface KeptFrame extends JudgedFrame {
  /** Place in the recording, from 0. */
  readonly number: number;
}

/** Pauses up to this long stay as they are: they tell the model where sentences end. */
const longestPause = 2 * framesPerSecond;
/** What stays of a longer one at each end. */
const margin = framesPerSecond / 2;

export class VoicedFrames {
  #count = 0;
  /** Background since the last active frame; only its two ends once it is longer than a pause. */
  #head: KeptFrame[] = [];
  #tail: KeptFrame[] = [];
  #heard = false;

  *push(frame: JudgedFrame): Generator<KeptFrame> {
    const kept: KeptFrame = { ...frame, number: this.#count };
    this.#count += 1;
    if (!frame.active) {
      this.#hold(kept);
      return;
    }
    yield* this.#head;
    yield* this.#tail;
    this.#head = [];
    this.#tail = [];
    this.#heard = true;
    yield kept;
  }

  /** The end of the last words may fade into the background. */
  *finish(): Generator<KeptFrame> {
    if (this.#heard) yield* this.#head.slice(0, margin);
    this.#head = [];
    this.#tail = [];
  }

  #hold(frame: KeptFrame): void {
    const isOpening = !this.#heard;
    const limit = isOpening ? margin : longestPause;
    if (this.#tail.length === 0 && this.#head.length < limit) {
      this.#head.push(frame);
      return;
    }
    if (this.#tail.length === 0) {
      // The pause has become a long one: its end begins to move on with the sound.
      this.#tail = this.#head.slice(-margin);
      this.#head = isOpening ? [] : this.#head.slice(0, margin);
    }
    this.#tail.push(frame);
    if (this.#tail.length > margin) this.#tail.shift();
  }
}
