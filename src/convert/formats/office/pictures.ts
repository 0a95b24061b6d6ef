// Pictures inside documents, one rule for all formats: kept and linked with `extractImages`, else `![text]()` with the text
// that was written for them.
import { Failure } from '../../../core/failure.ts';
import { image } from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';

export interface Picture {
  /** Alternative text that a person wrote; never a file name. */
  readonly alt: string;
  readonly mediaType: string;
  /** Name in the document, a hint only. */
  readonly name?: string;
  /** Called only when the picture is kept. */
  readonly bytes: () => Uint8Array;
}

/** The picture as it stands in a line; nothing when it has no text and is not kept. */
export function pictureNodes(
  picture: Picture,
  context: Pick<ReadContext, 'options' | 'saveImage' | 'warn'>,
): Phrasing[] {
  const alt = picture.alt.replace(/\s+/g, ' ').trim();
  if (context.options.extractImages) {
    const url = savedUrl(picture, context);
    if (url !== undefined) return [image(url, alt)];
  }
  return alt === '' ? [] : [image('', alt)];
}

/** One picture that cannot be read leaves its text; limits still stop the conversion. */
function savedUrl(picture: Picture, context: Pick<ReadContext, 'saveImage' | 'warn'>): string | undefined {
  try {
    return context.saveImage({
      bytes: picture.bytes(),
      mediaType: picture.mediaType,
      ...(picture.name === undefined ? {} : { name: picture.name }),
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    context.warn('image-unreadable', 'An image is damaged and was left out.');
    return undefined;
  }
}
