// Settings about callers: plans with the operator's numbers, and whose word about addresses is believed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, readStoreSettings } from './config.ts';
import { plans } from './core/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (text: string): string => {
  const path = join(folder, 'plans.json');
  writeFileSync(path, text);
  return path;
};

describe('plans', () => {
  test('are those of the table unless something is said', () => {
    expect(readConfig({}, {}).plans).toEqual(plans);
  });

  test('come from the variable or the file', () => {
    const wanted = { ...plans, pro: { ...plans.pro, maxBatchSize: 3 } };
    const text = '{"pro":{"maxBatchSize":3}}';
    expect(readConfig({}, { PLANS: text }).plans).toEqual(wanted);
    expect(readConfig({}, { PLANS_FILE: fileOf(text) }).plans).toEqual(wanted);
    expect(readStoreSettings({}, { PLANS: text, BASE_URL: 'nonsense' }).plans).toEqual(wanted);
  });

  test.each([
    [{ PLANS: '{' }, 'PLANS is not JSON'],
    [
      { PLANS: '{"pro":{"maxBatchSize":0}}' },
      'PLANS: pro.maxBatchSize must be a whole number from 1 to 10000, but is 0.',
    ],
    [{ PLANS: '{}', PLANS_FILE: 'x' }, 'Set PLANS or PLANS_FILE, not both.'],
    [{ PLANS_FILE: '/nowhere/plans.json' }, 'PLANS_FILE cannot be read'],
  ])('%j stops the start', (environment, message) => {
    expect(() => readConfig({}, environment)).toThrow(message);
  });

  test('a file with a mistake is named by its own variable', () => {
    expect(() => readConfig({}, { PLANS_FILE: fileOf('{"gold":{}}') })).toThrow('PLANS_FILE: "gold" is not a plan');
  });
});

describe('proxies', () => {
  test.each([
    [undefined, false],
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, 192.0.2.1', ['10.0.0.0/8', '192.0.2.1']],
  ])('%j is %j', (given, expected) => {
    expect(readConfig({}, { TRUST_PROXY: given }).trustProxy).toEqual(expected);
  });

  test.each(['yes', '-1', '10.0.0.0/99', 'proxy.example'])('%j stops the start', (given) => {
    expect(() => readConfig({}, { TRUST_PROXY: given })).toThrow('TRUST_PROXY must be');
  });
});
