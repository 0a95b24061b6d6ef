// `docmill FILE...`: plans the run, converts the documents one after the other (or side by side in the sandbox) and
// reports. One failing document never stops the others.
import { mkdirSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
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
import type { FoundInput } from './found-input.ts';
import { commandFailure, failureLines, warningLine } from './message-lines.ts';
import { parseArguments, usageFailure } from './parse-arguments.ts';
import { PipeOutput } from './pipe-output.ts';
import { type Job, type JobPlan, planJobs } from './plan-jobs.ts';
import { ProgressBar } from './progress-bar.ts';
import { saveImages } from './save-images.ts';
import { Spool } from './spool.ts';
import { WholeFile } from './whole-file.ts';

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
    io.stdout.write(`docmill ${packageVersion}\n`);
    return exitCodes.done;
  }
  const settings = convertSettings(parsed);
  if (settings.operands.length === 0 && io.stdin.isTTY) {
    throw usageFailure('There is nothing to convert.', 'Name a file: docmill FILE... or see docmill --help.');
  }
  return new ConvertRun(settings, planJobs(settings), io, host).run();
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
  readonly #linesFile: WholeFile | undefined;
  readonly #bar: ProgressBar | undefined;
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
    const { place, jobs } = plan;
    this.#linesFile = settings.json && place.kind === 'file' ? new WholeFile(place.path, this.#cleanup) : undefined;
    // Text and a bar on the same terminal would write over each other.
    const onTerminal = place.kind === 'stdout' && io.stdout.isTTY === true;
    if (io.stderr.isTTY && !settings.quiet && !onTerminal) {
      const sizes = jobs.map((job) => (job.input.kind === 'missing' ? 0 : job.input.size));
      this.#bar = new ProgressBar({ stream: io.stderr, now: () => performance.now(), sizes });
    }
  }

  async run(): Promise<number> {
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
        const destination = this.#destination(job);
        if (!ordered) {
          await this.#convert(job, destination);
          continue;
        }
        const turn = last;
        last = this.#convert(job, inTurn(destination, turn)).then(() => turn);
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
    for (const warning of outcome.warnings) this.#warn(job.label, warning);
  }

  #destination(job: Job): Destination {
    const { json, blocks, name } = this.#settings;
    const file = job.output === undefined ? undefined : new WholeFile(job.output, this.#cleanup);
    if (!json) return file === undefined ? this.#markdown.destination(job.label) : fileDestination(file);
    return jsonDestination({
      output: this.#linesFile ?? this.#stdoutBytes,
      file: job.input.kind === 'stdin' ? (name ?? '-') : job.input.path,
      withBlocks: blocks,
      held:
        file === undefined || job.output === undefined
          ? { spool: new Spool(this.#cleanup) }
          : { file, path: job.output },
    });
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
