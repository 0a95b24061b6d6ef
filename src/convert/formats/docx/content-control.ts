// Content controls (ECMA-376 part 1, 17.5.2): what kind they are.
import type { OfficeElement } from '../../containers/office-xml.ts';

/** The state of a check box control ([MS-DOCX] 2.6.1.2). */
export function checkboxState(properties: OfficeElement | undefined): boolean | undefined {
  const box = properties?.child('w14:checkbox');
  if (box === undefined) return undefined;
  const value = box.child('w14:checked')?.get('w14:val');
  return value === '1' || value === 'true' || value === 'on';
}

/** A table of contents that Word put in as a whole, with its heading. */
export function isContentsControl(properties: OfficeElement | undefined): boolean {
  return properties?.at('w:docPartObj', 'w:docPartGallery')?.get('w:val') === 'Table of Contents';
}
