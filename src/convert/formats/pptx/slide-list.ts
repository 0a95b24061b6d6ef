// The slides of a presentation in their order, and the sections they stand in (ECMA-376 part 1, 19.2.1.34; sections:
// [MS-PPTX] 2.7.1).
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPackage, OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';

export interface ListedSlide {
  /** Undefined where the file lists a slide it does not have. */
  readonly part: OpcPart | undefined;
  /** Name of the section that begins with this slide. */
  readonly section: string | undefined;
}

export function slideList(
  opc: OpcPackage,
  presentation: OpcPart,
  root: OfficeElement,
  context: ReadContext,
): ListedSlide[] {
  const sections = sectionStarts(root);
  const slides: ListedSlide[] = [];
  const seen = new Set<OpcPart>();
  let repeated = 0;
  for (const listed of root.child('p:sldIdLst')?.elements('p:sldId') ?? []) {
    const part = presentation.target(listed.get('r:id'));
    if (part !== undefined && seen.has(part)) {
      repeated += 1;
      continue;
    }
    if (part !== undefined) seen.add(part);
    slides.push({ part, section: sections.get(listed.get('id') ?? '') });
  }
  if (repeated > 0) {
    context.warn('slide-repeated', `The file lists slides more than once (${repeated} times); each was read once.`);
  }
  if (slides.some((slide) => slide.part !== undefined)) return slides;
  const found = unlistedSlides(opc, presentation, context);
  if (found.length === 0) return slides;
  if (slides.length > 0) {
    context.warn('slide-order-guessed', 'The list of slides is damaged; they were read in the order of their names.');
  }
  return found;
}

/** Without a list that works: the slides that are related, else those under the names that writers use. */
function unlistedSlides(opc: OpcPackage, presentation: OpcPart, context: ReadContext): ListedSlide[] {
  const parts = presentation.allRelated('slide');
  const folder = presentation.name.slice(0, presentation.name.lastIndexOf('/') + 1);
  for (let at = 1; parts.length === at - 1 && at <= context.limits.archiveEntries; at += 1) {
    const part = opc.part(`${folder}slides/slide${at}.xml`);
    if (part !== undefined) parts.push(part);
  }
  return parts.map((part) => ({ part, section: undefined }));
}

/** Slide id to the name of the section it is the first of; a single section divides nothing. */
function sectionStarts(root: OfficeElement): ReadonlyMap<string, string> {
  const starts = new Map<string, string>();
  for (const extension of root.child('p:extLst')?.elements('p:ext') ?? []) {
    for (const section of extension.child('p14:sectionLst')?.elements('p14:section') ?? []) {
      const first = section.at('p14:sldIdLst', 'p14:sldId')?.get('id');
      const name = (section.get('name') ?? '').trim();
      if (first !== undefined && name !== '') starts.set(first, name);
    }
  }
  return starts.size > 1 ? starts : new Map();
}
