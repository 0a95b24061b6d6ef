// What readers may ask of an engine that writes down speech, whichever model is behind it.

export interface SpeechSegment {
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0..1, from the model's own probabilities. */
  readonly confidence: number;
}

export interface SpeechRequest {
  /** ISO 639-1; detected where it is left out. */
  readonly language?: string;
  /** Hear with the most accurate model at hand, whatever time it takes. */
  readonly accurate?: boolean;
  readonly signal: AbortSignal;
}

export interface SpeechSession {
  /** ISO 639-1, once the first speech was heard. */
  readonly language: string | undefined;
  /** Samples at 16 kHz, mono, -1..1; segments come as soon as they are certain. Pieces may have any length. */
  hear(samples: Float32Array): AsyncIterable<SpeechSegment>;
  /** What is left once the recording is over. */
  finish(): AsyncIterable<SpeechSegment>;
}

export interface SpeechEngine {
  /** Begins a recording; the model is loaded once there is something to hear. */
  begin(request: SpeechRequest): Promise<SpeechSession>;
}
