// Files with random lifetimes, extended by many at once through two processes' worth of service while the janitor sweeps:
// none is served late, none is removed early, and no cap is passed (scorecard, row 30).
import { newId } from '../../src/core/ids.ts';
import { createJanitor } from '../../src/service/janitor.ts';
import type { JobOutcome } from '../../src/service/outcome.ts';
import { createJobs } from '../../src/storage/jobs.ts';
import { silentLog } from '../support/job-store.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { completion, newJob, plenty } from '../support/stored-jobs.ts';
import { type BuiltService, startBuilt } from './built-service.ts';
import type { Finding } from './finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';

const hour = 3_600_000;
const cap = { maxLifetimeHours: 60, maxExtensionHours: 60, extensionsPerFile: 3 };
const text = Buffer.from('A file that lives for a while.\n');

interface Lifetime {
  readonly made: number;
  expires: number;
  extensions: number;
}
type Store = Parameters<Parameters<StoreSet['inStore']>[0]>[0];

export async function lifetimes(store: StoreName, files: number, rounds: number, seed = 30): Promise<Finding> {
  const set = await openStoreSet(store);
  const random = randomNumbers(seed);
  const problems: string[] = [];
  let passed = 0;
  // Time passes by hand, on both clocks at once: it never jumps.
  const clock = { now: () => Date.now() + passed, monotonic: () => performance.now() + passed };
  const counts = { granted: 0, refused: 0, served: 0, gone: 0 };
  try {
    const env = { ROLE: 'api', PLANS: JSON.stringify({ scale: { ...cap, requestsPerMinute: 1_000_000 } }) };
    const services = [await startBuilt(set, { clock }, env), await startBuilt(set, { clock }, env)];
    try {
      await set.inStore(async (opened) => {
        const blobs = await set.blobs();
        const janitor = createJanitor({ jobs: createJobs(opened.db), blobs, clock, log: silentLog });
        const promised = await makeFiles(set, opened, files, () => clock.now(), random);
        for (let round = 0; round < rounds; round += 1) {
          passed += Math.ceil(random() * 8 * hour);
          const asked = [...promised.keys()].filter(() => random() < 0.3);
          const sweep = janitor.sweepExpired();
          await spread([...asked, ...asked], async (id, index) => {
            const hours = 1 + Math.floor(random() * 30);
            const file = promised.get(id);
            const service = services[index % services.length];
            if (file === undefined || service === undefined) return;
            const before = clock.now();
            if (!(await extended(service, id, hours))) counts.refused += 1;
            else {
              counts.granted += 1;
              file.extensions += 1;
              file.expires += hours * hour;
              if (before >= file.expires) problems.push(`${id}: extended after its end`);
              if (file.expires - file.made > cap.maxLifetimeHours * hour) problems.push(`${id}: lives beyond the cap`);
              if (file.extensions > cap.extensionsPerFile) problems.push(`${id}: extended too often`);
            }
          });
          await sweep;
          await spread([...promised], async ([id, file], index) => {
            const service = services[index % services.length];
            if (service === undefined) return;
            const earliest = clock.now();
            const response = await service.fetch(`/api/v1/download/${id}`);
            const bytes = await response.text();
            const latest = clock.now();
            if (response.status === 200) counts.served += 1;
            else counts.gone += 1;
            if (response.status === 200 && (earliest >= file.expires || bytes !== text.toString()))
              problems.push(`${id}: served late or wrong`);
            if (response.status !== 200 && latest < file.expires)
              problems.push(`${id}: gone early (${response.status})`);
          });
        }
        await janitor.sweepExpired();
        const now = clock.now();
        const stored = new Set<string>();
        for await (const { key } of blobs.list('jobs/')) stored.add(key.split('/')[1] ?? '');
        for (const [id, file] of promised)
          if (stored.has(id) !== now < file.expires)
            problems.push(`${id}: ${stored.has(id) ? 'not removed' : 'removed early'}`);
      });
      if (counts.granted === 0 || counts.refused === 0 || counts.gone === 0) problems.push('too little happened');
      const figure = `${files} files, ${counts.granted} extensions granted, ${counts.refused} refused, ${counts.served} served, ${counts.gone} expired`;
      return { row: 30, test: 'random lifetimes, parallel extensions', store, problems, figure };
    } finally {
      for (const service of services) await service.stop();
    }
  } finally {
    await set.close();
  }
}

/** Completed jobs with real files, as a worker leaves them. */
async function makeFiles(
  set: StoreSet,
  { db, accounts }: Store,
  files: number,
  now: () => number,
  random: () => number,
): Promise<Map<string, Lifetime>> {
  const account = await accounts.findByName('local');
  const blobs = await set.blobs();
  const jobs = createJobs(db);
  const made = new Map<string, Lifetime>();
  const metadata = { format: 'txt', pages: 1, markdownBytes: text.length, words: 7, language: 'und' };
  const outcome: JobOutcome = {
    metadata: { ...metadata, qualityScore: 1, ocrUsed: false },
    warnings: [],
    images: [],
    converter: '1',
  };
  await spread(Array.from({ length: files }), async () => {
    const id = newId(now());
    const input = await blobs.put(`jobs/${id}/input`, text);
    await jobs.accept(
      { ...newJob(account?.id ?? ''), id, input_key: input.key, input_size: input.size, input_sha256: input.sha256 },
      plenty,
      now(),
    );
    const taken = await jobs.claim(`token-${id}`, 600_000, now());
    if (taken === undefined) throw new Error('nothing to claim');
    const result = await blobs.put(`jobs/${taken.id}/t/result.md`, text);
    const map = await blobs.put(`jobs/${taken.id}/t/blocks.json`, Buffer.from('{}'));
    const at = now();
    const expires = at + Math.ceil(random() * 40 * hour);
    const done = { ...completion(), outcome: JSON.stringify(outcome), result, map };
    await jobs.complete(taken.id, `token-${id}`, done, { at, processingMs: 1, expiresAt: expires });
    made.set(taken.id, { made: at, expires, extensions: 0 });
  });
  return made;
}

async function extended(service: BuiltService, id: string, hours: number): Promise<boolean> {
  const response = await service.fetch('/api/v1/extend-sas', {
    method: 'POST',
    body: JSON.stringify({ job_id: id, extension_hours: hours }),
    headers: { 'content-type': 'application/json' },
  });
  const body = await response.text();
  if (response.status === 200) return true;
  if (response.status >= 500 || response.status === 429) throw new Error(`extension: ${response.status} ${body}`);
  return false;
}

async function spread<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const next = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of next) await work(item, index);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
