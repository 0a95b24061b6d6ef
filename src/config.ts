// The only file that reads the environment. A value that makes no sense stops the start and names its variable.
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { EngineSettings } from './convert/engines/engines.ts';
import type { Plans } from './core/plan.ts';
import { plansWith } from './core/plan-overrides.ts';
import { type FetchAllowance, fetchAllowance } from './service/fetch-allow.ts';
import { type MaintenanceWindow, parseMaintenance } from './service/health-maintenance.ts';
import { parseRegions, type RegionPlaces } from './service/health-regions.ts';
import { leastLogN, mostLogN, presentCost } from './service/passwords.ts';
import { type BlobPlace, parseBlobUrl } from './storage/blob-url.ts';

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where file contents are kept. */
  readonly blobs: BlobPlace;
  /** Where rows are kept instead of in the data directory; holds a password. */
  readonly databaseUrl?: string;
  /** Connections that one process keeps to it. */
  readonly databaseConnections?: number;
  /** Public address of the service, without a trailing slash: what links in answers begin with. */
  readonly baseUrl: string;
  readonly syncWaitMs: number;
  /** Who has not sent the headers by then, or hardly anything of a body in as long, is cut off. */
  readonly slowSenderMs: number;
  /** Sandbox children, and so conversions at one time. */
  readonly workers: number;
  readonly jobDeadlineMs: number;
  readonly jobMemoryBytes: number;
  /** The processes of a worker load every reader ahead. */
  readonly preload: boolean;
  readonly retentionMs: number;
  readonly engines: EngineSettings;
  /** Whether an account's identical input is answered from its earlier result. */
  readonly reuseResults: boolean;
  /** What of a batch has not ended by then fails. */
  readonly batchDeadlineMs: number;
  /** Hosts that documents may be fetched from although they are not on the public internet. */
  readonly fetchAllow: FetchAllowance;
  /** Ports that documents are fetched from, besides the usual ones of the web. */
  readonly fetchPorts: readonly number[];
  readonly regions: RegionPlaces;
  readonly maintenance: readonly MaintenanceWindow[];
  /** Where figures for monitoring are found; nowhere when left out. */
  readonly metrics?: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  /** The table of plans with the operator's own numbers in it. */
  readonly plans: Plans;
  /** How many proxies, or which, stand in front of us and tell in X-Forwarded-For whom they speak for. */
  readonly trustProxy: false | number | string[];
  /** Whether strangers may make an account of their own in the dashboard. */
  readonly registration: 'open' | 'closed';
  /** Binary logarithm of what hashing a password costs. */
  readonly passwordCost: number;
}

/** Where more models lie; the command needs nothing else of the configuration. */
export function readEngineSettings(
  overrides: Readonly<Record<string, string | undefined>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EngineSettings {
  const folder = (name: string): string | undefined => {
    const given = overrides[name]?.trim() || environment[name]?.trim();
    if (!given) return undefined;
    if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) {
      throw new ConfigError(`${name} must be a folder that exists, but is "${given}".`);
    }
    return resolve(given);
  };
  const ocrLanguageFolder = folder('OCR_LANGUAGE_DIR');
  const speechModelFolder = folder('SPEECH_MODEL_DIR');
  return {
    ...(ocrLanguageFolder === undefined ? {} : { ocrLanguageFolder }),
    ...(speechModelFolder === undefined ? {} : { speechModelFolder }),
  };
}

/** What the commands on the store need: they work whatever else is set for the service. */
export function readStoreSettings(
  overrides: Readonly<Record<string, string | undefined>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Pick<Config, 'dataDir' | 'plans' | 'databaseUrl' | 'databaseConnections'> {
  const text = (name: string): string => overrides[name]?.trim() || environment[name]?.trim() || '';
  const database = databaseAddress(text('DATABASE_URL'), text('DATABASE_CONNECTIONS'));
  return {
    ...database,
    dataDir: resolve(text('DATA_DIR') || './data'),
    plans: planTable(text('PLANS'), text('PLANS_FILE')),
  };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** `overrides` are what a command line says; they go before the environment, under the same names. */
export function readConfig(
  overrides: Readonly<Record<string, string | undefined>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const text = (name: string, fallback: string): string =>
    overrides[name]?.trim() || environment[name]?.trim() || fallback;
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const given = text(name, String(fallback));
    const value = Number(given);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, but is "${given}".`);
    }
    return value;
  };
  const choice = <T extends string>(name: string, fallback: T, values: readonly T[]): T => {
    const given = text(name, fallback);
    const found = values.find((value) => value === given);
    if (found === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}, but is "${given}".`);
    return found;
  };

  const fetchPort = (given: string): number => {
    const value = Number(given);
    if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value;
    throw new ConfigError(`FETCH_PORTS must be ports separated by commas, but has "${given}".`);
  };

  const store = readStoreSettings(overrides, environment);
  const host = text('HOST', '127.0.0.1');
  const port = whole('PORT', 8080, 0, 65_535);
  return {
    role: choice<Role>('ROLE', 'all', ['all', 'api', 'worker']),
    host,
    port,
    ...store,
    blobs: blobPlace(text('BLOB_URL', join(store.dataDir, 'blobs')), (name) => text(name, '')),
    baseUrl: baseUrl(text('BASE_URL', `http://${localName(host)}:${port}`)),
    syncWaitMs: whole('SYNC_WAIT_MS', 25_000, 0, 60_000),
    slowSenderMs: whole('SLOW_SENDER_MS', 30_000, 1000, 600_000),
    workers: whole('WORKERS', availableParallelism(), 1, 256),
    jobDeadlineMs: whole('JOB_DEADLINE_MS', 300_000, 1000, 3_600_000),
    jobMemoryBytes: whole('JOB_MEMORY_MB', 2048, 128, 65_536) * 2 ** 20,
    preload: choice('PRELOAD', 'true', ['true', 'false']) === 'true',
    engines: readEngineSettings(overrides, environment),
    retentionMs: whole('RETENTION_HOURS', 24, 1, 8760) * 3_600_000,
    batchDeadlineMs: whole('BATCH_DEADLINE_MS', 1_800_000, 1000, 86_400_000),
    fetchAllow: allowance(text('FETCH_ALLOW', '')),
    fetchPorts: list(text('FETCH_PORTS', '')).map(fetchPort),
    reuseResults: choice('REUSE_RESULTS', 'true', ['true', 'false']) === 'true',
    regions: regions(text('REGIONS', '{"local":"self"}')),
    maintenance: maintenance(text('MAINTENANCE', '[]')),
    ...(text('METRICS_PORT', '') === ''
      ? {}
      : { metrics: { host: text('METRICS_HOST', '127.0.0.1'), port: whole('METRICS_PORT', 0, 0, 65_535) } }),
    logLevel: choice('LOG_LEVEL', 'info', logLevels),
    trustProxy: proxies(text('TRUST_PROXY', 'false')),
    registration: choice('REGISTRATION', 'closed', ['open', 'closed']),
    passwordCost: whole('PASSWORD_COST', presentCost.logN, leastLogN, mostLogN),
  };
}

/** The address holds a password, so what is wrong with it is told without it. */
function databaseAddress(url: string, connections: string): Pick<Config, 'databaseUrl' | 'databaseConnections'> {
  if (url === '') return {};
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['postgres:', 'postgresql:'].includes(parsed.protocol) || parsed.pathname.length < 2) {
    throw new ConfigError('DATABASE_URL must have the form postgres://user:password@host:port/database.');
  }
  const count = Number(connections || '10');
  if (!Number.isInteger(count) || count < 2 || count > 500) {
    throw new ConfigError(`DATABASE_CONNECTIONS must be a whole number from 2 to 500, but is "${connections}".`);
  }
  return { databaseUrl: url, databaseConnections: count };
}

function blobPlace(given: string, variable: (name: string) => string): BlobPlace {
  const found = parseBlobUrl(given, variable);
  // The address itself is not repeated: somebody may have written a secret into it.
  if ('problem' in found) throw new ConfigError(`BLOB_URL ${found.problem}.`);
  return found;
}

const list = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

function allowance(given: string): FetchAllowance {
  const found = fetchAllowance(list(given));
  if (found !== undefined) return found;
  throw new ConfigError(`FETCH_ALLOW must be addresses, ranges or host names separated by commas, but is "${given}".`);
}

/** `true` is one proxy: to believe every entry of the header would let a caller write its own address into it. */
function proxies(given: string): Config['trustProxy'] {
  if (given === 'false' || given === '0') return false;
  if (given === 'true') return 1;
  if (/^[1-9]$/.test(given)) return Number(given);
  const ranges = list(given);
  if (ranges.every((range) => ipaddr.isValid(range) || ipaddr.isValidCIDR(range))) return ranges;
  throw new ConfigError(
    `TRUST_PROXY must be true, false, a number of proxies from 1 to 9, or their addresses separated by commas, but is "${given}".`,
  );
}

/** PLANS holds the JSON itself, PLANS_FILE names a file with it. */
function planTable(text: string, file: string): Plans {
  if (text !== '' && file !== '') throw new ConfigError('Set PLANS or PLANS_FILE, not both.');
  const name = file === '' ? 'PLANS' : 'PLANS_FILE';
  const given = file === '' ? text || '{}' : planFile(file);
  let overrides: unknown;
  try {
    overrides = JSON.parse(given);
  } catch (error) {
    throw new ConfigError(`${name} is not JSON: ${(error as Error).message}`);
  }
  const found = plansWith(overrides);
  if ('problem' in found) throw new ConfigError(`${name}: ${found.problem}.`);
  return found.plans;
}

function planFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`PLANS_FILE cannot be read: ${(error as Error).message}`);
  }
}

function regions(given: string): RegionPlaces {
  const found = parseRegions(given);
  if (found !== undefined) return found;
  throw new ConfigError(
    `REGIONS must be a JSON object from names to "self" (at most one) or the http address of the service there, but is "${given}".`,
  );
}

function maintenance(given: string): readonly MaintenanceWindow[] {
  const found = parseMaintenance(given);
  if (found !== undefined) return found;
  throw new ConfigError(
    `MAINTENANCE must be a JSON array of {"start","end"} in ISO 8601 with a zone, each ending after it starts, but is "${given}".`,
  );
}

/** Listening on every address, the service is still reached under one name on this machine. */
const localName = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

function baseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (
    url === undefined ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new ConfigError(`BASE_URL must be an http or https address without query, but is "${given}".`);
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}
