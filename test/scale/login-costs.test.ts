import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { CountedCosts } from '../../bench/costs/costs.ts';
import { costTable } from '../../bench/costs/table.ts';
import { fingerprintsOf } from '../../workers/core/worker/key-fingerprints.ts';
import { disclosureShards } from '../../workers/service/objects/disclosure-index.ts';
import { disclosureInterval } from '../../workers/service/settings/service-lifetimes.ts';
import { disclosureKeys } from '../support/fixtures/affected-users.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import {
  callback,
  createPasskey,
  registerForPasskeys,
  signInByPasskey,
} from '../support/fixtures/passkeys.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, postForm, signIn, steps } from '../support/fixtures/sign-in.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { useCountedWorld } from '../support/world/counted-world.ts';
import { applications, origins } from '../support/world/test-settings.ts';
import { root } from '../support/world/test-workers.ts';
import { listen, pageOf, question } from './support/waiting-page.ts';

/**
 * The costs of everything that people and attackers do, counted on the running workers. Unless a row says otherwise, their
 * isolates have already read the application. `npx vitest run test/scale/login-costs.test.ts -u` updates the file and the table
 * of docs/verification/tables/costs.md.
 */
const file = '../../bench/costs/login-costs.json';

const world = useCountedWorld();
const day = 86_400;

// The index of disclosures exists before any sign-in is counted. It has rows on both sides of any other row's place, so that each write reads
// as many.
beforeAll(async () => {
  for (let shard = 0; shard < disclosureShards; shard += 1) {
    const object = world.durableObjects.DISCLOSURES.getByName(String(shard));
    const row = { name: 'none', sealed: 'none', revision: 1, ended: null };
    const around = ['', '~'].map((application) => ({ row: { ...row, application }, former: [] }));
    const key = (await fingerprintsOf(disclosureKeys))[0];
    await object.put(around, key, await world.clock.now());
  }
});

/** Prepares a step, so that only the returned function is counted. */
type Preparation = () => Promise<() => Promise<unknown>>;

/** The whole login at an application: the sign-in, then token and user. */
async function logIn(browser: BrowserSession, person: Person, autoLogin = false): Promise<void> {
  await redeem(codeOf(await signIn(browser, world, person, { autoLogin })));
}

async function redeem(code: string): Promise<void> {
  expect((await requestUser(world, await accessTokenFor(world, { code }))).status).toBe(200);
}

const gatewayLogin = (browser: BrowserSession) =>
  browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);

/** A login through the gateway, up to the session. */
async function logInAtGateway(browser: BrowserSession, person: Person, autoLogin: 'Y' | 'N' = 'N') {
  const next = await browser.submit(await gatewayLogin(browser), { ...person, autoLogin });
  const shown = next.url.pathname === steps.consent ? await browser.submit(next, { autoLogin }) : next;
  expect([shown.url.pathname, shown.status]).toEqual(['/auth/session', 200]);
}

/** A login through the gateway as people do it: the user looks at the phone, and has answered after ten seconds. */
async function logInSlowly(person: Person, wait: (browser: BrowserSession, page: Shown) => Promise<void>) {
  const browser = new BrowserSession(world);
  const waiting = await browser.submit(await gatewayLogin(browser), person);
  expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
  await wait(browser, waiting);
  const shown = await browser.get(pageOf(waiting));
  expect([shown.url.pathname, shown.status]).toEqual(['/auth/session', 200]);
}

/** The carrier calls: a socket brings the word. */
const waitForCall = async (browser: BrowserSession, page: Shown, person: Person) => {
  const { word } = await listen(browser, page);
  await approveOn(world, person.phoneNo);
  expect(await word).toBe('answered');
};

/**
 * The carrier does not call: the service holds a question for ten seconds at most, and the page asks again. A question costs as much
 * however long it is held, since a worker’s waiting is not billed.
 */
const askAgain = async (browser: BrowserSession, page: Shown, person: Person) => {
  expect(await question(browser, page)).toEqual({ status: 'pending' });
  await approveOn(world, person.phoneNo);
  expect(await question(browser, page, 10)).not.toEqual({ status: 'pending' });
};

const slowLogin =
  (wait: typeof waitForCall, calls: boolean): Preparation =>
  async () => {
    const person = await newSubscriber(world, 'waits', calls);
    const browser = new BrowserSession(world);
    const waiting = await browser.submit(await gatewayLogin(browser), person);
    await approveOn(world, person.phoneNo);
    await browser.submit(await browser.get(pageOf(waiting)));
    return () => logInSlowly(person, (browser, page) => wait(browser, page, person));
  };

const atGateway = async (browser: BrowserSession, path: string, status: number, init: object = {}) =>
  expect((await browser.fetch(`${world.gateway}${path}`, { redirect: 'manual', ...init })).status).toBe(
    status,
  );

const post = {
  method: 'POST',
  headers: {
    Origin: origins.gateway,
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  },
};

/** A browser that has signed in at the gateway. */
async function signedIn(autoLogin?: 'Y'): Promise<BrowserSession> {
  const browser = new BrowserSession(world);
  await logInAtGateway(browser, await newSubscriber(world), autoLogin);
  return browser;
}

/** A value of our five parts that no key has sealed. */
const forged = `${Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: 'test' })).toString('base64url')}..${'A'.repeat(16)}.${'A'.repeat(300)}.${'A'.repeat(21)}Q`;

const firstSignIn: Preparation = async () => {
  const person = await newSubscriber(world);
  return () => logIn(new BrowserSession(world), person);
};

const atService: Record<string, Preparation> = {
  'First sign-in, in new isolates': firstSignIn,
  'First sign-in at an application': firstSignIn,
  'Sign-in with earlier consent': async () => {
    const person = await newSubscriber(world);
    await logIn(new BrowserSession(world), person);
    return () => logIn(new BrowserSession(world), person);
  },
  'Automatic login': async () => {
    const browser = new BrowserSession(world);
    await logIn(browser, await newSubscriber(world), true);
    return async () => redeem(codeOf(await browser.get(authorizeUrl(world))));
  },
  'Sign-in by passkey': async () => {
    const application = await registerForPasskeys(world);
    const { passkey } = await createPasskey(world, application);
    return async () => {
      const code = codeOf(await signInByPasskey(world, application, passkey));
      const headers = { Authorization: basic(application) };
      const { access_token = '' } = await jsonOf(
        await requestToken(world, { code, redirect_uri: callback }, { headers }),
      );
      expect((await requestUser(world, access_token)).status).toBe(200);
    };
  },
  'Poll for the response of the phone': async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const page = await browser.submit(await browser.get(authorizeUrl(world)), person);
    const status = page.document.querySelector('[data-status]')?.getAttribute('data-status') ?? '';
    return async () =>
      expect(await (await browser.fetch(`${world.service}${status}`)).json()).toEqual({ status: 'pending' });
  },
  'Sign-in page that is not submitted': async () => async () =>
    expect((await new BrowserSession(world).get(authorizeUrl(world))).status).toBe(200),
};

const atGatewayOf: Record<string, Preparation> = {
  'First gateway sign-in of a user': async () => {
    const person = await newSubscriber(world);
    return () => logInAtGateway(new BrowserSession(world), person);
  },
  'Gateway sign-in of a known user': async () => {
    const person = await newSubscriber(world);
    await logInAtGateway(new BrowserSession(world), person);
    return () => logInAtGateway(new BrowserSession(world), person);
  },
  'Gateway sign-in of a known user who takes ten seconds': slowLogin(waitForCall, true),
  'The same, with a carrier that does not call': slowLogin(askAgain, false),
  'Automatic login at the gateway': async () => {
    const browser = await signedIn('Y');
    browser.setCookie(world.gateway, '__Host-plid-session', '');
    return async () => expect((await gatewayLogin(browser)).url.pathname).toBe('/auth/session');
  },
  'Gateway sign-in that is not finished': async () => () => openPage('/auth/login', 302),
};

/** Opens an address as a page in a user's browser, and goes no further. */
const openPage = async (path: string, status: number) =>
  atGateway(new BrowserSession(world), path, status, { headers: { Accept: 'text/html' } });

/** Steps in the middle of other work, before any alarm runs but those that are due at once. */
const inBetween: Record<string, Preparation> = {
  'Request to a phone with an open request': async () => {
    const person = await newSubscriber(world, 'waits');
    const send = async () => {
      const browser = new BrowserSession(world);
      return browser.submit(await browser.get(authorizeUrl(world)), person);
    };
    await send();
    return async () => expect((await send()).status).toBe(429);
  },
  'Session read': async () => {
    const browser = await signedIn();
    return () => atGateway(browser, '/auth/session', 200);
  },
  'Session read that renews its copy': async () => {
    const browser = await signedIn();
    await world.clock.advance(600);
    // KV takes one write per second and key, on the real clock.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    return () => atGateway(browser, '/auth/session', 200);
  },
  'Sign-out': async () => {
    const browser = await signedIn();
    return () => atGateway(browser, '/auth/logout', 200, post);
  },
};

/** The first login in a day is written to the index of disclosures. */
const firstInADay = 'Gateway sign-in of a known user, the first in a day';

const inVain: Record<string, Preparation> = {
  'Forged code': async () => async () =>
    expect((await requestToken(world, { code: forged })).status).toBe(500),
  'Forged access token': async () => async () => expect((await requestUser(world, forged)).status).toBe(401),
  'Forged device cookie': async () => {
    const browser = new BrowserSession(world);
    browser.setCookie(world.service, `__Host-plid-device-${applications.shop.client_id}`, forged);
    return async () => expect((await browser.get(authorizeUrl(world))).status).toBe(200);
  },
  'Forged sign-in': async () => {
    const browser = new BrowserSession(world);
    browser.setCookie(world.service, '__Host-plid-sign-in-forged', forged);
    return async () => expect((await postForm(browser, steps.signIn, { flow: 'forged' })).status).toBe(400);
  },
  'Unknown application': async () => async () => {
    const address = authorizeUrl(world, { client_id: 'nobody00000000000001' });
    expect((await world.fetch(address)).status).toBe(400);
  },
  'Forged session': async () => {
    const browser = new BrowserSession(world);
    browser.setCookie(world.gateway, '__Host-plid-session', `plid_${forged}`);
    return () => atGateway(browser, '/auth/session', 401);
  },
  'No session': async () => () => atGateway(new BrowserSession(world), '/auth/session', 401),
  'Forged callback': async () => {
    const browser = new BrowserSession(world);
    browser.setCookie(world.gateway, '__Host-plid-flow-forged', forged);
    return () => atGateway(browser, '/auth/callback?code=forged&state=forged', 400);
  },
  'Made-up state': async () => () =>
    openPage(`/auth/callback?code=forged&state=00000000-${'A'.repeat(43)}`, 400),
};

/** The costs include the alarm that deletes each stored value: a login is paid for twice. */
const counted: CountedCosts = {};

test.each(Object.entries({ ...atService, ...atGatewayOf, ...inVain }))('%s', async (name, prepare) => {
  const work = await prepare();
  await world.afterwards(day);
  const atOnce = await world.costOf(work);
  counted[name] = { atOnce, withinADay: await world.afterwards(day) };
});

test.each(Object.entries(inBetween))('%s', async (name, prepare) => {
  const work = await prepare();
  await world.afterwards(1);
  counted[name] = { atOnce: await world.costOf(work) };
});

test(firstInADay, async () => {
  const person = await newSubscriber(world);
  await logInAtGateway(new BrowserSession(world), person);
  await world.afterwards(day);
  await world.clock.advance(disclosureInterval);
  counted[firstInADay] = {
    atOnce: await world.costOf(() => logInAtGateway(new BrowserSession(world), person)),
  };
});

test("the measured counts equal the file's", async () => {
  await expect(`${JSON.stringify(counted, undefined, 2)}\n`).toMatchFileSnapshot(file);
});

test('docs/verification/tables/costs.md lists the measured counts', async () => {
  const document = readFileSync(path.join(root, 'docs/verification/tables/costs.md'), 'utf8');
  const table = /(<!-- counts -->\n\n).*?(\n\n<!-- end -->)/s;
  const written = document.replace(
    table,
    (_, begin: string, end: string) => begin + costTable(counted) + end,
  );
  await expect(written).toMatchFileSnapshot('../../docs/verification/tables/costs.md');
});

test("a known user's sign-in writes the rows that docs/verification/tables/costs.md explains", () => {
  const document = readFileSync(path.join(root, 'docs/verification/tables/costs.md'), 'utf8');
  const { atOnce, withinADay } = counted['Gateway sign-in of a known user'] ?? {};
  const classes = ['Phone', 'Account', 'Flow', 'User'];
  const written = classes.map((name) =>
    [atOnce, withinADay].reduce((sum, costs) => sum + (costs?.objects[name]?.rowsWritten ?? 0), 0),
  );
  const told = classes.map((name) =>
    new RegExp(`^\\| \`${name}\` \\| (\\d+) \\| (.*) \\|$`, 'm').exec(document),
  );
  expect(told.map((row) => Number(row?.[1]))).toEqual(written);
  const reasons = told.map((row) => [...(row?.[2] ?? '').matchAll(/\((\d)\)/g)].length);
  expect(reasons).toEqual(written);
  expect(document).toContain(`writes ${written.reduce((sum, rows) => sum + rows)} rows`);
});

test('a forged value causes no object call and no write', () => {
  for (const name of Object.keys(inVain)) {
    const { objects, kv } = counted[name]?.atOnce ?? {};
    expect(objects, name).toEqual({});
    for (const { writes, deletes } of Object.values(kv ?? {})) expect(writes + deletes, name).toBe(0);
  }
});
