// Diagrams (SmartArt) as the outline behind them: points in the order and depth of the data model (ECMA-376 part 1, 21.4.2).
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { bulletList, item, lineBreak, paragraph } from '../../document/build.ts';
import type { Block, ListItem, Origin, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { paragraphPhrasing } from './drawing-text.ts';

interface Point {
  readonly phrasing: readonly Phrasing[];
  readonly children: { readonly order: number; readonly id: string }[];
  readonly shown: boolean;
}

/** The text of the diagram as one nested list. */
export function diagramBlocks(data: OpcPart, origin: Origin, context: ReadContext): Block[] {
  const model = modelOf(data, origin, context);
  if (model === undefined) return [];
  const points = new Map<string, Point>();
  const roots: string[] = [];
  for (const element of model.child('dgm:ptLst')?.elements('dgm:pt') ?? []) {
    const type = element.get('type') ?? 'node';
    const id = element.get('modelId') ?? '';
    if (type === 'doc') roots.push(id);
    // Transitions and presentation points repeat or place what the nodes say.
    const shown = type === 'node' || type === 'asst' || type === 'norm';
    points.set(id, { phrasing: shown ? pointPhrasing(element, data) : [], children: [], shown });
  }
  for (const element of model.child('dgm:cxnLst')?.elements('dgm:cxn') ?? []) {
    if ((element.get('type') ?? 'parOf') !== 'parOf') continue;
    const order = Number(element.get('srcOrd') ?? 0) || 0;
    points.get(element.get('srcId') ?? '')?.children.push({ order, id: element.get('destId') ?? '' });
  }
  const items = outline(points, roots, context);
  if (items.length === 0) context.warn('diagram-without-text', 'A diagram holds no text and was left out.', origin);
  return items.length === 0 ? [] : [{ ...bulletList(items), origin }];
}

function modelOf(data: OpcPart, origin: Origin, context: ReadContext): OfficeElement | undefined {
  try {
    const model = data.tree();
    if (model.key === 'dgm:dataModel') return model;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
  }
  context.warn('diagram-unreadable', 'A diagram could not be read and was left out.', origin);
  return undefined;
}

function pointPhrasing(point: OfficeElement, part: OpcPart): Phrasing[] {
  const nodes: Phrasing[] = [];
  for (const one of point.child('dgm:t')?.elements('a:p') ?? []) {
    const line = paragraphPhrasing(one, { part });
    if (line.length > 0 && nodes.length > 0) nodes.push(lineBreak);
    for (const node of line) nodes.push(node);
  }
  return nodes;
}

interface Step {
  readonly ids: readonly string[];
  at: number;
  readonly add: (one: ListItem) => void;
}

/** Each point once: what hangs on the document first, then what the connections do not reach. */
function outline(points: ReadonlyMap<string, Point>, roots: readonly string[], context: ReadContext): ListItem[] {
  const seen = new Set(roots);
  const items: ListItem[] = [];
  const queue = [...roots.flatMap((id) => childrenOf(points.get(id))), ...orphans(points)];
  const steps: Step[] = [{ ids: queue, at: 0, add: (one) => void items.push(one) }];
  while (steps.length > 0) {
    const step = steps[steps.length - 1] as Step;
    const id = step.ids[step.at];
    step.at += 1;
    if (id === undefined) {
      steps.pop();
      continue;
    }
    const point = points.get(id);
    if (point === undefined || seen.has(id)) continue;
    seen.add(id);
    const isShown = point.phrasing.length > 0;
    const children: Block[] = [paragraph(point.phrasing)];
    if (isShown) step.add(item(children));
    // A point without text only groups, so what it groups moves up; so does what is nested too deep.
    const isParent = isShown && steps.length < context.limits.depth;
    steps.push({ ids: childrenOf(point), at: 0, add: isParent ? listIn(children) : step.add });
  }
  return items;
}

/** Adds items to a list at the end of these blocks, which is begun with the first of them. */
function listIn(blocks: Block[]): (one: ListItem) => void {
  let items: ListItem[] | undefined;
  return (one) => {
    if (items === undefined) {
      items = [];
      blocks.push(bulletList(items));
    }
    items.push(one);
  };
}

function childrenOf(point: Point | undefined): string[] {
  return [...(point?.children ?? [])].sort((a, b) => a.order - b.order).map((one) => one.id);
}

function orphans(points: ReadonlyMap<string, Point>): string[] {
  const targets = new Set<string>();
  for (const point of points.values()) for (const child of point.children) targets.add(child.id);
  const shown = [...points].filter(([, point]) => point.shown).map(([id]) => id);
  // Those nothing leads to begin outlines of their own; the rest are circles.
  return [...shown.filter((id) => !targets.has(id)), ...shown];
}
