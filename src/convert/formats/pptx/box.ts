// Where a shape stands on its slide, in English metric units (ECMA-376 part 1, 20.1.7.6).
import type { OfficeElement } from '../../containers/office-xml.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box a shape states itself; undefined where it takes over that of its layout. */
export function boxOf(shape: OfficeElement): Box | undefined {
  const frame = shape.child('p:xfrm') ?? shape.at('p:spPr', 'a:xfrm') ?? shape.at('p:grpSpPr', 'a:xfrm');
  const offset = frame?.child('a:off');
  const extent = frame?.child('a:ext');
  const [left, top] = [Number(offset?.get('x') ?? Number.NaN), Number(offset?.get('y') ?? Number.NaN)];
  const [width, height] = [Number(extent?.get('cx') ?? Number.NaN), Number(extent?.get('cy') ?? Number.NaN)];
  if (![left, top, width, height].every(Number.isFinite)) return undefined;
  const [across, down] = isUpright(frame?.get('rot')) ? [width, height] : [height, width];
  const [middle, center] = [left + width / 2, top + height / 2];
  const [half, tall] = [Math.abs(across) / 2, Math.abs(down) / 2];
  return { left: middle - half, top: center - tall, right: middle + half, bottom: center + tall };
}

/** The same place on a slide that is read from the right. */
export const mirrored = ({ left, top, right, bottom }: Box): Box => ({ left: -right, top, right: -left, bottom });

/** Angles are in 60 000ths of a degree; a shape on its side takes the space of its height (20.1.10.3). */
function isUpright(rotation: string | undefined): boolean {
  const quarter = Math.round((Number(rotation ?? 0) || 0) / 5_400_000);
  return quarter % 2 === 0;
}
