// What an engine read in the picture of a page, or of a part of it, put into the page: at its place, with what the PDF
// itself knows better kept (links, comments, exact words).
import type { OcrReading } from '../../engines/ocr/port.ts';
import type { RenderedPage } from '../../engines/pdfium/render.ts';
import { ocrPage } from '../../layout/ocr-page.ts';
import { type Box, liesIn, type PageContent, type TextStyle, type Word } from '../../layout/page.ts';
import { PlacedWords } from './ocr-places.ts';

const pointsPerInch = 72;

/** The page as its picture says; `kept` are words of the PDF itself, and `fields` places that only those speak for. */
export function scannedContent(
  base: PageContent,
  kept: readonly Word[],
  fields: readonly Box[],
  reading: OcrReading,
  picture: RenderedPage,
): PageContent {
  const content = ocrPage(reading, settingsOf(base.number, picture));
  const forth = wayForth(reading, picture, content.width / reading.width);
  const shown = base.shown ?? ((box: Box): Box => box);
  const place = <T extends Box>(one: T): T => ({ ...one, ...forth(shown(one)) });
  // On a page that was turned to be read, what stood upright lies on its side now: the picture says it as well.
  const own = reading.turned === 0 ? kept.map((word) => ({ ...word, ...forth(word) })) : [];
  const known = new PlacedWords(own);
  const filled = own.length === 0 ? [] : fields.map(forth);
  const isFresh = (word: Word): boolean => !known.says(word) && !filled.some((field) => liesIn(word, field));
  const words = [...own, ...content.words.filter(isFresh)];
  return {
    ...content,
    words: words.map((word, order) => ({ ...word, order })),
    links: base.links.map(place),
    ...(base.jumps === undefined ? {} : { jumps: base.jumps.map(place) }),
    ...(base.comments === undefined ? {} : { comments: base.comments.map(place) }),
    ...(base.outline === undefined ? {} : { outline: base.outline }),
  };
}

export interface PlacedReading {
  readonly words: readonly Word[];
}

/** What a picture says, as a page of its own; `placed` are its words where they stand on the page around it. */
export interface PictureReading {
  readonly box: Box;
  readonly page: PageContent;
  readonly placed: readonly Word[];
}

export function pictureReading(base: PageContent, reading: OcrReading, picture: RenderedPage): PictureReading {
  const page = ocrPage(reading, settingsOf(base.number, picture));
  const box = ontoPage(base.shown).place(picture.region);
  return { box, page: { ...page, fills: [] }, placed: wordsOnto(base, page, reading, picture) };
}

/** What a picture says, in the places of the page it is part of, and at the size it is shown at. */
export function placedReading(base: PageContent, reading: OcrReading, picture: RenderedPage): PlacedReading {
  return { words: wordsOnto(base, ocrPage(reading, settingsOf(base.number, picture)), reading, picture) };
}

/** `content` is the reading as a page of its own. */
function wordsOnto(base: PageContent, content: PageContent, reading: OcrReading, picture: RenderedPage): Word[] {
  const { place, angle } = ontoPage(base.shown);
  const onPage = (box: Box): Box => place(content.shown?.(box) ?? box);
  const resized = (pointsPerInch / picture.dpi) * (reading.width / content.width);
  const turned = (360 - reading.turned + angle) % 360;
  const styles = new Map<TextStyle, TextStyle>();
  return content.words.map((word) => {
    let style = styles.get(word.style);
    if (style === undefined) {
      style = { ...word.style, size: word.style.size * resized, angle: turned };
      styles.set(word.style, style);
    }
    return { ...word, ...onPage(word), style };
  });
}

/**
 * From the page as shown to the page that layout sees, which was turned by quarters; and the degrees by which text that
 * stands upright on the page as shown is turned there.
 */
function ontoPage(shown: PageContent['shown']): { readonly place: (box: Box) => Box; readonly angle: number } {
  if (shown === undefined) return { place: (box) => box, angle: 0 };
  const point = (x: number, y: number): Box => shown({ left: x, right: x, top: y, bottom: y });
  const [origin, right, down] = [point(0, 0), point(1, 0), point(0, 1)];
  // Quarter turns: the way back has the same numbers, rows for columns.
  const [a, b] = [Math.round(right.left - origin.left), Math.round(right.top - origin.top)];
  const [c, d] = [Math.round(down.left - origin.left), Math.round(down.top - origin.top)];
  const place = (box: Box): Box => {
    const corner = (x: number, y: number): readonly [number, number] => [
      a * (x - origin.left) + b * (y - origin.top),
      c * (x - origin.left) + d * (y - origin.top),
    ];
    const [x0, y0] = corner(box.left, box.top);
    const [x1, y1] = corner(box.right, box.bottom);
    return { left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1) };
  };
  return { place, angle: (Math.round((Math.atan2(c, a) * 180) / Math.PI) + 360) % 360 };
}

function settingsOf(number: number, { width, height, dpi, region }: RenderedPage): Parameters<typeof ocrPage>[1] {
  const scale = pointsPerInch / dpi;
  return {
    number,
    width,
    height,
    dpi,
    place: (box) => ({
      left: region.left + box.left * scale,
      top: region.top + box.top * scale,
      right: region.left + box.right * scale,
      bottom: region.top + box.bottom * scale,
    }),
  };
}

/** From a place on the page as shown to the upright, level page that was read: the other way round than `shown`. */
function wayForth(reading: OcrReading, picture: RenderedPage, scale: number): (box: Box) => Box {
  const angle = ((reading.turned + reading.levelled) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const perPoint = picture.dpi / pointsPerInch;
  const [middleX, middleY] = [picture.width / 2, picture.height / 2];
  return (box) => {
    const xs: number[] = [];
    const ys: number[] = [];
    for (const left of [box.left, box.right]) {
      for (const top of [box.top, box.bottom]) {
        const x = (left - picture.region.left) * perPoint - middleX;
        const y = (top - picture.region.top) * perPoint - middleY;
        xs.push((reading.width / 2 + x * cos - y * sin) * scale);
        ys.push((reading.height / 2 + x * sin + y * cos) * scale);
      }
    }
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };
}
