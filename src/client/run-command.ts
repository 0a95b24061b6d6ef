// Finds the command a line asks for and runs it. Each is loaded only when it is asked for, so that a small document
// does not wait for the service to load.
import { Failure } from '../core/failure.ts';
import type { SignalHost } from './cleanup.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodes } from './exit-codes.ts';
import { commandFailure, failureLines, usageLines } from './message-lines.ts';
import { nearestWord } from './nearest-word.ts';
import { usageFailure } from './parse-arguments.ts';

/** The exit code, or undefined when something goes on running and will end the process itself. */
type Command = (args: string[], io: CommandIo, host: SignalHost) => Promise<number | undefined>;

const commands = new Map<string, Command>([
  ['serve', serve],
  ['keys', async (args, io) => (await import('./keys-command.ts')).keysCommand(args, io)],
  ['accounts', async (args, io) => (await import('./accounts-command.ts')).accountsCommand(args, io)],
  ['users', async (args, io) => (await import('./users-command.ts')).usersCommand(args, io)],
  ['formats', async (args, io) => (await import('./formats-command.ts')).formatsCommand(args, io)],
  ['help', help],
]);

/** Runs a command line; what went wrong is then already on standard error. */
export async function runCommand(
  args: readonly string[],
  io: CommandIo,
  host: SignalHost,
): Promise<number | undefined> {
  const [first = '', ...rest] = args;
  try {
    if (first === '--version' || first === '-v') return await showVersion(io);
    const command = commands.get(first);
    if (command !== undefined) return await command(rest, io, host);
    const { convertCommand } = await import('./convert-command.ts');
    return await convertCommand(args, io, host);
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('REQUEST_')) {
      io.stderr.write(usageLines(error));
      return exitCodes.usage;
    }
    const label = commands.has(first) ? first : 'error';
    io.stderr.write(failureLines(label, commandFailure(error), args.includes('--debug')));
    return exitCodes.failed;
  }
}

async function showVersion(io: CommandIo): Promise<number> {
  const { packageVersion } = await import('../version.ts');
  io.stdout.write(`docmill ${packageVersion}\n`);
  return exitCodes.done;
}

async function serve(args: string[], io: CommandIo): Promise<number | undefined> {
  if (args.includes('--help') || args.includes('-h')) {
    const { serveHelp } = await import('./help-text.ts');
    io.stdout.write(serveHelp);
    return exitCodes.done;
  }
  const { serveCommand } = await import('./serve-command.ts');
  const code = await serveCommand(args);
  // It returns once the service has started, which from then on stops on signals by itself.
  return code === exitCodes.done ? undefined : code;
}

async function help(args: string[], io: CommandIo, host: SignalHost): Promise<number | undefined> {
  const [topic] = args;
  if (topic === undefined || topic === 'help' || topic === 'convert' || topic.startsWith('-')) {
    const { helpText } = await import('./help-text.ts');
    io.stdout.write(helpText());
    return exitCodes.done;
  }
  const command = commands.get(topic);
  if (command !== undefined) return command(['--help'], io, host);
  const meant = nearestWord(topic, commands.keys());
  throw usageFailure(
    `There is no command "${topic}".`,
    meant === undefined ? 'See docmill --help.' : `Did you mean docmill help ${meant}?`,
  );
}
