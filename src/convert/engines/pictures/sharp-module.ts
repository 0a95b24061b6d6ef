// The decoder, loaded when the first picture comes and held tight: one thread, no cache, and no loader but those of the
// raster formats named here. It is handed bytes alone, never a path.
import type { Sharp, SharpOptions } from 'sharp';

export type OpenPixels = (bytes: Uint8Array, options: SharpOptions) => Sharp;

/** Everything else libvips could load stays shut: SVG, PDF, HEIF and its own formats. */
const loaders = ['JpegBuffer', 'PngBuffer', 'NsgifBuffer', 'WebpBuffer', 'TiffBuffer'].map(
  (name) => `VipsForeignLoad${name}`,
);

let opening: Promise<OpenPixels> | undefined;

export function loadSharp(): Promise<OpenPixels> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    return (bytes, options) => sharp(bytes, options);
  });
  return opening;
}
