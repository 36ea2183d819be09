import { beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { presetNames, presets } from '../fault-presets.ts';

const world = useWorld({ local: true });
let person: Person;
beforeEach(async () => {
  await askSandbox(world, 'DELETE', '/faults');
  person = await newSubscriber(world);
});

const textOf = (page: Shown) => page.document.querySelector('main')?.structuredText ?? '';
const browserIn = (language: string) =>
  new BrowserSession(world, { headers: { 'Accept-Language': language } });

/** Selects a preset's card on the faults page. @returns the page after it, and what the card says about the demo shop. */
async function selectCard(browser: BrowserSession, name: string): Promise<{ page: Shown; shop: string }> {
  const before = await browser.get(`${world.sandbox}/sandbox/faults`);
  const button = `.presets button[value="${name}"]`;
  const shop = before.document.querySelector(`${button} .hint`)?.text ?? '';
  return { page: await browser.press(before, button), shop };
}

/** Signs in at the demo shop, as far as it goes. */
async function signIn(browser: BrowserSession): Promise<Shown> {
  const form = await browser.get(`${world.gateway}/auth/login?return_to=/&prompt=login`);
  const next = await browser.submit(form, { ...person });
  return next.url.pathname === '/oauth2/authorize/consent' ? browser.submit(next) : next;
}

describe.each(['en', 'ko'])('the cards of the faults page in %s', (language) => {
  test.each(presetNames)('set the faults of: %s', async (name) => {
    const { page } = await selectCard(browserIn(language), name);
    expect(page.url.pathname).toBe('/sandbox/faults');
    expect(page.document.querySelectorAll('.log li')).toHaveLength(presets[name].length);
    expect(page.document.querySelector('.log .tag')?.text).toMatch(/^(?:×1|until cleared|지울 때까지)$/);
    const set = await (await askSandbox(world, 'GET', '/faults')).json();
    expect(set).toEqual({ faults: presets[name] });
  });

  test.each(presetNames.filter((name) => name !== 'bad day'))(
    'quote what the demo shop shows, or let users in: %s',
    async (name) => {
      const browser = browserIn(language);
      const { shop } = await selectCard(browser, name);
      const quoted = /[“‘](.+?)[”’]/.exec(shop)?.[1];
      const page = await signIn(browser);
      if (quoted === undefined) expect(page.url.pathname).toBe('/');
      else expect(textOf(page)).toContain(quoted);
      expect(quoted === undefined).toBe(name === 'slow token' || name.startsWith('every'));
    },
  );
});

test('a bad day lets users in at the fourth attempt, and fails to disconnect them', async () => {
  const browser = browserIn('en');
  await selectCard(browser, 'bad day');
  const reached: string[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { pathname } = (await signIn(browser)).url;
    reached.push(pathname);
    await world.clock.advance(60);
  }
  expect(reached).toEqual(['/oauth2/authorize/sign-in', '/auth/callback', '/auth/callback', '/']);
  const shop = await browser.get(`${world.gateway}/`);
  expect((await browser.submit(shop, {}, '#disconnect')).status).toBe(503);
});

test('a program sets a preset, and an unknown one is refused', async () => {
  const answer = await askSandbox(world, 'POST', '/presets', { preset: 'token error' });
  expect(await answer.json()).toEqual({ faults: presets['token error'] });
  expect((await askSandbox(world, 'POST', '/presets', { preset: 'good day' })).status).toBe(400);
});
