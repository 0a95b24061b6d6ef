// What a second of speech costs, and that memory does not grow with the length of a recording. The recordings are made of
// the spoken fixture, again and again with pauses between, so the words are always the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMp3 } from '../../src/convert/formats/audio/mp3.ts';
import { bytesSource, convert } from '../../src/convert/index.ts';
import { wav } from '../../test/support/sounds.ts';

const rate = 16_000;
const pauses = [0.4, 0.8, 2, 9];
const minutes = process.argv.slice(2).map(Number);

async function spokenSamples(): Promise<Float32Array> {
  const file = readFileSync(join(import.meta.dirname, '../../test/fixtures/mp3/spoken/input.mp3'));
  const recording = await openMp3(bytesSource(file), { warn: () => undefined });
  const pieces: number[] = [];
  for await (const { channels } of recording.pieces()) pieces.push(...(channels[0] ?? []));
  return Float32Array.from(pieces);
}

function recording(spoken: Float32Array, length: number): { file: Uint8Array; times: number } {
  const samples = new Float32Array(length * 60 * rate);
  let times = 0;
  for (let at = 0; at + spoken.length <= samples.length; times += 1) {
    samples.set(spoken, at);
    at += spoken.length + Math.round((pauses[times % pauses.length] ?? 0) * rate);
  }
  return { file: wav(samples, rate), times };
}

const spoken = await spokenSamples();
console.log('| minutes | CPU seconds | CPU per second of sound | words heard | resident MB |');
console.log('| --: | --: | --: | --: | --: |');
const results: object[] = [];
for (const length of minutes.length > 0 ? minutes : [1, 5, 20]) {
  const { file, times } = recording(spoken, length);
  const before = process.cpuUsage();
  const { markdown } = await convert(file);
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 1e6;
  const heard = markdown.split('tickets').length - 1;
  const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  const perSecond = cpu / (length * 60);
  console.log(`| ${length} | ${cpu.toFixed(1)} | ${perSecond.toFixed(3)} | ${heard} of ${times} | ${megabytes} |`);
  results.push({ minutes: length, cpu, perSecond, heard, times, megabytes });
}
console.log(
  JSON.stringify({ bench: 'speech', peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024), results }),
);
