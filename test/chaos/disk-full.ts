// Fills the disk under the files, then under the database: who sends meanwhile is told to come again, nothing is damaged,
// and all is well soon after there is room (scorecard, row 9).
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { fileForm, type RunningServer } from '../support/server.ts';
import { discrepancies, drained } from './books.ts';
import { type Finding, seconds } from './finding.ts';
import { until } from './outage.ts';
import { mountSmallDisk } from './small-disk.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';
import { note } from './traffic.ts';

const recoveredWithinMs = 10_000;
/** Requests until a store that still has some room in what it holds already must have said that it is full. */
const mostRequests = 400;

interface Room {
  readonly name: string;
  fill(): void;
  empty(): void;
}

export async function fullDisks(store: StoreName): Promise<Finding[]> {
  const disks = [mountSmallDisk(64), mountSmallDisk(64)] as const;
  const [forFiles, forRows] = disks;
  const embedded = store === 'embedded';
  const set = await openStoreSet(store, embedded ? { parent: forRows.path, env: { BLOB_URL: forFiles.path } } : {});
  try {
    const rooms = embedded
      ? [
          { name: 'files', fill: forFiles.fill, empty: forFiles.empty },
          { name: 'database', fill: forRows.fill, empty: forRows.empty },
        ]
      : [fullStore(set), { name: 'database', fill: forRows.fill, empty: forRows.empty }];
    if (!embedded) await moveDatabase(set.env['DATABASE_URL'] ?? '', forRows.path);
    const api = await set.start(embedded ? 'all' : 'api', { SYNC_WAIT_MS: '3000' });
    if (!embedded) await set.start('worker');
    const findings: Finding[] = [];
    for (const room of rooms) findings.push(await fillOnce(set, api, room));
    return findings;
  } finally {
    await set.close();
    for (const disk of disks) disk.destroy();
  }
}

/** As servers of the S3 protocol say it when their disks are full. */
const fullStore = ({ s3 }: StoreSet): Room => ({
  name: 'files',
  fill: () =>
    s3?.onRequest(({ method }) => {
      if (method !== 'PUT' && method !== 'POST') return;
      const code = 'XMinioStorageFull';
      throw Object.assign(new Error(code), { status: 507, code, toXML: () => `<Error><Code>${code}</Code></Error>` });
    }),
  empty: () => s3?.onRequest(undefined),
});

/** The tables go to the small disk; the log of the server stays where it is, as on a server with a disk for each. */
async function moveDatabase(url: string, place: string): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const { uid, gid } = statSync(rows[0]?.folder ?? '');
    const folder = join(place, 'tables');
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
    await client.query(`create tablespace small location '${folder}'`);
    await client.query(`alter database ${name} set tablespace small`);
  } finally {
    await client.end();
  }
}

async function fillOnce(set: StoreSet, api: RunningServer, room: Room): Promise<Finding> {
  const problems: string[] = [];
  if ((await send(api)).status >= 300) problems.push('does not convert before the disk is full');
  room.fill();
  let refused = 0;
  let taken = 0;
  for (let turn = 0; turn < mostRequests && refused < 5; turn += 1) {
    const { status, code } = await send(api, 'respond-async');
    if (status < 300) taken += 1;
    else refused += 1;
    if (status >= 300 && (status !== 503 || (code !== 'STORAGE_FULL' && code !== 'UNAVAILABLE')))
      problems.push(`${status} ${code}`);
  }
  if (refused === 0) problems.push(`nothing was refused, ${taken} taken`);
  room.empty();
  const recoveredMs = await until(async () => (await send(api)).status < 300, 60_000);
  if (recoveredMs > recoveredWithinMs) problems.push(`well again only after ${seconds(recoveredMs)}`);
  const stuck = await drained(set, 90_000);
  problems.push(...(stuck === 0 ? [] : [`stuck: ${stuck}`]), ...(await discrepancies(set)));
  const figure = `${taken} taken and kept, ${refused} refused with 503, well after ${seconds(recoveredMs)}`;
  return { row: 9, test: `disk full: ${room.name}`, store: set.name, problems, figure };
}

let numbers = 0;
async function send(api: RunningServer, prefer = 'wait=3'): Promise<{ status: number; code: string | undefined }> {
  numbers += 1;
  const response = await api.fetch('/api/v1/convert', {
    method: 'POST',
    body: fileForm(note(numbers), `n${numbers}.txt`),
    headers: { prefer },
  });
  const body = (await response.json()) as { details?: { code?: string } };
  return { status: response.status, code: body.details?.code };
}
