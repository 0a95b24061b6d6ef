// `docmill FILE...`: finds the documents, plans where each result goes, converts one after the other (or side by side
// in the sandbox) and reports. One failing document never stops the others.
import { mkdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { packageVersion } from '../version.ts';
import { Cleanup, type SignalHost } from './cleanup.ts';
import type { CommandIo } from './command-io.ts';
import { convertFlags } from './convert-flags.ts';
import { type ConvertSettings, convertSettings } from './convert-settings.ts';
import {
  type ByteOutput,
  type Destination,
  fileDestination,
  inTurn,
  jsonDestination,
  MarkdownStream,
} from './destinations.ts';
import type { Engine, EngineOutcome } from './engine.ts';
import { exitCodes } from './exit-codes.ts';
import { writeFailure } from './file-failures.ts';
import { type FoundInput, findInputs, type MissingInput } from './find-inputs.ts';
import { commandFailure, failureLines, warningLine } from './message-lines.ts';
import { parseArguments, usageFailure } from './parse-arguments.ts';
import { PipeOutput } from './pipe-output.ts';
import {
  type ImagePlace,
  imagePlace,
  markdownNames,
  outputPlace,
  refuseOverwriting,
  relativePaths,
} from './plan-outputs.ts';
import { ProgressBar } from './progress-bar.ts';
import { saveImages } from './save-images.ts';
import { Spool } from './spool.ts';
import { WholeFile } from './whole-file.ts';

/** Documents under way for each process of the sandbox: enough that a slow one in front does not idle the others. */
const aheadPerJob = 4;

interface Job {
  readonly index: number;
  readonly input: FoundInput | MissingInput;
  /** How messages call it. */
  readonly label: string;
  /** File the Markdown goes to, if it goes to one of its own. */
  readonly output: string | undefined;
  readonly images: ImagePlace | undefined;
}

export async function convertCommand(args: readonly string[], io: CommandIo, host: SignalHost): Promise<number> {
  const parsed = parseArguments(args, convertFlags);
  if (parsed.switched('help') === true) {
    const { helpText } = await import('./help-text.ts');
    io.stdout.write(helpText());
    return exitCodes.done;
  }
  if (parsed.switched('version') === true) {
    io.stdout.write(`docmill ${packageVersion}\n`);
    return exitCodes.done;
  }
  const settings = convertSettings(parsed);
  if (settings.operands.length === 0 && io.stdin.isTTY) {
    throw usageFailure('There is nothing to convert.', 'Name a file: docmill FILE... or see docmill --help.');
  }
  const run = new ConvertRun(settings, io, host);
  return run.run();
}

class ConvertRun {
  readonly #settings: ConvertSettings;
  readonly #io: CommandIo;
  readonly #cleanup: Cleanup;
  readonly #stdout: PipeOutput;
  readonly #jobs: readonly Job[];
  readonly #bar: ProgressBar | undefined;
  /** The one file of --json -o FILE. */
  readonly #linesFile: WholeFile | undefined;
  readonly #markdown: MarkdownStream;
  /** True when all results share one stream and must come out in order. */
  readonly #ordered: boolean;
  #engine: Promise<Engine> | undefined;
  #failed = 0;
  #warned = 0;

  constructor(settings: ConvertSettings, io: CommandIo, host: SignalHost) {
    this.#settings = settings;
    this.#io = io;
    this.#cleanup = new Cleanup(host);
    this.#stdout = new PipeOutput(io.stdout);

    const operands = settings.operands.length === 0 ? ['-'] : settings.operands;
    const outFolder = outputPlace(settings.output, operands.length > 1, settings.json);
    const found = findInputs(operands, {
      windows: process.platform === 'win32',
      commands: ['serve', 'keys', 'formats', 'help'],
      ...(outFolder.kind === 'folder' ? { outputFolder: resolve(outFolder.path) } : {}),
    });
    const place = outputPlace(settings.output, found.many, settings.json);
    refuseStrayHints(settings, found.inputs);
    if (settings.options.extractImages && settings.images === undefined && place.kind !== 'folder') {
      if (place.kind === 'stdout' || settings.json) {
        throw usageFailure('Extracted images need a folder here.', 'Name one with --images DIR.');
      }
    }

    const documents = found.inputs.filter((input) => input.kind !== 'missing');
    const paths = relativePaths(documents, found.roots, settings.name ?? 'stdin');
    const names = new Map(markdownNames(paths).map((name, at) => [documents[at], name]));
    this.#jobs = found.inputs.map((input, index) => {
      const name = input.kind === 'missing' ? undefined : names.get(input);
      const output =
        name === undefined || place.kind === 'stdout' || (place.kind === 'file' && settings.json)
          ? undefined
          : place.kind === 'folder'
            ? join(place.path, name)
            : place.path;
      return {
        index,
        input,
        label: input.kind === 'stdin' ? (settings.name ?? 'standard input') : input.path,
        output,
        images:
          settings.options.extractImages && name !== undefined
            ? imagePlace(output, settings.images, name, found.many)
            : undefined,
      };
    });
    const linesPath = settings.json && place.kind === 'file' ? place.path : undefined;
    refuseOverwriting(
      documents,
      [linesPath, ...this.#jobs.map((job) => job.output)].filter((path) => path !== undefined),
    );
    this.#linesFile = linesPath === undefined ? undefined : new WholeFile(linesPath, this.#cleanup);
    this.#markdown = new MarkdownStream(this.#stdoutBytes(), found.many);
    this.#ordered = settings.json || place.kind === 'stdout';

    const onTerminal = place.kind === 'stdout' && io.stdout.isTTY === true;
    this.#bar =
      io.stderr.isTTY && !settings.quiet && !onTerminal
        ? new ProgressBar({
            stream: io.stderr,
            now: () => performance.now(),
            sizes: this.#jobs.map((job) => (job.input.kind === 'missing' ? 0 : job.input.size)),
          })
        : undefined;
    for (const note of found.notes) this.#warn(note.path, note);
  }

  async run(): Promise<number> {
    const width = this.#settings.sandbox === undefined ? 1 : this.#settings.sandbox.jobs * aheadPerJob;
    let next = 0;
    let turn: Promise<void> = Promise.resolve();
    const work = async (): Promise<void> => {
      for (let job = this.#jobs[next++]; job !== undefined; job = this.#jobs[next++]) {
        if (this.#stdout.closed) return;
        const before = turn;
        const { promise, resolve: finished } = deferred();
        turn = promise;
        try {
          const destination = this.#destination(job);
          await this.#convert(job, width > 1 && this.#ordered ? inTurn(destination, before) : destination);
          await (width > 1 && this.#ordered ? before : undefined);
        } finally {
          finished();
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(width, this.#jobs.length) }, work));
      this.#linesFile?.commit();
      if (!this.#stdout.closed) await this.#stdout.flush();
    } catch (error) {
      this.#linesFile?.discard();
      // `docmill FILE | head`: the reader has what it wanted, which is no failure.
      if (!this.#stdout.closed) throw error;
    } finally {
      this.#bar?.clear();
      await (await this.#engine)?.close();
    }
    if (this.#failed > 0) return exitCodes.failed;
    return this.#settings.strict && this.#warned > 0 ? exitCodes.warned : exitCodes.done;
  }

  /** Made for the first document there is: a missing file needs none. */
  #useEngine(): Promise<Engine> {
    this.#engine ??= this.#createEngine();
    return this.#engine;
  }

  async #createEngine(): Promise<Engine> {
    const { sandbox, debug } = this.#settings;
    if (sandbox === undefined) {
      const { createLocalEngine } = await import('./local-engine.ts');
      return createLocalEngine(this.#io.stdin, this.#cleanup);
    }
    const { createSandboxEngine } = await import('./sandbox-engine.ts');
    const log = (message: string): void => {
      if (debug) this.#say(`docmill: sandbox: ${message}\n`);
    };
    return createSandboxEngine({ ...sandbox, log }, this.#io.stdin, this.#cleanup);
  }

  async #convert(job: Job, destination: Destination): Promise<void> {
    try {
      const { input } = job;
      if (input.kind === 'missing') throw input.failure;
      if (job.output !== undefined && this.#settings.output !== job.output) makeFolder(dirname(job.output));
      const engine = await this.#useEngine();
      await engine.convert(
        {
          input,
          options: this.#settings.options,
          ...this.#hints(input),
          ...(job.images === undefined ? {} : { imageBase: job.images.base }),
          onProgress: (share) => this.#bar?.advance(job.index, job.label, share),
        },
        (piece) => destination.write(piece),
        (outcome) => this.#finish(job, outcome, destination),
      );
    } catch (error) {
      if (this.#stdout.closed) throw error;
      const failure = commandFailure(error);
      this.#failed += 1;
      if (!this.#settings.json) this.#say(failureLines(job.label, failure, this.#settings.debug));
      await destination.failed(failure);
    } finally {
      this.#bar?.finish(job.index, job.label);
    }
  }

  async #finish(job: Job, outcome: EngineOutcome, destination: Destination): Promise<void> {
    const saved = job.images === undefined ? undefined : saveImages(outcome.images, job.images.folder, this.#cleanup);
    try {
      await destination.done(outcome, saved?.paths ?? []);
      saved?.keep();
    } catch (error) {
      saved?.remove();
      throw error;
    }
    this.#warned += this.#settings.json ? outcome.warnings.length : 0;
    if (!this.#settings.json) for (const warning of outcome.warnings) this.#warn(job.label, warning);
  }

  #destination(job: Job): Destination {
    const { json, blocks } = this.#settings;
    const file = job.output === undefined ? undefined : new WholeFile(job.output, this.#cleanup);
    if (json) {
      return jsonDestination({
        output: this.#linesFile ?? this.#stdoutBytes(),
        file: job.input.kind === 'stdin' ? (this.#settings.name ?? '-') : job.input.path,
        withBlocks: blocks,
        held:
          file === undefined || job.output === undefined
            ? { spool: new Spool(this.#cleanup) }
            : { file, path: job.output },
      });
    }
    return file === undefined ? this.#markdown.destination(job.label) : fileDestination(file);
  }

  /** --name and --type speak of standard input, or of the one document there is. */
  #hints(input: FoundInput): { name?: string; mediaType?: string } {
    const { name, mediaType, extension } = this.#settings;
    const applies = input.kind === 'stdin' || this.#jobs.length === 1;
    const own = input.kind === 'file' ? basename(input.path) : undefined;
    const called = (applies ? name : undefined) ?? own;
    if (!applies) return called === undefined ? {} : { name: called };
    const typed = extension === undefined ? called : `${withoutExtension(called ?? 'input')}.${extension}`;
    return {
      ...(typed === undefined ? {} : { name: typed }),
      ...(mediaType === undefined ? {} : { mediaType }),
    };
  }

  #stdoutBytes(): ByteOutput {
    return { write: (piece) => this.#stdout.write(piece) };
  }

  #warn(label: string, warning: Parameters<typeof warningLine>[1]): void {
    this.#warned += 1;
    if (!this.#settings.quiet) this.#say(warningLine(label, warning));
  }

  #say(text: string): void {
    this.#bar?.clear();
    this.#io.stderr.write(text);
  }
}

const withoutExtension = (name: string): string => name.slice(0, name.length - extname(name).length);

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolvePromise = (): void => {};
  const promise = new Promise<void>((done) => {
    resolvePromise = done;
  });
  return { promise, resolve: resolvePromise };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** A hint that could mean several documents means none of them. */
function refuseStrayHints(settings: ConvertSettings, inputs: readonly (FoundInput | MissingInput)[]): void {
  const given = settings.name !== undefined ? '--name' : '--type';
  if (settings.name === undefined && settings.mediaType === undefined && settings.extension === undefined) return;
  if (inputs.length <= 1 || inputs.some((input) => input.kind === 'stdin')) return;
  throw usageFailure(`${given} is a hint about one document, and there are ${inputs.length}.`, 'Convert it alone.');
}
