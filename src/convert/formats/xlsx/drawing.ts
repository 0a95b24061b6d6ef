// What is drawn on a sheet (ECMA-376 part 1, 20.5): charts, pictures, diagrams and the text of shapes, in the order of
// their places from the top.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { lineBreak, paragraph } from '../../document/build.ts';
import type { Block, Origin, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { alternativeText } from '../office/alternative-text.ts';
import { chartBlocks } from '../office/chart.ts';
import { diagramBlocks } from '../office/diagram.ts';
import { paragraphPhrasing } from '../office/drawing-text.ts';
import { pictureNodes } from '../office/pictures.ts';
import { columnName, mostColumns, mostRows } from './cell-reference.ts';
import { treeOf } from './part-tree.ts';

/** Objects on one sheet; more are no drawing a person made. */
const mostObjects = 20_000;

export interface DrawingTally {
  /** Pictures without a text of their own that were not kept. */
  pictures: number;
  /** Objects that the sheet itself does not show. */
  hidden: number;
}

export function drawingBlocks(part: OpcPart, sheet: string, tally: DrawingTally, context: ReadContext): Block[] {
  const root = treeOf(part, context);
  if (root === undefined) return [];
  const placed = [...root.elements()].slice(0, mostObjects).map((anchor) => ({ anchor, ...placeOf(anchor) }));
  placed.sort((a, b) => a.row - b.row || a.column - b.column);
  const blocks: Block[] = [];
  for (const { anchor, row, column } of placed) {
    const place: Origin =
      row === Infinity ? { kind: 'sheet', sheet } : { kind: 'sheet', sheet, range: `${columnName(column)}${row}` };
    blocks.push(...objectBlocks(anchor, { part, origin: place, tally, context }));
  }
  return blocks;
}

/** The cell an anchor begins in, from 1; anchors by measure come last. */
function placeOf(anchor: OfficeElement): { row: number; column: number } {
  const from = anchor.child('xdr:from');
  const row = Number(from?.child('xdr:row')?.text() ?? Number.NaN) + 1;
  const column = Number(from?.child('xdr:col')?.text() ?? Number.NaN) + 1;
  const inside = row >= 1 && row <= mostRows && column >= 1 && column <= mostColumns;
  return inside ? { row, column } : { row: Infinity, column: 1 };
}

interface Scope {
  readonly part: OpcPart;
  readonly origin: Origin;
  readonly tally: DrawingTally;
  readonly context: ReadContext;
}

/** Calls itself for groups; the depth of a part's tree is bounded where it is parsed. */
function objectBlocks(container: OfficeElement, scope: Scope): Block[] {
  const blocks: Block[] = [];
  for (const element of container.elements()) {
    const facts = factsOf(element);
    if (element.key === 'xdr:grpSp') blocks.push(...objectBlocks(element, scope));
    else if (isHidden(facts)) scope.tally.hidden += standsFor(facts) ? 0 : 1;
    else if (element.key === 'xdr:sp' || element.key === 'xdr:cxnSp') blocks.push(...shapeBlocks(element, scope));
    else if (element.key === 'xdr:pic') blocks.push(...pictureBlocks(element, scope));
    else if (element.key === 'xdr:graphicFrame') blocks.push(...frameBlocks(element, scope));
  }
  return blocks;
}

function factsOf(element: OfficeElement): OfficeElement | undefined {
  for (const properties of element.elements()) {
    const facts = properties.child('xdr:cNvPr');
    if (facts !== undefined) return facts;
  }
  return undefined;
}

const isHidden = (facts: OfficeElement | undefined): boolean => /^(?:1|true)$/.test(facts?.get('hidden') ?? '');

/** A shape that stands for a control, which is read from where Excel keeps those ([MS-ODRAWXML] 2.3.1.2). */
function standsFor(facts: OfficeElement | undefined): boolean {
  const [found] = facts?.descendants('a14:compatExt') ?? [];
  return found !== undefined;
}

/** The text of a shape as one paragraph for each of its own. */
function shapeBlocks(shape: OfficeElement, { part, origin }: Scope): Block[] {
  const blocks: Block[] = [];
  for (const one of shape.child('xdr:txBody')?.elements('a:p') ?? []) {
    const nodes = paragraphPhrasing(one, { part });
    if (nodes.some((node) => node !== lineBreak)) blocks.push({ ...paragraph(nodes), origin });
  }
  return blocks;
}

function pictureBlocks(picture: OfficeElement, { part, origin, tally, context }: Scope): Block[] {
  const facts = picture.at('xdr:nvPicPr', 'xdr:cNvPr');
  const blip = picture.at('xdr:blipFill', 'a:blip');
  const file = part.target(blip?.get('r:embed'));
  const nodes: Phrasing[] =
    file === undefined
      ? []
      : pictureNodes(
          {
            alt: alternativeText(facts),
            mediaType: file.contentType,
            name: file.name.slice(file.name.lastIndexOf('/') + 1),
            bytes: () => file.bytes(),
          },
          context,
        );
  if (file === undefined) context.warn('image-missing', 'A picture is not in the file.', origin);
  else if (nodes.length === 0) tally.pictures += 1;
  return nodes.length === 0 ? [] : [{ ...paragraph(nodes), origin }];
}

function frameBlocks(frame: OfficeElement, { part, origin, context }: Scope): Block[] {
  const data = frame.at('a:graphic', 'a:graphicData');
  for (const element of data?.elements() ?? []) {
    if (element.key === 'c:chart' || element.key === 'cx:chart') {
      const chart = part.target(element.get('r:id'));
      return chart === undefined ? [] : chartBlocks(chart, origin, context);
    }
    if (element.key === 'dgm:relIds') {
      const diagram = part.target(element.get('r:dm'));
      return diagram === undefined ? [] : diagramBlocks(diagram, origin, context);
    }
  }
  return [];
}
