// Which kind of picture some bytes are, by their first ones: nothing else is ever handed to the decoder.
import { asBuffer } from '../../containers/as-buffer.ts';

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'bmp';

const signatures: readonly (readonly [kind: PictureKind, at: number, bytes: string])[] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['tiff', 0, 'II*\x00'],
  ['tiff', 0, 'MM\x00*'],
  // BigTIFF.
  ['tiff', 0, 'II+\x00'],
  ['tiff', 0, 'MM\x00+'],
  ['bmp', 0, 'BM'],
];

/** Undefined for everything else: drawings (SVG, EMF, WMF), camera raws, HEIC. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = asBuffer(bytes.subarray(0, 16)).toString('latin1');
  return signatures.find(([, at, wanted]) => head.startsWith(wanted, at))?.[0];
}
