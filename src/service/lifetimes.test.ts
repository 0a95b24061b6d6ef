// Files with random lifetimes, extended by many at once while the janitor sweeps: none is removed early, none stays
// late, and no cap is passed (reliability scorecard, row 30).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import { randomNumbers } from '../../test/support/random-numbers.ts';
import { plans } from '../core/plan.ts';
import { createExtensionStore } from '../storage/extensions.ts';
import { createExtensions } from './extension.ts';
import { createJanitor } from './janitor.ts';

const files = 50;
const rounds = 30;
const hour = 3_600_000;
const plan = { ...plans.starter, maxLifetimeHours: 60, extensionsPerFile: 3 };
let store: JobStore;
beforeAll(async () => {
  store = await openJobStore();
});
afterAll(() => store.close());

test('random lifetimes, parallel extensions', { timeout: 120_000 }, async () => {
  const { jobs, db, clock } = store;
  const random = randomNumbers(30);
  const principal = { accountId: 'a', keyId: 'k', plan, scopes: new Set<string>() };
  const extensions = createExtensions({ store: createExtensionStore(db), clock, log: silentLog });
  const janitor = createJanitor({ ...store, log: silentLog });

  /** What each file was promised, counted here and nowhere else. */
  const promised = new Map<string, { made: number; expires: number; extensions: number }>();
  for (let made = 0; made < files; made += 1) {
    const job = await store.completed({ lifetimeMs: Math.ceil(random() * 40 * hour) });
    promised.set(job.id, { made: job.finished_at ?? 0, expires: job.expires_at ?? 0, extensions: 0 });
  }

  let granted = 0;
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    store.pass(Math.ceil(random() * 4 * hour));
    const sweep = janitor.sweepExpired();
    const attempts = [...promised.keys()]
      .filter(() => random() < 0.3)
      .flatMap((id) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ id, hours: 1 + random() * 30 })));
    await Promise.all(
      attempts.map(async ({ id, hours }) => {
        const file = promised.get(id);
        if (file === undefined) return;
        try {
          const extension = await extensions.extend(principal, id, hours);
          granted += 1;
          file.extensions += 1;
          file.expires += Math.round(hours * hour);
          expect(extension.newExpiry - file.made).toBeLessThanOrEqual(plan.maxLifetimeHours * hour);
        } catch (error) {
          refused += 1;
          expect((error as { code: string }).code).toMatch(/^(FILE_EXPIRED|EXTENSION_LIMIT_EXCEEDED)$/);
        }
      }),
    );
    await sweep;
    const stored = new Set((await store.keys()).map((key) => key.split('/')[1]));
    const now = clock.now();
    for (const [id, file] of promised) {
      const row = await jobs.findById(id);
      expect(row).toMatchObject({ extensions: file.extensions, expires_at: file.expires });
      expect(file.extensions).toBeLessThanOrEqual(plan.extensionsPerFile);
      expect([id, stored.has(id), row?.deleted_at === null]).toEqual([id, now < file.expires, now < file.expires]);
    }
  }
  expect(granted).toBeGreaterThan(files / 3);
  expect(refused).toBeGreaterThan(files);
});
