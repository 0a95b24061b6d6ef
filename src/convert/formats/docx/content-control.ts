// Content controls (ECMA-376 part 1, 17.5.2): what kind they are.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { StyleSheet } from './styles.ts';

/** The state of a check box control ([MS-DOCX] 2.6.1.2). */
export function checkboxState(properties: OfficeElement | undefined): boolean | undefined {
  const box = properties?.child('w14:checkbox');
  if (box === undefined) return undefined;
  const value = box.child('w14:checked')?.get('w14:val');
  return value === '1' || value === 'true' || value === 'on';
}

/** A table of contents that Word put in as a whole, with its heading; one that was since taken out leaves its control behind. */
export function isContentsControl(
  properties: OfficeElement | undefined,
  content: OfficeElement,
  styles: StyleSheet,
): boolean {
  if (properties?.at('w:docPartObj', 'w:docPartGallery')?.get('w:val') !== 'Table of Contents') return false;
  for (const key of ['w:instrText', 'w:fldSimple']) {
    for (const field of content.descendants(key)) {
      if (/^\s*(?:TOC|TOA|PAGEREF)\b/i.test(field.get('w:instr') ?? field.text())) return true;
    }
  }
  for (const paragraph of content.descendants('w:p')) {
    if (styles.paragraph(paragraph.at('w:pPr', 'w:pStyle')?.get('w:val')).role === 'contents') return true;
    const pieces = [...paragraph.descendants('w:t')].map((piece) => piece.text());
    if (/\d$/.test(pieces.at(-1)?.trimEnd() ?? '')) return true;
  }
  return false;
}
