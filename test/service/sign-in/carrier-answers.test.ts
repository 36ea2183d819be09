import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppAddresses, Confirmation, Outcome } from '../../../workers/core/carrier/port.ts';
import { linesWith, logLines } from '../../support/assertions/log-lines.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, people, returned, signIn, titleOf } from '../../support/fixtures/sign-in.ts';
import { jsonOf } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const vars = {
  PHONE_APP_S: 'PASS, https://pass.example.com/open',
  PHONE_APP_LINKS: 'tauthlink:, https://app.example.com, package:com.example.app',
};
const agents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  web: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
};
const requested = { status: 'requested', requestId: 'r1' } as const;
const unregistered = { status: 'unregistered' } as const;
const againForm = 'form[action$="/again"]';
const cancelForm = 'form[action$="/cancel"]';
const appButton = ({ document }: Shown) => document.querySelector('a.button, main a.way')?.attributes;

describe.each(['N', 'Y'])('if WebViews forward app schemes: %s,', (PHONE_APP_IN_WEBVIEWS) => {
  const world = useWorld({
    half: 'service',
    workers: [standInCarrier],
    overrides: { 'plid-service-authorize': { vars: { ...vars, PHONE_APP_IN_WEBVIEWS } } },
  });
  let control: Pick<Control, 'answer'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });
  beforeEach(() => world.clock.advance(86_400));

  async function openedBy(open: AppAddresses, agent: keyof typeof agents, query = {}) {
    await control.answer({ confirmation: { ...requested, open }, outcome: { status: 'pending' } });
    const browser = new BrowserSession(world, { headers: { 'User-Agent': agents[agent] } });
    return browser.submit(await browser.get(authorizeUrl(world, query)), people.hana);
  }

  test("a WebView gets an app's scheme where allowed, and never a page", async () => {
    const inWebView = async (open: AppAddresses) =>
      appButton(await openedBy(open, 'ios', { isHybrid: 'Y' }))?.href;
    const scheme = PHONE_APP_IN_WEBVIEWS === 'Y' ? 'tauthlink://r1' : undefined;
    expect(await inWebView({ ios: 'tauthlink://r1', web: 'https://app.example.com/r1' })).toBe(scheme);
    await world.clock.advance(600);
    expect(await inWebView({ web: 'https://app.example.com/r1' })).toBeUndefined();
  });
});

const world = useWorld({
  half: 'service',
  workers: [standInCarrier],
  overrides: { 'plid-service-authorize': { vars } },
});
let control: Pick<Control, 'answer' | 'taken'>;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
});
beforeEach(() => world.clock.advance(86_400));

async function send(
  {
    confirmation = requested,
    outcome = { status: 'pending' },
  }: { confirmation?: Confirmation; outcome?: Outcome },
  { browser = new BrowserSession(world), person = people.hana, query = {} } = {},
) {
  await control.answer({ confirmation, outcome });
  return { browser, page: await browser.submit(await browser.get(authorizeUrl(world, query)), person) };
}

/** A browser that has signed in with the number. */
async function knownBrowser() {
  await control.answer({ confirmation: requested, outcome: { status: 'approved', identity: hana } });
  const browser = new BrowserSession(world);
  codeOf(await signIn(browser, world, people.hana));
  return browser;
}

describe("the link to a carrier's app for a request", () => {
  const intent = 'intent://r1#Intent;scheme=tauthlink;package=com.example.app;end';
  const open = { ios: 'tauthlink://r1', android: intent, web: 'https://app.example.com/r1' };
  const withAgent = (agent: keyof typeof agents) =>
    new BrowserSession(world, { headers: { 'User-Agent': agents[agent] } });

  test.each([
    ['ios', open, open.ios],
    ['android', open, open.android],
    ['web', open, open.web],
    ['android', { ios: open.ios, web: open.web }, open.web],
    ['web', { ios: open.ios }, 'https://pass.example.com/open'],
    ['ios', { ios: 'other://r1' }, 'https://pass.example.com/open'],
    ['ios', { ios: `tauthlink://${'x'.repeat(300)}` }, 'https://pass.example.com/open'],
  ] as const)('on %s, from %j, is %s', async (agent, sent, shown) => {
    const { page } = await send(
      { confirmation: { ...requested, open: sent } },
      { browser: withAgent(agent) },
    );
    const { href, target } = appButton(page) ?? {};
    expect([href, target]).toEqual([shown, shown.startsWith('https:') ? '_blank' : undefined]);
  });

  test("that the operator doesn't allow is logged by field name, without the value", async () => {
    await send({ confirmation: { ...requested, open: { web: 'unheard-of://r1' } } });
    const lines = () => logLines(world).filter(({ fields }) => fields === 'open');
    await expect.poll(() => lines().at(-1)).toMatchObject({ level: 'warn', carrier: 'S', call: 'confirm' });
    expect(world.logs()).not.toContain('unheard-of');
  });
});

test('after twenty seconds the page shows where to get the app, from the carrier', async () => {
  const install = { web: 'https://app.example.com/install' };
  const { browser, page } = await send({ confirmation: { ...requested, install } });
  const link = (shown: Shown) =>
    shown.document.querySelector('[aria-labelledby=help]:not([hidden]) a')?.attributes;
  expect(link(page)).toBeUndefined();
  await world.clock.advance(20);
  expect(link(await browser.get(page.url))).toMatchObject({ href: install.web, target: '_blank' });
});

describe('a number without the app', () => {
  test('gets a page that says so, with where to get it and alternatives', async () => {
    const install = { web: 'https://app.example.com/install' };
    const { page } = await send({ confirmation: { ...unregistered, install } });
    expect([page.status, titleOf(page)]).toEqual([400, 'No app for this number yet']);
    expect(appButton(page)).toMatchObject({ href: install.web, target: '_blank' });
    expect(page.text).toContain('Register the number ending in 0001 in the PASS app');
    expect(page.text).toContain('Changed carriers?');
    expect(page.document.querySelectorAll('form').map((form) => form.getAttribute('action'))).toEqual(
      expect.arrayContaining(['/oauth2/authorize/again', '/oauth2/authorize/cancel']),
    );
  });

  test('can be tried again by one button, and continues with the app', async () => {
    const { browser, page } = await send({ confirmation: unregistered });
    await control.answer({ confirmation: requested });
    await world.clock.advance(4);
    const waiting = await browser.submit(page, {}, againForm);
    expect(waiting.document.querySelector('.match')).not.toBeNull();
    expect((await browser.get(waiting.url)).document.querySelector('.match')).not.toBeNull();
  });

  test('leaves the form filled in, in both languages', async () => {
    const { browser, page } = await send({ confirmation: unregistered });
    const korean = await browser.press(page, 'button[name=language]');
    expect(titleOf(korean)).toBe('아직 인증 앱에 등록되지 않은 번호입니다');
    const form = await browser.get(page.url.href.replace('/wait', '/sign-in'));
    expect(form.document.querySelector('#phoneNo')?.getAttribute('value')).toBe(people.hana.phoneNo);
  });

  test('returns to the application with the reason', async () => {
    const { browser, page } = await send({ confirmation: unregistered });
    expect(returned(await browser.submit(page, {}, cancelForm))).toMatchObject({
      error: 'access_denied',
      plid_reason: 'unregistered',
    });
    await expect.poll(() => linesWith(world, { 'events.sign_in_unregistered': 1 })).not.toEqual([]);
  });

  test('is reported to a program in the JSON of §7', async () => {
    const { browser, page } = await send({ confirmation: unregistered });
    const answer = await browser.fetch(page.url, { headers: { Accept: 'application/json' } });
    expect([answer.status, (await jsonOf(answer)).error]).toEqual([400, 'invalid_request']);
  });

  test('counts like an unanswered request, because it confirms name, number, and carrier', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { page } = await send({ confirmation: unregistered });
      expect(page.status).toBe(400);
      await world.clock.advance(4);
    }
    expect((await send({ confirmation: unregistered })).page.status).toBe(429);
  });
});

describe("a carrier's own rate limit", () => {
  const declined = { status: 'declined', retryAfter: 90 } as const;

  test("is reported as the carrier's with Retry-After, to users and programs", async () => {
    const { browser, page } = await send({ confirmation: declined });
    expect([page.status, page.headers.get('Retry-After')]).toEqual([429, '90']);
    expect(page.document.querySelector('[role=alert]')?.text).toContain('Your carrier is limiting requests');
    expect(page.document.querySelector('#retry')?.getAttribute('data-seconds')).toBe('90');
    const flow = page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
    const answer = await browser.fetch(`${world.service}/oauth2/authorize/sign-in`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
        Origin: new URL(world.service).origin,
      },
      body: new URLSearchParams({ flow, ...people.hana }).toString(),
    });
    expect([answer.status, answer.headers.get('Retry-After'), (await jsonOf(answer)).error]).toEqual([
      ...[429, '90', 'server_error'],
    ]);
  });

  test("doesn't count as a request to the phone", async () => {
    for (let count = 0; count < 8; count += 1) await send({ confirmation: declined });
    expect((await send({})).page.url.pathname).toBe('/oauth2/authorize/wait');
  });
});

describe('a request that ends at the carrier', () => {
  test.each<[string, Outcome, string]>([
    ['has been cancelled there', { status: 'cancelled' }, 'cancelled'],
    ['was denied by a subscriber who blocks requests', { status: 'denied', why: 'blocked' }, 'denied'],
    ['was denied with a wrong number', { status: 'denied', why: 'wrong_number' }, 'wrong_number'],
    ['was denied', { status: 'denied', why: 'person' }, 'denied'],
  ])(
    'because it %s returns to the application, and an unknown browser learns only of a denial',
    async (_, outcome, reason) => {
      const browser = await knownBrowser();
      await world.clock.advance(86_400);
      const known = await send({ outcome }, { browser, query: { prompt: 'login' } });
      expect(returned(known.page)).toMatchObject({ error: 'access_denied', plid_reason: reason });
      await world.clock.advance(86_400);
      const stranger = await send({ outcome });
      expect(returned(stranger.page)).toMatchObject({ error: 'access_denied', plid_reason: 'denied' });
    },
  );

  test("because another one superseded it looks like a denial to the page, and doesn't count", async () => {
    const { browser, page } = await send({});
    await control.answer({ outcome: { status: 'cancelled' } });
    const status = await browser.fetch(page.url.href.replace('/wait', '/status'));
    expect(await status.json()).toEqual({ status: 'denied' });
    await browser.get(page.url);
    await world.clock.advance(4);
    expect((await send({})).page.url.pathname).toBe('/oauth2/authorize/wait');
  });
});
