// Takes pictures of every page into screenshots/: light and dark, desktop and phone, for eyes to judge.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { dropFiles, fixtureFile, hasBrowser, openBrowser, openPage, signUp } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

const folder = join(import.meta.dirname, '../../screenshots');
const looks = [
  { name: 'desktop', viewport: { width: 1360, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

async function take(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
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
    await openPage(page, 'API keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Nightly import');
    await take(page, '07-new-key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy it now').waitFor();
    await take(page, '08-keys');
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
