// Graphic frames of a slide: tables, charts, diagrams and embedded objects (ECMA-376 part 1, 19.3.1.21).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { emphasis, paragraph } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';
import { alternativeText } from '../office/alternative-text.ts';
import { chartBlocks } from '../office/chart.ts';
import { diagramBlocks } from '../office/diagram.ts';
import { drawingTable } from '../office/drawing-table.ts';
import { pictureBlocks } from './media.ts';
import type { SlideScope } from './slide-scope.ts';

export function frameBlocks(
  frame: OfficeElement,
  names: OfficeElement | undefined,
  origin: Origin,
  scope: SlideScope,
): Block[] {
  const blocks: Block[] = [];
  for (const content of frame.at('a:graphic', 'a:graphicData')?.elements() ?? []) {
    if (content.key === 'a:tbl') blocks.push({ ...drawingTable(content, scope), origin });
    else for (const block of objectBlocks(content, names, origin, scope)) blocks.push(block);
  }
  // What the author wrote about it comes before what is read from it.
  return [...described(names, origin), ...blocks];
}

function described(names: OfficeElement | undefined, origin: Origin): Block[] {
  const alt = alternativeText(names);
  return alt === '' ? [] : [{ ...paragraph(alt), origin }];
}

function objectBlocks(
  content: OfficeElement,
  names: OfficeElement | undefined,
  origin: Origin,
  scope: SlideScope,
): Block[] {
  const { part, context } = scope;
  switch (content.key) {
    case 'c:chart':
    case 'cx:chart': {
      const chart = part.target(content.get('r:id'));
      if (chart !== undefined) return chartBlocks(chart, origin, context);
      context.warn('chart-unreadable', 'A chart could not be read and was left out.', origin);
      return [];
    }
    case 'dgm:relIds': {
      const data = part.target(content.get('r:dm'));
      if (data !== undefined) return diagramBlocks(data, origin, context);
      context.warn('diagram-unreadable', 'A diagram could not be read and was left out.', origin);
      return [];
    }
    case 'p:oleObj': {
      const label = (content.get('name') ?? names?.get('name') ?? content.get('progId') ?? '').trim();
      scope.once(
        'embedded-object-dropped',
        'Objects of other programs on slides are only named in the result.',
        origin,
      );
      const note = paragraph([emphasis(label === '' ? 'Embedded object' : `Embedded object: ${label}`)]);
      // What the object looks like is kept as a picture beside it.
      const preview = content.child('p:pic');
      const picture = preview !== undefined && context.options.extractImages;
      return [{ ...note, origin }, ...(picture ? pictureBlocks(preview, undefined, origin, scope) : [])];
    }
    default:
      scope.once('graphic-unknown', 'A graphic of an unknown kind on a slide was left out.', origin);
      return [];
  }
}
