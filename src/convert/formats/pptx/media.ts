// Pictures, videos and sounds on slides: a picture by the one rule for images, a video or sound as a note or link.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { emphasis, image, link, paragraph } from '../../document/build.ts';
import type { Block, Origin, Phrasing } from '../../document/tree.ts';
import { alternativeText } from '../office/alternative-text.ts';
import { linkTarget } from '../office/drawing-text.ts';
import { pictureNodes } from '../office/pictures.ts';
import { nonVisual } from './placeholders.ts';
import type { SlideScope } from './slide-scope.ts';

const mediaKinds = new Map([
  ['a:videoFile', 'Video'],
  ['a:quickTimeFile', 'Video'],
  ['a:audioFile', 'Audio'],
  ['a:wavAudioFile', 'Audio'],
  ['a:audioCd', 'Audio'],
]);

export function pictureBlocks(
  shape: OfficeElement,
  names: OfficeElement | undefined,
  origin: Origin,
  scope: SlideScope,
): Block[] {
  for (const element of nonVisual(shape)?.child('p:nvPr')?.elements() ?? []) {
    const kind = mediaKinds.get(element.key);
    if (kind !== undefined) return [{ ...paragraph(mediaNote(kind, element, names, origin, scope)), origin }];
  }
  const nodes = blipNodes(shape, names, origin, scope);
  if (nodes.length === 0) return [];
  const target = linkTarget(names?.child('a:hlinkClick'), scope.part);
  return [{ ...paragraph(target === undefined ? nodes : [link(target, nodes)]), origin }];
}

/** The picture itself; where it is neither kept nor described that is told, once. */
function blipNodes(
  shape: OfficeElement,
  names: OfficeElement | undefined,
  origin: Origin,
  scope: SlideScope,
): Phrasing[] {
  const alt = alternativeText(names);
  const fill = shape.child('p:blipFill') ?? shape.at('p:spPr', 'a:blipFill');
  const part = scope.part.target(fill?.child('a:blip')?.get('r:embed'));
  const { context } = scope;
  if (part === undefined) {
    scope.once('image-missing', 'An image is not in the file, or only linked, and was left out.', origin);
    return alt === '' ? [] : [image('', alt)];
  }
  const kept = scope.keptImages.get(part);
  if (kept !== undefined) return [image(kept, alt)];
  const nodes = pictureNodes({ alt, mediaType: part.contentType, name: part.name, bytes: () => part.bytes() }, context);
  const [only] = nodes;
  if (only?.type === 'image' && only.url !== '') scope.keptImages.set(part, only.url);
  if (nodes.length === 0 && !context.options.extractImages) {
    scope.once('image-not-extracted', 'Images without a description are not in the result.', origin);
  }
  return nodes;
}

function mediaNote(
  kind: string,
  media: OfficeElement,
  names: OfficeElement | undefined,
  origin: Origin,
  scope: SlideScope,
): Phrasing[] {
  const label = alternativeText(names) || (names?.get('name') ?? '').trim();
  const note = label === '' ? kind : `${kind}: ${label}`;
  const relation = scope.part.relations.get(media.get('r:link') ?? '');
  if (relation?.external === true && /^https?:/i.test(relation.target)) return [link(relation.target, note)];
  scope.once('media-not-converted', 'Videos and sounds on slides are only named in the result.', origin);
  return [emphasis(note)];
}
