// Sends content of unknown length to an object store: in one request while it is small, in parts once it is not. Memory
// is two parts, whatever the content weighs: one is gathered while the other travels.
import type { ObjectStore, PartUpload } from './blob-object-store.ts';

/** The least that S3 takes for a part; with its 10 000 parts at most, objects of 48 GB. */
const partBytes = 5 * 2 ** 20;
const firstBufferBytes = 32 * 2 ** 10;
const secondBufferBytes = 512 * 2 ** 10;

/** Buffers of ended uploads, so that a busy service does not leave megabytes of garbage with every document. */
const spares: Buffer[] = [];
const mostSpares = 4;

function fullBuffer(): Buffer {
  return spares.pop() ?? Buffer.allocUnsafeSlow(partBytes);
}

function giveBack(buffer: Buffer): void {
  if (buffer.length === partBytes && spares.length < mostSpares) spares.push(buffer);
}

export class PartSender {
  readonly #store: ObjectStore;
  readonly #key: string;
  #buffer: Buffer = Buffer.allocUnsafe(firstBufferBytes);
  #filled = 0;
  #upload: PartUpload | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #sent = 0;

  constructor(store: ObjectStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  /** The bytes are copied when this resolves: the caller may use its buffer again. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.byteLength; ) {
      // Only when more is coming: content of exactly one part still goes in one request, and no part is empty.
      if (this.#filled === partBytes) await this.#send();
      const piece = bytes.subarray(from, from + partBytes - this.#filled);
      this.#makeRoom(piece.byteLength);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.byteLength;
      from += piece.byteLength;
    }
  }

  /** The content is stored and visible when this resolves. */
  async finish(): Promise<void> {
    if (this.#upload === undefined) await this.#store.put(this.#key, this.#buffer.subarray(0, this.#filled));
    else {
      await this.#send();
      await this.#underWay;
      await this.#upload.complete();
    }
    giveBack(this.#buffer);
  }

  /** What cannot be taken back now is left to the store's own rule for unfinished uploads (docs/operations.md). */
  async abort(): Promise<void> {
    await this.#underWay.catch(() => undefined);
    await this.#upload?.abort().catch(() => undefined);
  }

  async #send(): Promise<void> {
    await this.#underWay;
    this.#upload ??= await this.#store.beginParts(this.#key);
    const [full, filled] = [this.#buffer, this.#filled];
    this.#sent += 1;
    // Not after an error: a request that was given up may still be reading from it.
    this.#underWay = this.#upload.part(this.#sent, full.subarray(0, filled)).then(() => giveBack(full));
    // Whoever awaits it next hears of the error; until then nobody may be listening.
    this.#underWay.catch(() => undefined);
    this.#buffer = fullBuffer();
    this.#filled = 0;
  }

  #makeRoom(more: number): void {
    const needed = this.#filled + more;
    if (needed <= this.#buffer.length) return;
    // Three sizes only, because each smaller one becomes garbage of the next.
    const larger = needed <= secondBufferBytes ? Buffer.allocUnsafe(secondBufferBytes) : fullBuffer();
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }
}
