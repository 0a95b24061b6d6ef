// The exit codes of the command: a promise to scripts, documented in docs/cli.md.

export const exitCodes = {
  done: 0,
  /** At least one input was not converted. */
  failed: 1,
  /** The command line itself is wrong; nothing was converted. */
  usage: 2,
  /** Everything was converted, but with warnings, and --strict was given. */
  warned: 3,
} as const;

/** The convention of shells for a process that a signal ended. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
