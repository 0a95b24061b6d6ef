// A real browser for the tests of the web pages: Chromium where it is installed, a clear word where it is not.
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { fixtureBytes, fixturesOf } from './fixtures.ts';
import type { RunningServer } from './server.ts';

const candidates = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const program = candidates.find((path) => path !== '' && existsSync(path));
const required = /^(1|true)$/.test(process.env['CI'] ?? '') || process.env['DOCMILL_REQUIRE_BROWSER'] === '1';

/** False where there is no browser; where one is required, its absence is a failure. */
export function hasBrowser(): boolean {
  if (program !== undefined) return true;
  const remedy = 'Install Chromium (Debian: apt-get install chromium) or name one in CHROMIUM.';
  if (required) throw new Error(`The browser tests need a browser. ${remedy}`);
  process.stderr.write(`Browser tests are skipped: there is no Chromium here. ${remedy}\n`);
  return false;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program ?? '',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const person = { email: 'first@example.com', password: 'correct horse battery' } as const;

/** Registers the first person of a fresh service. */
export async function signUp(page: Page, server: RunningServer): Promise<void> {
  const code = /Set-up code\s+(\S+)/.exec(server.output())?.[1] ?? '';
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Set-up code').fill(code);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Convert', level: 1 }).waitFor();
}

export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export interface DroppedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly type?: string;
}

/** A document of test/fixtures under a name of its own. */
export function fixtureFile(format: string, wanted: string): DroppedFile {
  const found = fixturesOf(format).find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no fixture ${format}/${wanted}.`);
  return { name: `${wanted}.${format}`, content: fixtureBytes(found) };
}

/** As a person does it: the files hang on the mouse and are let go over the zone. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const carried = files.map(({ name, content, type }) => ({
    name,
    type: type ?? '',
    base64: Buffer.from(content).toString('base64'),
  }));
  // As text: what runs in the page has another world of names than the tests.
  const load = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(carried)}) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  })()`);
  const zone = page.getByRole('region', { name: 'Files' });
  await zone.dispatchEvent('dragover', { dataTransfer: load });
  await zone.dispatchEvent('drop', { dataTransfer: load });
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Ends when nothing on the page moves any more: colours change within a tenth of a second, and are neither old nor new in between. */
const settled = `Promise.allSettled(
  document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished),
).then(() => undefined)`;

/** What axe-core holds against the page as it stands, serious and critical, one line each. */
export async function seriousIssues(page: Page): Promise<string[]> {
  await page.evaluate(settled);
  // The policy of the pages lets no script of a test in as an element; evaluated ones it does not concern.
  await page.evaluate(axe.source);
  const violations = (await page.evaluate('axe.run().then((found) => found.violations)')) as AxeViolation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`));
}

/** Everything of a page that must not happen: errors, refusals by the policy, dialogs that only a script can open. */
export function watchPage(context: BrowserContext): string[] {
  const bad: string[] = [];
  context.on('weberror', (error) => bad.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text()))
      bad.push(`console: ${message.text()}`);
  });
  context.on('dialog', (dialog) => {
    bad.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return bad;
}
