// Keeps enough warm children: starts them ahead, replaces the dead and the worn, and holds back when they keep dying.
// It knows nothing of tasks; the pool borrows a member and gives it back.
import { ConverterProcess } from './converter-process.ts';
import type { Launch } from './launch.ts';
import type { ChildMessage } from './protocol.ts';
import type { FullPoolSettings } from './settings.ts';
import type { Exit, KillReason } from './verdict.ts';

/** A child and what it is doing; while busy, the listener gets what it says and how it ends. */
export interface Member {
  readonly process: ConverterProcess;
  state: 'starting' | 'idle' | 'busy';
  served: number;
  /** To be ended as soon as another one has taken its place. */
  worn: boolean;
  listener: MemberListener | undefined;
}

export interface MemberListener {
  onMessage(message: ChildMessage): void;
  onEnd(exit: Exit, reason: KillReason | undefined): void;
}

export interface CrewHooks {
  /** A member may have become free. */
  readonly onIdle: () => void;
  /** Children cannot be started; whoever waits for one waits in vain. */
  readonly onUnable: () => void;
}

/** Deaths in a row, without one task served, after which nobody is made to wait any more. */
const patience = 3;
const longestPauseMs = 30_000;

/** Share of its memory at which a child is ended after its task. */
const nearlyFull = 0.75;

export class Crew {
  readonly #settings: FullPoolSettings;
  readonly #hooks: CrewHooks;
  readonly #members = new Set<Member>();
  readonly #complained = new Set<string>();
  #launches: readonly Launch[] = [];
  #launch = 0;
  #everReady = false;
  #deaths = 0;
  #pause: NodeJS.Timeout | undefined;
  #closed = false;
  #whenEmpty: (() => void) | undefined;
  spawned = 0;
  killed = 0;

  constructor(settings: FullPoolSettings, hooks: CrewHooks) {
    this.#settings = settings;
    this.#hooks = hooks;
  }

  begin(launches: readonly Launch[]): void {
    this.#launches = launches;
    this.#settings.log.info({ layers: this.#current()?.layers ?? [] }, 'children are isolated by these layers');
    this.#fill();
  }

  /** There is no way to start a child at all. */
  giveUp(error: unknown): void {
    this.#deaths = patience;
    this.#settings.log.error({ error: String(error) }, 'children cannot be started');
    this.#hooks.onUnable();
  }

  get unable(): boolean {
    return this.#deaths >= patience && this.count('idle') + this.count('busy') === 0;
  }

  count(state: Member['state']): number {
    let found = 0;
    for (const member of this.#members) if (member.state === state && isUsable(member)) found += 1;
    return found;
  }

  /** A free member for one task, now busy; undefined while there is none. */
  take(listener: MemberListener): Member | undefined {
    if (this.count('busy') >= this.#settings.size) return undefined;
    const idle = [...this.#members].filter((member) => member.state === 'idle' && isUsable(member));
    const chosen = idle.find((member) => !member.worn) ?? idle[0];
    if (chosen === undefined) return undefined;
    chosen.state = 'busy';
    chosen.listener = listener;
    return chosen;
  }

  /** After an answer: the member is free, unless it has served its time or holds too much. */
  giveBack(member: Member, rss: number): void {
    member.listener = undefined;
    if (!this.#members.has(member)) return;
    member.state = 'idle';
    member.served += 1;
    this.#deaths = 0;
    const { recycleAfter, recycleRssBytes, maxRssBytes } = this.#settings;
    if (recycleAfter <= 1 || rss > nearlyFull * maxRssBytes) {
      // Asked for a fresh child per document, or so full that the next one would be blamed for it: it must not see another.
      member.process.kill({ kind: 'worn' });
      return;
    }
    if (!member.worn && (member.served >= recycleAfter || rss > recycleRssBytes)) {
      member.worn = true;
      this.#settings.log.info({ pid: member.process.pid, served: member.served, rss }, 'a child is replaced');
      this.#fill();
    }
    this.#dropWorn();
    this.#hooks.onIdle();
  }

  /** No more children are started, idle ones end; resolves when all are gone. Busy ones are left to `killAll`. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    for (const member of this.#members) if (member.state !== 'busy') member.process.kill({ kind: 'closing' });
    return new Promise((resolve) => {
      if (this.#members.size === 0) resolve();
      else this.#whenEmpty = resolve;
    });
  }

  killAll(): void {
    for (const member of this.#members) member.process.kill({ kind: 'closing' });
  }

  #current(): Launch | undefined {
    return this.#launches[this.#launch];
  }

  #fill(): void {
    const launch = this.#current();
    if (this.#closed || this.#pause !== undefined || launch === undefined) return;
    let fresh = 0;
    for (const member of this.#members) if (!member.worn) fresh += 1;
    for (; fresh < this.#settings.size && this.#pause === undefined; fresh += 1) this.#start(launch);
  }

  #start(launch: Launch): void {
    let process: ConverterProcess;
    try {
      process = new ConverterProcess(launch, this.#settings.clock, {
        onMessage: (message) => this.#hear(member, message),
        onEnd: (exit, reason) => {
          clearTimeout(timer);
          this.#lose(member, launch, exit, reason);
        },
      });
    } catch (error) {
      // Out of memory or descriptors: the system may have some again later.
      this.#hold({ error: String(error) });
      return;
    }
    const member: Member = { process, state: 'starting', served: 0, worn: false, listener: undefined };
    const { startMs } = this.#settings;
    const timer = setTimeout(() => {
      if (member.state === 'starting') process.kill({ kind: 'slow-start', ms: startMs });
    }, startMs);
    this.#members.add(member);
    this.spawned += 1;
  }

  #hear(member: Member, message: ChildMessage): void {
    if (message.type === 'warm') {
      for (const reader of message.failed) {
        if (this.#complained.has(reader)) continue;
        this.#complained.add(reader);
        this.#settings.log.warn({ reader }, 'a reader does not load inside a child');
      }
    } else if (message.type === 'ready' && member.state === 'starting') {
      member.state = 'idle';
      this.#everReady = true;
      this.#dropWorn();
      this.#hooks.onIdle();
    } else if (member.listener !== undefined && message.type !== 'ready') {
      member.listener.onMessage(message);
    } else {
      member.process.kill({ kind: 'protocol', what: `${message.type} out of turn` });
    }
  }

  #lose(member: Member, launch: Launch, exit: Exit, reason: KillReason | undefined): void {
    this.#members.delete(member);
    const expected = reason?.kind === 'worn' || reason?.kind === 'closing';
    if (reason !== undefined && !expected) this.killed += 1;
    if (!expected) {
      const { code, signal, tail, error } = exit;
      const why = { reason, code, signal, tail, ...(error === undefined ? {} : { error: String(error) }) };
      this.#settings.log.warn(
        {
          pid: member.process.pid,
          state: member.state,
          served: member.served,
          ...why,
        },
        'a child ended',
      );
    }
    const untried = member.state !== 'busy' && member.served === 0 && !expected;
    if (untried && !this.#closed) this.#despair(member, launch, reason);
    else this.#fill();
    member.listener?.onEnd(exit, reason);
    // The one that took the place of a worn member may have been ready all along, kept back by the size of the pool.
    this.#hooks.onIdle();
    if (this.#members.size === 0) this.#whenEmpty?.();
  }

  /** A child died before it did anything: try the next way to start one, or wait a little longer each time. */
  #despair(member: Member, launch: Launch, reason: KillReason | undefined): void {
    if (launch !== this.#current()) {
      // Started in a way already given up.
      this.#fill();
      return;
    }
    const next = this.#launches[this.#launch + 1];
    if (member.state === 'starting' && reason === undefined && !this.#everReady && next !== undefined) {
      this.#launch += 1;
      const lost = launch.layers.filter((layer) => !next.layers.includes(layer));
      this.#settings.log.warn({ lost }, 'children do not start with every layer; going on without');
      this.#fill();
      return;
    }
    this.#hold({ reason });
  }

  #hold(why: Readonly<Record<string, unknown>>): void {
    this.#deaths += 1;
    const pauseMs = Math.min(longestPauseMs, 50 * 2 ** Math.min(this.#deaths, 20));
    if (this.#pause === undefined) {
      this.#pause = setTimeout(() => {
        this.#pause = undefined;
        this.#fill();
      }, pauseMs);
    }
    if (!this.unable) return;
    this.#settings.log.error({ ...why, deaths: this.#deaths, pauseMs }, 'children cannot be started');
    this.#hooks.onUnable();
  }

  /** Worn members end once there are enough fresh ones that are ready. */
  #dropWorn(): void {
    let ready = this.count('idle') + this.count('busy');
    for (const member of this.#members) {
      if (ready <= this.#settings.size) return;
      if (!member.worn || member.state !== 'idle' || !isUsable(member)) continue;
      member.process.kill({ kind: 'worn' });
      ready -= 1;
    }
  }
}

/** A busy member counts until it is gone, so that no more tasks run at one time than there may; others only while sound. */
function isUsable(member: Member): boolean {
  return member.state === 'busy' || !member.process.ending;
}
