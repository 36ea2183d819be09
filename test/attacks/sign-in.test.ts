import { describe, expect, test } from 'vitest';
import { signIn as signInCookie } from '../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import { phoneRequestIn } from '../../workers/service/sign-in/stages/sign-in-stage.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { grantSignIn } from '../support/fixtures/grants.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import {
  authorizeUrl,
  beginSignIn,
  codeOf,
  flowOf,
  type Person,
  returned,
  signIn,
  steps,
  titleOf,
} from '../support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const waitPath = '/oauth2/authorize/wait';

/** A browser that has sent the form with a number, and the page that it shows then. */
async function ask(person: Person) {
  const { browser, page } = await beginSignIn(world);
  return { browser, page: await browser.submit(page, person) };
}

async function plidOf(code: string): Promise<string> {
  const answer = await requestUser(world, await accessTokenFor(world, { code }));
  return (await jsonOf(answer)).user?.plid ?? '';
}

describe("an attacker types a victim's number until it is locked", () => {
  test('and the lock lasts ten minutes, even if the attacker continues', async () => {
    const victim = await newSubscriber(world, 'waits');
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(victim)).page.url.pathname).toBe(waitPath);
      await world.clock.advance(4);
    }
    for (let minute = 0; minute < 9; minute += 1) {
      expect((await ask(victim)).page.status).toBe(429);
      await world.clock.advance(60);
    }
    await world.clock.advance(45);
    expect((await ask(victim)).page.url.pathname).toBe(waitPath);
  });

  test("and the victim's tokens and automatic logins still work", async () => {
    const victim = await newSubscriber(world);
    const device = new BrowserSession(world);
    const code = codeOf(await signIn(device, world, victim, { autoLogin: true }));
    const token = await accessTokenFor(world, { code });
    await world.fetch(`${world.sandbox}/sandbox/subscribers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...victim, gender: 'M', birthdate: '950315', foreign: 'L', behaviour: 'waits' }),
    });
    for (let count = 0; count < 5; count += 1) {
      await ask(victim);
      await world.clock.advance(4);
    }
    expect((await ask(victim)).page.status).toBe(429);
    expect((await requestUser(world, token)).status).toBe(200);
    expect(codeOf(await device.get(authorizeUrl(world)))).toBeTruthy();
  });
});

describe("a phone's answer counts only for the request that it displayed", () => {
  test("so an attacker's waiting request isn't approved by the victim's own sign-in", async () => {
    const victim = await newSubscriber(world, 'waits');
    const attacker = await ask(victim);
    await world.clock.advance(4);
    const own = await ask(victim);
    await approveOn(world, victim.phoneNo);
    const ended = await attacker.browser.get(attacker.page.url);
    expect([ended.url.pathname, returned(ended).error]).toEqual(['/callback', 'access_denied']);
    expect((await own.browser.get(own.page.url)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test("so the attacker's request ends if the victim taps the number of their own page", async () => {
    const victim = await newSubscriber(world, 'waits');
    await ask(victim);
    await world.clock.advance(4);
    const attacker = await ask(victim);
    for (const _ of ['a slip', 'the end']) {
      await approveOn(world, victim.phoneNo, '00');
      await attacker.browser.get(attacker.page.url);
    }
    const over = await attacker.browser.get(attacker.page.url);
    expect(over.url.searchParams.has('code')).toBe(false);
    expect([over.status, titleOf(over)]).toEqual([400, 'The sign-in wasn’t completed']);
  });
});

describe('old cookies of the same sign-in', () => {
  test("never turn the approval of an attacker's phone into one of the victim's", async () => {
    const [attacker, victim] = [await newSubscriber(world), await newSubscriber(world, 'waits')];
    const { browser, page } = await beginSignIn(world);
    const consent = await browser.submit(page, attacker);
    expect(consent.url.pathname).toBe(steps.consent);
    const cookie = `__Host-plid-sign-in-${flowOf(page)}`;
    const approved = browser.cookies(world.service).get(cookie) ?? '';
    const waiting = await browser.submit(page, victim);
    expect(waiting.url.pathname).toBe(waitPath);
    expect((await browser.get(consent.url)).url.pathname).toBe(waitPath);
    expect((await browser.submit(consent)).url.pathname).toBe(waitPath);
    browser.setCookie(world.service, cookie, approved);
    const own = await plidOf(codeOf(await browser.submit(consent)));
    expect(own).toBe(await plidOf(codeOf(await signIn(new BrowserSession(world), world, attacker))));
  });
});

describe('a sign-in forged with a leaked key of KEYS', () => {
  const { shop, bank } = applications;

  /** People whose plid the forger knows: each is connected with the shop. */
  const victims: [string, () => Promise<string>][] = [
    [
      'a user who has signed in',
      async () => plidOf(codeOf(await signIn(new BrowserSession(world), world, await newSubscriber(world)))),
    ],
    ['a user whose account has no number', async () => (await grantSignIn(world)).plid],
  ];

  /** Signs in with the forger's own number and phone, and with the victim's plid in the sign-in's cookie in place of the right value. */
  async function forge(victim: string, application: typeof shop) {
    const forger = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const { client_id, redirect_uri } = application;
    const form = await browser.get(authorizeUrl(world, { client_id, redirect_uri }));
    const waiting = await browser.submit(form, forger);
    const [name = '', cookie = ''] =
      [...browser.cookies(world.service)].find(([name]) => name.includes('sign-in')) ?? [];
    const now = await world.clock.now();
    const genuine = await signInCookie.open(serviceKeys, cookie, now);
    const phone = genuine && phoneRequestIn(genuine.stage);
    if (genuine === undefined || phone === undefined)
      throw new Error('The key of the service does not open its own cookie');
    const facts = { approved: now, risk: 'nothing' as const, method: undefined };
    const stage = {
      at: 'approved',
      method: 'phone',
      request: phone,
      plid: victim,
      facts,
      shown: {},
    } as const;
    const forged = await signInCookie.seal(serviceKeys, { ...genuine, stage }, now + 600);
    browser.setCookie(world.service, name, forged);
    await approveOn(world, forger.phoneNo);
    return { browser, waiting };
  }

  test.each(victims)(
    "doesn't open the account of %s, with or without the consent page",
    async (_, victim) => {
      const plid = await victim();
      const { browser, waiting } = await forge(plid, shop);
      const refused = await browser.get(waiting.url);
      expect([refused.status, titleOf(refused)]).toEqual([
        400,
        'This number is no longer registered in the app',
      ]);

      const atBank = await forge(plid, bank);
      const consent = new URL(atBank.waiting.url.href.replace('/wait', '/consent'));
      const page = await atBank.browser.get(consent);
      expect(page.url.pathname).toBe(steps.consent);
      const agreed = await atBank.browser.submit(page);
      expect([agreed.status, titleOf(agreed)]).toEqual([
        400,
        'This number is no longer registered in the app',
      ]);
    },
  );
});

describe("an automatic login can't be abused", () => {
  test.each(['none', 'consent', ''])('to reach an unregistered address, with prompt %j', async (prompt) => {
    const device = new BrowserSession(world);
    await signIn(device, world, await newSubscriber(world), { autoLogin: true });
    for (const redirect_uri of ['https://evil.example/', 'https://shop.example.com/auth/callback/']) {
      const answer = await device.get(authorizeUrl(world, { redirect_uri, prompt }));
      expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
    }
    expect(codeOf(await device.get(authorizeUrl(world)))).toBeTruthy();
  });

  test('by a link of another application, which needs consent first', async () => {
    const device = new BrowserSession(world);
    await signIn(device, world, await newSubscriber(world), { autoLogin: true });
    const { client_id } = world.applications.bank;
    const page = await device.get(authorizeUrl(world, { client_id }), { 'Sec-Fetch-Site': 'cross-site' });
    expect([page.status, page.headers.get('Location')]).toEqual([200, null]);
  });
});
