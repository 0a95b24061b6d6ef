// The mel bands of the model: triangles on Slaney's scale, each of area one, as the model was trained on them.

/** One band: its first frequency bin, and the weights from there. */
export interface MelBand {
  readonly first: number;
  readonly weights: Float64Array;
}

// Slaney, Auditory Toolbox (1998): linear up to 1 000 Hz, 15 mels there, then 27 mels to each factor of 6.4.
const linearStep = 200 / 3;
const bendHertz = 1000;
const bendMel = bendHertz / linearStep;
const logarithmicStep = Math.log(6.4) / 27;

const melOf = (hertz: number): number =>
  hertz < bendHertz ? hertz / linearStep : bendMel + Math.log(hertz / bendHertz) / logarithmicStep;
const hertzOf = (mel: number): number =>
  mel < bendMel ? mel * linearStep : bendHertz * Math.exp(logarithmicStep * (mel - bendMel));

/** `count` bands from 0 Hz to half the sample rate, for the bins of a spectrum over `frameSize` samples. */
export function melBands(count: number, frameSize: number, sampleRate: number): readonly MelBand[] {
  const bins = frameSize / 2 + 1;
  const edges = Array.from({ length: count + 2 }, (_, at) => hertzOf((melOf(sampleRate / 2) * at) / (count + 1)));
  return Array.from({ length: count }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const weights = Float64Array.from({ length: bins }, (_, bin) => {
      const hertz = (bin * sampleRate) / frameSize;
      const rise = (hertz - low) / (middle - low);
      const fall = (high - hertz) / (high - middle);
      return Math.max(0, Math.min(rise, fall)) * (2 / (high - low));
    });
    const first = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const last = weights.findLastIndex((weight) => weight > 0);
    return { first, weights: weights.slice(first, Math.max(first, last) + 1) };
  });
}
