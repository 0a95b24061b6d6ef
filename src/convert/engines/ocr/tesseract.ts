// The basic recogniser: Tesseract's neural engine on a picture that was prepared for it.
import { Failure } from '../../../core/failure.ts';
import type { Raster } from '../raster.ts';
import { trainedData } from './languages-installed.ts';
import type { OcrWord } from './port.ts';
import { linesOfHocr } from './tesseract-hocr.ts';
import { loadTesseract, type TesseractModule } from './tesseract-module.ts';
import { wordsOfLines } from './tesseract-words.ts';

/**
 * tesseract::PageSegMode: a page of any layout. The module's own default takes it for one block and reads across columns
 * (error rate of a page of four columns 77 % -> 4 %).
 */
export const segmentation = { page: 3, lines: 6 } as const;

/** A page of any layout, or one block of lines in which nothing is taken for a speck. */
export type Content = keyof typeof segmentation;

/** Whatever reads a prepared picture as Tesseract does. */
export interface Recogniser {
  /**
   * Words of a grey picture, boxes in its own pixels. `languages` are ISO 639 codes of installed languages; `content` is
   * `page` where nothing else is said.
   */
  read(raster: Raster, languages: readonly string[], content?: Content): Promise<OcrWord[]>;
}

export interface TesseractSettings {
  /** Folder with more `*.traineddata` files. */
  readonly languageFolder?: string;
}

/** One module with one set of languages, kept from picture to picture; made anew when it breaks. */
export class Tesseract implements Recogniser {
  readonly #settings: TesseractSettings;
  #module: Promise<TesseractModule> | undefined;
  #languages = '';

  constructor(settings: TesseractSettings = {}) {
    this.#settings = settings;
  }

  async read(raster: Raster, languages: readonly string[], content: Content = 'page'): Promise<OcrWord[]> {
    if (raster.channels !== 1) throw new Error('Tesseract is given grey pictures only.');
    // Smaller than one letter: the module would fail on some of them.
    if (raster.width < 8 || raster.height < 8) return [];
    this.#module ??= loadTesseract();
    const module = await this.#module;
    try {
      this.#speak(module, languages);
      return wordsOfLines(linesOfHocr(recognise(module, raster, content)), raster);
    } catch (error) {
      if (error instanceof Failure) throw error;
      // After a trap the module is in no known state.
      this.#module = undefined;
      this.#languages = '';
      throw new Failure('OCR_FAILED', { details: 'The recogniser broke on this picture.', cause: error });
    }
  }

  #speak(module: TesseractModule, languages: readonly string[]): void {
    const wanted = trainedData(languages, this.#settings.languageFolder);
    const name = wanted.map(({ code }) => code).join('+');
    if (name === this.#languages) return;
    this.#languages = '';
    for (const { code, bytes } of wanted) module.writeFile(`/${code}.traineddata`, bytes());
    const failed = module.calls.Init('/', name, 1) !== 0;
    for (const { code } of wanted) module.removeFile(`/${code}.traineddata`);
    if (failed) throw new Error(`Tesseract cannot use the models of ${name}.`);
    for (const [variable, value] of Object.entries(readingVariables)) module.calls.SetVariable(variable, value);
    this.#languages = name;
  }
}

export const readingVariables = {
  // Sauvola: a threshold for each place, which shadows and noise need (error rate of a noisy page 92 % -> 2.4 %).
  thresholding_method: '2',
  // Pictures come at this scale, whatever the file says.
  user_defined_dpi: '300',
} as const;

function recognise(module: TesseractModule, raster: Raster, content: Content): string {
  const { calls } = module;
  calls.SetPageSegMode(segmentation[content]);
  module.lend(raster.pixels, (pointer) =>
    // Copied by the module, so it is only lent.
    calls.SetImage(pointer, raster.width, raster.height, 1, raster.width, 1, 0),
  );
  try {
    if (calls.Recognize(null) !== 0) throw new Error('Tesseract reports an error.');
    return calls.GetHOCRText(0);
  } finally {
    calls.Clear();
  }
}
