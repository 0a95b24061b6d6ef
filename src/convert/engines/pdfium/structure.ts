// The structure tree of a page (ISO 32000-2, 14.7): which marked content is a heading, as the author's program tagged it.
import type { Pdfium } from './module.ts';

export interface PageStructure {
  /** Marked-content id to heading level. */
  readonly headings: ReadonlyMap<number, number>;
  /** Marked content that the tree knows at all. */
  readonly known: ReadonlySet<number>;
  /** Marked-content id to the text that stands for a figure (ISO 32000-2, 14.9.3). */
  readonly alts: ReadonlyMap<number, string>;
}

const mostElements = 50_000;
const deepest = 100;

export function readStructure(pdfium: Pdfium, page: number): PageStructure | undefined {
  const { calls } = pdfium;
  const tree = calls.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return undefined;
  try {
    const headings = new Map<number, number>();
    const known = new Set<number>();
    const alts = new Map<number, string>();
    const waiting: {
      readonly element: number;
      readonly level: number;
      readonly alt: string;
      readonly depth: number;
    }[] = [];
    const roots = Math.min(mostElements, calls.FPDF_StructTree_CountChildren(tree));
    for (let at = roots - 1; at >= 0; at -= 1) {
      waiting.push({ element: calls.FPDF_StructTree_GetChildAtIndex(tree, at), level: 0, alt: '', depth: 0 });
    }
    let seen = 0;
    for (let top = waiting.pop(); top !== undefined && seen < mostElements; top = waiting.pop()) {
      const { element, depth } = top;
      if (element === 0 || depth > deepest) continue;
      seen += 1;
      const type = typeOf(pdfium, element);
      const level = headingLevel(type) ?? top.level;
      const alt = type === 'Figure' ? altOf(pdfium, element) : top.alt;
      const note = (id: number): void => {
        if (id < 0) return;
        known.add(id);
        if (level > 0) headings.set(id, level);
        if (alt !== '') alts.set(id, alt);
      };
      const ids = Math.min(mostElements, calls.FPDF_StructElement_GetMarkedContentIdCount(element));
      for (let at = 0; at < ids; at += 1) note(calls.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at));
      const children = Math.min(mostElements, calls.FPDF_StructElement_CountChildren(element));
      for (let at = children - 1; at >= 0; at -= 1) {
        const child = calls.FPDF_StructElement_GetChildAtIndex(element, at);
        if (child === 0) note(calls.FPDF_StructElement_GetChildMarkedContentID(element, at));
        else waiting.push({ element: child, level, alt, depth: depth + 1 });
      }
    }
    return { headings, known, alts };
  } finally {
    calls.FPDF_StructTree_Close(tree);
  }
}

function typeOf(pdfium: Pdfium, element: number): string {
  return pdfium.text(
    (buffer, length) => pdfium.calls.FPDF_StructElement_GetType(element, buffer, length),
    'utf16le',
    128,
  );
}

function altOf(pdfium: Pdfium, element: number): string {
  return pdfium.text(
    (buffer, length) => pdfium.calls.FPDF_StructElement_GetAltText(element, buffer, length),
    'utf16le',
    4_096,
  );
}

/** H1 to H6, H, and Title; what stands in a heading is part of it. */
function headingLevel(type: string): number | undefined {
  const numbered = /^H([1-6])$/i.exec(type);
  if (numbered !== null) return Number(numbered[1]);
  return type === 'H' || type === 'Title' ? 1 : undefined;
}
