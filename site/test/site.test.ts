import { rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { wranglerDev } from '../../sandbox/test/support/wrangler-dev.ts';
import { axeFindings, overflowing } from '../../test/browser/support/inspect-page.ts';
import { startChromium } from '../../test/support/world/chromium.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { apiReferencePages } from '../api-reference/document.ts';
import { findPages, folderRedirects, readAreas, root, urlOf } from '../contents.ts';
import { version } from '../navigation.ts';
import { output } from '../output.ts';
import { serveSite } from '../server.ts';

/** Time for one build while other tests run, in milliseconds. */
const buildLimit = 300_000;
const titleWhileBuilding = 'The documentation is being built';

const world = useStarted(async () => {
  rmSync(output, { recursive: true, force: true });
  const site = await serveSite({ lowPriority: false });
  const started = await startWorld({
    local: true,
    overrides: { 'plid-local': { vars: { SITE: site.address } } },
  });
  const close = async () => {
    await started.close();
    site.close();
  };
  return { ...started, close };
});
const docs = 'http://localhost:8787/docs';
let proxy: Awaited<ReturnType<typeof startProxy>>;
let chromium: Awaited<ReturnType<typeof startChromium>>;
let context: BrowserContext;
let firstTitle: string;
beforeAll(async () => {
  proxy = await startProxy(world);
  chromium = await startChromium({ 'localhost:8787': `127.0.0.1:${proxy.port}` });
  context = await chromium.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(docs);
  firstTitle = await page.title();
  await page.locator('.vp-doc h1').waitFor({ timeout: buildLimit });
}, buildLimit);
afterAll(async () => {
  await chromium?.close();
  await proxy?.close();
});

/** Opens a page of the site, which must load without an error and from this host only. */
async function open(path: string, { width = 1400, from = context } = {}) {
  const page = await from.newPage();
  const faults: string[] = [];
  const loaded: string[] = [];
  page.on(
    'response',
    (response) =>
      void (response.request().resourceType() !== 'image' && loaded.push(new URL(response.url()).pathname)),
  );
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  page.on(
    'request',
    (request) => void (new URL(request.url()).host !== 'localhost:8787' && faults.push(request.url())),
  );
  await page.setViewportSize({ width, height: 900 });
  await page.goto(docs + path, { waitUntil: 'networkidle' });
  return { page, faults, loaded: [...loaded] };
}

test('the first page says that the site is being built, and opens by itself', () => {
  expect(firstTitle).toBe(titleWhileBuilding);
});

test.each([
  ['%', 400],
  ['%E0%A4', 400],
  ['%00', 400],
  ['..%2f..%2f..%2fserver.ts', 404],
  ['..%2f..%2fpublic-other', 404],
])('a malformed or outside address (%s) is refused, and the next request works', async (name, status) => {
  const site = await serveSite();
  onTestFinished(site.close);
  expect((await fetch(`${site.address}/docs/${name}`)).status).toBe(status);
  expect((await fetch(`${site.address}/docs/`)).status).toBe(200);
});

test.each([
  ['/', 'Search', 'redirect', /redirect/i],
  ['/ko/', '검색', '동의', /동의/],
  ['/ko/trust/accessibility', '검색', '휴대폰번호', /휴대폰 번호/],
  ['/ko/', '검색', '가격', /비용/],
  ['/', 'Search', 'logout', /sign[ -]?out/i],
])(
  'the search of %s finds %s %s, also offline',
  async (path, button, words, found) => {
    const own = await chromium.newContext();
    const { page, faults } = await open(path, { from: own });
    await page.getByRole('button', { name: button }).click();
    const first = page.locator('#localsearch-list .result').first();
    // The index has been loaded when there is a first result.
    await page.locator('#localsearch-input').fill(words.slice(0, 2));
    await first.waitFor();
    await own.setOffline(true);
    await page.locator('#localsearch-input').fill('');
    await first.waitFor({ state: 'detached' });
    await page.locator('#localsearch-input').fill(words);
    await first.waitFor();
    expect(await first.getAttribute('href')).toMatch(path === '/' ? /^\/docs\/(?!ko\/)/ : /^\/docs\/ko\//);
    await own.setOffline(false);
    const target = new URL((await first.getAttribute('href')) ?? '', docs);
    await first.click();
    await page.waitForURL(({ pathname }) => pathname === target.pathname);
    await expect.poll(() => page.locator('main').innerText()).toMatch(found);
    expect(faults).toEqual([]);
    await own.close();
  },
  60_000,
);

test('pointing at the search button loads the index, so that the search also works offline', async () => {
  const own = await chromium.newContext();
  onTestFinished(() => own.close());
  const { page, faults } = await open('/ko/', { from: own });
  const button = page.getByRole('button', { name: '검색' });
  const index = page.waitForResponse((response) => response.url().includes('search-indexko'));
  await button.hover();
  await (await index).finished();
  await page.waitForLoadState('networkidle');
  await own.setOffline(true);
  await button.click();
  await page.locator('#localsearch-input').fill('비용');
  await page.locator('#localsearch-list .result', { hasText: '비용' }).first().waitFor();
  expect(faults).toEqual([]);
});

test('the language switch stays on the page, and leads back to a page that is only in English', async () => {
  const { page } = await open('/start/glossary');
  const change = async (label: string, language: string) => {
    await page.getByRole('button', { name: label }).hover();
    await page.getByRole('link', { name: language, exact: true }).first().click();
  };
  await change('Change language', '한국어');
  await page.waitForURL('**/docs/ko/start/glossary');
  await change('언어 바꾸기', 'English');
  await page.waitForURL('**/docs/start/glossary');

  const pages = findPages();
  const english = pages.find((file) => !file.startsWith('ko/') && !pages.includes(`ko/${file}`)) ?? '';
  await page.goto(`${docs}/ko${urlOf(english)}`);
  await page.getByRole('link', { name: '영어 문서 보기' }).click();
  await page.waitForURL(`**/docs${urlOf(english)}`);
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en');
  await page.close();
});

test('the language that a reader chooses is shown in all code of the page, and the tab stays in view', async () => {
  const { page } = await open('/client/web', { width: 360 });
  onTestFinished(() => page.close());
  const types = page.locator('.vp-code-group pre:visible', {
    hasText: /: string\b|: Request\b|: ReactNode\b/,
  });
  expect(await types.count()).toBe(4);
  const tab = page.locator('label', { hasText: 'JavaScript' }).last();
  await tab.scrollIntoViewIfNeeded();
  const before = (await tab.boundingBox())?.y ?? 0;
  await tab.click();
  expect(await types.count()).toBe(0);
  expect(Math.abs(((await tab.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  expect(await overflowing(page)).toEqual([]);
});

test.each(['/ko/operate/deploy#게이트웨이-배포', '/ko/operate/'])(
  'a link from %s to a section in a tab opens it',
  async (path) => {
    const { page, faults } = await open(path);
    onTestFinished(() => page.close());
    if (!path.includes('#'))
      await page.locator('main').getByRole('link', { name: '게이트웨이 배포' }).first().click();
    await page.locator('pre:visible', { hasText: 'plid-gateway.secrets' }).waitFor();
    const tab = page.locator('label', { hasText: '게이트웨이 배포' });
    await expect.poll(async () => (await tab.boundingBox())?.y).toBeGreaterThan(64);
    expect((await tab.boundingBox())?.y).toBeLessThan(300);
    expect(faults).toEqual([]);
  },
);

test('the first page of each area fits 360 px in both languages, without an error', async () => {
  const paths = readAreas().flatMap(({ folder, pages: [name] }) => [
    `${folder}/${name}.md`,
    `ko/${folder}/${name}.md`,
  ]);
  const wide: unknown[] = [];
  for (const file of paths.filter((each) => findPages().includes(each))) {
    const { page, faults } = await open(urlOf(file), { width: 360 });
    wide.push(...[...(await overflowing(page)), ...faults].map((fault) => `${file}: ${fault}`));
    await page.close();
  }
  expect(wide).toEqual([]);
}, 180_000);

test.each(['/', '/start/quickstart', '/client/web', '/ko/gateway/', '/verification/tables/performance'])(
  'axe finds nothing at %s',
  async (path) => {
    const { page, faults } = await open(path);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page, 'colour')).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  },
  60_000,
);

test('pages contain the address of the environment', async () => {
  const read = async (path: string) => (await world.fetch(`http://localhost:8790/docs${path}`)).text();
  for (const path of ['/start/quickstart', '/start/quickstart.md']) {
    expect(await read(path)).toContain('http://localhost:8790');
    expect(await read(path)).not.toContain('localhost:8787');
  }
  expect(await read('/troubleshoot/application-developers')).toContain('adb reverse tcp:8790 tcp:8790');
  expect(await read('/operate/users')).toContain('http://127.0.0.1:8790/account');
});

test('pages that start a sandbox of their own keep its address', async () => {
  const read = async (path: string) => (await world.fetch(`http://localhost:8790${path}`)).text();
  for (const path of [
    '/sandbox/testing',
    '/gateway/single-page',
    '/client/express',
    '/protocol/conformance',
  ]) {
    const page = await read(`/docs${path}`);
    const [preloaded = ''] = page.match(/\/docs\/assets\/\w+_[\w-]+\.md\.[^"]+\.lean\.js/) ?? [];
    const script = await read(preloaded.replace('.lean.js', '.js'));
    for (const text of [page, script, await read(`/docs${path}.md`)])
      expect(text, path).toContain('localhost:8787');
  }
  const all = await read('/docs/llms-full.txt');
  expect(all).toContain('BASE=http://localhost:8790');
  expect(all).toContain('PLID_SERVICE=http://localhost:8787');
});

test('programs find every page as Markdown', async () => {
  const list = await (await world.fetch(`${docs}/llms.txt`)).text();
  const [first = '', ...others] = [...list.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(
    ([, path = '']) => path,
  );
  expect(others.length).toBeGreaterThan(20);
  expect(list.match(/^- (?!\[[^\]]+\]\([^)]+\): .{20})/gm)).toBeNull();
  const korean = await (await world.fetch(`${docs}/ko/llms.txt`)).text();
  expect(korean.match(/^- (?!\[[^\]]+\]\(\/docs\/ko\/[^)]+\): .*[가-힣])/gm)).toBeNull();
  expect(korean).toContain('/docs/llms.txt');
  const page = await world.fetch(new URL(first, docs));
  expect(page.headers.get('Content-Type')).toContain('text/markdown');
  // Read before the next request: undici discards a response that waits unread.
  const text = await page.text();
  expect(await (await world.fetch(`${docs}/llms-full.txt`)).text()).toContain(text);
});

test.each([
  ['/', 'en', 'Pause', ['/docs/api', '/docs/changelog.txt']],
  ['/ko/', 'ko', '멈춤', ['/docs/ko/api', '/docs/changelog.txt']],
])(
  'the first page %s has a picture, doors, and code, and is small',
  async (path, language, pause, links) => {
    const { page, faults, loaded } = await open(path, { width: 1440 });
    onTestFinished(() => page.close());
    const pictures = () =>
      page
        .locator('.moving-picture img:visible')
        .evaluateAll((all) => all.map((image) => image.getAttribute('src')?.split('/').at(-1)));
    expect(await pictures()).toEqual([`login-${language}.png`]);
    await page.getByRole('checkbox', { name: pause }).check();
    expect(await pictures()).toEqual([`login-${language}-still.png`]);
    await page.getByRole('checkbox', { name: pause }).uncheck();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect.poll(pictures).toEqual([`login-${language}-dark-still.png`]);
    expect(await page.getByRole('checkbox', { name: pause }).count()).toBe(0);
    const image = page.locator('.moving-picture img:visible');
    await image.scrollIntoViewIfNeeded();
    expect((await image.getAttribute('alt'))?.length).toBeGreaterThan(20);
    await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(976);

    expect(await page.locator('.doors a').count()).toBeGreaterThanOrEqual(3);
    expect(await page.locator('pre code').first().innerText()).toContain('plid.routes');
    expect(await page.locator('.version').innerText()).toBe(version);
    expect(
      await page.locator('.VPNavBarMenu a').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
    ).toEqual(links);
    expect(await page.locator('.VPSidebarItem[open]').count()).toBe(0);
    expect(await compressedSize(loaded)).toBeLessThan(150_000);
    expect(faults).toEqual([]);
  },
  60_000,
);

/** Returns the sum of the bytes of files, each as a deployment compresses it. */
async function compressedSize(paths: string[]): Promise<number> {
  let sum = 0;
  for (const each of paths) {
    const response = await world.fetch(`http://localhost:8787${each}`);
    sum += gzipSync(Buffer.from(await response.arrayBuffer())).length;
  }
  return sum;
}

test('the sidebar shows the pages of the current area, and those of another one after a click', async () => {
  const { page } = await open('/start/quickstart', { width: 1440 });
  onTestFinished(() => page.close());
  const current = page.locator('.VPSidebarItem[open]');
  expect(await current.locator('summary').allInnerTexts()).toEqual(['Start']);
  expect(await current.locator('[aria-current]').innerText()).toBe('Quickstart');
  expect((await page.locator('.VPSidebar').boundingBox())?.height).toBeLessThanOrEqual(900);
  await page.locator('summary', { hasText: 'Trust' }).click();
  await page.locator('.VPSidebarItem a:visible', { hasText: 'Security' }).click();
  await expect.poll(() => current.locator('summary').allInnerTexts()).toEqual(['Trust']);
});

test.each(['/start/how-it-works', '/ko/start/how-it-works', '/trust/threat-model', '/protocol/by-hand'])(
  'the diagrams of %s are readable at 1440 px and at 360 px',
  async (path) => {
    const { page } = await open(path, { width: 1440 });
    onTestFinished(() => page.close());
    const drawings = page.locator('.diagram .drawing');
    for (const { size, text } of await page.evaluate(textSizes))
      expect(size, text).toBeGreaterThanOrEqual(14);
    for (const drawing of await drawings.all())
      expect((await drawing.boundingBox())?.height).toBeLessThan(760);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflowing(page)).toEqual([]);
    for (const { size, text } of await page.evaluate(textSizes))
      expect(size, text).toBeGreaterThanOrEqual(14);
    for (const figure of await page.locator('.diagram:has(.drawing)').all()) {
      const isWide = await figure
        .locator('.drawing')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      expect(((await figure.locator('.hint').boundingBox())?.height ?? 0) > 20).toBe(isWide);
    }
  },
  60_000,
);

/** Runs on the page: the size of each text of its diagrams on the screen, in CSS pixels. */
function textSizes(): { text: string; size: number }[] {
  const texts = [...document.querySelectorAll<SVGTextElement | HTMLElement>('.diagram text, .sequence span')];
  return texts
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const scale = element instanceof SVGTextElement ? (element.getScreenCTM()?.a ?? 0) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      return { text: element.textContent ?? '', size: Math.round(size * 10) / 10 };
    });
}

test('on a touch screen, copy buttons show without hovering, and too many tabs show that they scroll', async () => {
  const touch = await chromium.newContext({ hasTouch: true, isMobile: true });
  onTestFinished(() => touch.close());
  const { page } = await open('/client/web', { from: touch, width: 360 });
  const copy = page.locator('button.copy:visible').first();
  expect(await copy.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
  const tabs = page.locator('.vp-code-group .tabs').first();
  await tabs.evaluate((element) => element.setAttribute('style', 'width: 120px; margin: 0'));
  expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await tabs.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
  await tabs.locator('input').first().focus();
  await page.keyboard.press('ArrowLeft');
  const [box, label] = [await tabs.boundingBox(), await tabs.locator('label').last().boundingBox()];
  const right = (each: typeof box) => (each?.x ?? 0) + (each?.width ?? 0);
  expect(right(label)).toBeLessThanOrEqual(right(box) + 1);
});

test('the address of a folder without a page leads to its first page, in both languages', async () => {
  for (const [address, target] of [
    ['/start', '/start/quickstart'],
    ['/ko/trust/', '/ko/trust/security'],
    ['/ko/verification', '/verification/'],
    ['/start/quickstart/', '/start/quickstart'],
  ]) {
    const response = await world.fetch(docs + address, { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, `/docs${target}`]);
  }
  for (const [, page] of folderRedirects()) expect((await world.fetch(docs + page)).status).toBe(200);
});

test.each([
  ['/start/quickstrat', 'en', 'Page not found', 'Quickstart', 'Search the documentation'],
  ['/ko/start/quickstrat', 'ko', '페이지를 찾을 수 없습니다', '빠른 시작', '문서 검색'],
])(
  'the page for a missing page, %s, suggests a page, and searches',
  async (path, language, title, suggestion, button) => {
    const { page } = await open(path, { width: 360 });
    onTestFinished(() => page.close());
    expect(await page.locator('h1').innerText()).toBe(title);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(await overflowing(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    expect(await page.locator('#localsearch-input').inputValue()).toBe('quickstrat');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: suggestion, exact: true }).click();
    await page.waitForURL(`**/docs${path.replace('quickstrat', 'quickstart')}`);
  },
  60_000,
);

test('a missing page has text in both languages without scripts', async () => {
  for (const [path, language, titles] of [
    ['/nothing', 'en', ['Page not found', '페이지를 찾을 수 없습니다']],
    ['/ko/nothing', 'ko', ['페이지를 찾을 수 없습니다', 'Page not found']],
  ] as const) {
    const html = await (await world.fetch(docs + path)).text();
    expect(html).toContain(`<html lang="${language}"`);
    expect([...html.matchAll(/<h1>([^<]*)/g)].map(([, text]) => text)).toEqual(titles);
  }
});

test('a missing page is not found, and no file outside of the site is served', async () => {
  for (const path of ['/nothing', '/..%2f..%2ffingerprint', '/%2e%2e/fingerprint'])
    expect((await world.fetch(docs + path)).status).toBe(404);
});

test('a deployment as static assets redirects folders, and answers 404 in the language of the path', async () => {
  const port = await freePort();
  const { stop } = await wranglerDev(path.join(root, 'site'), port);
  onTestFinished(stop);
  const read = (address: string) => fetch(`http://localhost:${port}${address}`, { redirect: 'manual' });
  for (const [address] of Object.entries(apiReferencePages()))
    expect(await (await read(address)).text()).toContain('id="contract"');
  expect((await read('/docs/api/swagger-ui-bundle.js')).status).toBe(200);
  expect(await (await read('/docs/api/start.js')).text()).toContain('const credentials = null;');
  const folder = await read('/docs/ko/start');
  expect([folder.status, folder.headers.get('Location')]).toEqual([302, '/docs/ko/start/quickstart']);
  for (const [address, language] of [
    ['/docs/nothing', 'en'],
    ['/docs/ko/start/nothing', 'ko'],
  ]) {
    const missing = await read(address ?? '');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain(`<html lang="${language}"`);
  }
});
