// Takes pictures of every page into screenshots/: light and dark, desktop and phone, for eyes to judge.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  type DroppedFile,
  dropFiles,
  fixtureFile,
  hasBrowser,
  openBrowser,
  openPage,
  signUp,
} from '../support/browser.ts';
import { pdfOf, Typist } from '../support/pdf-document.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const folder = join(import.meta.dirname, '../../screenshots');
const looks = [
  { name: 'desktop', viewport: { width: 1360, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

/** Three pages with a table each, as reports have them. */
function report(): Uint8Array {
  const seasons = ['spring', 'summer', 'autumn'].map((season, at) => {
    const rows = Array.from({ length: 9 }, (_, week) => [
      `Week ${at * 9 + week + 1}`,
      `${410 + week * 7 - at * 13}`,
      `${95 + week * 2}`,
      `${(12.5 + week * 0.35 + at).toFixed(2)}`,
    ]);
    const page = new Typist()
      .heading(`The mill in ${season}`)
      .paragraph('What was ground in these nine weeks, in sacks, and what a sack of flour was sold for on the market.')
      .table([['Week', 'Flour', 'Bran', 'Price'], ...rows], 110);
    return { content: page.paragraph('The wheel stood still on two days because of the ice.').content };
  });
  return new Uint8Array(pdfOf(seasons));
}

async function sendBatch(server: RunningServer): Promise<void> {
  const file = (filename: string, content: Uint8Array) => ({
    source_type: 'file',
    filename,
    file: Buffer.from(content).toString('base64'),
  });
  const files = [
    file('report.pdf', report()),
    file('headings.docx', fixtureFile('docx', 'headings').content),
    file('broken.json', new TextEncoder().encode('{"a":')),
  ];
  await server.fetch('/api/v1/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files }),
  });
}

/** Drops a document, waits for its result and for the picture of its page, and points at one of its blocks. */
async function showResult(page: Page, file: DroppedFile, block: string): Promise<void> {
  await openPage(page, 'Convert');
  await page.getByRole('button', { name: 'Clear list' }).click();
  await dropFiles(page, [file]);
  await page.locator('.markdown').locator(block).first().click({ timeout: 60_000 });
  await page.locator('.page img').waitFor();
  await page.getByText('Drawing the page…').waitFor({ state: 'detached' });
}

async function take(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      // What stays in its place while the page scrolls would stand in the middle of the picture.
      await page.evaluate('window.scrollTo(0, 0)');
      await page.waitForTimeout(150);
      await page.screenshot({ path: join(folder, `${name}-${look.name}-${scheme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

if (hasBrowser()) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.url}/dashboard`);
    await page.getByLabel('E-mail').waitFor();
    await take(page, '01-first-run');
    await signUp(page, server);
    await take(page, '02-playground-empty');
    await openPage(page, 'Jobs');
    await page.getByText('No conversions yet').waitFor();
    await take(page, '03-jobs-empty');
    await openPage(page, 'Convert');
    await dropFiles(page, [fixtureFile('pdf', 'leaflet')]);
    await page.getByRole('tab', { name: 'Preview' }).waitFor({ timeout: 60_000 });
    await page.locator('.markdown .block').nth(2).click();
    await page.locator('.page img').waitFor();
    await page.getByText('Drawing the page…').waitFor({ state: 'detached' });
    await take(page, '04-result');
    await dropFiles(page, [
      fixtureFile('docx', 'headings'),
      { name: 'broken.pdf', content: new TextEncoder().encode('%PDF-1.7 nothing') },
    ]);
    await page.locator('.phase.failed').waitFor({ timeout: 60_000 });
    await page.locator('.phase.done').nth(1).waitFor({ timeout: 60_000 });
    await page.getByText('Options').click();
    await take(page, '05-several');
    await openPage(page, 'Jobs');
    await page.getByRole('link', { name: 'broken.pdf' }).waitFor();
    await take(page, '06-jobs');
    await showResult(page, { name: 'report.pdf', content: report() }, 'table');
    await take(page, '13-report-with-tables');
    await showResult(page, fixtureFile('png', 'scanned-report'), '.block');
    await take(page, '14-scanned-image');
    await sendBatch(server);
    await page.goto(`${server.url}/dashboard/jobs/batches`);
    await page.getByText('2 of 3 files converted').waitFor();
    await take(page, '15-batches');
    await page.locator('.batches a').first().click();
    await page.getByText('Only files of the batch').waitFor();
    await take(page, '16-batch-opened');
    await openPage(page, 'API keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Nightly import');
    await take(page, '07-new-key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy it now').waitFor();
    await take(page, '08-keys');
    await page.getByRole('button', { name: 'Rename Nightly import' }).click();
    await page.getByRole('dialog').waitFor();
    await take(page, '17-rename-key');
    await page.keyboard.press('Escape');
    await openPage(page, 'Usage');
    await page.getByText('Conversions by day').first().waitFor();
    await take(page, '09-usage');
    await openPage(page, 'Admin');
    await page.waitForTimeout(1000);
    await take(page, '10-admin');
    await openPage(page, 'Account');
    await take(page, '11-account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await take(page, '12-sign-in');
    process.stdout.write(`Pictures are in ${folder}\n`);
  } finally {
    await browser.close();
    await server.stop();
  }
}
