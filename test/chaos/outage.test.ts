// The short form of row 10, with two of its faults and, beside other tests, with more patience; `npm run chaos 10` is the long one.
import { expect, test } from 'vitest';
import { outages } from './outage.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: an outage is told, loses nothing, and is over soon after its end',
  {
    timeout: 240_000,
  },
  async (store) => {
    const only = ['database silent (SIGSTOP)', 'object store stopped'];
    const findings = await outages(store, 3000, { patience: 3, only });
    expect(findings.map(({ test: name, problems }) => [name, ...problems])).toEqual(
      only.map((name) => [expect.stringContaining(name)]),
    );
  },
);
