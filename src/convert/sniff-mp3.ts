// The frames of MPEG audio, and how a file of them is recognised without a tag: one sync word proves nothing, a row of
// frames each where the last one ends does.

/** Kilobits per second by index, for MPEG 1 and for MPEG 2 and 2.5, Layers I to III (ISO 11172-3, 2.4.2.3). */
const rates: ReadonlyMap<string, readonly number[]> = new Map([
  ['1-1', [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]],
  ['1-2', [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]],
  ['1-3', [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]],
  ['2-1', [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]],
  ['2-2', [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]],
  ['2-3', [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]],
]);
const frequencies: ReadonlyMap<number, readonly number[]> = new Map([
  [3, [44_100, 48_000, 32_000]],
  [2, [22_050, 24_000, 16_000]],
  [0, [11_025, 12_000, 8_000]],
]);

const framesAsked = 4;
/** Padding or rest of a cut frame before the first whole one, only where the name says it is MP3. */
const searchedBytes = 8 * 1024;

export function looksLikeMp3(head: Buffer, size: number, search: boolean): boolean {
  const starts = search ? Math.min(searchedBytes, head.length - 4) : 0;
  for (let start = 0; start <= starts; start += 1) {
    if (head[start] === 0xff && frameRow(head, start, size)) return true;
  }
  return false;
}

function frameRow(head: Buffer, start: number, size: number): boolean {
  let at = start;
  for (let frames = 0; frames < framesAsked; frames += 1) {
    // A short file may end after fewer frames, but must end exactly there.
    if (at === size && frames >= 2) return true;
    const length = frameBytes(head, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

const frameBytes = (head: Buffer, at: number): number => mpegFrame(head, at)?.bytes ?? 0;

export interface MpegFrame {
  /** From its header to the next one. */
  readonly bytes: number;
  /** 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5. */
  readonly version: number;
  readonly layer: number;
  /** Kilobits per second. */
  readonly bitRate: number;
  readonly sampleRate: number;
  readonly samples: number;
  readonly channels: number;
}

/** The frame whose header stands here (ISO 11172-3, 2.4.1.3); undefined where none does. */
export function mpegFrame(head: Buffer, at: number): MpegFrame | undefined {
  if (at + 4 > head.length || head[at] !== 0xff) return undefined;
  const second = head[at + 1] as number;
  const third = head[at + 2] as number;
  if ((second & 0xe0) !== 0xe0) return undefined;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const sampleRate = frequencies.get(version)?.[(third >> 2) & 3];
  const bitRate = rates.get(`${version === 3 ? 1 : 2}-${layer}`)?.[third >> 4];
  if (sampleRate === undefined || bitRate === undefined || bitRate === 0) return undefined;
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const bytes =
    layer === 1
      ? (Math.floor((12_000 * bitRate) / sampleRate) + padding) * 4
      : Math.floor((samples * 125 * bitRate) / sampleRate) + padding;
  const channels = (head[at + 3] as number) >> 6 === 3 ? 1 : 2;
  return { bytes, version, layer, bitRate, sampleRate, samples, channels };
}
