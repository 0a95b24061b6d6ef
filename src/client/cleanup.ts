// What must be undone when the command is interrupted: unfinished files and scratch folders. Signals are handled only
// while there is something to undo. With no handler the system itself ends the process, at once, even in the middle
// of a long synchronous parse that would keep a handler waiting.
import { signalExitCodes } from './exit-codes.ts';

type SignalName = keyof typeof signalExitCodes;

/** The part of `process` that this needs; handed in so that tests need no real signals. */
export interface SignalHost {
  on(signal: SignalName, listener: (signal: SignalName) => void): unknown;
  off(signal: SignalName, listener: (signal: SignalName) => void): unknown;
  exit(code: number): void;
}

export class Cleanup {
  readonly #undos = new Set<() => void>();
  readonly #host: SignalHost;

  constructor(host: SignalHost) {
    this.#host = host;
  }

  /** Registers an undo; the function returned takes it back when the work is safely done. */
  add(undo: () => void): () => void {
    if (this.#undos.size === 0) this.#listen('on');
    this.#undos.add(undo);
    return () => {
      if (this.#undos.delete(undo) && this.#undos.size === 0) this.#listen('off');
    };
  }

  readonly #interrupted = (signal: SignalName): void => {
    for (const undo of this.#undos) {
      try {
        undo();
      } catch {
        // Nothing more can be done for this one, and the others must still have their turn.
      }
    }
    this.#host.exit(signalExitCodes[signal]);
  };

  #listen(how: 'on' | 'off'): void {
    for (const signal of Object.keys(signalExitCodes) as SignalName[]) this.#host[how](signal, this.#interrupted);
  }
}
