// What annotations say: the values of form fields, text typed onto the page, and comments (ISO 32000-2, 12.5 and 12.7).
import type { Box } from '../../layout/page.ts';
import type { Appearance } from './appearances.ts';
import type { PdfDocument } from './document.ts';
import type { Pdfium } from './module.ts';
import type { PageSpace } from './page.ts';

/** Text that stands on the page where the annotation is. */
export interface TypedText extends Box {
  readonly text: string;
}

export interface PageComment extends Box {
  readonly text: string;
  readonly author: string;
}

export interface Annotations {
  readonly typed: readonly TypedText[];
  readonly comments: readonly PageComment[];
  /** Where the fields of a form are that text is written in. */
  readonly fields: readonly Box[];
}

export interface ReadAnnotations extends Annotations {
  /** Signatures, stamps and fields of no form, whose text is in their pictures. */
  readonly pictured: readonly Appearance[];
}

/** FPDFAnnot_GetSubtype. */
const subtypes = {
  text: 1,
  freeText: 3,
  highlight: 9,
  underline: 10,
  squiggly: 11,
  strikeOut: 12,
  stamp: 13,
  widget: 20,
} as const;
/** FPDFAnnot_GetFormFieldType. */
const checkBox = 2;
const radioButton = 3;
const pushButton = 1;
const comboBox = 4;
const textField = 6;
const signature = 7;
/** ISO 32000-2, table 167: hidden, and not shown on the screen. */
const hiddenFlags = 0b100010;
const mostAnnotations = 20_000;
const longestValue = 100_000;

export function readAnnotations({ pdfium, form }: PdfDocument, page: number, space: PageSpace): ReadAnnotations {
  const { calls } = pdfium;
  const typed: TypedText[] = [];
  const comments: PageComment[] = [];
  const pictured: Appearance[] = [];
  const fields: Box[] = [];
  const count = Math.min(mostAnnotations, calls.FPDFPage_GetAnnotCount(page));
  for (let at = 0; at < count; at += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    try {
      if ((calls.FPDFAnnot_GetFlags(annotation) & hiddenFlags) !== 0) continue;
      const place = placeOf(pdfium, annotation, space);
      if (place === undefined) continue;
      const { box } = place;
      const kind = calls.FPDFAnnot_GetSubtype(annotation);
      const field = kind === subtypes.widget && form !== 0 ? calls.FPDFAnnot_GetFormFieldType(form, annotation) : -1;
      // A page that was taken out of its form has fields of no form, which still show what was typed into them.
      const isLost = kind === subtypes.widget && field < 0;
      if (kind === subtypes.stamp || field === signature || isLost) pictured.push(place);
      else if (kind === subtypes.widget) {
        const text = fieldText(pdfium, form, annotation, field);
        if (text !== '') typed.push({ ...box, text });
        if (field >= comboBox && field <= textField) fields.push(box);
      } else if (kind === subtypes.freeText) {
        const text = entry(pdfium, annotation, 'Contents');
        if (text !== '') typed.push({ ...box, text });
      } else if (kind === subtypes.text || (kind >= subtypes.highlight && kind <= subtypes.strikeOut)) {
        const text = entry(pdfium, annotation, 'Contents');
        if (text !== '') comments.push({ ...box, text, author: entry(pdfium, annotation, 'T') });
      }
    } finally {
      calls.FPDFPage_CloseAnnot(annotation);
    }
  }
  return { typed, comments, fields, pictured };
}

function placeOf(pdfium: Pdfium, annotation: number, space: PageSpace): Appearance | undefined {
  if (pdfium.calls.FPDFAnnot_GetRect(annotation, pdfium.scratch) === 0) return undefined;
  const [left, top, right, bottom] = [pdfium.float(0), pdfium.float(1), pdfium.float(2), pdfium.float(3)];
  return { left, top, right, bottom, box: space.box(left, top, right, bottom) };
}

function entry(pdfium: Pdfium, annotation: number, key: string): string {
  return pdfium
    .withText(key, (name) =>
      pdfium.text(
        (buffer, length) => pdfium.calls.FPDFAnnot_GetStringValue(annotation, name, buffer, length),
        'utf16le',
        longestValue,
      ),
    )
    .trim();
}

/** What a filled form shows in the field; marks of boxes are the only thing said of those. */
function fieldText(pdfium: Pdfium, form: number, annotation: number, type: number): string {
  const { calls } = pdfium;
  if (type === checkBox || type === radioButton) return calls.FPDFAnnot_IsChecked(form, annotation) === 0 ? '☐' : '☒';
  if (type === pushButton) return '';
  return pdfium
    .text(
      (buffer, length) => calls.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length),
      'utf16le',
      longestValue,
    )
    .trim();
}
