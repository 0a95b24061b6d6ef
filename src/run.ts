// Runs the service until it is told to stop: prints where it is found, and ends cleanly on SIGTERM or SIGINT.
import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { createService } from './compose.ts';
import type { Config } from './config.ts';
import { systemClock } from './core/clock.ts';
import { firstKey } from './service/accounts.ts';

/** Requests and jobs get this long to end; the process is gone within thirty seconds. */
const graceMs = 20_000;

export async function runService(config: Config): Promise<void> {
  const logger = pino({
    level: config.logLevel,
    redact: ['req.headers["x-api-key"]', 'headers["x-api-key"]', '*.password', 'req.headers.cookie', 'headers.cookie'],
  });
  const service = await createService(config, logger);
  closeWithGrace({ delay: graceMs + 8000, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'stopping after an error');
    else logger.info({ signal }, 'stopping');
    await service.stop(graceMs);
  });
  await service.start();
  // A worker has nobody to show the first key to: it leaves it to be made where it is printed.
  if (config.role === 'worker') return logger.info({ workers: config.workers }, 'worker started');
  const key = await firstKey(service.accounts, service.keys, systemClock, config.plans);
  announce(addressOf(config, service.port()), key, await service.setupCode());
}

/** With PORT=0 the port is known only now. */
function addressOf(config: Config, port: number | undefined): string {
  return config.port === 0 && port !== undefined ? config.baseUrl.replace(/:0$/, `:${port}`) : config.baseUrl;
}

function announce(address: string, key: string | undefined, code: string | undefined): void {
  const lines = [
    '',
    '  Docmill is running.',
    `    Dashboard   ${address}/dashboard`,
    `    API docs    ${address}/docs`,
    ...(key === undefined
      ? []
      : [`    API key     ${key}`, '                (shown this once; account "local", plan Scale)']),
    ...(code === undefined
      ? []
      : [`    Set-up code ${code}`, '                (for the first person who registers in the dashboard)']),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
