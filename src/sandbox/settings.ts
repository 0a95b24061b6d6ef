// What a pool can be told, and the value of everything it is not told.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { EngineSettings } from '../convert/engines/engines.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { programFolder } from '../program-folder.ts';
import type { LaunchSettings } from './launch.ts';

/** Where the pool tells what happened to its children; a pino logger fits. */
interface PoolLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const silent: PoolLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface PoolSettings {
  /** Documents converted at one time; the number of cores by default. */
  readonly size?: number;
  /** The compiled program of a child; `child.js` beside the compiled pool by default. */
  readonly childEntry?: string;
  /** Where inputs and outputs live: all a child may write to. Made when it is not there. */
  readonly scratchRoot: string;
  /** More folders a child may read: models, inputs kept elsewhere. */
  readonly readableRoots?: readonly string[];
  /** Folders of models; a child may read them. */
  readonly engines?: EngineSettings;
  /** Longest time of one task, from when a child has it. 5 minutes. */
  readonly deadlineMs?: number;
  /** Longest time without a word from the child; an OCR engine says none while it reads a page. 120 seconds. */
  readonly silenceMs?: number;
  /** Longest start of a child. 30 seconds. */
  readonly startMs?: number;
  /** How long `close` waits for running tasks. 10 seconds. */
  readonly graceMs?: number;
  /** Memory of a child at which it is ended. 2 GB: the speech model alone takes more than half of that. */
  readonly maxRssBytes?: number;
  /** Heap of V8; three quarters of `maxRssBytes` by default, and no more than 1 GB. */
  readonly heapMb?: number;
  /** A child is replaced after this many documents. 200. */
  readonly recycleAfter?: number;
  /** A child that holds more than this after a task is replaced; engines it keeps warm are within it. 65 % of `maxRssBytes`. */
  readonly recycleRssBytes?: number;
  /** `auto`: every layer that works on this machine; `none`: a plain process, for debugging. */
  readonly isolation?: 'auto' | 'none';
  /** Children load every reader while they wait for a task; else with the first document that needs it. True. */
  readonly preload?: boolean;
  /** The environment of children; nothing is passed on from the parent's. */
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: PoolLog;
  readonly clock?: Clock;
}

export interface FullPoolSettings extends Required<PoolSettings>, LaunchSettings {}

const mebibyte = 2 ** 20;

export function completeSettings(given: PoolSettings): FullPoolSettings {
  const maxRssBytes = given.maxRssBytes ?? 2048 * mebibyte;
  const scratchRoot = resolve(given.scratchRoot);
  mkdirSync(scratchRoot, { recursive: true });
  const engines = given.engines ?? {};
  const folders = [engines.ocrLanguageFolder, engines.speechModelFolder].filter((folder) => folder !== undefined);
  return {
    size: Math.max(1, Math.trunc(given.size ?? availableParallelism())),
    childEntry: resolve(given.childEntry ?? join(programFolder, 'sandbox/child.js')),
    scratchRoot,
    readableRoots: [...(given.readableRoots ?? []), ...folders].map((root) => resolve(root)),
    engines,
    deadlineMs: given.deadlineMs ?? 5 * 60_000,
    silenceMs: given.silenceMs ?? 120_000,
    startMs: given.startMs ?? 30_000,
    graceMs: given.graceMs ?? 10_000,
    maxRssBytes,
    heapMb: given.heapMb ?? Math.min(1024, Math.max(64, Math.floor((maxRssBytes / mebibyte) * 0.75))),
    recycleAfter: given.recycleAfter ?? 200,
    recycleRssBytes: given.recycleRssBytes ?? 0.65 * maxRssBytes,
    isolation: given.isolation ?? 'auto',
    preload: given.preload ?? true,
    env: { ...given.env, ...(given.preload === false ? { PRELOAD: 'false' } : {}) },
    log: given.log ?? silent,
    clock: given.clock ?? systemClock,
  };
}
