// The shapes of a slide as blocks: text, pictures, frames and groups, in the order people read them.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { paragraph } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';
import { alternativeText } from '../office/alternative-text.ts';
import { textBlocks } from '../office/drawing-paragraphs.ts';
import { isOn, linkTarget } from '../office/drawing-text.ts';
import { boxOf, mirrored } from './box.ts';
import { frameBlocks } from './frames.ts';
import { pictureBlocks } from './media.ts';
import { nonVisual, type Placeholder, placeholderOf } from './placeholders.ts';
import { type Placed, readingOrder } from './reading-order.ts';
import { originOf, placed, type SlideScope } from './slide-scope.ts';

/** Parts of the page, not of what it says: date, footer, header, slide number, picture of the slide. */
const furniture = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);

/** The blocks of all shapes below a shape tree or group; `skipped` was read already. */
export function shapeTreeBlocks(tree: OfficeElement, scope: SlideScope, skipped?: OfficeElement): Block[] {
  const shapes: (Placed & { readonly blocks: readonly Block[] })[] = [];
  for (const shape of tree.elements()) {
    if (shape === skipped) continue;
    const placeholder = placeholderOf(shape);
    if (placeholder !== undefined && furniture.has(placeholder.type)) continue;
    const blocks = shapeBlocks(shape, placeholder, scope);
    if (blocks.length === 0) continue;
    const box = boxOf(shape) ?? scope.inherited.box(placeholder);
    const isFigure = shape.key === 'p:graphicFrame' || shape.key === 'p:pic';
    shapes.push({ box: box !== undefined && scope.rightToLeft ? mirrored(box) : box, isFigure, blocks });
  }
  return readingOrder(shapes).flatMap((shape) => shape.blocks);
}

function shapeBlocks(shape: OfficeElement, placeholder: Placeholder | undefined, scope: SlideScope): readonly Block[] {
  const names = nonVisual(shape)?.child('p:cNvPr');
  const origin = originOf(scope, names?.get('name'));
  if (isOn(names?.get('hidden'))) {
    scope.once('hidden-shape-dropped', 'Shapes that the slide does not show were left out.', origin);
    return [];
  }
  switch (shape.key) {
    case 'p:sp':
      return textShape(shape, names, placeholder, origin, scope);
    case 'p:pic':
      return pictureBlocks(shape, names, origin, scope);
    case 'p:graphicFrame':
      return frameBlocks(shape, names, origin, scope);
    case 'p:grpSp': {
      const blocks = shapeTreeBlocks(shape, scope);
      return blocks.length > 0 ? blocks : describedBy(names, origin);
    }
    case 'p:cxnSp':
      return describedBy(names, origin);
    case 'p:contentPart':
      scope.once('ink-dropped', 'Ink and other foreign content on slides cannot be read and was left out.', origin);
      return [];
    default:
      return [];
  }
}

function textShape(
  shape: OfficeElement,
  names: OfficeElement | undefined,
  placeholder: Placeholder | undefined,
  origin: Origin,
  scope: SlideScope,
): readonly Block[] {
  const body = shape.child('p:txBody');
  const link = linkTarget(names?.child('a:hlinkClick'), scope.part);
  const blocks =
    body === undefined
      ? []
      : textBlocks(body, { part: scope.part, ...(link === undefined ? {} : { link }) }, (level) =>
          scope.inherited.bullet(placeholder, level),
        );
  if (blocks.length > 0) return placed(blocks, origin);
  if (shape.at('p:spPr', 'a:blipFill') !== undefined) return pictureBlocks(shape, names, origin, scope);
  return describedBy(names, origin);
}

/** A drawing without words says what its author wrote about it. */
function describedBy(names: OfficeElement | undefined, origin: Origin): Block[] {
  const alt = alternativeText(names);
  return alt === '' ? [] : [{ ...paragraph(alt), origin }];
}
