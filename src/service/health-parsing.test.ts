// What an operator may write in REGIONS and MAINTENANCE, and what is refused.
import { describe, expect, test } from 'vitest';
import { maintenanceAt, parseMaintenance } from './health-maintenance.ts';
import { parseRegions } from './health-regions.ts';

describe('regions', () => {
  test('are names with "self" or an address, whose path is kept', () => {
    expect([...(parseRegions('{"eu-1":"self","us":"https://us.example/docmill"}') ?? [])]).toEqual([
      ['eu-1', 'self'],
      ['us', new URL('https://us.example/docmill/')],
    ]);
    expect(parseRegions('{}')?.size).toBe(0);
  });

  test.each([
    '',
    'null',
    '[]',
    '{"a":1}',
    '{"a":"other"}',
    '{"a":"ftp://x/"}',
    '{"a":"self","b":"self"}',
    '{"a b":"self"}',
    '{"":"self"}',
    `{"${'a'.repeat(65)}":"self"}`,
  ])('%s is refused', (text) => {
    expect(parseRegions(text)).toBeUndefined();
  });
});

describe('maintenance', () => {
  const windows = parseMaintenance(
    '[{"start":"2026-12-02T00:00:00Z","end":"2026-12-02T01:00:00Z"},{"start":"2026-12-01T00:00Z","end":"2026-12-01T04:00:00+02:00"}]',
  );

  test.each([
    ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['2026-12-01T01:59:59Z', '2026-12-01T00:00:00Z'],
    ['2026-12-01T02:00:00Z', '2026-12-02T00:00:00Z'],
    ['2026-12-02T01:00:00Z', undefined],
  ])('at %s the next window that has not ended starts at %s', (now, next) => {
    const expected =
      next === undefined ? { scheduled: false, nextWindow: null } : { scheduled: true, nextWindow: Date.parse(next) };
    expect(maintenanceAt(windows ?? [], Date.parse(now))).toEqual(expected);
  });

  test.each([
    '',
    '{}',
    '[1]',
    '[null]',
    '[{"start":"2026-12-01T00:00:00Z"}]',
    '[{"start":"2026-12-01T00:00:00Z","end":"2026-12-01T00:00:00Z"}]',
    '[{"start":"2026-12-01","end":"2026-12-02"}]',
    '[{"start":"2026-12-01T00:00:00","end":"2026-12-02T00:00:00"}]',
    '[{"start":"2026-12-01T00:00:00Z","end":"2026-12-02T00:00:00Z","reason":"x"}]',
  ])('%s is refused', (text) => {
    expect(parseMaintenance(text)).toBeUndefined();
  });
});
