import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { qrCodeText } from '../../../workers/service/features/app-start/qr-code-text.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, flowOf, people, returned, titleOf } from '../../support/fixtures/sign-in.ts';
import { jsonOf } from '../../support/requests/service-requests.ts';
import { root } from '../../support/world/test-workers.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const world = useWorld({
  half: 'service',
  workers: [standInCarrier],
  overrides: {
    'plid-service-authorize': {
      vars: { STARTS: 'S-link,S-code,K-code', PHONE_APP_S: 'PASS', PHONE_APP_LINKS: 'tauthlink:' },
    },
  },
});
let control: Pick<Control, 'answer' | 'startsTaken' | 'cancelledTaken' | 'taken'>;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
});

const started = {
  status: 'started',
  requestId: 'r1',
  open: { ios: 'tauthlink://r1', web: 'https://elsewhere.example/r1' },
  code: 'a secret of the carrier'.replaceAll(' ', '-'),
  digits: '48219357',
} as const;
const approved = { status: 'approved', identity: hana } as const;
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';

beforeEach(async () => {
  await world.clock.advance(3_600);
  await control.answer({ start: started, outcome: { status: 'pending' } });
  await control.startsTaken();
  await control.cancelledTaken();
});

/** A phone offers a link, and another device offers a code. */
const device = (way: 'link' | 'code') => (way === 'link' ? { headers: { 'User-Agent': iphone } } : {});

async function begin(way: 'link' | 'code', { query = {}, fields = {} } = {}) {
  const browser = new BrowserSession(world, device(way));
  const page = await browser.get(authorizeUrl(world, query));
  const sent = { flow: flowOf(page), telcoCd: 'S', ...fields };
  const waiting = await browser.press(page, `button[value=${way}]`, sent);
  const [question] = await control.startsTaken();
  return { browser, page, waiting, question };
}

const waitOf = ({ url }: Shown) => `${world.service}/oauth2/authorize/wait${url.search}`;
/** Agrees if the service shows the consent page. */
const finish = (browser: BrowserSession, page: Shown) =>
  page.url.pathname === '/oauth2/authorize/consent' ? browser.submit(page) : page;
/** The way that a page offers, and the carriers that offer it. */
const offered = ({ document }: Shown) =>
  document
    .querySelectorAll('button[name=start]')
    .map((button) => [
      button.getAttribute('value'),
      ...button.querySelectorAll('span').map((label) => label.getAttribute('class')),
    ]);
/** What another device and a phone are offered. */
async function offers(at: typeof world) {
  const pages = (['code', 'link'] as const).map((way) =>
    new BrowserSession(at, device(way)).get(authorizeUrl(at)),
  );
  return (await Promise.all(pages)).map(offered);
}

describe('app-initiated sign-in on the form', () => {
  test("offers the setting's carriers next to the number", async () => {
    const page = await new BrowserSession(world).get(authorizeUrl(world));
    expect(await offers(world)).toEqual([[['code', 'any', 'S', 'K']], [['link', 'any', 'S']]]);
    expect(page.document.querySelector('button[type=submit]')?.getAttribute('name')).toBeUndefined();
    expect(page.document.querySelector('input[name=phoneNo]')).not.toBeNull();
  });

  test("isn't offered in a WebView, which the app can't return to", async () => {
    const page = await new BrowserSession(world).get(authorizeUrl(world, { isHybrid: 'Y' }));
    expect(offered(page)).toEqual([]);
  });

  test('asks for the carrier if none is chosen, and keeps the way', async () => {
    const { waiting } = await begin('link', { fields: { telcoCd: '' } });
    expect([waiting.status, waiting.text.includes('Choose your carrier.')]).toEqual([400, true]);
    expect(offered(waiting)).toEqual([['link', 'any', 'S']]);
    expect(waiting.document.querySelector('.others [name=phoneNo]')).not.toBeNull();
    expect(await control.startsTaken()).toEqual([]);
  });

  test("of a carrier that isn't offered is rejected, without calling a carrier", async () => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const post = (sent: string) =>
      browser.fetch(`${world.service}/oauth2/authorize/start`, {
        method: 'POST',
        headers: {
          Origin: world.service,
          Accept: 'application/json',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: `flow=${flowOf(page)}&${sent}`,
      });
    const refused = ['start=link&telcoCd=K', 'start=number&telcoCd=S', 'start=code&telcoCd=X', 'telcoCd=S'];
    for (const sent of refused) {
      const answer = await post(sent);
      expect([answer.status, await jsonOf(answer)], sent).toMatchObject([400, { error: 'invalid_request' }]);
    }
    expect(await control.startsTaken()).toEqual([]);
  });
});

describe('app-initiated sign-in without the setting', () => {
  const anywhere = useWorld({ half: 'service' });
  const linked = useWorld({
    half: 'service',
    overrides: { 'plid-service-authorize': { vars: { PHONE_APP_LINKS: 'tauthlink:' } } },
  });
  const none = useWorld({
    half: 'service',
    overrides: { 'plid-service-authorize': { vars: { STARTS: 'none', PHONE_APP_LINKS: 'tauthlink:' } } },
  });

  test("offers each carrier's code, and its link if the operator allows links on pages", async () => {
    const [code, link] = ['code', 'link'].map((way) => [way, 'any', 'S', 'K', 'L']);
    expect(await offers(anywhere)).toEqual([[code], []]);
    expect(await offers(linked)).toEqual([[code], [link]]);
  });

  test('is off with the value none', async () => {
    expect(await offers(none)).toEqual([[], []]);
  });
});

describe('a carrier without app-initiated sign-in', () => {
  test.each([
    'The RPC receiver does not implement the method "start".',
    'does not offer start (404)',
    'CARRIER_S is not set',
  ])('%s: is reported, hidden for a while, and the number remains', async (message) => {
    await control.answer({ start: { throws: message } });
    const { browser, waiting } = await begin('code');
    expect(waiting.status).toBe(400);
    expect(waiting.text).toContain('This carrier’s app can’t start a sign-in.');
    expect(waiting.document.querySelector('input[name=phoneNo]')).not.toBeNull();
    expect(offered(waiting)).toEqual([['code', 'any', 'K']]);
    await world.clock.advance(600);
    expect(offered(await browser.get(authorizeUrl(world)))).toEqual([['code', 'any', 'S', 'K']]);
  });
});

describe('app-initiated sign-in by link', () => {
  test('sends the requester and the return address to the carrier, and the page opens the app', async () => {
    const { waiting, question } = await begin('link');
    expect(question).toMatchObject({ telcoCd: 'S', way: 'link', context: { knownBrowser: false } });
    expect(question).not.toHaveProperty('phoneNo');
    expect(question?.returnTo).toMatch(/\/oauth2\/authorize\/wait\?flow=[\w-]+&returned=[\w-]{22}$/);
    expect(waiting.document.querySelector('a.button')?.getAttribute('href')).toBe('tauthlink://r1');
    expect(waiting.text).not.toContain(started.code);
    expect(waiting.text).not.toContain(started.digits);
  });

  test('ends like a sign-in by number: with a code and a known browser', async () => {
    const { browser, question } = await begin('link');
    await control.answer({ outcome: approved });
    expect(codeOf(await finish(browser, await browser.get(question?.returnTo ?? '')))).not.toBe('');
    expect([...browser.cookies(world.service).keys()].join()).toContain('plid-numbers');
  });

  test('continues by itself if the app returns before the answer', async () => {
    const { browser, waiting, question } = await begin('link');
    expect(titleOf(await browser.get(question?.returnTo ?? ''))).toBe('Continue in the PASS app');
    await control.answer({ outcome: approved });
    expect(codeOf(await finish(browser, await browser.get(waitOf(waiting))))).not.toBe('');
  });
});

describe('app-initiated sign-in by code', () => {
  test('works with digits, without a camera or scripts', async () => {
    const { browser, waiting } = await begin('code');
    expect(waiting.document.querySelector('.digits')?.text).toBe('4821 9357');
    expect(waiting.text).not.toContain(started.code);
    await control.answer({ outcome: approved });
    expect(codeOf(await finish(browser, await browser.get(waitOf(waiting))))).not.toBe('');
  });

  test('changes its code each second, and its secret stays at the service', async () => {
    const { browser, waiting } = await begin('code');
    const address = `${world.service}/oauth2/authorize/codes${waiting.url.search}`;
    const ask = async () => {
      const answer = await browser.fetch(address, { headers: { Accept: 'application/json' } });
      return (await answer.json()) as { size: number; paths: string[] };
    };
    const { paths } = await ask();
    expect(new Set(paths)).toHaveLength(10);
    await world.clock.advance(3);
    expect((await ask()).paths.slice(0, 7)).toEqual(paths.slice(3));
    await world.clock.advance(120);
    expect(await (await browser.fetch(address)).json()).toMatchObject({ error: 'invalid_request' });
  });

  test.each(['', 'ko/'])('has the text of the guide (docs/%scarriers/contract.md)', async (folder) => {
    const guide = await readFile(path.join(root, `docs/${folder}carriers/contract.md`), 'utf8');
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| (\d+) \| `(plid\.[^`]+)` \|$/gm)];
    expect(rows).toHaveLength(2);
    for (const [, secret = '', requestId = '', seconds, text] of rows)
      expect(await qrCodeText(requestId, secret, Number(seconds))).toBe(text);
  });
});

test('a double tap sends one request, and a retry uses the same ID', async () => {
  const { browser, page, question } = await begin('link');
  await browser.press(page, 'button[value=link]', { telcoCd: 'S' });
  expect(await control.startsTaken()).toEqual([]);
  await control.answer({ start: 'fails' });
  await world.clock.advance(20);
  const failed = await browser.press(page, 'button[value=link]', { telcoCd: 'S' });
  expect([failed.status, failed.text.includes('can’t be reached')]).toEqual([503, true]);
  expect(failed.document.querySelector('input[name=phoneNo]')).not.toBeNull();
  await control.answer({ start: started });
  await browser.press(failed, 'button[value=link]', { telcoCd: 'S' });
  const [first, second] = await control.startsTaken();
  expect(first?.id).toBe(second?.id);
  expect(first?.returnTo).toBe(second?.returnTo);
  expect(first?.id).not.toBe(question?.id);
});

test('a carrier that declines is reported, and the number remains', async () => {
  await control.answer({ start: { status: 'declined', retryAfter: 60 } });
  const { waiting } = await begin('code');
  expect([waiting.status, waiting.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(waiting.document.querySelector('input[name=phoneNo]')).not.toBeNull();
});

test('another start, a number, and cancelling cancel the request', async () => {
  const { browser, page, waiting } = await begin('link');
  await control.answer({ start: { ...started, requestId: 'r2' } });
  page.document.querySelector('button[value=link]')?.setAttribute('value', 'code');
  await browser.press(page, 'button[value=code]', { telcoCd: 'S' });
  expect((await control.cancelledTaken()).join()).toContain('r1 of S');
  await control.answer({ confirmation: { status: 'requested', requestId: 'r3' } });
  await browser.submit(page, people.hana);
  expect((await control.cancelledTaken()).join()).toContain('r2 of S');
  const back = await browser.submit(await browser.get(waitOf(waiting)), {}, 'form[action$="/cancel"]');
  expect(returned(back)).toMatchObject({ error: 'access_denied', plid_reason: 'cancelled' });
  expect((await control.cancelledTaken()).join()).toContain('r3 of S');
});

test.each([
  ['denied', { status: 'denied', why: 'person' }],
  ['denied', { status: 'cancelled' }],
] as const)('the return shows %s, whatever the carrier reports', async (reason, outcome) => {
  const { browser, waiting } = await begin('code');
  await control.answer({ outcome });
  expect(returned(await browser.get(waitOf(waiting)))).toMatchObject({ plid_reason: reason });
});

test('after 20 seconds the page helps a user whose app does not open', async () => {
  const { browser, waiting } = await begin('code');
  const help = ({ document }: Shown) => document.querySelector('section[aria-labelledby=help]');
  await world.clock.advance(19);
  const before = help(await browser.get(waitOf(waiting)));
  expect([before?.hasAttribute('hidden'), before?.getAttribute('data-left')]).toEqual([true, '100']);
  await world.clock.advance(1);
  expect(help(await browser.get(waitOf(waiting)))?.hasAttribute('hidden')).toBe(false);
});

test('after two minutes the page offers to start again', async () => {
  const { browser, waiting } = await begin('code');
  await world.clock.advance(121);
  const expired = await browser.get(waitOf(waiting));
  expect(titleOf(expired)).toBe('The request on your phone has expired');
  const again = await browser.submit(expired, {}, 'form[action$="/again"]');
  expect(again.document.querySelector('.digits')).not.toBeNull();
  expect(await control.startsTaken()).toHaveLength(1);
});
