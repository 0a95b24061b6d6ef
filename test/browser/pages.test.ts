// The web pages as a person uses them, in a real browser against the real service: from the first sign-up to a revoked
// key, with documents dropped, progress followed, links extended, and figures that are exactly what was done.
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dropFiles,
  fixtureFile,
  hasBrowser,
  openBrowser,
  openPage,
  person,
  seriousIssues,
  signUp,
  watchPage,
} from '../support/browser.ts';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { line, pdfOf } from '../support/pdf-document.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const wait = { timeout: 60_000 };

describe.skipIf(!hasBrowser())('in a browser', { timeout: 120_000 }, () => {
  let server: RunningServer;
  let documents: DocumentServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let bad: string[];
  beforeAll(async () => {
    documents = await startDocumentServer();
    const fetching = { FETCH_ALLOW: '127.0.0.1', FETCH_PORTS: String(documents.port) };
    server = await startServer({ env: { REGISTRATION: 'open', ...fetching } });
    browser = await openBrowser();
    context = await browser.newContext({ acceptDownloads: true });
    bad = watchPage(context);
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await documents?.stop();
  });

  const noIssues = async (): Promise<void> => {
    expect(await seriousIssues(page)).toEqual([]);
    expect(bad).toEqual([]);
  };
  const figure = async (name: string): Promise<string> =>
    (await page.locator('.figure', { hasText: name }).locator('.figure-value').textContent()) ?? '';
  const usage = async (): Promise<[conversions: string, pages: string]> => {
    await openPage(page, 'Usage');
    await page.getByText('Conversions by day').first().waitFor();
    return [await figure('Conversions'), await figure('Pages')];
  };
  const preview = () => page.locator('.markdown');

  test('the first person sets the service up with the code it printed', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('heading', { name: 'Welcome to Docmill' }).waitFor();
    await noIssues();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByLabel('Set-up code').fill('wrong');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The set-up code is missing or wrong.').waitFor();
    await page.getByText('The service prints the code when it starts').waitFor();
    await signUp(page, server);
    await noIssues();
  });

  test('pages that have nothing to show yet teach what will stand there', async () => {
    for (const [name, words] of [
      ['Jobs', 'No conversions yet'],
      ['Usage', 'Nothing was converted in this time'],
    ] as const) {
      await openPage(page, name);
      await page.getByText(words).waitFor();
      await noIssues();
    }
    expect(await usage()).toEqual(['0', '0']);
  });

  test('a PDF is dropped and its Markdown stands beside its page, each pointing at the other', async () => {
    await openPage(page, 'Convert');
    await dropFiles(page, [fixtureFile('pdf', 'columns')]);
    await preview().getByText('A page in two columns').waitFor(wait);
    const picture = page.getByAltText('Page 1 of the original');
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), wait)
      .toBeGreaterThan(300);
    await page.getByText('Drawing the page…').waitFor({ state: 'detached' });
    await noIssues();

    await preview().getByText('Two stones do the work.').first().click();
    await expect.poll(() => page.locator('.region.picked').count()).toBe(1);
    const region = await page.locator('.region.picked').boundingBox();
    const frame = await picture.boundingBox();
    // The paragraph stands in the left column, in the upper half of the page.
    expect((region?.x ?? 0) - (frame?.x ?? 0)).toBeLessThan((frame?.width ?? 0) / 2);
    expect((region?.y ?? 0) - (frame?.y ?? 0)).toBeLessThan((frame?.height ?? 0) / 2);

    await page.locator('.region').first().click();
    await expect.poll(() => preview().locator('.selected').allTextContents()).toEqual(['A page in two columns']);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => preview().locator('.selected').first().textContent()).toMatch(/^The mill stands/);
  });

  test('source, details and warnings are one click away, also by arrow keys', async () => {
    await page.getByRole('tab', { name: 'Preview' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.source').getByText('# A page in two columns').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Word count').waitFor();
    await noIssues();
    await page.keyboard.press('ArrowRight');
    await page.getByText('No warnings').waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
  });

  test('the Markdown is downloaded and its link lasts a day longer after one click', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('columns.md');
    expect(existsSync(await download.path())).toBe(true);
    const until = async () => Date.parse((await page.locator('.link-text time').getAttribute('datetime')) ?? '');
    const before = await until();
    await page.getByRole('button', { name: 'Extend by 24 hours' }).click();
    await page.getByText('extensions left').waitFor();
    expect((await until()) - before).toBe(24 * 3_600_000);
  });

  test('a Word document and an image, dropped together, become Markdown too', async () => {
    await dropFiles(page, [fixtureFile('docx', 'headings'), fixtureFile('png', 'scanned-report')]);
    await expect.poll(() => page.locator('.phase.done').count(), wait).toBe(3);
    for (const name of ['headings.docx', 'scanned-report.png']) {
      await page.getByRole('button', { name: `Show result of ${name}` }).click();
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      await expect.poll(async () => (await preview().textContent())?.length ?? 0, wait).toBeGreaterThan(20);
    }
    await page.getByAltText('Page 1 of the original').waitFor();
    await noIssues();
  });

  test('a file that cannot be converted says why and what to do', async () => {
    await dropFiles(page, [{ name: 'broken.pdf', content: new TextEncoder().encode('%PDF-1.7 nothing') }]);
    await page.getByText('The file is damaged or not what it claims to be.').waitFor(wait);
    await page.getByText('Open the file in its own program').waitFor();
    await noIssues();
  });

  test('pictures of a document are shown in its text when they are asked for', async () => {
    await page.getByText('Options').click();
    await page.getByLabel('Extract images').check();
    await dropFiles(page, [fixtureFile('docx', 'drawings')]);
    const picture = preview().locator('img').first();
    await picture.waitFor({ ...wait, state: 'attached' });
    await picture.evaluate((image) => (image as unknown as { scrollIntoView(): void }).scrollIntoView());
    const width = () => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width, wait).toBeGreaterThan(0);
    await noIssues();
    await page.getByRole('button', { name: 'Back to defaults' }).click();
  });

  test('usage has changed by exactly what was done', async () => {
    // Five documents, one page of each that could be read.
    expect(await usage()).toEqual(['5', '4']);
    expect(await figure('Success rate')).toBe('80%');
    await page.getByText('As a table').click();
    await noIssues();
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
    expect(csv.suggestedFilename()).toMatch(/^docmill-usage-\d{4}-\d{2}\.csv$/);
    await page.getByLabel('View').selectOption('year');
    await page.getByText('Conversions by month').first().waitFor();
    expect(await figure('Conversions')).toBe('5');
    await noIssues();
  });

  test('every page fits the narrowest phone, and what is too wide scrolls by itself', async () => {
    const width = 320;
    const phone = await browser.newContext({
      viewport: { width, height: 640 },
      isMobile: true,
      hasTouch: true,
      storageState: await context.storageState(),
    });
    const narrow = await phone.newPage();
    for (const path of ['', '/jobs', '/jobs/batches', '/keys', '/usage', '/admin', '/account', '/../docs/errors']) {
      await narrow.goto(`${server.url}/dashboard${path}`, { waitUntil: 'networkidle' });
      const taken: number = await narrow.evaluate('document.documentElement.scrollWidth');
      expect([path, taken]).toEqual([path, width]);
    }
    await phone.close();
  });

  test('charges tell the price of the plan apart from what came on top', async () => {
    await openPage(page, 'Usage');
    const charges = page.getByRole('region', { name: 'Limits and charges' });
    const value = (term: string) => charges.locator('div', { hasText: term }).locator('dd').last().textContent();
    expect([await value('Price of the plan'), await value('Overage so far')]).toEqual(['$499.00', '$0.00']);
  });

  test('a slow job shows how far it has come, page by page', async () => {
    const text = Array.from({ length: 50 }, (_, row) => line(72, 740 - row * 13, `Line ${row} of words, words.`));
    const long = pdfOf(Array.from({ length: 700 }, () => ({ content: text.join('') })));
    await openPage(page, 'Convert');
    await page.getByRole('button', { name: 'Clear list' }).click();
    await dropFiles(page, [{ name: 'long.pdf', content: new Uint8Array(long) }]);
    const seen = new Set<string>();
    const status = page.locator('.conversion-name .fine');
    await expect
      .poll(
        async () => {
          seen.add((await status.textContent()) ?? '');
          return page.locator('.phase.done').count();
        },
        { timeout: 90_000, interval: 50 },
      )
      .toBe(1);
    expect([...seen].filter((words) => /Page \d+ of 700/.test(words)).length).toBeGreaterThan(0);
    await preview().getByText('Line 0 of words').first().waitFor(wait);
    // However long the result, the page holds a part of it only.
    expect(await preview().locator('.block').count()).toBeLessThan(3000);
  });

  test('a web page is converted from its address; where no events come through, its state is asked for', async () => {
    await page.getByRole('button', { name: 'Clear list' }).click();
    await page.route('**/events', (route) => route.abort());
    await page.getByLabel('Or the address of a page or file').fill(documents.url('/held/news'));
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByText('Fetching the page').waitFor();
    await expect.poll(() => documents.release()).toBe(true);
    await preview().getByText('A page that was fetched.').waitFor(wait);
    await page.unroute('**/events');
    // The connections that were cut on purpose, and nothing else.
    expect(bad.filter((one) => !one.includes('ERR_FAILED'))).toEqual([]);
    bad.length = 0;
    await page.getByLabel('Or the address of a page or file').fill(documents.url('/missing'));
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.phase.failed').waitFor(wait);
    await page.getByRole('alert').getByText(/404/).first().waitFor();
  });

  test('jobs are listed, found, run again and deleted after a question', async () => {
    await openPage(page, 'Jobs');
    await page.getByRole('link', { name: 'columns.pdf' }).waitFor();
    await noIssues();
    await page.getByLabel('State').selectOption('failed');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'broken.pdf' }).waitFor();
    await page.getByLabel('State').selectOption('');
    await page.getByLabel('Name').fill('columns');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Run columns.pdf again' }).click();
    await preview().getByText('A page in two columns').waitFor(wait);
    await noIssues();
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await page.getByLabel('Name').fill('headings');
    await page.getByRole('button', { name: 'Delete headings.docx' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone.').waitFor();
    await noIssues();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('expired').waitFor();
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByText('No batches yet').waitFor();
    await noIssues();
    const file = (text: string) => ({ source_type: 'file', filename: 'one.txt', file: btoa(text) });
    await server.fetch('/api/v1/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: [file('First words.'), file('Second words.')] }),
    });
    await page.reload();
    await page.getByText('2 of 2 files converted').waitFor();
    await noIssues();
  });

  test('a batch is opened from its row: its jobs alone, until the filter is cleared', async () => {
    const id = (await page.locator('.batches code').first().textContent()) ?? '';
    expect(id).toMatch(/^batch_[0-9a-f]{32}$/);
    await page.getByRole('link', { name: id }).click();
    await page.getByText('Only files of the batch').getByText(id).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody a.name').allTextContents()).toEqual(['one.txt', 'one.txt']);
    await noIssues();
    await page.reload();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByRole('link', { name: 'Show all conversions' }).click();
    await page.getByRole('link', { name: 'columns.pdf' }).first().waitFor();
    expect(await page.getByText('Only files of the batch').count()).toBe(0);
    await page.getByRole('link', { name: 'in a batch' }).first().click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.goto(`${server.url}/dashboard/jobs/batches/batch_01a1dd49303e7796affa48a37f82b2bc`);
    await page.getByText('No conversion matches').waitFor();
    // What no id can be is refused with words.
    await page.goto(`${server.url}/dashboard/jobs/batches/none`);
    await page.getByRole('alert').getByText(/./).first().waitFor();
    expect(bad).toEqual([]);
  });

  test('a key is shown once, works, is renamed, is revoked and then refused', async () => {
    await openPage(page, 'API keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('nightly import');
    await noIssues();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret code').first().textContent()) ?? '';
    expect(key).toMatch(/^dm_live_\w{40,}$/);
    await page.getByText(`curl -H 'X-API-Key: ${key}'`).waitFor();
    await noIssues();
    const ask = () => fetch(`${server.url}/api/v1/usage`, { headers: { 'x-api-key': key } });
    expect((await ask()).status).toBe(200);

    await page.reload();
    await page.getByText('nightly import').first().waitFor();
    expect(await page.content()).not.toContain(key);

    const dialog = page.getByRole('dialog', { name: 'Rename this key' });
    await page.getByRole('button', { name: 'Rename nightly import' }).click();
    await dialog.getByLabel('Name').fill('   ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(/./).first().waitFor();
    await noIssues();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename nightly import' }).click();
    await dialog.getByLabel('Name').fill('weekly import');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('tbody .name', { hasText: 'weekly import' }).waitFor();
    await page.reload();
    await page.locator('tbody .name', { hasText: 'weekly import' }).waitFor();
    expect(await page.getByText('nightly import').count()).toBe(0);
    expect((await ask()).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke weekly import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await expect.poll(async () => (await ask()).status, { timeout: 5000 }).toBe(401);
    await noIssues();
  });

  test('an operator sees health, queue and accounts, and changes a plan', async () => {
    await openPage(page, 'Admin');
    await page.getByText('Conversion engine', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Worker' }).waitFor();
    await noIssues();
    const plan = page.getByLabel(/^Plan of /).first();
    await plan.selectOption('pro');
    await page.getByText('was changed.').waitFor();
    await openPage(page, 'Usage');
    await page.getByRole('heading', { name: 'Pro plan' }).waitFor();
  });

  test('the password is changed, and the old one no longer signs in', async () => {
    await openPage(page, 'Account');
    await noIssues();
    await page.getByLabel('Present password').fill(person.password);
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password was changed.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await noIssues();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText(/./).first().waitFor();
    await page.getByLabel('Password').fill('another long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Convert', level: 1 }).waitFor();
  });

  test('another person registers, sees nothing of the first account and no admin page', async () => {
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(`${server.url}/dashboard/jobs`);
    await theirs.getByRole('button', { name: 'Create an account' }).click();
    await theirs.getByLabel('E-mail').fill('second@example.com');
    await theirs.getByLabel('Password').fill('quite another password');
    await theirs.getByRole('button', { name: 'Create account' }).click();
    await theirs.getByText('No conversions yet').waitFor();
    expect(await theirs.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await theirs.goto(`${server.url}/dashboard/admin`);
    await theirs.getByText('There is no such page').waitFor();
    await other.close();
  });
});
