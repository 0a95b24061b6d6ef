// The words a person wrote about a picture or shape (ECMA-376 part 1, 20.1.2.2.8: descr and title of cNvPr).
import type { OfficeElement } from '../../containers/office-xml.ts';

/** Longer than any description; what follows is no longer one. */
const longestText = 10_000;

/** What programs put there by themselves. */
const fileName = /^.{0,300}\.(?:png|jpe?g|jfif|gif|bmp|[ew]m[fz]|svg|tiff?|webp|wdp|ico|heic|avif|eps|pict?|pct)$/i;
/** File names without their ending that say nothing: counted, from the clip art of Office, from a camera. */
const codeName =
  /^(?:\d{1,20}|[a-z]{0,3}j\d{7,11}(?:\[\d{1,3}\])?|(?:mc|mp|hh|ph)\d{8,9}(?:\[\d{1,3}\])?|(?:img|imgp|dscn?f?|pict|sam)[_-]?\d{3,8})$/i;
/** A kind of thing with or without a number is a name, not a description. */
const plainName =
  /^(?:pictures?|images?|img|photo|graphics?|grafik|bild|imagen|immagine|screen ?(?:shot|clipping)|untitled) ?\d{0,4}$/i;
/** What systems call the pictures that they take of the screen, with the day and the time. */
const screenName =
  /^(?:screen ?shot|bildschirmfoto|capture d.écran|captura de pantalla|schermafbeelding|schermata|skärmavbild) \d{4}-\d\d-\d\d\b.{0,40}$/i;
const machineNote =
  / ?(?:Description automatically generated(?: with [a-z]{1,20} confidence)?|AI-generated content may be incorrect\.?)$/;

/** Empty where there is none, where it is a file name, or where the picture is marked as decoration. */
export function alternativeText(properties: OfficeElement | undefined): string {
  if (properties === undefined) return '';
  const [decorative] = properties.descendants('adec:decorative');
  const value = decorative?.get('val');
  if (value === '1' || value === 'true') return '';
  for (const key of ['descr', 'title']) {
    const written = writtenText(properties.get(key) ?? '');
    if (written !== '') return written;
  }
  return '';
}

/** A description as far as a person wrote it. */
export function writtenText(given: string): string {
  const written = given.slice(0, longestText).replace(/\s+/g, ' ').trim().replace(machineNote, '');
  return [fileName, codeName, plainName, screenName].some((name) => name.test(written)) ? '' : written;
}
