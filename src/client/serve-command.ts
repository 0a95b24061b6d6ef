// `docmill serve`: the service, with the most used settings as flags over the same environment variables.
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { runService } from '../run.ts';
import { startProblem } from '../start-problem.ts';
import { exitCodes } from './exit-codes.ts';

/** Returns when the service has started; the process then lives until it is told to stop. */
export async function serveCommand(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        role: { type: 'string' },
      },
    });
    const config = readConfig({
      PORT: values.port,
      HOST: values.host,
      DATA_DIR: values['data-dir'],
      ROLE: values.role,
    });
    await runService(config);
    return exitCodes.done;
  } catch (error) {
    process.stderr.write(`docmill: ${startProblem(error)}\n`);
    process.exit(isUsage(error) ? exitCodes.usage : exitCodes.failed);
  }
}

const isUsage = (error: unknown): boolean => String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
