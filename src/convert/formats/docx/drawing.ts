// Pictures, shapes, text boxes, charts and diagrams in a run: DrawingML (ECMA-376 part 1, 20.4) and the older VML.

import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { image, link, paragraph, rule } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { imageTypes } from '../image-types.ts';
import { alternativeText } from '../office/alternative-text.ts';
import { diagramBlocks } from '../office/diagram.ts';
import { textBlocks } from '../office/drawing-paragraphs.ts';
import { pictureNodes } from '../office/pictures.ts';
import type { Story } from './scope.ts';

/** What a drawing adds to the paragraph it stands in: in its line, and after it. */
export interface Drawn {
  readonly line: Phrasing[];
  readonly after: Block[];
  /** Target of a link around the whole drawing. */
  link?: string;
}

export function readDrawing(drawing: OfficeElement, story: Story): Drawn {
  const drawn: Drawn = { line: [], after: [] };
  for (const frame of drawing.elements()) {
    const properties = frame.child('wp:docPr');
    const target = linkOf(properties?.child('a:hlinkClick'), story.part);
    if (target !== undefined) drawn.link = target;
    const alt = alternativeText(properties);
    const data = frame.at('a:graphic', 'a:graphicData');
    if (data === undefined) continue;
    const pictures = count(data, 'pic:pic', 2);
    shapes(data, pictures > 1 ? '' : alt, story, drawn);
    // The description of a whole group stands in for what it shows, when nothing in it has words.
    if (alt !== '' && pictures !== 1 && drawn.line.length + drawn.after.length === 0) drawn.line.push(image('', alt));
    // 20.4.2.3: an anchored picture floats beside the text and is no part of its line.
    if (frame.key === 'wp:anchor') float(drawn, story);
  }
  return drawn;
}

/** Takes the pictures out of the line; each stands by itself after the paragraph. */
function float(drawn: Drawn, story: Story): void {
  const nodes = drawn.line.splice(0);
  const url = drawn.link;
  delete drawn.link;
  const blocks = nodes.map((node) => ({
    ...paragraph([url === undefined ? node : link(url, [node])]),
    origin: story.origin,
  }));
  drawn.after.unshift(...blocks);
}

function count(element: OfficeElement, key: string, most: number): number {
  let found = 0;
  for (const _ of element.descendants(key)) {
    found += 1;
    if (found >= most) break;
  }
  return found;
}

/** Walks the shapes of a drawing in their order; as deep as the parser lets a tree be. */
function shapes(element: OfficeElement, alt: string, story: Story, drawn: Drawn): void {
  const { context } = story.document;
  for (const child of element.elements()) {
    switch (child.key) {
      case 'pic:pic': {
        const own = alternativeText(child.at('pic:nvPicPr', 'pic:cNvPr'));
        const blip = child.at('pic:blipFill', 'a:blip');
        addPicture(blip?.get('r:embed'), blip?.get('r:link'), alt === '' ? own : alt, story, drawn);
        break;
      }
      case 'w:txbxContent':
        drawn.after.push(...story.blocks(child, 'box'));
        break;
      case 'c:chart':
      case 'cx:chart': {
        const part = story.part.target(child.get('r:id'));
        if (part !== undefined) drawn.after.push(...(story.document.drawChart?.(part, story.origin, context) ?? []));
        break;
      }
      case 'dgm:relIds': {
        const part = story.part.target(child.get('r:dm'));
        if (part !== undefined) drawn.after.push(...diagramBlocks(part, story.origin, context));
        break;
      }
      case 'a:txBody':
        for (const block of textBlocks(child, story)) drawn.after.push({ ...block, origin: story.origin });
        break;
      default:
        shapes(child, alt, story, drawn);
    }
  }
}

/** VML (ECMA-376 part 4, 19): pictures, text boxes, text along a path, lines across the page. */
export function readVml(pict: OfficeElement, story: Story): Drawn {
  const drawn: Drawn = { line: [], after: [] };
  vmlShapes(pict, '', story, drawn);
  for (const shape of pict.elements()) {
    if (shape.get('style')?.includes('position:absolute') === true) {
      float(drawn, story);
      break;
    }
  }
  return drawn;
}

function vmlShapes(element: OfficeElement, alt: string, story: Story, drawn: Drawn): void {
  for (const child of element.elements()) {
    switch (child.key) {
      case 'v:shapetype':
        break;
      case 'v:imagedata': {
        const relation = child.get('r:id') ?? child.get('o:relid');
        addPicture(relation, child.get('r:href'), alt, story, drawn);
        break;
      }
      case 'w:txbxContent':
        drawn.after.push(...story.blocks(child, 'box'));
        break;
      case 'v:textpath': {
        const words = child.get('string') ?? '';
        if (words.trim() !== '') drawn.after.push({ ...paragraph(words), origin: story.origin });
        break;
      }
      case 'o:OLEObject':
        embedded(child, story);
        break;
      case 'w:drawing': {
        const inner = readDrawing(child, story);
        drawn.line.push(...inner.line);
        drawn.after.push(...inner.after);
        break;
      }
      default: {
        if (child.get('o:hr') === 't' || child.get('o:hr') === 'true')
          drawn.after.push({ ...rule, origin: story.origin });
        const own = child.get('alt') ?? '';
        vmlShapes(child, own === '' || isFileName(own) ? alt : own, story, drawn);
      }
    }
  }
}

/** Some programs write the path of the picture where its description belongs. */
const isFileName = (alt: string): boolean => /^\S{1,260}\.(?:png|jpe?g|gif|bmp|tiff?|[ew]mf|svg|webp)$/i.test(alt);

function embedded(object: OfficeElement, story: Story): void {
  const program = object.get('ProgID') ?? '';
  if (/^(?:Equation|MathType)/i.test(program)) story.document.tally.add('equations', story.origin);
  else story.document.tally.object(program);
}

function addPicture(
  embed: string | undefined,
  linked: string | undefined,
  alt: string,
  story: Story,
  drawn: Drawn,
): void {
  const { context, tally } = story.document;
  const part = story.part.target(embed);
  if (part !== undefined) {
    const nodes = pictureNodes(
      {
        alt,
        mediaType: mediaTypeOf(part),
        name: part.name.slice(part.name.lastIndexOf('/') + 1),
        bytes: () => part.bytes(),
      },
      context,
    );
    if (!nodes.some((node) => node.type === 'image' && node.url !== '')) tally.add('images', story.origin);
    drawn.line.push(...nodes);
    return;
  }
  // A picture outside the document: its address is kept as text of the link, never opened.
  const target = external(linked ?? embed, story.part);
  if (target !== undefined && /^https?:/i.test(target)) drawn.line.push(image(target, alt));
  else {
    tally.add('images', story.origin);
    if (alt !== '') drawn.line.push(image('', alt));
  }
}

function external(id: string | undefined, part: OpcPart): string | undefined {
  const relation = id === undefined ? undefined : part.relations.get(id);
  return relation?.external === true ? relation.target : undefined;
}

function linkOf(click: OfficeElement | undefined, part: OpcPart): string | undefined {
  return external(click?.get('r:id'), part);
}

function mediaTypeOf(part: OpcPart): string {
  const extension = part.name.slice(part.name.lastIndexOf('.') + 1).toLowerCase();
  return part.contentType.startsWith('image/')
    ? part.contentType
    : (imageTypes.get(extension) ?? 'application/octet-stream');
}
