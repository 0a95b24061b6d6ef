// One page of a PDF on its way to layout: what its text layer says, what must be read in its picture, and the two joined.
import { Failure } from '../../../core/failure.ts';
import { limitFailure } from '../../document/budget.ts';
import type { OcrReading } from '../../engines/ocr/port.ts';
import { type PdfPage, readPage } from '../../engines/pdfium/page.ts';
import type { RenderedPage, RenderRequest } from '../../engines/pdfium/render.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import { withoutNoise } from '../../layout/ocr-noise.ts';
import type { Box, PageContent } from '../../layout/page.ts';
import { FontTrust } from './garbled-text.ts';
import { pictureReading, placedReading, scannedContent } from './ocr-content.ts';
import { endsReading, type OcrDesk } from './ocr-desk.ts';
import { addPictures, replaceGarbled } from './ocr-merge.ts';
import { pageContent } from './page-content.ts';
import { areLost, mayBeText } from './picture-lines.ts';
import { charsOf, saysSomething } from './picture-prose.ts';
import { areaOf, PictureCover } from './picture-regions.ts';
import { tasteOf, tastesOfText } from './picture-taste.ts';
import { hasInk, mayHoldText } from './picture-text.ts';
import { draw, drawn, glance, isEmpty, look, refusal, scanned } from './scan-draw.ts';
import { findScanLayer, onInk, withLayer } from './scan-layer.ts';
import { mayBeRead, noteFonts, type OcrPlan, planOf } from './scan-plan.ts';
import type { PdfSession } from './session.ts';
import { SilentPictures } from './silent-pictures.ts';

/** Layers of so many pages are compared with their pictures, then one in so many. */
const comparedLayers = 16;
const comparedAfter = 8;
/** Pages after the first suspected one that say what its fonts are like. */
const pagesAhead = 8;
/** Share of the page under pictures from which on it is drawn at their density. */
const mostlyPicture = 0.5;

/** A picture that is to be read, and the part of it that is read first. */
interface ChosenPicture {
  readonly picture: RenderedPage;
  readonly taste: Raster | undefined;
}

export interface PendingPage {
  readonly done: Promise<PageContent>;
}

export class PageMaker {
  readonly #session: PdfSession;
  readonly #desk: OcrDesk;
  readonly #context: ReadContext;
  readonly #outline: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly #trust = new FontTrust();
  readonly #silent: SilentPictures;
  #hasLookedAhead = false;
  #layers = 0;
  #noise = 0;
  #ocrPages = 0;
  #pictures = 0;
  #picturesLeftOut = 0;
  #labels = 0;
  /** Why the first page that could not be read was not. */
  failure: Failure | undefined;

  constructor(
    session: PdfSession,
    desk: OcrDesk,
    outline: ReadonlyMap<number, ReadonlyMap<string, number>>,
    context: ReadContext,
  ) {
    this.#session = session;
    this.#silent = new SilentPictures(session);
    this.#desk = desk;
    this.#outline = outline;
    this.#context = context;
  }

  /** Everything that PDFium is needed for is done when this returns; the answer of the engine may still be out. */
  async start(given: PdfPage): Promise<PendingPage> {
    const { number } = given;
    const cover = new PictureCover(given.width, given.height, given.graphics.images);
    const layered = await this.#withLayer(given, cover);
    const page = layered ?? given;
    const { content, hidden } = pageContent(page, this.#outline.get(number));
    if (hidden > 0) {
      this.#warn(number, 'hidden-text', `${hidden} characters on page ${number} are not shown and were left out.`);
    }
    const { ocrMode } = this.#context.options;
    const isLayered = layered !== undefined;
    let plan = planOf(page, content, cover, ocrMode, isLayered, this.#trust);
    if (plan.kind === 'garbled' && !plan.whole && (await this.#looksAhead(number))) {
      plan = planOf(page, content, cover, ocrMode, isLayered, this.#trust);
    }
    if (plan.kind === 'none') return ready(content);
    if (ocrMode === 'never') {
      if (plan.kind !== 'page' || mayBeRead(page, content, cover)) this.#tellUnread(number, plan);
      return ready(content);
    }
    if (plan.kind === 'pictures') {
      return refusal(page) === undefined ? this.#startPictures(content, plan.regions) : ready(content);
    }
    return this.#startPage(page, content, plan, cover);
  }

  /** Told once all pages are read. */
  end(): void {
    const { warn } = this.#context;
    if (this.#noise > 0) {
      warn('ocr-noise-dropped', `${this.#noise} words that are most likely not text were left out.`);
    }
    if (this.#picturesLeftOut > 0) {
      warn('pictures-not-read', `${this.#picturesLeftOut} pictures were not looked at for text: there are too many.`);
    }
    if (this.#labels > 0) {
      const message = `The labels of ${this.#labels} pictures that hold no running text, such as charts, were left out.`;
      warn('picture-labels-dropped', message);
    }
    this.#desk.describe();
  }

  /**
   * Before the first page is suspected, what its fonts say on others: contents of names and the programs of a preface are
   * of no language either, and reading a picture costs as much as the text of a hundred pages. False after the first time.
   */
  async #looksAhead(number: number): Promise<boolean> {
    if (this.#hasLookedAhead) return false;
    this.#hasLookedAhead = true;
    const { pages } = this.#session;
    const step = Math.max(1, (pages - number) / pagesAhead);
    for (let at = number + step; Math.round(at) <= pages; at += step) {
      try {
        const page = this.#session.use((document) => readPage(document, Math.round(at) - 1));
        if (page !== undefined) noteFonts(pageContent(page, undefined).content.words, this.#trust);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        await this.#session.reopen();
        break;
      }
    }
    return true;
  }

  /** The page with the text that lies invisible over its scan; undefined where there is none to be used. */
  async #withLayer(page: PdfPage, cover: PictureCover): Promise<PdfPage | undefined> {
    if (this.#context.options.ocrMode === 'always') return undefined;
    const layer = findScanLayer(page, cover);
    if (layer === undefined) return undefined;
    this.#layers += 1;
    if (this.#layers > comparedLayers && this.#layers % comparedAfter !== 0) return withLayer(page, layer);
    const picture = await this.#draw(page.number, glance);
    if (picture === undefined || picture instanceof Failure) return undefined;
    const inked = onInk(page, layer, picture);
    return inked === undefined ? undefined : withLayer(page, inked);
  }

  async #startPage(
    page: PdfPage,
    content: PageContent,
    plan: Exclude<OcrPlan, { kind: 'none' | 'pictures' }>,
    cover: PictureCover,
  ): Promise<PendingPage> {
    const { number } = content;
    if (plan.kind === 'page' && (await isEmpty(this.#session, page))) return ready(content);
    const refused = refusal(page);
    if (refused !== undefined) return this.#unread(content, plan, refused);
    if (plan.kind === 'page' && plan.why !== 'asked') {
      // A page that nothing is drawn on is blank; one that carries some text may show a photograph besides.
      const picture = await this.#draw(number, plan.why === 'no-text' ? glance : look);
      if (picture === undefined) return ready(content);
      if (picture instanceof Failure) return this.#unread(content, plan, picture);
      const worth = plan.why === 'no-text' ? hasInk(picture) : mayHoldText(picture, onPicture(content, picture));
      if (!worth) return ready(content);
    }
    this.#ocrPages += 1;
    if (this.#ocrPages > this.#context.limits.ocrPages) {
      return this.#unread(content, plan, limitFailure('ocrPages', this.#context.limits.ocrPages));
    }
    const picture = await this.#draw(number, cover.share >= mostlyPicture ? scanned : drawn);
    if (picture === undefined) return ready(content);
    if (picture instanceof Failure) return this.#unread(content, plan, picture);
    await this.#desk.open();
    return this.#pending(content, plan, this.#desk.read([picture]), ([reading]) => {
      if (reading === undefined) return content;
      return plan.kind === 'garbled'
        ? this.#garbledPage(content, plan, reading, picture)
        : this.#scannedPage(page, content, plan.why, reading, picture);
    });
  }

  #scannedPage(
    page: PdfPage,
    content: PageContent,
    why: (OcrPlan & { kind: 'page' })['why'],
    reading: OcrReading,
    picture: RenderedPage,
  ): PageContent {
    const { number } = content;
    const cleaned = this.#cleaned(reading);
    if (cleaned.words.length === 0) {
      if (content.words.length === 0) {
        this.#warn(number, 'no-text-in-picture', `Page ${number} is a picture that shows no text.`);
      }
      return content;
    }
    const shown = content.shown ?? ((box: Box): Box => box);
    const kept = why === 'asked' ? [] : content.words.map((word) => ({ ...word, ...shown(word) }));
    const fields = why === 'asked' ? [] : page.annotations.typed;
    const made = scannedContent(content, kept, fields, cleaned, picture);
    const read = made.words.filter((word) => word.confidence !== undefined);
    // The logo on the ground of a slide is not what the slide says.
    if (why === 'little-text' && charsOf(read) < charsOf(kept)) {
      if (read.length > 0) this.#labels += 1;
      return content;
    }
    this.#desk.note(number, read);
    return made;
  }

  #garbledPage(
    content: PageContent,
    plan: OcrPlan & { kind: 'garbled' },
    reading: OcrReading,
    picture: RenderedPage,
  ): PageContent {
    const { number } = content;
    const cleaned = this.#cleaned(reading);
    const merged = replaceGarbled(content, plan, placedReading(content, cleaned, picture), cleaned);
    if (merged === 'same') return content;
    if (merged === undefined) {
      this.#warn(number, 'garbled-text', garbledMessage(number));
      return content;
    }
    this.#desk.note(number, merged.words);
    return merged.content;
  }

  async #startPictures(content: PageContent, regions: readonly Box[]): Promise<PendingPage> {
    const { limits } = this.#context;
    const chosen = new Set(
      [...regions].sort((one, other) => areaOf(other) - areaOf(one)).slice(0, limits.ocrPicturesOfPage),
    );
    this.#picturesLeftOut += regions.length - chosen.size;
    const pictures: ChosenPicture[] = [];
    for (const region of regions) {
      if (!chosen.has(region)) continue;
      if (this.#pictures >= limits.ocrPictures) {
        this.#picturesLeftOut += 1;
        continue;
      }
      const key = await this.#silent.keyOf(content, region);
      if (this.#silent.has(key)) continue;
      const first = await this.#draw(content.number, look, region);
      if (first === undefined || first instanceof Failure) continue;
      if (!mayHoldText(first, onPicture(content, first))) {
        this.#silent.add(key);
        continue;
      }
      const picture = await this.#draw(content.number, scanned, region);
      if (picture === undefined || picture instanceof Failure) continue;
      const lines = await this.#desk.linesIn(picture);
      if (lines !== undefined && (areLost(lines, picture) || !mayBeText(lines))) {
        this.#silent.add(key);
        if (lines.length > 0) this.#labels += 1;
        continue;
      }
      pictures.push({ picture, taste: tasteOf(picture, lines) });
      this.#silent.add(key);
      this.#pictures += 1;
    }
    if (pictures.length === 0) return ready(content);
    return this.#pending(content, { kind: 'pictures', regions }, this.#readPictures(pictures), (readings) => {
      const seen = readings.flatMap((reading, at) => {
        const { picture } = pictures[at] as ChosenPicture;
        const words = reading === undefined ? [] : withoutNoise(reading.words).words;
        if (reading !== undefined && words.length > 0 && saysSomething(picture, reading, words))
          return [pictureReading(content, { ...reading, words }, picture)];
        if (reading === undefined || words.length > 0) this.#labels += 1;
        return [];
      });
      const merged = addPictures(content, seen);
      this.#desk.note(content.number, merged.words);
      return merged.content;
    });
  }

  /** Undefined for those of which a part was read and says nothing. */
  async #readPictures(pictures: readonly ChosenPicture[]): Promise<(OcrReading | undefined)[]> {
    const readings: (OcrReading | undefined)[] = [];
    for (const { picture, taste } of pictures) {
      const [tasted] = taste === undefined ? [] : await this.#desk.read([taste]);
      const isWorth = tasted === undefined || tastesOfText(tasted);
      readings.push(isWorth ? (await this.#desk.read([picture]))[0] : undefined);
    }
    return readings;
  }

  /** What the page becomes when the engine has answered, or what it is without that where the engine fails. */
  #pending<T>(
    content: PageContent,
    plan: OcrPlan,
    readings: Promise<readonly T[]>,
    use: (readings: readonly T[]) => PageContent,
  ): PendingPage {
    const done = readings.then(use).catch((error: unknown) => {
      if (!(error instanceof Failure) || endsReading(error)) throw error;
      return this.#unread(content, plan, error).done;
    });
    // It is waited for in its turn; until then a failure must not count as one nobody handles.
    done.catch(() => undefined);
    return { done };
  }

  #unread(content: PageContent, plan: OcrPlan, failure: Failure): PendingPage {
    this.failure ??= failure;
    this.#tellUnread(content.number, plan, failure);
    return ready(content);
  }

  #tellUnread(number: number, plan: OcrPlan, failure?: Failure): void {
    const reason = failure === undefined ? 'reading pictures is turned off' : (failure.details ?? failure.message);
    if (plan.kind === 'garbled') this.#warn(number, 'garbled-text', `${garbledMessage(number)} (${reason})`);
    else if (plan.kind === 'page') {
      this.#warn(number, 'page-without-text', `Page ${number} is a picture whose text was not read: ${reason}`);
    } else if (failure !== undefined) {
      this.#warn(number, 'pictures-not-read', `Pictures on page ${number} could not be read: ${reason}`);
    }
  }

  #cleaned(reading: OcrReading): OcrReading {
    const { words, dropped } = withoutNoise(reading.words);
    this.#noise += dropped;
    return { ...reading, words };
  }

  async #draw(number: number, dpi: RenderRequest['dpi'], region?: Box): Promise<RenderedPage | Failure | undefined> {
    const { options, limits } = this.#context;
    const forEngine = dpi !== glance && dpi !== look;
    return draw(this.#session, {
      index: number - 1,
      dpi,
      channels: forEngine && options.ocrType === 'advanced' ? 3 : 1,
      mostPixels: region === undefined ? limits.rasterPixels : limits.rasterPixels / limits.ocrPicturesOfPage,
      ...(region === undefined ? {} : { region }),
    });
  }

  #warn(page: number, code: string, message: string): void {
    this.#context.warn(code, message, { kind: 'page', page });
  }
}

const ready = (content: PageContent): PendingPage => ({ done: Promise.resolve(content) });

const garbledMessage = (number: number): string =>
  `The text of page ${number} may be wrong: its fonts do not say what their characters mean.`;

/** Where the words of the page stand on a picture of it, in pixels. */
function onPicture({ words, shown }: PageContent, { region, dpi }: RenderedPage): Box[] {
  const perPoint = dpi / 72;
  return words.map((word) => {
    const box = shown?.(word) ?? word;
    return {
      left: (box.left - region.left) * perPoint,
      top: (box.top - region.top) * perPoint,
      right: (box.right - region.left) * perPoint,
      bottom: (box.bottom - region.top) * perPoint,
    };
  });
}
