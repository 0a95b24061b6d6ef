// The engine that reads text in pictures: prepares the picture, then asks the recogniser the request wants.
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import { checkLanguages } from './languages-installed.ts';
import { readUpright } from './orientation-check.ts';
import type { OcrEngine, OcrReading, OcrRequest, OcrWord, PixelBox } from './port.ts';
import { findRules } from './ruled-lines.ts';
import { Tesseract } from './tesseract.ts';

export interface OcrSettings {
  /** Folder with more `*.traineddata` files, beside the installed packages. */
  readonly languageFolder?: string;
}

export async function createOcrEngine(settings: OcrSettings = {}): Promise<OcrEngine> {
  const tesseract = new Tesseract(settings);
  return {
    parallel: 1,
    async read(raster: Raster, request: OcrRequest): Promise<OcrReading> {
      request.signal.throwIfAborted();
      checkLanguages(request.languages, settings.languageFolder);
      const { prepared, words } = await readUpright(raster, request, tesseract);
      const rules = findRules(prepared.ruled, words);
      const by = 1 / prepared.scale;
      return {
        width: prepared.width,
        height: prepared.height,
        turned: prepared.turned,
        levelled: prepared.levelled,
        words: words.map((word) => scaledWord(word, by)),
        rules: rules.map((rule) => ({ ...scaledBox(rule, by), horizontal: rule.horizontal })),
        confidence: meanConfidence(words),
      };
    },
  };
}

const scaledBox = ({ left, top, right, bottom }: PixelBox, by: number): PixelBox => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});

const scaledWord = (word: OcrWord, by: number): OcrWord => ({
  ...word,
  ...scaledBox(word, by),
  ...(word.baseline === undefined ? {} : { baseline: word.baseline * by }),
});
