// The command `tesseract` where the machine has it: the same engine as machine code, for half the time. Who may start
// processes hands in how; conversions in a sandbox may not, and use the module.
import type { Raster } from '../raster.ts';
import { modelsOf } from './languages.ts';
import type { OcrWord } from './port.ts';
import { type Content, type Recogniser, readingVariables, segmentation } from './tesseract.ts';
import { linesOfHocr } from './tesseract-hocr.ts';
import { wordsOfLines } from './tesseract-words.ts';

/**
 * Runs the command with these arguments and this standard input, and gives its standard output; rejects where it cannot
 * be started or ends with an error. OMP_THREAD_LIMIT=1 in its environment saves a third of its time.
 */
export type RunTesseract = (args: readonly string[], input: Uint8Array) => Promise<Uint8Array>;

/** The command, or `otherwise` for languages it has no models for and pictures it fails on. */
export class NativeTesseract implements Recogniser {
  readonly #run: RunTesseract;
  readonly #otherwise: Recogniser;
  #models: Promise<ReadonlySet<string>> | undefined;

  constructor(run: RunTesseract, otherwise: Recogniser) {
    this.#run = run;
    this.#otherwise = otherwise;
  }

  async read(raster: Raster, languages: readonly string[], content: Content = 'page'): Promise<OcrWord[]> {
    const words = await this.#readNative(raster, languages, content).catch(() => undefined);
    return words ?? this.#otherwise.read(raster, languages, content);
  }

  async #readNative(raster: Raster, languages: readonly string[], content: Content): Promise<OcrWord[] | undefined> {
    this.#models ??= this.#run(['--list-langs'], new Uint8Array()).then(listed, () => new Set());
    const installed = await this.#models;
    const models = languages.map((language) => modelsOf(language).filter((model) => installed.has(model)));
    if (models.some((ofOne) => ofOne.length === 0)) return undefined;
    const variables = Object.entries(readingVariables).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const names = [...new Set(models.flat())].join('+');
    const args = [
      'stdin',
      'stdout',
      '-l',
      names,
      '--oem',
      '1',
      '--psm',
      String(segmentation[content]),
      ...variables,
      'hocr',
    ];
    const hocr = Buffer.from(await this.#run(args, greyMap(raster))).toString('utf8');
    return wordsOfLines(linesOfHocr(hocr), raster);
  }
}

/** One name a line, after a heading. */
function listed(output: Uint8Array): ReadonlySet<string> {
  const lines = Buffer.from(output).toString('utf8').split(/\r?\n/);
  return new Set(lines.filter((line) => /^[A-Za-z_]{2,40}$/.test(line)));
}

/** A portable grey map: a line of text and the pixels as they are. */
export function greyMap({ width, height, pixels }: Raster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}
