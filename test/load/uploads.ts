// A document as large as a gigabyte in every request form: the process that takes it in does not grow with it, and one
// byte beyond the plan is refused before the body ends (scorecard, row 3).
import type { Finding } from '../chaos/finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from '../chaos/store-sets.ts';
import type { RunningServer } from '../support/server.ts';
import { rssOf } from './client.ts';
import { type UploadForm, uploadForms } from './upload-forms.ts';
import { type Said, startUpload } from './upload-request.ts';

export interface Uploads {
  readonly megabytes: number;
  /** How far the memory of the process may go beyond where it stood. */
  readonly mostGrowthMb: number;
  /** Of the plan whose limit is passed by one byte. */
  readonly limitMb: number;
}

const megabyte = 2 ** 20;
const warmUpBytes = 8 * megabyte;
const answerWithinMs = 20_000;

export async function uploads(store: StoreName, sizes: Uploads): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const plan = (maxFileSizeMb: number) => JSON.stringify({ scale: { maxFileSizeMb, requestsPerMinute: 100_000 } });
    const roomy = await set.start('api', { PLANS: plan(sizes.megabytes + 1) });
    const pid = roomy.process.pid ?? 0;
    const problems: string[] = [];
    const grown: string[] = [];
    for (const form of uploadForms) {
      await whole(roomy, form, warmUpBytes);
      const { growthMb, said, seconds } = await growth(pid, () => whole(roomy, form, sizes.megabytes * megabyte));
      grown.push(`${form.name} +${growthMb.toFixed(0)} MB at ${(sizes.megabytes / seconds).toFixed(0)} MB/s`);
      if (said.status !== 202) problems.push(`${form.name}: status ${said.status} ${said.text.slice(0, 200)}`);
      if (growthMb > sizes.mostGrowthMb) problems.push(`${form.name}: memory grew by ${growthMb.toFixed(0)} MB`);
      problems.push(...(await storedSize(set, form.name, sizes.megabytes * megabyte)));
    }
    await roomy.stop();
    const narrow = await set.start('api', { PLANS: plan(sizes.limitMb) });
    for (const form of uploadForms) problems.push(...(await beyond(narrow, form, sizes.limitMb * megabyte)));
    const figure = `${sizes.megabytes} MB: ${grown.join(', ')}; ${sizes.limitMb} MB + 1 byte refused in ${uploadForms.length} forms`;
    return { row: 3, test: 'large uploads in flat memory', store, problems, figure };
  } finally {
    await set.close();
  }
}

async function whole(server: RunningServer, form: UploadForm, bytes: number): Promise<Said> {
  const upload = startUpload(server, form);
  await upload.content(bytes);
  upload.end();
  return await upload.said;
}

/** How far beyond where it stood the memory went while the work was done. */
async function growth(pid: number, work: () => Promise<Said>) {
  const before = rssOf(pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, rssOf(pid));
  }, 20);
  const began = performance.now();
  try {
    const said = await work();
    return { growthMb: highest - before, said, seconds: (performance.now() - began) / 1000 };
  } finally {
    clearInterval(timer);
  }
}

/** The last job has all its bytes; they are removed again, because five gigabytes are nobody's to spare. */
async function storedSize(set: StoreSet, form: string, expected: number): Promise<string[]> {
  const job = await set.inStore(({ db }) =>
    db.reader.selectFrom('jobs').select(['input_key', 'input_size']).orderBy('id', 'desc').executeTakeFirst(),
  );
  if (job === undefined) return [`${form}: no job`];
  await (await set.blobs()).delete(job.input_key);
  return job.input_size === expected ? [] : [`${form}: ${job.input_size} of ${expected} bytes`];
}

/** Too much by one byte, and by a declared length. */
async function beyond(server: RunningServer, form: UploadForm, limit: number): Promise<string[]> {
  const problems: string[] = [];
  const check = (what: string, said: Said | undefined, status: number, code: string): void => {
    if (said?.status === status && said.text.includes(code)) return;
    problems.push(`${form.name}: ${what} is answered ${said?.status} ${said?.text.slice(0, 200)}`);
  };
  // In a batch the file is refused and the others are not, which can be told only when all have come.
  const ended = await within(whole(server, form, limit + 1));
  check('one byte too many', ended, form.batch ? 207 : 413, 'FILE_002');
  if (!form.batch) {
    const upload = startUpload(server, form);
    // Half a group of Base64 says nothing yet.
    await upload.content(form.encoding === 'base64' ? Math.ceil((limit + 1) / 3) * 3 : limit + 1);
    check('one byte too many in a body that does not end', await within(upload.said), 413, 'FILE_002');
    upload.drop();
  }
  const declared = startUpload(server, form, limit * (form.batch ? 1_000_000 : 1000));
  await declared.content(0);
  check('too long a declared length', await within(declared.said), 413, form.batch ? 'BATCH_002' : 'FILE_002');
  declared.drop();
  return problems;
}

async function within(said: Promise<Said>): Promise<Said | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answerWithinMs);
  });
  try {
    return await Promise.race([said, late]);
  } finally {
    clearTimeout(timer);
  }
}
