// Signing in to the dashboard over real HTTP: the first person, cookies, requests of other sites, guessing, passwords,
// and how long a session lives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, firstOperator, newBrowser, password, registered, setupCode } from '../support/dashboard.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { inStore } from '../support/store-of.ts';

let server: RunningServer;
let operator: Browser;
const login = (browser: Browser, email: string, given: string, headers: Record<string, string> = {}) =>
  browser.ask('POST', '/dashboard/api/login', { email, password: given }, headers);
const code = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { details?: { code?: string } }).details?.code;
const session = async (browser: Browser): Promise<Record<string, unknown>> =>
  (await browser.ask('GET', '/dashboard/api/session')).json() as Promise<Record<string, unknown>>;

describe('the first person', () => {
  beforeAll(async () => {
    server = await startServer({ env: { LOG_LEVEL: 'info', TRUST_PROXY: '1' } });
  });

  test('is asked to register, with the code that the start printed', async () => {
    expect(setupCode(server)).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await session(newBrowser(server))).toEqual({ signed_in: false, first_run: true, registration: 'closed' });
  });

  test.each([undefined, 'abcd-efgh-jkmn', ''])('is refused with the code %s', async (setup_code) => {
    const browser = newBrowser(server);
    const answer = await browser.ask('POST', '/dashboard/api/register', {
      email: 'a@example.org',
      password,
      setup_code,
    });
    expect([answer.status, await code(answer)]).toEqual([403, 'AUTH_007']);
    expect(browser.cookie).toBe('');
  });

  test('of two at one time, one becomes the operator of the first account', async () => {
    const setup_code = setupCode(server).toUpperCase().replaceAll('-', ' ');
    const two = [newBrowser(server), newBrowser(server)];
    const answers = await Promise.all(
      two.map((one, at) =>
        one.ask('POST', '/dashboard/api/register', { email: `first${at}@example.org`, password, setup_code }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403]);
    const won = answers.findIndex((answer) => answer.status === 201);
    operator = two[won] as Browser;
    expect(await answers[won]?.json()).toEqual({
      signed_in: true,
      first_run: false,
      registration: 'closed',
      user: { email: `first${won}@example.org`, role: 'operator' },
      account: { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'local', plan: 'scale', subscription: 'active' },
    });
    expect(await session(operator)).toMatchObject({ signed_in: true, user: { role: 'operator' } });
  });

  test('is the only one where registration is closed, code or not', async () => {
    const answer = await newBrowser(server).ask('POST', '/dashboard/api/register', {
      email: 'b@example.org',
      password,
      setup_code: setupCode(server),
    });
    expect([answer.status, await code(answer)]).toEqual([403, 'AUTH_007']);
    expect(await session(newBrowser(server))).toEqual({ signed_in: false, first_run: false, registration: 'closed' });
  });

  test('sees the code no more at the next start', async () => {
    const { dataDir, key } = server;
    await inStore(server, async ({ accounts }) => {
      const account = await accounts.findByName('local');
      expect(await accounts.keys(account?.id ?? '')).toHaveLength(1);
    });
    const again = await startServer({ dataDir, key });
    try {
      expect(again.output()).not.toContain('Set-up code');
      expect(again.output()).not.toContain('API key');
    } finally {
      await again.stop();
    }
  });

  test('leaves no password, code, token or cookie in the log', async () => {
    await login(newBrowser(server), 'first0@example.org', 'another wrong password');
    const log = (): string =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join('\n');
    await expect.poll(log).toContain('/dashboard/api/login');
    for (const secret of [
      password,
      'another wrong password',
      setupCode(server),
      operator.cookie.split('=')[1] ?? '?',
    ]) {
      expect(log()).not.toContain(secret);
    }
  });

  afterAll(() => server.stop());
});

describe('a session', () => {
  let other: Browser;
  beforeAll(async () => {
    server = await startServer({ env: { REGISTRATION: 'open', TRUST_PROXY: '1' } });
    operator = await firstOperator(server);
    other = await registered(server, 'Other@Example.org');
  });
  afterAll(() => server.stop());

  test('begins with a cookie that scripts cannot read and other sites cannot send', async () => {
    const browser = newBrowser(server);
    const answer = await login(browser, ' OTHER@example.org', password);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^docmill_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      signed_in: true,
      registration: 'open',
      user: { email: 'other@example.org', role: 'owner' },
      account: { name: 'other@example.org', plan: 'starter' },
    });
  });

  test('is kept as a hash alone', async () => {
    const token = other.cookie.split('=')[1] ?? '?';
    const rows = await inStore(server, ({ db }) => db.reader.selectFrom('sessions').selectAll().execute());
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is not given for a wrong password or an unknown address, and both answers are the same', async () => {
    const answers = await Promise.all(
      ['other@example.org', 'nobody@example.org'].map((email) => login(newBrowser(server), email, 'not the password')),
    );
    const bodies = await Promise.all(answers.map(async (one) => (await one.text()).replace(/req_\w+/, '')));
    expect(answers.map((one) => one.status)).toEqual([401, 401]);
    expect(bodies[0]).toBe(bodies[1]);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ details: { code: 'AUTH_004' } });
  });

  test('ends with logout, at once and for good', async () => {
    const browser = newBrowser(server);
    await login(browser, 'other@example.org', password);
    const { cookie } = browser;
    const out = await browser.ask('POST', '/dashboard/api/logout');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect(browser.cookie).toBe('');
    const answer = await browser.ask('GET', '/dashboard/api/keys', undefined, { cookie });
    expect([answer.status, await code(answer)]).toEqual([401, 'AUTH_003']);
  });

  test('is replaced when somebody signs in again in the same browser', async () => {
    const browser = newBrowser(server);
    await login(browser, 'other@example.org', password);
    const { cookie } = browser;
    await login(browser, 'other@example.org', password);
    expect(browser.cookie).not.toBe(cookie);
    expect((await browser.ask('GET', '/dashboard/api/keys', undefined, { cookie })).status).toBe(401);
    expect((await browser.ask('GET', '/dashboard/api/keys')).status).toBe(200);
  });

  const day = 86_400_000;
  test.each([
    ['7 days without use', 7, 20, 401],
    ['almost 7 days without use', 7 - 1 / 1440, 20, 200],
    ['30 days of use', 1, 30, 401],
    ['almost 30 days of use', 1, 30 - 1 / 1440, 200],
  ])('after %s', async (what, unusedDays, ageDays, status) => {
    const email = `${what.replaceAll(' ', '.')}@example.org`;
    const browser = await registered(server, email);
    const now = Date.now();
    const seen = await inStore(server, async ({ db, users }) => {
      const id = (await users.find(email))?.id ?? '';
      await db.write(async (tx) => {
        // The password is older than any session that it began.
        await tx.updateTable('users').set({ password_changed_at: 1 }).where('id', '=', id).execute();
        const times = { created_at: now - ageDays * day, last_seen_at: now - unusedDays * day };
        await tx.updateTable('sessions').set(times).where('user_id', '=', id).execute();
      });
      expect((await browser.ask('GET', '/dashboard/api/keys')).status).toBe(status);
      return db.reader.selectFrom('sessions').select('last_seen_at').where('user_id', '=', id).executeTakeFirst();
    });
    // Using it gives it seven days again; one that is over leaves no row.
    if (status === 200) expect(seen?.last_seen_at).toBeGreaterThanOrEqual(now);
    else expect(seen).toBeUndefined();
  });

  test('of others end when the password is changed; the own one goes on under a new token', async () => {
    const [here, there] = [await registered(server, 'change@example.org'), newBrowser(server)];
    await login(there, 'change@example.org', password);
    const { cookie } = here;
    const wrong = await here.ask('POST', '/dashboard/api/password', { current: 'no', next: 'the next password' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { details: { field: 'current' } }]);
    const short = await here.ask('POST', '/dashboard/api/password', { current: password, next: 'short' });
    expect([short.status, await short.json()]).toMatchObject([400, { details: { field: 'password' } }]);
    const done = await here.ask('POST', '/dashboard/api/password', { current: password, next: 'the next password' });
    expect([done.status, await done.text()]).toEqual([204, '']);
    expect((await there.ask('GET', '/dashboard/api/keys')).status).toBe(401);
    expect((await here.ask('GET', '/dashboard/api/keys', undefined, { cookie })).status).toBe(401);
    expect((await here.ask('GET', '/dashboard/api/keys')).status).toBe(200);
    expect((await login(newBrowser(server), 'change@example.org', password)).status).toBe(401);
    expect((await login(newBrowser(server), 'change@example.org', 'the next password')).status).toBe(200);
  });

  test('ends when the password is set on the command line, or the user is removed', async () => {
    const browser = await registered(server, 'reset@example.org');
    await inStore(server, async ({ users }) => {
      const user = await users.find('reset@example.org');
      await users.changePassword(user?.id ?? '', 'set by an operator');
    });
    expect((await browser.ask('GET', '/dashboard/api/keys')).status).toBe(401);
    expect((await login(browser, 'reset@example.org', 'set by an operator')).status).toBe(200);
    await inStore(server, async ({ users }) => users.remove((await users.find('reset@example.org'))?.id ?? ''));
    expect((await browser.ask('GET', '/dashboard/api/keys')).status).toBe(401);
    expect(await session(browser)).toMatchObject({ signed_in: false });
  });

  test.each([
    ['the address of another', { email: 'other@example.org', password }, 'email'],
    ['no address', { email: 'nothing', password }, 'email'],
    ['a short password', { email: 'c@example.org', password: 'short' }, 'password'],
    ['the name of another account', { email: 'c@example.org', password, account_name: 'local' }, 'account_name'],
    ['no text', { email: 7, password }, 'email'],
  ])('is not given to who registers with %s', async (_, body, field) => {
    const answer = await newBrowser(server).ask('POST', '/dashboard/api/register', body, {
      'x-forwarded-for': '203.0.113.1',
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: { code: 'REQUEST_001', field } }]);
  });
});
