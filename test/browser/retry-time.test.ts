import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { askSandbox } from '../support/requests/sandbox-requests.ts';
import { useBrowserWorld } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true, overrides: { 'plid-local': { vars: { LIMITS: 'Y' } } } });

/** Sends the form for a number that already has a request. */
async function openRefused(javaScriptEnabled: boolean) {
  const person = await newSubscriber(world, 'silent');
  for (const isFirst of [true, false]) {
    const context = await world.open({ javaScriptEnabled });
    const page = await context.newPage();
    await startLogin(page, world);
    await submitSignIn(page, person);
    await page.waitForSelector(isFirst ? '.match' : '#retry');
    if (!isFirst) return page;
    await goTo(page, 'about:blank');
  }
  throw new Error('unreachable');
}

/** Records the paths of the forms that a page sends, and the button with which it sends them. */
function watchPosts(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const pressed = new URLSearchParams(request.postData() ?? '').get('remembered');
    sent.push(new URL(request.url()).pathname + (pressed === null ? '' : ` ${pressed}`));
  });
  return sent;
}

/** Lets the countdown end in two seconds. */
const endSoon = (page: Page) =>
  page.locator('#retry').evaluate((element) => {
    const seconds = Number((element as HTMLElement).dataset.seconds);
    const now = Date.now;
    Date.now = () => now() + (seconds - 2) * 1000;
  });

test('a form sent too soon counts down, and is sent once at the end if it was submitted meanwhile', async () => {
  const page = await openRefused(true);
  const retry = page.locator('#retry');
  expect(await retry.innerText()).toMatch(/^아래 버튼을 눌러 두면 \d:\d\d 뒤에 자동으로 보냅니다\.$/);
  const sent = watchPosts(page);
  await endSoon(page);
  await page.click('#sign-in .button');
  await page.click('#sign-in .button');
  expect(await page.getAttribute('#sign-in .button', 'aria-busy')).toBe('true');
  expect(sent).toEqual([]);
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['/oauth2/authorize/sign-in']);
  await page.context().close();
});

test('a remembered user’s button pressed too soon is sent at the end, as it was pressed', async () => {
  const page = await (await world.open()).newPage();
  await startLogin(page, world);
  await submitSignIn(page, await newSubscriber(world, 'silent'));
  await page.waitForSelector('.match');
  await goTo(page, 'about:blank');
  await world.clock.advance(121);
  await startLogin(page, world);
  await askSandbox(world, 'PUT', '/faults', {
    faults: [{ endpoint: 'carrier', kind: 'declined', count: 1 }],
  });
  await page.click('#returning .button');
  await page.waitForSelector('#retry');
  const sent = watchPosts(page);
  await endSoon(page);
  await page.click('#returning .button');
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['/oauth2/authorize/remembered use']);
  await page.context().close();
});

test('a form sent too soon shows when it is accepted, without scripts', async () => {
  const page = await openRefused(false);
  expect(await page.locator('#retry').innerText()).toMatch(/부터 다시 보낼 수 있습니다\(한국 시간\)\.$/);
  await page.context().close();
});
