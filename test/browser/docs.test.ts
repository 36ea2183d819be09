import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { startFront } from '../support/front.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let front: Awaited<ReturnType<typeof startFront>>;
let chromium: Awaited<ReturnType<typeof startChromium>>;
beforeAll(async () => {
  world = await startWorld({ local: true });
  front = await startFront(world);
  chromium = await startChromium({ 'localhost:8787': `127.0.0.1:${front.port}` });
});
afterAll(async () => {
  await chromium.close();
  await front.close();
  await world.close();
});

test('/docs shows the contract, and loads nothing from elsewhere', async () => {
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
  await page.goto(`${world.service}/docs`);
  for (const path of ['/oauth2/authorize', '/oauth2/token', '/v1/user/me', '/v1/user/disconnect']) {
    await page.locator(`[data-path="${path}"]`).first().waitFor();
  }
  expect([...hosts]).toEqual(['localhost:8787']);
  expect(broken).toEqual([]);
});
