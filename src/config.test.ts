// Every variable is checked at the start, and the page for operators lists exactly those that are read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const root = join(import.meta.dirname, '..');
const read = (environment: Record<string, string>) => readConfig({}, environment);

test('docs/operations.md lists every variable, and no other', () => {
  const source = readFileSync(join(root, 'src/config.ts'), 'utf8');
  const used = [...source.matchAll(/'([A-Z][A-Z0-9_]{3,})'/g)].map((match) => match[1]);
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
  expect([...listed].sort()).toEqual([...new Set(used)].sort());
});

test.each([
  ['ROLE', 'boss'],
  ['PORT', '80a'],
  ['DATABASE_URL', 'mysql://user:secret@host/name'],
  ['DATABASE_URL', 'postgres://user:secret@host'],
  ['PORT', '65536'],
  ['BASE_URL', 'ftp://x'],
  ['BASE_URL', 'http://x/?a=1'],
  ['SYNC_WAIT_MS', '-1'],
  ['SLOW_SENDER_MS', '10'],
  ['WORKERS', '0'],
  ['WORKERS', '1.5'],
  ['JOB_DEADLINE_MS', '1'],
  ['JOB_MEMORY_MB', 'much'],
  ['RETENTION_HOURS', '0'],
  ['BATCH_DEADLINE_MS', '10'],
  ['FETCH_ALLOW', '10.0.0.0/99'],
  ['FETCH_PORTS', '80,http'],
  ['REUSE_RESULTS', 'yes'],
  ['REGIONS', '["eu"]'],
  ['MAINTENANCE', '[{"start":"soon"}]'],
  ['METRICS_PORT', 'on'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'maybe'],
  ['OCR_LANGUAGE_DIR', '/nowhere/at/all'],
  ['SPEECH_MODEL_DIR', '/nowhere/at/all'],
  ['PLANS', '{"gold":{}}'],
  ['PLANS_FILE', '/nowhere/at/all'],
  ['PASSWORD_COST', '13'],
  ['PRELOAD', 'maybe'],
])('%s=%s stops the start and is named', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(name);
});

test('what is wrong with the address of the database is told without its password', () => {
  for (const DATABASE_URL of ['mysql://user:geheim@host/name', 'postgres://user:geheim@host', 'user:geheim@host']) {
    expect(() => read({ DATABASE_URL })).toThrow(/^(?!.*geheim).*DATABASE_URL/);
  }
  const DATABASE_URL = 'postgres://user:geheim@host/name';
  expect(() => read({ DATABASE_URL, DATABASE_CONNECTIONS: '1' })).toThrow('DATABASE_CONNECTIONS');
  expect(read({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, databaseConnections: 10 });
  expect(read({})).not.toHaveProperty('databaseUrl');
});

test('with nothing set, the service stays on this machine and tells no figures', () => {
  const config = read({});
  expect(config).toMatchObject({ role: 'all', host: '127.0.0.1', port: 8080, baseUrl: 'http://127.0.0.1:8080' });
  expect(config.metrics).toBeUndefined();
  expect([...config.regions]).toEqual([['local', 'self']]);
});

test('an empty variable is one that is not set, and what the command line says goes first', () => {
  expect(read({ PORT: '', METRICS_PORT: ' ' })).toMatchObject({ port: 8080 });
  expect(readConfig({ PORT: '9000' }, { PORT: '9001', METRICS_PORT: '9100' })).toMatchObject({
    port: 9000,
    metrics: { host: '127.0.0.1', port: 9100 },
  });
});
