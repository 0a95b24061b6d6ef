// A page with everything on it in another place.
import type { Box, PageContent } from './page.ts';

/** `place` moves a box that is on the page; `back` tells where a place of the moved page is on the one given. */
export function movedContent(
  content: PageContent,
  place: <T extends Box>(box: T) => T,
  back: (box: Box) => Box,
): PageContent {
  const { shown } = content;
  return {
    ...content,
    words: content.words.map(place),
    rules: content.rules.map(place),
    fills: content.fills.map(place),
    images: content.images.map(place),
    links: content.links.map(place),
    ...(content.jumps === undefined ? {} : { jumps: content.jumps.map(place) }),
    ...(content.figures === undefined ? {} : { figures: content.figures.map(place) }),
    ...(content.comments === undefined ? {} : { comments: content.comments.map(place) }),
    shown: (box) => shown?.(back(box)) ?? back(box),
  };
}
