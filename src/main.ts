// Starts the service in one role: all (default), api or worker.
import { readConfig } from './config.ts';
import { runService } from './run.ts';
import { startProblem } from './start-problem.ts';

try {
  await runService(readConfig());
} catch (error) {
  process.stderr.write(`docmill: ${startProblem(error)}\n`);
  process.exit(1);
}
