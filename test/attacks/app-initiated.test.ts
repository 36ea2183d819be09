import { describe, expect, test } from 'vitest';
import { copyOf } from '../service/support/browser-copies.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { approveOpened, newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, flowOf, titleOf } from '../support/fixtures/sign-in.ts';
import { phoneHeaders } from '../support/fixtures/user-agents.ts';
import { origins } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({
  half: 'service',
  overrides: {
    'plid-service-authorize': { vars: { PHONE_APP_LINKS: origins.sandbox } },
  },
});

/** A browser that has started in the app of SKT, at the page that waits. @param of an earlier page of the sign-in; a new one by default. */
async function begin(browser = new BrowserSession(world, { headers: phoneHeaders }), of?: Shown) {
  const form = of === undefined ? authorizeUrl(world, { prompt: 'login' }) : formOf(of);
  const page = await browser.get(form);
  const waiting = await browser.press(page, 'button[value=link]', { flow: flowOf(page), telcoCd: 'S' });
  return { browser, waiting, link: linkOf(waiting) };
}

const linkOf = ({ document }: Shown) => document.querySelector('a.button')?.getAttribute('href');
const formOf = ({ url }: Shown) => `${world.service}/oauth2/authorize/sign-in${url.search}`;
const waitOf = ({ url }: Shown) => `${world.service}/oauth2/authorize/wait${url.search}`;
const hasCode = ({ url }: Shown) => url.searchParams.has('code');

describe('a relay forwards its own app link to a victim', () => {
  test("who approves: the relay gets nothing, and the app's page warns the victim", async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    const { browser: relay, waiting, link } = await begin();
    const back = await approveOpened(world, link, phoneNo);

    const victim = await new BrowserSession(world).get(back);
    expect([victim.status, titleOf(victim)]).toEqual([400, 'You weren’t signed in']);
    expect(victim.text).toContain('don’t worry: you weren’t signed in');

    expect(waiting.text).not.toContain('returned=');
    const later = await relay.get(waitOf(waiting));
    expect([later.status, titleOf(later)]).toEqual([200, 'The sign-in continues in another tab']);
    const consent = `${world.service}/oauth2/authorize/consent`;
    const posted = await relay.fetch(consent, {
      method: 'POST',
      headers: { Origin: world.service, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `flow=${new URL(waitOf(waiting)).searchParams.get('flow')}`,
      redirect: 'manual',
    });
    expect(posted.headers.get('Location')).toMatch(/\/wait\?flow=/);
    for (const guess of ['', 'Y', 'true', 'A'.repeat(22)])
      expect(hasCode(await relay.get(`${waitOf(waiting)}&returned=${guess}`))).toBe(false);
  });

  test('and uses older copies of its cookie', async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    const early = new BrowserSession(world, { headers: phoneHeaders });
    const page = await early.get(authorizeUrl(world, { prompt: 'login' }));
    const before = copyOf(early, world);
    const waiting = await early.press(page, 'button[value=link]', { flow: flowOf(page), telcoCd: 'S' });
    const between = copyOf(early, world);
    await approveOpened(world, linkOf(waiting), phoneNo);
    for (const copy of [before, between]) expect(hasCode(await copy.get(waitOf(waiting)))).toBe(false);
  });
});

test("a sign-in's completion secret works only for that sign-in, once", async () => {
  const { phoneNo } = await newSubscriber(world, 'waits');
  const { browser, waiting, link } = await begin();
  const another = await begin();
  const back = await approveOpened(world, link, phoneNo);
  const secret = new URL(back).searchParams.get('returned');
  const mixed = await another.browser.get(`${waitOf(another.waiting)}&returned=${secret}`);
  expect(titleOf(mixed)).toBe('Continue in your authentication app');

  const consent = await browser.get(back);
  expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
  const done = await browser.submit(consent);
  const code = codeOf(done);
  await world.clock.advance(61);
  const again = await browser.get(back);
  expect([again.status, titleOf(again)]).toEqual([400, 'This sign-in is finished']);
  expect(code).not.toBe('');
  expect(waiting.status).toBe(200);
});

test('an app link of a sign-in completes no other link of it', async () => {
  const { phoneNo } = await newSubscriber(world, 'waits');
  const { browser, waiting, link: first } = await begin();
  // Their own app would lead back with the secret of the first link. The second link is forwarded to another user's phone.
  const secret = new URL(await approveOpened(world, first, phoneNo)).searchParams.get('returned');
  await world.clock.advance(11);
  const { link: second, waiting: later } = await begin(browser, waiting);
  expect(second).not.toBe(first);
  expect(flowOf(later)).toBe(flowOf(waiting));

  const victim = await newSubscriber(world, 'waits');
  const back = await approveOpened(world, second, victim.phoneNo);
  for (const address of [waitOf(waiting), `${waitOf(waiting)}&returned=${secret}`]) {
    const page = await browser.get(address);
    expect([hasCode(page), titleOf(page)]).toEqual([false, 'The sign-in continues in another tab']);
  }
  expect((await browser.get(back)).url.pathname).toBe('/oauth2/authorize/consent');
});

test('a number whose push limit attackers have used up can still sign in with the app', async () => {
  const person = await newSubscriber(world, 'waits');
  const statuses: number[] = [];
  for (let request = 0; request < 12; request += 1) {
    const stranger = new BrowserSession(world);
    const page = await stranger.get(authorizeUrl(world, { prompt: 'login' }));
    statuses.push((await stranger.submit(page, person)).status);
    await world.clock.advance(4);
  }
  expect(statuses.at(-1)).toBe(429);
  const { browser, link } = await begin();
  const consent = await browser.get(await approveOpened(world, link, person.phoneNo));
  expect(codeOf(await browser.submit(consent))).not.toBe('');
});
