// Builds WAV and MP3 files in memory, for tests of the recordings' reader.

export type Wave = (second: number) => number;

export const sine =
  (hertz: number, level = 0.5): Wave =>
  (second) =>
    level * Math.sin(2 * Math.PI * hertz * second);

export function sampled(wave: Wave, seconds: number, rate: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => wave(at / rate));
}

/** A chunk of a RIFF file with its padding; `size` is what its header claims. */
export function chunk(id: string, content: Uint8Array, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

export function riff(chunks: readonly Uint8Array[], id = 'RIFF'): Buffer {
  return chunk(id, Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

export interface WavSettings {
  readonly code?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly blockBytes?: number;
}

export function formatChunk({
  code = 1,
  channels = 1,
  rate = 16_000,
  bits = 16,
  blockBytes,
}: WavSettings = {}): Buffer {
  const content = Buffer.alloc(16);
  const block = blockBytes ?? channels * Math.ceil(bits / 8);
  content.writeUInt16LE(code, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(rate, 4);
  content.writeUInt32LE((rate * block) % 2 ** 32, 8);
  content.writeUInt16LE(block % 2 ** 16, 12);
  content.writeUInt16LE(bits, 14);
  return chunk('fmt ', content);
}

/** Samples as 16-bit numbers, channels in turn. */
export function pcm16(...channels: readonly Float32Array[]): Buffer {
  const [first = new Float32Array(0)] = channels;
  const content = Buffer.alloc(first.length * channels.length * 2);
  channels.forEach((samples, channel) => {
    samples.forEach((sample, at) => {
      const value = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
      content.writeInt16LE(value, (at * channels.length + channel) * 2);
    });
  });
  return content;
}

export function wav(samples: Float32Array, rate = 16_000): Buffer {
  return riff([formatChunk({ rate }), chunk('data', pcm16(samples))]);
}

/** Frames of MPEG 1 Layer III, 32 kbit/s, 32 kHz, mono, that hold silence. */
export function silentMp3(frames: number): Buffer {
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xfb, 0x18, 0xc4]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
