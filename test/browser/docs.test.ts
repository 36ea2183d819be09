import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts } from '../../site/api-reference/parts.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { codeOf, people, signIn } from '../support/fixtures/sign-in.ts';
import { startChromium } from '../support/world/chromium.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { publishedLocalSecrets } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';
import { axeFindings, overflowing } from './support/inspect-page.ts';

/** The pages name the published secret of the demo shop. */
const world = useWorld({ local: true, overrides: { 'plid-local': { secrets: publishedLocalSecrets } } });
let proxy: Awaited<ReturnType<typeof startProxy>>;
let chromium: Awaited<ReturnType<typeof startChromium>>;
beforeAll(async () => {
  proxy = await startProxy(world);
  chromium = await startChromium({ 'localhost:8787': `127.0.0.1:${proxy.port}` });
});
afterAll(async () => {
  await chromium.close();
  await proxy.close();
});

test.each([
  ['/docs/api', ['/oauth2/authorize', '/oauth2/token', '/v1/user/me', '/v1/user/disconnect']],
  ['/docs/api/gateway', ['/auth/login', '/auth/session']],
  ['/docs/api/operator', ['/admin/applications', '/admin/applications/{client_id}']],
  ['/docs/ko/api/operator', ['/admin/applications']],
  ['/docs/api/sandbox', ['/sandbox/requests', '/sandbox/subscribers']],
  ['/docs/api/carrier', ['/confirm', '/start', '/outcome', '/cancel', '/notify']],
])('%s shows its contract, and loads nothing from another origin', async (address, paths) => {
  const page = await chromium.newPage();
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host);
  });
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text());
  });
  await page.goto(`${world.service}${address}`);
  for (const path of paths) await page.locator(`[data-path="${path}"]`).first().waitFor();
  expect([...hosts]).toEqual(['localhost:8787']);
  expect(broken).toEqual([]);
});

test.each([
  ['/docs/api', 'login-issueToken'],
  ['/docs/ko/api/operator', 'applications-listApplications'],
  ['/docs/api/carrier', 'calls-confirm'],
])(
  'axe finds nothing at %s, and it fits 360 px',
  async (address, operation) => {
    const context = await chromium.newContext({ bypassCSP: true, viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${world.service}${address}`);
    await page.locator(`#operations-${operation} .opblock-summary-control`).click();
    await page.locator(`#operations-${operation} .responses-inner`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.waitForTimeout(1_000);
    expect(await axeFindings(page, 'colour')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflowing(page)).toEqual([]);
    await context.close();
  },
  90_000,
);

test('an operation is on one page of the API reference, and the first page unfolds the calls of an application', async () => {
  const context = await chromium.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const shown: string[] = [];
  for (const { path, contract, tags = [] } of parts) {
    await page.goto(`${world.service}/docs/api${path}`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('nav a[aria-current]').count()).toBe(1);
    expect(await page.locator('nav a').count()).toBe(parts.length + 2);
    if (contract === 'openapi.yaml') shown.push(...tags);
    if (path === '')
      expect(
        await page
          .locator('.opblock-summary-path')
          .evaluateAll((all) => all.map(({ dataset }) => dataset.path)),
      ).toEqual([
        '/.well-known/oauth-authorization-server',
        '/.well-known/jwks.json',
        '/oauth2/authorize',
        '/oauth2/authorize',
        '/oauth2/token',
        '/oauth2/par',
        '/v1/user/me',
        '/v1/user/disconnect',
      ]);
  }
  const contract = await (await world.fetch(`${world.service}/docs/openapi.yaml`)).text();
  const named = [...contract.matchAll(/^ {2}- \{ name: ([^,]+),/gm)].map(([, name]) => name);
  expect(shown.sort()).toEqual(named.sort());
  await context.close();
}, 90_000);

/** Opens an operation, fills in fields of its form, and executes it. @returns the answer. */
async function tryOut(page: Page, operationId: string, fields: Record<string, string> = {}) {
  const operation = page.locator(`[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  for (const [name, value] of Object.entries(fields)) {
    await operation.locator(`[data-property-name="${name}"] input[type=text]`).fill(value);
  }
  const answer = page.waitForResponse((response) => !response.url().includes('/docs'));
  await operation.locator('button.execute').click();
  const response = await answer;
  const shown = operation.locator('.live-responses-table .response-col_status').last();
  await shown.waitFor();
  expect(await shown.innerText()).toContain(String(response.status()));
  return { status: response.status(), ...(await response.json()) };
}

test('token, user, and disconnect can be called from /docs/api as the demo shop', async () => {
  const code = codeOf(await signIn(new BrowserSession(world), world, people.hana));
  const page = await chromium.newPage();
  await page.goto(`${world.service}/docs/api`);
  await page.locator('#operations-login-issueToken').waitFor();

  expect(await tryOut(page, 'issueToken', { code })).toMatchObject({ status: 200, token_type: 'bearer' });
  const { status, user } = await tryOut(page, 'readUser');
  expect({ status, telcoCd: user.telcoCd }).toEqual({ status: 200, telcoCd: 'S' });
  expect(await tryOut(page, 'disconnectUser', { plid: user.plid })).toMatchObject({
    status: 200,
    code: '0000',
  });
  // Swagger UI renders the whole contract again at each step.
}, 90_000);

test('the contract of the local environment names it as the server', async () => {
  const text = await (await world.fetch(`${world.service}/docs/openapi.yaml`)).text();
  expect(text).toContain(`base_url: { default: '${world.service}' }`);
  expect(text).not.toContain("default: 'https:");
});
