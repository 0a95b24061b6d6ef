// One child process as the pool sees it: start it, hand it a line, hear its checked messages, end it for a reason.
// Whatever it prints, floods or breaks stays behind this file.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import type { Launch } from './launch.ts';
import { lineReader } from './lines.ts';
import { parseChildMessage } from './messages.ts';
import { type ChildMessage, maxMessageBytes, messageDescriptor, type ParentMessage } from './protocol.ts';
import { createTail } from './tail.ts';
import type { Exit, KillReason } from './verdict.ts';

export interface ProcessHooks {
  readonly onMessage: (message: ChildMessage) => void;
  /** Called once, when the process is gone and its last words are read. */
  readonly onEnd: (exit: Exit, reason: KillReason | undefined) => void;
}

/** Five steps below the server, so that conversions never starve the answers to clients. */
const niceness = 5;
/** Where the kernel runs out of memory, it should take a child and not the server (proc_pid_oom_score_adj(5)). */
const oomScoreAdjust = '500';
/** A sound child sends ten messages a second about its task, and one at each end of it. */
const messagesPerSecond = 200;
/** How long to wait for the last output of a process that is gone, should something else hold its pipes. */
const lastWordsMs = 500;
/** How long a killed process may take to vanish before its end is taken as given. */
const vanishMs = 5_000;

export class ConverterProcess {
  readonly pid: number | undefined;
  readonly #child: ChildProcess;
  readonly #hooks: ProcessHooks;
  readonly #clock: Clock;
  readonly #tail = createTail();
  #reason: KillReason | undefined;
  #ended = false;
  #windowStart = 0;
  #windowMessages = 0;

  constructor(launch: Launch, clock: Clock, hooks: ProcessHooks) {
    this.#hooks = hooks;
    this.#clock = clock;
    this.#child = spawn(launch.command, launch.args, {
      env: launch.env,
      // The root always exists and names nothing; the folder of the server is not the child's business.
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.pid = this.#child.pid;
    if (this.pid !== undefined) yieldTo(this.pid);
    this.#child.stdin?.on('error', () => undefined);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (piece: Uint8Array) => this.#tail.add(piece));
      stream?.on('error', () => undefined);
    }
    const channel = this.#child.stdio?.[messageDescriptor] as Readable | null | undefined;
    channel?.on(
      'data',
      lineReader(
        maxMessageBytes,
        (line) => this.#hear(line),
        () => this.#offend('a message too long'),
      ),
    );
    channel?.on('error', () => undefined);
    this.#child.on('error', (error) => this.#end({ code: null, signal: null, error }));
    this.#child.on('close', (code, signal) => this.#end({ code, signal }));
    this.#child.on('exit', (code, signal) => {
      setTimeout(() => this.#end({ code, signal }), lastWordsMs).unref();
    });
  }

  send(message: ParentMessage): void {
    this.#tail.clear();
    // Counted by task: a child that converts a thousand small documents a second does no harm.
    this.#windowMessages = 0;
    this.#child.stdin?.write(`${JSON.stringify(message, finite)}\n`);
  }

  /** True from the moment it was told to end; it may still be there for some time. */
  get ending(): boolean {
    return this.#reason !== undefined || this.#ended;
  }

  /** Ends the process at once; the first reason stands. Nothing softer stops a runaway loop. */
  kill(reason: KillReason): void {
    if (this.ending) return;
    this.#reason = reason;
    this.#child.kill('SIGKILL');
    setTimeout(() => this.#end({ code: null, signal: 'SIGKILL' }), vanishMs).unref();
  }

  #hear(line: string): void {
    if (this.ending) return;
    const now = this.#clock.monotonic();
    if (now - this.#windowStart > 1_000) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages += 1;
    const message = parseChildMessage(line);
    if (this.#windowMessages > messagesPerSecond) this.#offend('a flood of messages');
    else if (message === undefined) this.#offend(`no message: ${line.slice(0, 300)}`);
    else this.#hooks.onMessage(message);
  }

  #offend(what: string): void {
    this.kill({ kind: 'protocol', what });
  }

  #end(exit: Omit<Exit, 'tail'>): void {
    if (this.#ended) return;
    this.#ended = true;
    // No streams at all where the system was out of descriptors.
    for (const stream of this.#child.stdio ?? []) stream?.destroy();
    this.#hooks.onEnd({ ...exit, tail: this.#tail.text() }, this.#reason);
  }
}

/** A limit of Infinity would cross the border as null, which every comparison takes for 0. */
function finite(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;
}

/** Best effort: a system that refuses either still converts. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {}
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, oomScoreAdjust);
  } catch {}
}
