// The built service inside this process, with faults or another clock around its stores: what no signal from outside can
// bring about. Its modules are the built ones, typed as their sources.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import type * as compose from '../../src/compose.ts';
import type * as config from '../../src/config.ts';
import { systemClock } from '../../src/core/clock.ts';
import type * as failure from '../../src/core/failure.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { StoreSet } from './store-sets.ts';

const built = (path: string): string => pathToFileURL(join(import.meta.dirname, '../../dist', path)).href;
const { createService } = (await import(built('compose.js'))) as typeof compose;
const { readConfig } = (await import(built('config.js'))) as typeof config;
/** The class that the built service knows as its own. */
export const { Failure: BuiltFailure } = (await import(built('core/failure.js'))) as typeof failure;

export interface BuiltService {
  readonly url: string;
  readonly key: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

let count = 0;

export async function startBuilt(
  set: StoreSet,
  around: compose.Around,
  env: Record<string, string> = {},
): Promise<BuiltService> {
  count += 1;
  const dataDir = set.name === 'embedded' ? set.dataDir : join(set.dataDir, `inside-${count}`);
  mkdirSync(dataDir, { recursive: true });
  const settings = readConfig({ PORT: '0', DATA_DIR: dataDir, WORKERS: '1', PRELOAD: 'false', ...set.env, ...env }, {});
  const service = await createService(settings, pino({ level: 'silent' }), around);
  await service.start();
  const url = `http://127.0.0.1:${service.port()}`;
  const key = await set.inStore(async (store) => {
    const { account } = await ensureAccount(store.accounts, 'local', 'scale', around.clock ?? systemClock);
    return (await store.keys.create(account.id, { name: 'Test', scopes: ['convert', 'read', 'usage'] })).key;
  });
  return {
    url,
    key,
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { 'x-api-key': key, ...(init.headers as Record<string, string>) } }),
    stop: () => service.stop(2000),
  };
}
