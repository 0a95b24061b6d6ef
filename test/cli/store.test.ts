// `docmill accounts`, `users` and `keys` on a store of their own, as an operator types them; run in this process, because
// each would otherwise load the whole service anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/client/run-command.ts';
import { openStore } from '../../src/compose.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'docmill-store-test-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

interface RunResult {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

async function run(args: readonly string[], input = ''): Promise<RunResult> {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(piece, _encoding, done) {
        written[name] += String(piece);
        done();
      },
    });
  const io = { stdin: Readable.from([Buffer.from(input)]), stdout: into('out'), stderr: into('err') };
  const code = await runCommand([...args, '--data-dir', dataDir], io, process);
  return { code, ...written };
}

const lines = (result: RunResult) =>
  result.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('docmill accounts', () => {
  it('makes an account and changes its plan, subscription and cycle', async () => {
    const made = await run(['accounts', 'create', 'North Office', '--plan', 'pro', '--cycle', 'yearly']);
    expect([made.code, made.out]).toEqual([0, '']);
    expect(made.err).toContain('docmill keys create --account "North Office"');
    expect(lines(await run(['accounts', 'list', '--json']))).toMatchObject([
      { name: 'North Office', plan: 'pro', subscription: 'active', billing_cycle: 'yearly' },
    ]);
    expect((await run(['accounts', 'set-plan', 'North Office', 'scale'])).code).toBe(0);
    expect((await run(['accounts', 'set-subscription', 'North Office', 'past_due'])).code).toBe(0);
    expect((await run(['accounts', 'set-cycle', 'North Office', 'monthly'])).code).toBe(0);
    expect((await run(['accounts', 'list'])).out).toMatch(
      /^[0-9a-f]{32} {2}scale {2}past_due {2}monthly {2}since \d{4}-\d\d-\d\d {2}North Office\n$/,
    );
    const store = await openStore({ dataDir });
    const tenants = await store.db.reader.selectFrom('tenants').select('max_running').execute();
    await store.db.close();
    expect(tenants).toEqual([{ max_running: 100 }]);
  });

  it.each([
    [['accounts'], 'Usage:'],
    [['accounts', 'delete', 'x'], 'Usage:'],
    [['accounts', 'create'], 'Usage:'],
    [['accounts', 'create', 'North Office'], 'there is an account named "North Office" already'],
    [['accounts', 'create', 'x', '--plan', 'gold'], 'the plan "gold" is not one of starter, pro, scale'],
    [['accounts', 'create', ' '], 'visible characters'],
    [['accounts', 'set-plan', 'South Office', 'pro'], 'there is no account named "South Office"'],
    [['accounts', 'set-subscription', 'North Office', 'free'], 'is not one of active, past_due, cancelled, expired'],
    [['accounts', 'set-cycle', 'North Office', 'daily'], 'is not one of monthly, yearly'],
    [['accounts', 'list', '--colour'], '--colour'],
  ])('%j is wrong use', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('docmill users', () => {
  it('adds a user with the password of standard input, changes it and removes the user', async () => {
    const added = await run(['users', 'add', 'Ada@Example.org', '--account', 'North Office'], 'correct horse\nrest\n');
    expect([added.code, added.out]).toEqual([0, '']);
    expect(lines(await run(['users', 'list', '--json']))).toMatchObject([{ email: 'ada@example.org', role: 'owner' }]);
    expect((await run(['users', 'list'])).out).toMatch(/^ada@example\.org {2}owner .* North Office\n$/);
    expect(await signsIn('ada@example.org', 'correct horse')).toBe(true);

    const changed = await run(['users', 'passwd', 'ada@example.org']);
    const made = changed.out.trim();
    expect(made).toMatch(/^[\w-]{20}$/);
    expect([await signsIn('ada@example.org', 'correct horse'), await signsIn('ada@example.org', made)]).toEqual([
      false,
      true,
    ]);
    expect((await run(['users', 'remove', 'ada@example.org'])).code).toBe(0);
    expect((await run(['users', 'list'])).out).toBe('');
  });

  async function signsIn(email: string, password: string): Promise<boolean> {
    const store = await openStore({ dataDir });
    try {
      return (await store.users.authenticate(email, password)) !== undefined;
    } finally {
      await store.db.close();
    }
  }

  it.each([
    [['users'], '', 'Usage:'],
    [['users', 'add'], '', 'Usage:'],
    [['users', 'add', 'not-an-address', '--account', 'North Office'], 'correct horse', 'not an e-mail address'],
    [['users', 'add', 'a@b.c', '--account', 'North Office'], 'short', 'must have 10 to 256 characters'],
    [['users', 'add', 'a@b.c', '--account', 'Nowhere'], 'correct horse', 'no account named "Nowhere"'],
    [['users', 'add', 'a@b.c', '--role', 'king'], 'correct horse', 'not one of owner, operator'],
    [['users', 'remove', 'a@b.c'], '', 'there is no user a@b.c'],
  ])('%j is wrong use', async (args, input, message) => {
    const { code, err } = await run(args, input);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('docmill keys', () => {
  it('makes a key, changes it and revokes it', async () => {
    const of = ['--account', 'North Office'];
    const made = await run([
      'keys',
      'create',
      '--name',
      'laptop',
      '--scopes',
      'read',
      '--allow',
      '192.0.2.0/24',
      ...of,
    ]);
    expect(made.out).toMatch(/^dm_live_[0-9A-Za-z]{49}\n$/);
    const prefix = made.out.slice(0, 14);
    const changes = ['--name', 'desktop', '--scopes', 'read,usage', '--expires', '30d', '--allow', 'any'];
    expect((await run(['keys', 'change', prefix, ...changes, ...of])).code).toBe(0);
    const [row] = lines(await run(['keys', 'list', '--json', ...of]));
    expect(row).toMatchObject({ name: 'desktop', scopes: 'read usage', allow_list: null, prefix, revoked_at: null });
    expect(row).not.toHaveProperty('hash');
    expect((await run(['keys', 'change', prefix, '--expires', 'never', ...of])).code).toBe(0);
    expect((await run(['keys', 'list', ...of])).out).toContain('expires -  last used -  from anywhere  desktop');
    expect((await run(['keys', 'revoke', prefix, ...of])).code).toBe(0);
    for (const args of [
      ['keys', 'change', prefix, '--name', 'x'],
      ['keys', 'revoke', prefix],
      ['keys', 'change', prefix],
      ['keys', 'create', '--allow', 'home'],
    ]) {
      expect((await run([...args, ...of])).code).toBe(2);
    }
  });
});
