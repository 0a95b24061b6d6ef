// The engine that reads text in pictures: prepares the picture, then asks the recognisers the request wants.
import { scaledBox } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import { networkLanguages } from './languages.ts';
import { installedOf } from './languages-installed.ts';
import { NativeTesseract, type RunTesseract } from './native-tesseract.ts';
import { readUpright, type UprightReading } from './orientation-check.ts';
import { withPassedOver } from './passed-over.ts';
import type { OcrEngine, OcrReading, OcrRequest, OcrWord } from './port.ts';
import { withLeaders } from './prepare-leaders.ts';
import { printedLines } from './printed-lines.ts';
import { findRules } from './ruled-lines.ts';
import { withStrokes } from './stroke-width.ts';
import { type Recogniser, Tesseract } from './tesseract.ts';

export interface OcrSettings {
  /** Folder with more `*.traineddata` files, beside the installed packages. */
  readonly languageFolder?: string;
  /** Threads of one network of the advanced engine. */
  readonly threads?: number;
  /** Runs the command `tesseract`, which is then used instead of the module; for callers who may start processes. */
  readonly runTesseract?: RunTesseract;
}

/** Pixels: no letter fits into less. */
const leastSide = 6;
/** Where a request names none. */
const usualLanguages = ['en'];

export async function createOcrEngine(settings: OcrSettings = {}): Promise<OcrEngine> {
  const module = new Tesseract(settings);
  const tesseract = settings.runTesseract ? new NativeTesseract(settings.runTesseract, module) : module;
  return {
    parallel: 1,
    async read(raster: Raster, request: OcrRequest): Promise<OcrReading> {
      request.signal.throwIfAborted();
      if (Math.min(raster.width, raster.height) < leastSide) return nothingIn(raster);
      const spoken = request.languages.length > 0 ? request : { ...request, languages: usualLanguages };
      return request.type === 'advanced'
        ? readingOf(await readWithNetworks(raster, spoken, tesseract, settings))
        : readingOf(await readWithTesseract(raster, spoken, tesseract, settings));
    },
    lines: (raster) => printedLines(raster, settings.threads),
  };
}

async function readWithTesseract(
  raster: Raster,
  request: OcrRequest,
  tesseract: Recogniser,
  settings: OcrSettings,
): Promise<UprightReading> {
  const languages = installedOf(request.languages, settings.languageFolder);
  const reading = await readUpright(raster, { ...request, languages }, tesseract);
  request.signal.throwIfAborted();
  const words = await withPassedOver(reading.prepared.grey, reading.words, (picture) =>
    tesseract.read(picture, languages, 'lines'),
  );
  return { ...reading, words };
}

/** Tesseract first; the networks read again what it was unsure of or passed over. */
async function readWithNetworks(
  raster: Raster,
  request: OcrRequest,
  tesseract: Recogniser,
  settings: OcrSettings,
): Promise<UprightReading> {
  // Loaded only here: basic readings need none of it.
  const { readAdvanced, surveyAdvanced } = await import('./advanced.ts');
  const languages = installedOf(request.languages, settings.languageFolder, networkLanguages);
  const networks = settings.threads === undefined ? {} : { threads: settings.threads };
  const reading = await readUpright(raster, { ...request, languages }, tesseract, (picture) =>
    surveyAdvanced(picture, networks),
  );
  const { words } = await readAdvanced(reading.prepared, reading.words, request, networks);
  return { ...reading, words };
}

const nothingIn = ({ width, height }: Raster): OcrReading => ({
  width,
  height,
  turned: 0,
  levelled: 0,
  words: [],
  rules: [],
  areas: [],
  confidence: 0,
});

/** Boxes in the scale of the picture that was handed in. */
function readingOf({ prepared, words }: UprightReading): OcrReading {
  const by = 1 / prepared.scale;
  const rules = findRules(prepared.ruled, words);
  return {
    width: prepared.width,
    height: prepared.height,
    turned: prepared.turned,
    levelled: prepared.levelled,
    words: withLeaders(withStrokes(prepared.grey, words), prepared.leaders, prepared.letterSize).map((word) =>
      scaledWord(word, by),
    ),
    rules: rules.map((rule) => ({ ...scaledBox(rule, by), horizontal: rule.horizontal })),
    areas: prepared.areas.map((area) => ({ ...scaledBox(area, by), level: area.level })),
    confidence: meanConfidence(words),
  };
}

const scaledWord = (word: OcrWord, by: number): OcrWord => ({
  ...word,
  ...scaledBox(word, by),
  ...(word.baseline === undefined ? {} : { baseline: word.baseline * by }),
  ...(word.stroke === undefined ? {} : { stroke: word.stroke * by }),
});
