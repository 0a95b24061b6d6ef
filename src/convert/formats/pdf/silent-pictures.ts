// Pictures that came before and say nothing new: the logo or the ground of every slide is drawn, looked at and read once.
import { Failure } from '../../../core/failure.ts';
import { picturesKey } from '../../engines/pdfium/page-pictures.ts';
import { type Box, meet, type PageContent } from '../../layout/page.ts';
import type { PdfSession } from './session.ts';

/** Pictures that are remembered. */
const most = 1_000;

export class SilentPictures {
  readonly #session: PdfSession;
  readonly #keys = new Set<string>();

  constructor(session: PdfSession) {
    this.#session = session;
  }

  /** The name of what is drawn there; undefined where it has none. */
  async keyOf(content: PageContent, region: Box): Promise<string | undefined> {
    try {
      const images = this.#session.use((document) => picturesKey(document, content.number - 1, region));
      // Letters may be drawn over the same ground, as outlines.
      return images === undefined
        ? undefined
        : `${placeOf(region)} ${images} ${Math.round(Math.log2(1 + drawnOn(content, region)))}`;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await this.#session.reopen();
      return undefined;
    }
  }

  has(key: string | undefined): boolean {
    return key !== undefined && this.#keys.has(key);
  }

  add(key: string | undefined): void {
    if (key !== undefined && this.#keys.size < most) this.#keys.add(key);
  }
}

const placeOf = ({ left, top, right, bottom }: Box): string => [left, top, right, bottom].map(Math.round).join(' ');

const drawnOn = ({ fills, rules }: PageContent, region: Box): number =>
  [...fills, ...rules].filter((box) => meet(box, region)).length;
