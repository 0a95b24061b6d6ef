// `docmill FILE...`: plans the run, converts the documents one after the other (or side by side in the sandbox) and
// reports. One failing document never stops the others. What only some runs need is loaded when it is needed, as
// every file costs a part of the start.
import { mkdirSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { Cleanup, type SignalHost } from './cleanup.ts';
import type { CommandIo } from './command-io.ts';
import { convertFlags } from './convert-flags.ts';
import { type ConvertSettings, convertSettings } from './convert-settings.ts';
import { type ByteOutput, type Destination, fileDestination, inTurn, MarkdownStream } from './destinations.ts';
import type { Engine, EngineOutcome } from './engine.ts';
import { exitCodes } from './exit-codes.ts';
import { writeFailure } from './file-failures.ts';
import type { FoundInput } from './found-input.ts';
import { commandFailure, failureLines, warningLine } from './message-lines.ts';
import { parseArguments, usageFailure } from './parse-arguments.ts';
import { PipeOutput } from './pipe-output.ts';
import { type Job, type JobPlan, planJobs } from './plan-jobs.ts';
import type { ProgressBar } from './progress-bar.ts';
import type { SavedImages } from './save-images.ts';
import type { WholeFile } from './whole-file.ts';

/** Documents under way for each process of the sandbox: enough that a slow one in front does not idle the others. */
const aheadPerJob = 4;

export async function convertCommand(args: readonly string[], io: CommandIo, host: SignalHost): Promise<number> {
  const parsed = parseArguments(args, convertFlags);
  if (parsed.switched('help') === true) {
    const { helpText } = await import('./help-text.ts');
    io.stdout.write(helpText());
    return exitCodes.done;
  }
  if (parsed.switched('version') === true) {
    const { packageVersion } = await import('../version.ts');
    io.stdout.write(`docmill ${packageVersion}\n`);
    return exitCodes.done;
  }
  const settings = convertSettings(parsed);
  if (settings.operands.length === 0 && io.stdin.isTTY) {
    throw usageFailure('There is nothing to convert.', 'Name a file: docmill FILE... or see docmill --help.');
  }
  return new ConvertRun(settings, await planJobs(settings), io, host).run();
}

class ConvertRun {
  readonly #settings: ConvertSettings;
  readonly #plan: JobPlan;
  readonly #io: CommandIo;
  readonly #cleanup: Cleanup;
  readonly #stdout: PipeOutput;
  readonly #stdoutBytes: ByteOutput;
  readonly #markdown: MarkdownStream;
  /** The one file of --json -o FILE. */
  #linesFile: WholeFile | undefined;
  #bar: ProgressBar | undefined;
  #engine: Promise<Engine> | undefined;
  #failed = 0;
  #warned = 0;

  constructor(settings: ConvertSettings, plan: JobPlan, io: CommandIo, host: SignalHost) {
    this.#settings = settings;
    this.#plan = plan;
    this.#io = io;
    this.#cleanup = new Cleanup(host);
    const stdout = new PipeOutput(io.stdout);
    this.#stdout = stdout;
    this.#stdoutBytes = { write: (piece) => stdout.write(piece) };
    this.#markdown = new MarkdownStream(this.#stdoutBytes, plan.many);
  }

  async run(): Promise<number> {
    const { place } = this.#plan;
    if (this.#settings.json && place.kind === 'file') this.#linesFile = await this.#wholeFile(place.path);
    this.#bar = await this.#progressBar();
    for (const { path, message } of this.#plan.notes) {
      this.#warned += 1;
      if (!this.#settings.quiet) this.#say(warningLine(path, { message }));
    }
    try {
      await this.#convertAll();
      this.#linesFile?.commit();
      await this.#stdout.flush();
    } catch (error) {
      this.#linesFile?.discard();
      // `docmill FILE | head`: the reader has what it wanted, which is no failure.
      if (!this.#stdout.closed) throw error;
    } finally {
      this.#bar?.clear();
      // An engine that could not be made was reported with the document that needed it.
      await (await this.#engine?.catch(() => undefined))?.close();
    }
    if (this.#failed > 0) return exitCodes.failed;
    return this.#settings.strict && this.#warned > 0 ? exitCodes.warned : exitCodes.done;
  }

  async #convertAll(): Promise<void> {
    const { jobs, place } = this.#plan;
    const { sandbox, json } = this.#settings;
    const width = sandbox === undefined ? 1 : sandbox.jobs * aheadPerJob;
    // Results that share one stream must come out in order, however they run.
    const ordered = width > 1 && (json || place.kind === 'stdout');
    let next = 0;
    let last: Promise<void> = Promise.resolve();
    const work = async (): Promise<void> => {
      for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
        if (this.#stdout.closed) return;
        if (!ordered) {
          await this.#convert(job, await this.#destination(job));
          continue;
        }
        const turn = last;
        last = this.#destination(job)
          .then((destination) => this.#convert(job, inTurn(destination, turn)))
          .then(() => turn);
        await last;
      }
    };
    await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, work));
  }

  async #convert(job: Job, destination: Destination): Promise<void> {
    try {
      const { input } = job;
      if (input.kind === 'missing') throw input.failure;
      if (this.#plan.place.kind === 'folder' && job.output !== undefined) makeFolder(dirname(job.output));
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
      await this.#stdout.flush();
    } finally {
      this.#bar?.finish(job.index, job.label);
    }
  }

  async #finish(job: Job, outcome: EngineOutcome, destination: Destination): Promise<void> {
    const saved = await this.#saveImages(job, outcome);
    try {
      await destination.done(outcome, saved?.paths ?? []);
      // What is done is handed on, whatever becomes of the next document.
      await this.#stdout.flush();
      saved?.keep();
    } catch (error) {
      saved?.remove();
      throw error;
    }
    for (const warning of outcome.warnings) this.#warn(job.label, warning);
  }

  async #saveImages(job: Job, outcome: EngineOutcome): Promise<SavedImages | undefined> {
    if (job.images === undefined) return undefined;
    const { saveImages } = await import('./save-images.ts');
    return saveImages(outcome.images, job.images.folder, this.#cleanup);
  }

  async #destination(job: Job): Promise<Destination> {
    const { json, blocks, name } = this.#settings;
    const { output } = job;
    const file = output === undefined ? undefined : await this.#wholeFile(output);
    if (!json) return file === undefined ? this.#markdown.destination(job.label) : fileDestination(file);
    const [{ jsonDestination }, { Spool }] = await Promise.all([import('./json-destination.ts'), import('./spool.ts')]);
    return jsonDestination({
      output: this.#linesFile ?? this.#stdoutBytes,
      file: job.input.kind === 'stdin' ? (name ?? '-') : job.input.path,
      withBlocks: blocks,
      held: file === undefined || output === undefined ? { spool: new Spool(this.#cleanup) } : { file, path: output },
    });
  }

  async #wholeFile(path: string): Promise<WholeFile> {
    const { WholeFile } = await import('./whole-file.ts');
    return new WholeFile(path, this.#cleanup);
  }

  async #progressBar(): Promise<ProgressBar | undefined> {
    const { stdout, stderr } = this.#io;
    // Text and a bar on the same terminal would write over each other.
    const onTerminal = this.#plan.place.kind === 'stdout' && stdout.isTTY === true;
    if (!stderr.isTTY || this.#settings.quiet || onTerminal) return undefined;
    const { ProgressBar } = await import('./progress-bar.ts');
    const sizes = this.#plan.jobs.map(({ input }) => (input.kind === 'missing' ? 0 : input.size));
    return new ProgressBar({ stream: stderr, now: () => performance.now(), sizes });
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
    const documents = this.#plan.jobs.filter((job) => job.input.kind !== 'missing').length;
    const jobs = Math.min(sandbox.jobs, documents);
    return createSandboxEngine({ ...sandbox, jobs, log }, this.#io.stdin, this.#cleanup);
  }

  /** --name and --type speak of standard input, or of the one document there is. */
  #hints(input: FoundInput): { name?: string; mediaType?: string } {
    const { name, mediaType, extension } = this.#settings;
    const own = input.kind === 'file' ? { name: basename(input.path) } : {};
    if (input.kind !== 'stdin' && this.#plan.jobs.length > 1) return own;
    const called = name === undefined ? own : { name };
    const plain = called.name ?? 'input';
    return {
      ...called,
      ...(extension === undefined
        ? {}
        : { name: `${plain.slice(0, plain.length - extname(plain).length)}.${extension}` }),
      ...(mediaType === undefined ? {} : { mediaType }),
    };
  }

  /** With --json the line itself carries the warnings. */
  #warn(label: string, warning: Parameters<typeof warningLine>[1]): void {
    this.#warned += 1;
    if (!this.#settings.quiet && !this.#settings.json) this.#say(warningLine(label, warning));
  }

  #say(text: string): void {
    this.#bar?.clear();
    this.#io.stderr.write(text);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw writeFailure(error, path);
  }
}
