// What one job costs a PostgreSQL database in statements, as the server itself counts them, and how many jobs a second
// go through its books: `npx tsx bench/load/statements.ts [JOBS]` after npm run build.
import { setTimeout as pause } from 'node:timers/promises';
import { createJobs } from '../../src/storage/jobs.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { fileForm, startServer } from '../../test/support/server.ts';
import { addAccount, completion, ending, newJob, noon, plenty } from '../../test/support/stored-jobs.ts';

const jobsPerRun = Number(process.argv[2] ?? 300);
/** The books of one job on its usual way: taken in, given to a worker, completed. */
const allowed = 8;

/** Everything a client sends goes through one of these two lines of the log. */
const statementLine = /LOG: {2}(?:statement|execute <unnamed>): (\w+)/g;
const unitWords = new Set(['begin', 'commit', 'rollback']);

const durable = ['fsync=on', 'synchronous_commit=on'];
const server = await startPostgres([...durable, 'log_statement=all', 'log_min_messages=log']);
const counted = async (work: () => Promise<unknown>): Promise<{ own: number; unit: number; words: string }> => {
  const from = server.output().length;
  await work();
  // The server writes its log beside its answers.
  await pause(300);
  const found = [...server.output().slice(from).matchAll(statementLine)].map((match) => (match[1] ?? '').toLowerCase());
  const own = found.filter((word) => !unitWords.has(word));
  return { own: own.length, unit: found.length - own.length, words: own.join(' ') };
};

const url = await server.database();
const db = await openPostgres<Schema>({ url });
const table: { step: string; own: number; unit: number; words: string }[] = [];
let rates: { callers: number; jobsPerSecond: number; accounts: number }[] = [];
try {
  await migrate(db, migrations);
  await addAccount(db, 'a', 1000);
  const jobs = createJobs(db);
  const job = newJob('a');
  table.push({ step: 'accept', ...(await counted(() => jobs.accept(job, plenty, noon))) });
  table.push({ step: 'claim', ...(await counted(() => jobs.claim('t', 60_000, noon))) });
  table.push({ step: 'complete', ...(await counted(() => jobs.complete(job.id, 't', completion(), ending))) });

  const service = await startServer({
    env: { DATABASE_URL: await server.database(), WORKERS: '1', LOG_LEVEL: 'error' },
  });
  try {
    const convert = (text: string) =>
      service
        .fetch('/api/v1/convert', { method: 'POST', body: fileForm(text, 'a.txt') })
        .then((answer) => answer.text());
    await convert('first');
    const idle = await counted(() => pause(3000));
    const busy = await counted(async () => {
      await convert('second');
      await pause(3000);
    });
    table.push({
      step: 'one conversion of the service, idle work taken off',
      own: busy.own - idle.own,
      unit: busy.unit - idle.unit,
      words: '',
    });
    table.push({
      step: 'an idle service, each second',
      own: Math.round(idle.own / 3),
      unit: Math.round(idle.unit / 3),
      words: '',
    });
  } finally {
    await service.stop();
  }
} finally {
  await db.close();
  await server.stop();
}

const quiet = await startPostgres(durable);
try {
  const store = await openPostgres<Schema>({ url: await quiet.database(), connections: 20 });
  await migrate(store, migrations);
  const jobs = createJobs(store);
  for (let index = 0; index < 8; index += 1) await addAccount(store, `t${index}`, 1000);
  for (const [callers, accounts] of [
    [1, 1],
    [16, 1],
    [16, 8],
  ] as const) {
    const began = performance.now();
    let left = jobsPerRun;
    const caller = async (own: number): Promise<void> => {
      for (let turn = 0; left > 0; turn += 1) {
        left -= 1;
        await jobs.accept(newJob(`t${(own + turn) % accounts}`), plenty, noon);
        const token = `${own}-${turn}-${callers}-${accounts}`;
        const taken = await jobs.claim(token, 60_000, noon);
        if (taken !== undefined) await jobs.complete(taken.id, token, completion(), ending);
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, own) => caller(own)));
    const perSecond = Math.round((jobsPerRun / (performance.now() - began)) * 1000);
    rates = [...rates, { callers, accounts, jobsPerSecond: perSecond }];
  }
  await store.close();
} finally {
  await quiet.stop();
}

for (const { step, own, unit, words } of table) {
  process.stdout.write(`${step.padEnd(52)} ${String(own).padStart(3)} statements + ${unit} begin/commit  ${words}\n`);
}
const books = table.slice(0, 3).reduce((sum, { own }) => sum + own, 0);
process.stdout.write(`books of one job: ${books} statements (at most ${allowed})\n`);
for (const { callers, accounts, jobsPerSecond } of rates) {
  process.stdout.write(
    `${callers} callers, ${accounts} accounts: ${jobsPerSecond} jobs/s through accept, claim, complete\n`,
  );
}
process.stdout.write(`${JSON.stringify({ bench: 'statements', books, allowed, table, rates })}\n`);
if (books > allowed) process.exitCode = 1;
