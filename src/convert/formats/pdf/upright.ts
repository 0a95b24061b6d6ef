// Pages whose text stands on its side or on its head are turned before they are read, so that layout sees lines that run
// across. Places are turned back where they are told.
import type { Annotations } from '../../engines/pdfium/annotations.ts';
import { generatedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import type { Box } from '../../layout/page.ts';

/** Share of the characters that must be turned the same way. */
const majority = 0.6;

export type Quarter = 0 | 90 | 180 | 270;

export interface UprightPage {
  readonly page: PdfPage;
  /** A place on the upright page as it is on the page as shown. */
  readonly shown: ((box: Box) => Box) | undefined;
}

/** The direction text runs in, to the nearest quarter. */
export function quarterOf(angle: number): Quarter {
  return ((Math.round(angle / 90) % 4) * 90) as Quarter;
}

export function upright(page: PdfPage): UprightPage {
  const turn = mainDirection(page);
  if (turn === 0) return { page, shown: undefined };
  const { width, height } = page;
  const place = (box: Box): Box => turned(box, turn, width, height);
  const back = ((360 - turn) % 360) as Quarter;
  const [newWidth, newHeight] = turn === 180 ? [width, height] : [height, width];
  return {
    page: {
      ...page,
      width: newWidth,
      height: newHeight,
      chars: turnedChars(page, place),
      styles: page.styles.map((style) => ({ ...style, angle: (style.angle - turn + 360) % 360 })),
      ink: undefined,
      graphics: {
        ...page.graphics,
        rules: page.graphics.rules.map((rule) => ({
          ...place(rule),
          horizontal: turn === 180 ? rule.horizontal : !rule.horizontal,
        })),
        dashes: page.graphics.dashes.map(place),
        fills: page.graphics.fills.map((fill) => ({ ...fill, ...place(fill) })),
        images: page.graphics.images.map((image) => ({ ...image, ...place(image) })),
      },
      links: page.links.map((link) => ({ ...link, ...place(link) })),
      annotations: turnedAnnotations(page.annotations, place),
    },
    shown: (box) => turned(box, back, newWidth, newHeight),
  };
}

function mainDirection({ chars, styles }: PdfPage): Quarter {
  if (styles.every((style) => quarterOf(style.angle) === 0)) return 0;
  const counts = new Map<Quarter, number>();
  let all = 0;
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & generatedChar) !== 0) continue;
    const quarter = quarterOf(styles[chars.style[at] as number]?.angle ?? 0);
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
    all += 1;
  }
  for (const [quarter, count] of counts) if (quarter !== 0 && count > majority * all) return quarter;
  return 0;
}

/** The page turned counter-clockwise by that much: text that ran down or up then runs across. */
function turned({ left, top, right, bottom }: Box, turn: Quarter, width: number, height: number): Box {
  if (turn === 90) return { left: top, right: bottom, top: width - right, bottom: width - left };
  if (turn === 180) return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
  if (turn === 270) return { left: height - bottom, right: height - top, top: left, bottom: right };
  return { left, top, right, bottom };
}

function turnedChars({ chars }: PdfPage, place: (box: Box) => Box): PdfPage['chars'] {
  const { count } = chars;
  const left = new Float32Array(count);
  const top = new Float32Array(count);
  const right = new Float32Array(count);
  const bottom = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const box = place({
      left: chars.left[at] as number,
      top: chars.top[at] as number,
      right: chars.right[at] as number,
      bottom: chars.bottom[at] as number,
    });
    left[at] = box.left;
    top[at] = box.top;
    right[at] = box.right;
    bottom[at] = box.bottom;
  }
  return withColumns(chars, { left, top, right, bottom });
}

function turnedAnnotations({ typed, comments, fields }: Annotations, place: (box: Box) => Box): Annotations {
  return {
    typed: typed.map((one) => ({ ...one, ...place(one) })),
    comments: comments.map((one) => ({ ...one, ...place(one) })),
    fields: fields.map(place),
  };
}
