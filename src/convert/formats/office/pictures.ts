// Pictures inside documents, one rule for all formats: kept and linked with `extractImages`, else `![text]()` with the text
// that was written for them. One without such a text is marked to be read where the options ask for it.
import { Failure } from '../../../core/failure.ts';
import { image } from '../../document/build.ts';
import type { Image, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { wantsPictureText } from '../../options.ts';

export interface Picture {
  /** Alternative text that a person wrote; never a file name. */
  readonly alt: string;
  readonly mediaType: string;
  /** Name in the document, a hint only. */
  readonly name?: string;
  /** Called only when the picture is kept or read. */
  readonly bytes: () => Uint8Array;
}

/** The picture as it stands in a line; nothing when it has no text and is neither kept nor read. */
export function pictureNodes(
  picture: Picture,
  context: Pick<ReadContext, 'options' | 'saveImage' | 'warn' | 'describe'>,
): Phrasing[] {
  const alt = picture.alt.replace(/\s+/g, ' ').trim();
  if (context.options.extractImages) {
    const url = savedUrl(picture, context);
    if (url !== undefined) return [toRead(image(url, alt), picture.bytes, context)];
  }
  if (alt !== '') return [image('', alt)];
  const node = toRead(image('', ''), picture.bytes, context);
  return node.picture === undefined ? [] : [node];
}

/** Marks an image without a text of its own to be read, where the options ask for it. */
export function toRead(
  node: Image,
  bytes: () => Uint8Array | undefined,
  { options, warn, describe }: Pick<ReadContext, 'options' | 'warn' | 'describe'>,
): Image {
  if (node.alt !== '') return node;
  if (!wantsPictureText(options)) {
    if (options.ocrMode === 'auto') describe({ unreadPictures: true });
    return node;
  }
  const picture = (): Uint8Array | undefined => {
    try {
      return bytes();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      warn('image-unreadable', 'An image is damaged and was left out.');
      return undefined;
    }
  };
  return { ...node, picture };
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
