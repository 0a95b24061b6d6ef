// The pool as the service uses it, over the child that is shipped.
import { readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import { childrenOf, openPool, realChild, temporaryFolder, until } from './open-pool.ts';

describe('a conversion', () => {
  it('leaves the Markdown, its map and its facts', async () => {
    const sandbox = openPool({ childEntry: realChild, readableRoots: [] });
    const outcome = await sandbox.convert('# Title\n\nSome *text*.\n', {}, { name: 'notes.md' });
    const markdown = readFileSync(outcome.markdownPath, 'utf8');
    expect(markdown).toContain('# Title');
    expect(outcome.metadata).toMatchObject({ format: 'md', pages: 1, markdownBytes: Buffer.byteLength(markdown) });
    const map = JSON.parse(readFileSync(outcome.mapPath, 'utf8')) as { blocks: unknown[] };
    expect(map.blocks).toHaveLength(2);
    expect(outcome.images).toEqual([]);
  });

  it('fails with the code of the library', async () => {
    const sandbox = openPool({ childEntry: realChild, readableRoots: [] });
    const failure = await sandbox.failure(' \n \n');
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.code).toBe('EMPTY_DOCUMENT');
    expect(sandbox.pool.stats()).toMatchObject({ idle: 1, killed: 0 });
  });

  it('refuses a wrong option by its name', async () => {
    const sandbox = openPool({ childEntry: realChild, readableRoots: [] });
    const failure = await sandbox.failure('text', {}, { options: { ocrLanguages: ['English!'] } });
    expect(failure).toMatchObject({ code: 'REQUEST_002', field: 'ocrLanguages' });
  });

  it('stores images under the names the Markdown refers to', async () => {
    const sandbox = openPool();
    const parts = { options: { extractImages: true }, imageBase: 'https://files.example/1/' };
    const outcome = await sandbox.convert('sabotage: images 2', {}, parts);
    expect(outcome.images.map(({ name, url, size }) => ({ name, url, size }))).toEqual([
      { name: 'image-1.gif', url: 'https://files.example/1/image-1.gif', size: 6 },
      { name: 'image-2.gif', url: 'https://files.example/1/image-2.gif', size: 6 },
    ]);
    for (const { path } of outcome.images) expect(readFileSync(path, 'latin1')).toBe('GIF89a');
    expect(readFileSync(outcome.markdownPath, 'utf8')).toContain('https://files.example/1/image-2.gif');
  });

  it('brings warnings with their places, clipped to what a message may hold', async () => {
    const { warnings } = await openPool().convert('sabotage: warnings');
    expect(warnings).toContainEqual({
      code: 'boxed',
      message: 'on a page',
      origin: { kind: 'page', page: 2, box: [1, 2.5, 3, 4] },
    });
    const long = warnings.find(({ code }) => code === 'a-warning');
    expect(long?.message).toMatch(/^m{1999}…$/);
    expect(long?.origin).toEqual({ kind: 'sheet', sheet: expect.stringMatching(/^s{1999}…$/), range: 'A1' });
  });

  it('says how many warnings a message could not hold', async () => {
    const { warnings } = await openPool().convert('sabotage: many-warnings 5000', {}, { limits: { warnings: 10_000 } });
    expect(warnings).toHaveLength(1_000);
    expect(warnings.at(-1)).toEqual({ code: 'more-warnings', message: '4001 more warnings were left out.' });
  });

  it('takes a limit of Infinity for no limit', async () => {
    const { markdownPath } = await openPool().convert(
      'text',
      {},
      { limits: { outputBytes: Number.POSITIVE_INFINITY } },
    );
    expect(readFileSync(markdownPath, 'utf8')).toBe('text\n');
  });

  it('tells its progress, even from a reader that never yields', async () => {
    const told: number[] = [];
    await openPool().convert('sabotage: busy-with-progress 700', { onProgress: (done) => told.push(done) });
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((one, other) => one - other));
  });

  it('goes on when a progress callback throws', async () => {
    const sandbox = openPool();
    await sandbox.convert('sabotage: busy-with-progress 10', {
      onProgress: () => {
        throw new Error('not the pool’s fault');
      },
    });
    expect(sandbox.entries.some(({ message }) => message === 'a progress callback threw')).toBe(true);
  });

  it('has a deadline of its own', async () => {
    const failure = await openPool().failure('sabotage: silence', { deadlineMs: 300 });
    expect(failure.facts).toEqual({ limit: 'deadlineMs', value: 300 });
  });

  it('does not write over what stands in its output folder', async () => {
    const sandbox = openPool();
    const task = sandbox.task('text');
    writeFileSync(join(task.outputDir, 'result.md'), 'former');
    await expect(sandbox.pool.run(task)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
    expect(readFileSync(join(task.outputDir, 'result.md'), 'utf8')).toBe('former');
  });

  it.runIf(platform() === 'linux')('leaves no descriptor open in the child', async () => {
    const sandbox = openPool({ readableRoots: ['/'] });
    const open = async (): Promise<number> =>
      Number(readFileSync((await sandbox.convert('sabotage: descriptors')).markdownPath, 'utf8'));
    const first = await open();
    for (let round = 0; round < 20; round += 1) await sandbox.failure(' ');
    // Node opens one or the other for itself; a leak would show twenty.
    expect((await open()) - first).toBeLessThan(10);
  });

  it('holds no reference to the document before it', async () => {
    const sandbox = openPool();
    await sandbox.convert('sabotage: former-document');
    const { markdownPath } = await sandbox.convert('sabotage: former-document');
    expect(readFileSync(markdownPath, 'utf8')).toBe('former gone\n');
  });
});

describe('the pool', () => {
  it('runs as many tasks at one time as its size, and the others wait', async () => {
    const sandbox = openPool({ size: 2 });
    await until(() => sandbox.pool.stats().idle === 2);
    const runs = ['one', 'two', 'three', 'four'].map((text) => sandbox.convert(text));
    expect(sandbox.pool.stats()).toMatchObject({ size: 2, busy: 2, waiting: 2 });
    await Promise.all(runs);
    expect(sandbox.pool.stats()).toMatchObject({ busy: 0, idle: 2, waiting: 0, spawned: 2 });
  });

  it('starts children before there is a task', async () => {
    const sandbox = openPool({ size: 2 });
    await until(() => sandbox.pool.stats().idle === 2);
    expect(sandbox.pool.stats()).toMatchObject({ busy: 0, spawned: 2 });
  });

  it('replaces a child after so many documents, and never stands without one', async () => {
    const sandbox = openPool({ recycleAfter: 3 });
    for (let round = 0; round < 3; round += 1) await sandbox.convert('text');
    expect(sandbox.pool.stats().idle).toBe(1);
    await until(() => sandbox.pool.stats().spawned === 2);
    await until(() => sandbox.pool.stats().idle === 1);
    await sandbox.convert('text');
    expect(sandbox.pool.stats()).toMatchObject({ spawned: 2, killed: 0 });
  });

  it('goes on with the replacement when the child it was for dies with its last task', async () => {
    const sandbox = openPool({ recycleAfter: 2 });
    await sandbox.convert('one');
    const abort = new AbortController();
    // In the turn of the second answer: the worn child takes this task while its replacement is still starting.
    const failed = sandbox.convert('two').then(() => sandbox.failure('sabotage: hang', { signal: abort.signal }));
    await until(() => sandbox.pool.stats().spawned === 2 && sandbox.pool.stats().idle === 1);
    expect(sandbox.pool.stats().busy).toBe(1);
    const next = sandbox.convert('text');
    expect(sandbox.pool.stats().waiting).toBe(1);
    abort.abort();
    await failed;
    await next;
  });

  it('shows a child one document only when it is asked to', async () => {
    const sandbox = openPool({ recycleAfter: 1 });
    for (const spawned of [1, 2, 3]) {
      const { markdownPath } = await sandbox.convert('sabotage: former-document');
      expect(readFileSync(markdownPath, 'utf8')).toBe('former none\n');
      expect(sandbox.pool.stats()).toMatchObject({ spawned, killed: 0 });
    }
  });

  it('replaces a child that has grown too large', async () => {
    const sandbox = openPool({ recycleRssBytes: 200 * 2 ** 20 });
    await sandbox.convert('text');
    expect(sandbox.pool.stats().spawned).toBe(1);
    await sandbox.convert(`sabotage: hold ${300 * 2 ** 20}`);
    await until(() => sandbox.pool.stats().spawned === 2 && sandbox.pool.stats().idle === 1);
    await sandbox.convert('text');
  });

  it('replaces a child that dies while it has nothing to do', async () => {
    const sandbox = openPool();
    await sandbox.convert('text');
    const [pid] = childrenOf(process.pid);
    process.kill(pid ?? 0, 'SIGKILL');
    await until(() => sandbox.pool.stats().spawned === 2 && sandbox.pool.stats().idle === 1);
    await sandbox.convert('text');
  });

  it('gives a task to another child when the first one died before it took it', async () => {
    const sandbox = openPool();
    await sandbox.convert('text');
    const [pid] = childrenOf(process.pid);
    process.kill(pid ?? 0, 'SIGKILL');
    // Handed over in the same turn: the pool cannot know of the death yet.
    await sandbox.convert('text');
    expect(sandbox.pool.stats().spawned).toBe(2);
  });
});

describe('an abort', () => {
  it('ends the child at once', async () => {
    const sandbox = openPool();
    const abort = new AbortController();
    const failed = sandbox.failure('sabotage: hang', { signal: abort.signal });
    await until(() => sandbox.pool.stats().busy === 1);
    abort.abort();
    expect((await failed).code).toBe('PROCESSING_TIMEOUT');
    await sandbox.convert('text');
    expect(sandbox.pool.stats()).toMatchObject({ spawned: 2, killed: 1 });
  });

  it('passes on the Failure it was made with', async () => {
    const sandbox = openPool();
    const abort = new AbortController();
    const reason = new Failure('JOB_NOT_FOUND');
    const failed = sandbox.failure('sabotage: hang', { signal: abort.signal });
    await until(() => sandbox.pool.stats().busy === 1);
    abort.abort(reason);
    expect(await failed).toBe(reason);
  });

  it('takes a waiting task out of the queue', async () => {
    const sandbox = openPool();
    const running = sandbox.convert('sabotage: busy-with-progress 300');
    const abort = new AbortController();
    const failed = sandbox.failure('text', { signal: abort.signal });
    expect(sandbox.pool.stats().waiting).toBeGreaterThan(0);
    abort.abort();
    expect((await failed).code).toBe('PROCESSING_TIMEOUT');
    await running;
    expect(sandbox.pool.stats()).toMatchObject({ waiting: 0, spawned: 1, killed: 0 });
  });

  it('before the start costs nothing', async () => {
    const failure = await openPool().failure('text', { signal: AbortSignal.abort() });
    expect(failure.code).toBe('PROCESSING_TIMEOUT');
  });
});

describe('children that do not start', () => {
  it('fail the tasks instead of letting them wait for ever', async () => {
    const sandbox = openPool({ childEntry: '/does/not/exist.js' });
    const failures = await Promise.all([sandbox.failure('one'), sandbox.failure('two')]);
    expect(failures.map(({ code }) => code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect((await sandbox.failure('three')).code).toBe('UNAVAILABLE');
    expect(sandbox.pool.stats().spawned).toBeLessThan(10);
    expect(
      sandbox.entries.some(({ level, message }) => level === 'error' && message === 'children cannot be started'),
    ).toBe(true);
  });

  it('are tried again, and the pool heals', async () => {
    const childEntry = join(temporaryFolder(), 'child.mjs');
    const sandbox = openPool({ childEntry, isolation: 'none' });
    expect((await sandbox.failure('text')).code).toBe('UNAVAILABLE');
    writeFileSync(childEntry, `import ${JSON.stringify(realChild)};`);
    await until(() => sandbox.pool.stats().idle === 1);
    await sandbox.convert('text');
  });

  it('in time are ended', async () => {
    const childEntry = join(temporaryFolder(), 'endless.mjs');
    writeFileSync(childEntry, 'for (;;);');
    const sandbox = openPool({ childEntry, isolation: 'none', startMs: 100 });
    expect((await sandbox.failure('text')).code).toBe('UNAVAILABLE');
  });
});

describe('closing', () => {
  it('waits for running tasks and refuses new ones', async () => {
    const sandbox = openPool({ graceMs: 20_000 });
    const running = sandbox.convert('sabotage: busy-with-progress 300');
    await until(() => sandbox.pool.stats().busy === 1);
    const waiting = sandbox.failure('text');
    const closed = sandbox.pool.close();
    expect((await sandbox.failure('text')).code).toBe('UNAVAILABLE');
    expect((await waiting).code).toBe('UNAVAILABLE');
    await running;
    await closed;
    expect(sandbox.pool.stats()).toMatchObject({ busy: 0, idle: 0 });
    expect(childrenOf(process.pid)).toEqual([]);
  });

  it('ends what does not end within the grace time', async () => {
    const sandbox = openPool({ graceMs: 200 });
    const failed = sandbox.failure('sabotage: hang');
    await until(() => sandbox.pool.stats().busy === 1);
    await sandbox.pool.close();
    expect((await failed).code).toBe('UNAVAILABLE');
    expect(childrenOf(process.pid)).toEqual([]);
  });

  it('can be asked for twice, and before any child is there', async () => {
    const sandbox = openPool();
    await Promise.all([sandbox.pool.close(), sandbox.pool.close()]);
    await sandbox.pool.close();
    expect(sandbox.pool.stats()).toMatchObject({ busy: 0, idle: 0 });
  });
});
