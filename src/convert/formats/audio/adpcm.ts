// The two kinds of ADPCM that telephones and old recorders write into WAV files: each sample is four bits of difference.

const clamp16 = (value: number): number => Math.max(-32768, Math.min(32767, value));

// IMA Digital Audio Focus and Technical Working Groups, "Recommended Practices" 3.00 (1992), 6.2.
const imaIndexSteps = [-1, -1, -1, -1, 2, 4, 6, 8] as const;
/** 89 step sizes: each a tenth larger than the one before, from 7 to 32 767, rounded down with carry. */
const imaSteps: readonly number[] = (
  '7 8 9 10 11 12 13 14 16 17 19 21 23 25 28 31 34 37 41 45 50 55 60 66 73 80 88 97 107 118 130 143 157 173 190 209 ' +
  '230 253 279 307 337 371 408 449 494 544 598 658 724 796 876 963 1060 1166 1282 1411 1552 1707 1878 2066 2272 2499 ' +
  '2749 3024 3327 3660 4026 4428 4871 5358 5894 6484 7132 7845 8630 9493 10442 11487 12635 13899 15289 16818 18500 ' +
  '20350 22385 24623 27086 29794 32767'
)
  .split(' ')
  .map(Number);

/** One block of IMA ADPCM: for each channel a first sample and a step, then eight samples of each channel in turn. */
export function imaBlock(bytes: Uint8Array, planes: readonly Float32Array[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  planes.forEach((plane, channel) => {
    let sample = view.getInt16(channel * 4, true);
    let index = Math.min(88, view.getUint8(channel * 4 + 2));
    plane[0] = sample / 32768;
    for (let at = 1; at < plane.length; at += 1) {
      const group = Math.floor((at - 1) / 8);
      const place = 4 * planes.length + (group * planes.length + channel) * 4 + Math.floor(((at - 1) % 8) / 2);
      const byte = bytes[place] ?? 0;
      const code = at % 2 === 1 ? byte & 15 : byte >> 4;
      const step = imaSteps[index] as number;
      const difference =
        (step >> 3) +
        ((code & 4) !== 0 ? step : 0) +
        ((code & 2) !== 0 ? step >> 1 : 0) +
        ((code & 1) !== 0 ? step >> 2 : 0);
      sample = clamp16(sample + ((code & 8) !== 0 ? -difference : difference));
      index = Math.max(0, Math.min(88, index + (imaIndexSteps[code & 7] as number)));
      plane[at] = sample / 32768;
    }
  });
}

// Microsoft, "New Multimedia Data Types and Data Techniques" (1994), "ADPCM".
const adaptation = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230] as const;
const firstWeights = [256, 512, 0, 192, 240, 460, 392] as const;
const secondWeights = [0, -256, 0, 64, 0, -208, -232] as const;

/** One block of Microsoft ADPCM: predictor, step and two samples for each channel, then samples of the channels in turn. */
export function adpcmBlock(bytes: Uint8Array, planes: readonly Float32Array[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = planes.length;
  planes.forEach((plane, channel) => {
    const predictor = Math.min(6, view.getUint8(channel));
    let delta = view.getInt16(count + channel * 2, true);
    let last = view.getInt16(3 * count + channel * 2, true);
    let before = view.getInt16(5 * count + channel * 2, true);
    plane[0] = before / 32768;
    plane[1] = last / 32768;
    for (let at = 2; at < plane.length; at += 1) {
      const nibble = (at - 2) * count + channel;
      const byte = bytes[7 * count + (nibble >> 1)] ?? 0;
      const code = nibble % 2 === 0 ? byte >> 4 : byte & 15;
      const guess = (last * (firstWeights[predictor] as number) + before * (secondWeights[predictor] as number)) / 256;
      const sample = clamp16(Math.trunc(guess) + (code > 7 ? code - 16 : code) * delta);
      before = last;
      last = sample;
      delta = Math.max(16, Math.min(32767, Math.trunc(((adaptation[code] as number) * delta) / 256)));
      plane[at] = sample / 32768;
    }
  });
}
