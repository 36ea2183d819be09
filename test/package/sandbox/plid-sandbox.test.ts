import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/plid/client/index.ts';
import type { Seed } from '../../../packages/plid/sandbox/index.ts';
import { BrowserSession, type Init, type Shown } from '../../support/fixtures/browser-session.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';
import { withinOneWindow } from '../support/rate-limits.ts';

const callback = 'http://localhost:4000/callback';
const seed: Seed = {
  applications: [{ client_id: 'myshop00000000000001', name: '내 가게', redirect_uris: [callback] }],
  people: [
    {
      phoneNo: '01012345678',
      name: '한소리',
      telcoCd: 'K',
      gender: 'F',
      birthdate: '011224',
      foreign: 'L',
      behaviour: 'waits',
    },
  ],
};
const sandbox = useSandbox({ seed });
afterEach(() => sandbox.reset(seed));

const hana = '01000000001';
const sori = '01012345678';

const client = () =>
  createClient({
    service: sandbox.url,
    clientId: sandbox.application.client_id,
    clientSecret: sandbox.application.client_secret,
    redirectUri: callback,
  });

/** A login as an application does it: its address, the user, its callback. */
async function login(phoneNo: string, options = {}) {
  const kept = await client().startSignIn();
  const { location, device } = await sandbox.signInAt(kept.url, phoneNo, options);
  return { user: await client().finishSignIn(location, kept), device };
}

/** A browser that has sent the form of the sign-in, and waits for the phone. */
async function startWaiting() {
  const { url } = await client().startSignIn();
  const overHttp = {
    fetch: (address: string | URL, init = {}) => fetch(address, { redirect: 'manual', ...init }),
  };
  const browser = new BrowserSession(overHttp, { visitable: ({ origin }) => origin === sandbox.url });
  const sent = browser.submit(await browser.get(url), { name: '한소리', phoneNo: sori, telcoCd: 'K' });
  return { browser, sent };
}

/** The address that the sign-in has reached once the phone has answered: the form's own answer may lead there already. */
async function cameTo(browser: BrowserSession, sent: Promise<Shown>): Promise<Shown> {
  const shown = await sent;
  return shown.url.origin === sandbox.url ? browser.get(shown.url) : shown;
}

describe("the sandbox's applications", () => {
  test("start with the seed's, whose secret is the same in every run", () => {
    expect(sandbox.application).toEqual({
      client_id: 'myshop00000000000001',
      client_secret: 'dff86658dd43f415d2b1673d92c8cd495743bf3f4bd6626ff895d40782b6636b',
      name: '내 가게',
      redirect_uris: [callback],
    });
  });

  test('include those of the demo', () => {
    expect(sandbox.applications.map(({ client_id }) => client_id)).toEqual([
      ...['myshop00000000000001', 'demoshop000000000001', 'demobank000000000002', 'demomembers000000003'],
    ]);
  });
});

describe('a sign-in with one call', () => {
  test('returns a code, which the application exchanges for the user', async () => {
    const { code } = await sandbox.signIn(hana);
    const { access_token } = await client().exchange(code);
    expect(await client().user(access_token)).toMatchObject({
      name: '김하나',
      phoneNo: hana,
      autoLoginYn: 'N',
    });
  });

  test("to an application's URL keeps its state and challenge", async () => {
    const { user } = await login(hana);
    expect(user.name).toBe('김하나');
  });

  test('approves on a waiting phone', async () => {
    expect((await login(sori)).user.name).toBe('한소리');
  });

  test('is automatic on the device of an earlier call, with an empty record', async () => {
    const first = await login(hana, { autoLogin: true });
    expect(first.user).toMatchObject({ name: '김하나', autoLoginYn: 'Y', autoStatusCheck: 'Y' });
    const { user } = await login(hana, { device: first.device });
    expect(user).toEqual({ plid: first.user.plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
  });

  test.each([
    ['who denies', '01000000005', 'The sign-in was not approved on the phone:'],
    ['whose carrier fails', '01000000007', 'A temporary error occurred. Try again later.'],
    ['who never answers', '01000000006', 'This subscriber never answers'],
    ['who is unknown', '01099999999', 'No sandbox subscriber has the number 01099999999.'],
  ])('fails for a subscriber %s', async (_, phoneNo, message) => {
    await expect(sandbox.signIn(phoneNo)).rejects.toThrow(message);
  });

  test('fails for an unknown application or callback', async () => {
    await expect(sandbox.signIn(hana, 'nosuchapp00000000001')).rejects.toThrow('nosuchapp00000000001');
    const redirect_uri = 'http://localhost:9/other';
    await expect(sandbox.signIn(hana, undefined, { redirect_uri })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('can be repeated without limit, unless limits are on', async () => {
    const denied = () => sandbox.signIn('01000000005');
    for (let times = 0; times < 7; times += 1)
      await expect(denied()).rejects.toMatchObject({ error: 'access_denied' });
    await sandbox.reset({ limits: true });
    await expect(sandbox.signIn('01000000005', 'demobank000000000002')).rejects.toMatchObject({
      error: 'access_denied',
    });
    await expect(sandbox.signIn('01000000005', 'demobank000000000002')).rejects.toMatchObject({
      status: 429,
    });
  });
});

describe('sandbox limits, if they are on, match a deployed service', () => {
  beforeEach(() => sandbox.reset({ ...seed, limits: true }));

  test('for a number: the sixth unapproved request is rejected for ten minutes', async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      statuses.push((await (await startWaiting()).sent).status);
      await sandbox.clock.advance(4);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await sandbox.clock.advance(600);
    expect((await (await startWaiting()).sent).status).toBe(200);
  });

  test('for an address: the sixty-first sign-in of a minute is rejected', async () => {
    const headers = { 'CF-Connecting-IP': '198.51.100.7' };
    const fromAddress = {
      fetch: (address: string | URL, init: Init = {}) =>
        fetch(address, { redirect: 'manual', ...init, headers: { ...init.headers, ...headers } }),
    };
    const browser = new BrowserSession(fromAddress);
    const form = await browser.get((await client().startSignIn()).url);
    const send = async (index: number) => {
      const phoneNo = `0109900${String(index).padStart(4, '0')}`;
      return (await browser.submit(form, { name: '아무개', phoneNo, telcoCd: 'K' })).status;
    };
    await withinOneWindow(10);
    const first = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index)));
    expect([...new Set(first)]).toEqual([400]);
    expect(await send(60)).toBe(429);
  });
});

describe('a sandbox subscriber', () => {
  test('approves the next request, even before it arrives', async () => {
    const { browser, sent } = await startWaiting();
    const person = sandbox.person(sori);
    expect(await person.approve()).toMatchObject({ application: '내 가게', status: 'approved' });
    const consent = await cameTo(browser, sent);
    const end = await browser.submit(consent);
    expect(end.url.searchParams.has('code')).toBe(true);
  });

  test.each([
    ['deny', 'denied'],
    // The browser has not signed in with this number before, as a relay's has not.
    ['tapWrongNumber', 'denied'],
  ] as const)('can %s', async (act, reason) => {
    const { browser, sent } = await startWaiting();
    expect(await sandbox.person(sori)[act]()).toMatchObject({ status: 'denied' });
    if (act === 'tapWrongNumber') {
      // The first is a number mismatch: the phone asks again.
      await cameTo(browser, sent);
      await sandbox.person(sori)[act]();
    }
    const end = await cameTo(browser, sent);
    expect(end.url.searchParams.get('error')).toBe('access_denied');
    expect(end.url.searchParams.get('plid_reason')).toBe(reason);
  });

  test('without a request makes the call wait no longer than given', async () => {
    await expect(sandbox.person(hana).approve({ timeout: 100 })).rejects.toThrow('within 100 ms');
  });

  test('leaves: the token fails at once, and the next plid is another', async () => {
    const { code } = await sandbox.signIn(hana);
    const { access_token } = await client().exchange(code);
    const { plid } = await client().user(access_token);
    await sandbox.person(hana).leave();
    await expect(client().user(access_token)).rejects.toMatchObject({ error: 'authentication_failed' });
    await sandbox.person(hana).register();
    expect((await login(hana)).user.plid).not.toBe(plid);
  });

  test('gets another behavior', async () => {
    await sandbox.person(hana).behaves('denies');
    await expect(sandbox.signIn(hana)).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('gets their automatic logins switched off', async () => {
    const { device } = await login(hana, { autoLogin: true });
    await sandbox.person(hana).endAutomaticLogins(sandbox.application.client_id);
    expect((await login(hana, { device })).user.name).toBe('김하나');
  });
});

describe("the gateway of the sandbox's demo shop", () => {
  test('is at the same origin, so that a browser test covers a whole sign-in', async () => {
    const overHttp = {
      fetch: (address: string | URL, init = {}) => fetch(address, { redirect: 'manual', ...init }),
    };
    const browser = new BrowserSession(overHttp);
    const form = await browser.get(`${sandbox.url}/auth/login?return_to=/`);
    await browser.submit(await browser.submit(form, { name: '김하나', phoneNo: hana, telcoCd: 'S' }));
    const session = await browser.fetch(`${sandbox.url}/auth/session`);
    expect(await session.json()).toMatchObject({ user: { name: '김하나' } });
  });
});
