// A page with everything on it in another place.
import type { Box, PageContent } from './page.ts';

/** What becomes of the boxes of one kind. */
type Place = <T extends Box>(boxes: readonly T[]) => T[];

/** `text` moves what is read, `drawn` what is drawn around it; `back` tells where a place of the moved page is on the one given. */
export function movedContent(
  content: PageContent,
  { text, drawn }: { readonly text: Place; readonly drawn: Place },
  back: (box: Box) => Box,
): PageContent {
  const { shown, jumps, figures, readPictures, comments } = content;
  return {
    ...content,
    words: text(content.words),
    rules: drawn(content.rules),
    fills: drawn(content.fills),
    images: drawn(content.images),
    links: text(content.links),
    ...(jumps === undefined ? {} : { jumps: text(jumps) }),
    ...(figures === undefined ? {} : { figures: text(figures) }),
    ...(readPictures === undefined ? {} : { readPictures: text(readPictures) }),
    ...(comments === undefined ? {} : { comments: text(comments) }),
    shown: (box) => shown?.(back(box)) ?? back(box),
  };
}
