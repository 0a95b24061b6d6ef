// What a second of speech costs, and that memory does not grow with the length of a recording. The recordings are made of
// the two spoken fixtures in turn, with pauses between.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMp3 } from '../../src/convert/formats/audio/mp3.ts';
import { Resampler } from '../../src/convert/formats/audio/resample.ts';
import { openWav } from '../../src/convert/formats/audio/wav.ts';
import { bytesSource, convert } from '../../src/convert/index.ts';
import { wav } from '../../test/support/sounds.ts';

const rate = 16_000;
const pauses = [0.5, 1, 2, 9];
const minutes = process.argv.slice(2).map(Number);

async function spoken(fixture: string): Promise<Float32Array> {
  const source = bytesSource(readFileSync(join(import.meta.dirname, '../../test/fixtures', fixture)));
  const open = fixture.endsWith('.mp3') ? openMp3 : openWav;
  const recording = await open(source, { warn: () => undefined });
  const samples: number[] = [];
  let resampler: Resampler | undefined;
  for await (const { channels, sampleRate } of recording.pieces()) {
    resampler ??= new Resampler(sampleRate, rate);
    samples.push(...resampler.push(channels[0] ?? new Float32Array(0)));
  }
  return Float32Array.from([...samples, ...(resampler?.finish() ?? [])]);
}

interface Made {
  readonly file: Uint8Array;
  readonly times: number;
}

function recording(clips: readonly Float32Array[], length: number): Made {
  const samples = new Float32Array(length * 60 * rate);
  let times = 0;
  for (let at = 0; ; times += 1) {
    const clip = clips[times % clips.length] ?? samples;
    if (at + clip.length > samples.length) break;
    samples.set(clip, at);
    at += clip.length + Math.round((pauses[times % pauses.length] ?? 0) * rate);
  }
  return { file: wav(samples, rate), times };
}

const clips = [await spoken('mp3/spoken/input.mp3'), await spoken('wav/telephone/input.wav')];
console.log('| minutes | CPU seconds | CPU per second of sound | clips heard | resident MB |');
console.log('| --: | --: | --: | --: | --: |');
const results: object[] = [];
for (const length of minutes.length > 0 ? minutes : [1, 5, 20]) {
  const { file, times } = recording(clips, length);
  const before = process.cpuUsage();
  const { markdown } = await convert(file);
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 1e6;
  const heard = [...markdown.matchAll(/tickets|begins at noon/g)].length;
  const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  const perSecond = cpu / (length * 60);
  console.log(`| ${length} | ${cpu.toFixed(1)} | ${perSecond.toFixed(3)} | ${heard} of ${times} | ${megabytes} |`);
  results.push({ minutes: length, cpu, perSecond, heard, times, megabytes });
}
console.log(
  JSON.stringify({ bench: 'speech', peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024), results }),
);
