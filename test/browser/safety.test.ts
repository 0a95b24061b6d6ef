// What documents may not do to the pages: payloads in file names and in documents stay text, under a policy that allows
// nothing inline; and what the pages cost: small, quick, nothing from elsewhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropFiles, hasBrowser, openBrowser, openPage, seriousIssues, signUp, watchPage } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const wait = { timeout: 60_000 };
const alarm = 'window.harmed=true,alert(1)';

/** Ways to make a page run something, as a document may hold them. */
const payloads: readonly string[] = [
  `<script>${alarm}</script>`,
  `<img src=x onerror="${alarm}">`,
  `<svg onload="${alarm}"><animate onbegin="${alarm}" attributeName=x dur=1s></svg>`,
  `<iframe srcdoc="<script>parent.${alarm}</script>"></iframe>`,
  `<a href="javascript:${alarm}">raw link</a>`,
  `<details open ontoggle="${alarm}">x</details>`,
  `<input autofocus onfocus="${alarm}">`,
  `<video><source onerror="${alarm}"></video>`,
  `<math><mtext></table><mglyph><style><!--</style><img src=x onerror="${alarm}">`,
  `<style>@import 'javascript:${alarm}';</style><link rel=stylesheet href=javascript:${alarm}>`,
  `<form action="javascript:${alarm}"><button>go</button></form>`,
  `<object data="javascript:${alarm}"></object><embed src="javascript:${alarm}">`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${alarm}">`,
  `[link](javascript:${alarm})`,
  `[link](JaVaScRiPt:${alarm})`,
  `[link](java&#10;script:${alarm})`,
  `[link](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `[link](vbscript:msgbox)`,
  `[ref]\n\n[ref]: javascript:${alarm}`,
  `<javascript:${alarm}>`,
  `![x](javascript:${alarm})`,
  `![x](https://evil.example/pixel.png)`,
  `![x" onerror="${alarm}](data:image/svg+xml,<svg/onload=${alarm}>)`,
  `\`<script>${alarm}</script>\``,
  `\`\`\`html\n<script>${alarm}</script>\n\`\`\``,
  `| <img src=x onerror=${alarm}> | b |\n| --- | --- |\n| [x](javascript:${alarm}) | <b onclick=${alarm}>c</b> |`,
  `&lt;script&gt;${alarm}&lt;/script&gt;`,
  `$<script>${alarm}</script>$`,
  `[^1]\n\n[^1]: <img src=x onerror=${alarm}>`,
  `__proto__ constructor {{${alarm}}} \${${alarm}} <%=${alarm}%>`,
];

/** Where in a document each of them stands. */
const places: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `- ${payload}`,
  (payload) => `> ${payload}`,
  (payload) => `**${payload}**`,
  (payload) => `### ${payload}`,
  (payload) => `[${payload}](https://example.com/)`,
  (payload) => `| ${payload.replaceAll('\n', ' ')} | b |\n| --- | --- |\n| ${payload.replaceAll('\n', ' ')} | d |`,
];
const attacks = places.flatMap((place) => payloads.map(place));

describe.skipIf(!hasBrowser())('the pages', { timeout: 120_000 }, () => {
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let bad: string[];
  const asked: string[] = [];
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser();
    context = await browser.newContext();
    bad = watchPage(context);
    context.on('request', (request) => asked.push(request.url()));
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await signUp(page, server);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const unharmed = async (): Promise<void> => {
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(bad).toEqual([]);
  };

  test('show scripts in a document as text, in the preview and in the source', async () => {
    expect(attacks.length).toBeGreaterThanOrEqual(200);
    const document = attacks.map((attack, index) => `## Payload ${index}\n\n${attack}\n`).join('\n');
    await dropFiles(page, [{ name: 'payloads.md', content: new TextEncoder().encode(document) }]);
    const preview = page.locator('.markdown');
    await preview
      .getByText(`Payload ${payloads.length - 1}`)
      .first()
      .waitFor(wait);
    expect(
      await preview.locator('script, iframe, svg, object, embed, form, input, video, style, base, meta').count(),
    ).toBe(0);
    const attributes = (await preview.evaluate(
      'document.querySelector(".markdown") && [...document.querySelectorAll(".markdown *")].flatMap((one) => [...one.attributes].map((a) => a.name + "=" + a.value))',
    )) as string[];
    expect(attributes.filter((one) => /^(on|src=|style|srcdoc|action)/i.test(one))).toEqual([]);
    expect(attributes.filter((one) => one.startsWith('href=') && !/^href=(https?:|mailto:)/.test(one))).toEqual([]);
    await unharmed();
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.locator('.source').getByText('Payload 0').first().waitFor();
    await unharmed();
    expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([]);
  });

  test('show web pages and mails with scripts as what is written in them', async () => {
    await openPage(page, 'Convert');
    await page.getByRole('button', { name: 'Clear list' }).click();
    const html = `<html><body><main><h1>Title</h1><p>Honest words.</p>${payloads.join('<p>and</p>')}</main></body></html>`;
    await dropFiles(page, [{ name: 'page.html', content: new TextEncoder().encode(html) }]);
    await page.locator('.markdown').getByText('Honest words.').waitFor(wait);
    await unharmed();
  });

  test('show payloads in file names as text, on every page that names the file', async () => {
    const name = `<img src=x onerror=${alarm}>"'\`{{1}}.txt`;
    await openPage(page, 'Convert');
    await page.getByRole('button', { name: 'Clear list' }).click();
    await dropFiles(page, [{ name, content: new TextEncoder().encode('Words of a text.') }]);
    await page.locator('.markdown').getByText('Words of a text.').waitFor(wait);
    expect(await page.locator('.conversion .name').textContent()).toBe(name);
    await page.getByRole('tab', { name: 'Details' }).click();
    await openPage(page, 'Jobs');
    await page.locator('a.name', { hasText: 'onerror' }).click();
    await page.getByRole('heading', { level: 1, name: /onerror/ }).waitFor();
    await unharmed();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  test('stay quick with a result of twelve megabytes, and hold only a part of it', async () => {
    const rows = Array.from({ length: 300_000 }, (_, n) => `${n},value ${n},some more words`).join('\n');
    await openPage(page, 'Convert');
    await page.getByRole('button', { name: 'Clear list' }).click();
    await dropFiles(page, [{ name: 'large.csv', content: new TextEncoder().encode(`a,b,c\n${rows}\n`) }]);
    await page.locator('.markdown').getByText('value 17', { exact: true }).waitFor(wait);
    await page.evaluate(`(() => {
      window.longest = 0;
      let before = performance.now();
      const tick = () => { const now = performance.now(); window.longest = Math.max(window.longest, now - before); before = now; setTimeout(tick, 0); };
      tick();
    })()`);
    await page.locator('.tab-panel').evaluate((panel) => {
      (panel as unknown as { scrollTop: number }).scrollTop = 1e6;
    });
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.getByText('This page shows the first 4.0 MB').waitFor();
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(60_000);
    // A frame that takes longer than this is felt as a stop; busy machines get some room.
    expect(await page.evaluate('window.longest')).toBeLessThan(2500);
    await unharmed();
  });

  test('are dark when the system or the person says so, and as readable', async () => {
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    await openPage(page, 'Jobs');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: /^Colours/ }).click();
    expect(await ground()).toBe(light);
    await page.reload();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    expect(await ground()).toBe(light);
  });

  test('have the chosen colours from the first moment, before any script', async () => {
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const choose = async (words: string): Promise<void> => {
      const button = page.getByRole('button', { name: /^Colours/ });
      for (let turn = 0; turn < 3 && !(await button.textContent())?.startsWith(`Colours: ${words}.`); turn += 1) {
        await button.click();
      }
    };
    for (const [words, system] of [
      ['light', 'dark'],
      ['dark', 'light'],
      ['as the system', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: system });
      await choose(words);
      const chosen = await ground();
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route('**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await expect.poll(() => page.evaluate('document.styleSheets.length')).toBe(1);
      expect(await page.evaluate('document.getElementById("app")?.childElementCount ?? 0')).toBe(0);
      expect(await ground(), words).toBe(chosen);
      letGo();
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      await page.unroute('**/*.js');
      expect(await ground(), words).toBe(chosen);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await unharmed();
  });

  test('fit a phone without scrolling sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of ['Convert', 'Jobs', 'API keys', 'Usage', 'Admin', 'Account']) {
      await openPage(page, name);
      // Not until the network is idle: pages that refresh themselves may never let it be.
      await expect.poll(() => page.locator('.placeholder').count(), { timeout: 20_000 }).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true);
      expect(await seriousIssues(page), name).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('paint within a second and shift nothing while they load', async () => {
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    const paints: number[] = [];
    // The best of three: what a busy machine adds is not the pages' own.
    for (let load = 0; load < 3; load += 1) {
      await page.goto(`${server.url}/dashboard`);
      await page.getByRole('heading', { name: 'Convert', level: 1 }).waitFor();
      const paint = () => page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0');
      await expect.poll(paint).not.toBe(0);
      paints.push(Number(await paint()));
    }
    expect(Math.min(...paints)).toBeLessThan(1000);
    expect(await page.evaluate('window.shift')).toBeLessThan(0.1);
  });
});

test('scripts and styles together are below 100 kB compressed', () => {
  const folder = join(import.meta.dirname, '../../dist/dashboard/assets');
  const sizes = readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => gzipSync(readFileSync(join(folder, name))).length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});
