import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startApplication } from '../support/fakes/application-stand-in.ts';
import { agreeIfAsked, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startBrowserWorld } from './support/browser-world.ts';

const style = `h1 { color: teal } ${'/* a large stylesheet */'.repeat(10_000)}`;
const html = `<!doctype html><title>Orders</title><link rel="stylesheet" href="/style.css"><h1>Orders of 김하나</h1>
  <form method="post" action="/auth/logout"><button>Log out</button></form>`;
const files: Record<string, { body: string; type: string; policy?: string }> = {
  '/orders': { body: html, type: 'text/html; charset=utf-8' },
  '/kept': { body: html, type: 'text/html; charset=utf-8', policy: 'private, max-age=600' },
  '/style.css': { body: style, type: 'text/css' },
};

let sentBodies = 0;
/** Serves files as nginx does: with ETag and Last-Modified, without a policy; 304 if nothing has changed. */
const startFiles = () =>
  startApplication(({ url, headers }) => {
    const file = files[url];
    if (file === undefined) return new Response('', { status: 404 });
    const described = {
      ETag: '"65f0c0a0-1f"',
      'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      ...(file.policy !== undefined && { 'Cache-Control': file.policy }),
    };
    if (headers['if-none-match'] === described.ETag)
      return new Response(null, { status: 304, headers: described });
    sentBodies += file.body.length;
    return new Response(file.body, { headers: { ...described, 'Content-Type': file.type } });
  });

let application: Awaited<ReturnType<typeof startFiles>>;
afterAll(() => application?.close());
const world = useStarted(async () => {
  application = await startFiles();
  const vars = { APPLICATION_URL: application.url, GUARD: 'Y', PUBLIC_PATHS: '/' };
  return startBrowserWorld({ local: true, overrides: { 'plid-local': { vars } } });
});

let page: Page;
beforeEach(async () => {
  const context = await world.open();
  page = await context.newPage();
  await page.goto(`${world.gateway}/orders`);
  await submitSignIn(page, people.hana);
  await agreeIfAsked(page);
  await page.waitForURL(`${world.gateway}/orders`);
  await page.waitForLoadState('load');
  return () => context.close();
});

/** The bytes of a page view's bodies: as the application sends them, and as the browser receives them. */
async function view(path: string): Promise<{ sent: number; received: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let received = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  sentBodies = 0;
  await page.goto('about:blank');
  await page.goto(`${world.gateway}${path}`, { waitUntil: 'load' });
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)).toBe(
    'rgb(0, 128, 128)',
  );
  await session.detach();
  return { sent: sentBodies, received };
}

test('a page and its stylesheet are downloaded once for three views', async () => {
  expect([await view('/orders'), await view('/orders')]).toEqual([
    { sent: 0, received: 0 },
    { sent: 0, received: 0 },
  ]);
});

test.each(['/orders', '/kept'])(
  'after a sign-out neither Back nor the URL shows %s to the next user',
  async (path) => {
    await view(path);
    await page.click('button');
    await page.waitForURL(`${world.gateway}/`);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/oauth2/authorize');
    await page.goto(`${world.gateway}${path}`);
    expect(new URL(page.url()).pathname).toBe('/oauth2/authorize');
  },
);
