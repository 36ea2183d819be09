import { describe, expect, test } from 'vitest';
import { pushedRequest } from '../../workers/service/settings/service-sealed-types.ts';
import type { ObjectName } from '../support/assertions/observed-objects.ts';
import { person } from '../support/fakes/service-stand-in.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { App } from '../support/fixtures/native-app.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, locationOf, signIn, titleOf } from '../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../support/requests/operator-requests.ts';
import { pushedUrl, pushRequest } from '../support/requests/service-requests.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { applications, origins, serviceKeys } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';
import type { World } from '../support/world/world.ts';

/** Links that another app on the phone may claim as well. */
const anybodys = ['com.example.app:/signed-in', 'http://127.0.0.1:4711/signed-in', undefined];
const APP_LINKS = 'com.example.app:/signed-in, http://127.0.0.1:4711/signed-in';
const plain = { response_type: 'code', redirect_uri: `${origins.gateway}/auth/callback`, state: 'mine' };

/** Changes that an app makes to the address that it was given. */
const tricks: Record<string, (query: URLSearchParams) => void> = {
  'prompt removed': (query) => query.delete('prompt'),
  'prompt replaced': (query) => query.set('prompt', 'none'),
  'prompt doubled': (query) => {
    query.append('prompt', 'login');
    query.append('prompt', 'none');
  },
  'added parameters of a plain request': (query) => {
    for (const [name, value] of Object.entries({ ...plain, prompt: 'none' })) query.set(name, value);
  },
  'an added redirect URI': (query) => query.set('redirect_uri', 'https://evil.example/'),
};

describe("an app that uses the gateway's address on a phone with automatic login (A01, A12)", () => {
  const world = useGatewayWorld({ realService: true, vars: { APP_LINKS } });

  async function ownersBrowser() {
    const browser = new BrowserSession(world, { visitable: ({ pathname }) => pathname !== '/auth/callback' });
    const query = { redirect_uri: plain.redirect_uri };
    await signIn(browser, world, await newSubscriber(world), { autoLogin: true, query });
    return browser;
  }

  const shop = async (fields: object) => {
    const changed = await administer(world, 'PATCH', `/${applications.shop.client_id}`, { body: fields });
    expect(changed.status).toBe(200);
    await world.clock.advance(90);
  };

  test.each(Object.entries(tricks))('gets no code from the service by %s', async (_, change) => {
    for (const app_link of anybodys) {
      const browser = await ownersBrowser();
      const { authorize_url } = await new App(world).start({ app_link });
      const address = new URL(authorize_url);
      change(address.searchParams);
      const shown = await browser.get(address);
      expect([shown.url.pathname, shown.status, shown.url.searchParams.has('code')]).toEqual([
        '/oauth2/authorize',
        200,
        false,
      ]);
    }
  });

  test('gets no page without the pushed request, or with two', async () => {
    const browser = await ownersBrowser();
    const { authorize_url } = await new App(world).start();
    const address = new URL(authorize_url);
    const request_uri = address.searchParams.get('request_uri') ?? '';
    address.searchParams.append('request_uri', request_uri);
    expect((await browser.get(address)).status).toBe(400);
    address.searchParams.delete('request_uri');
    expect((await browser.get(address)).status).toBe(400);
  });

  test('gets a code by a plain request, but no session, and not even a code with par: required', async () => {
    const browser = await ownersBrowser();
    const app = new App(world);
    const { state } = await app.start({ app_link: anybodys[0] });
    const challenge = { code_challenge: app.challenge, code_challenge_method: 'S256' };
    const own = authorizeUrl(world, { ...plain, ...challenge, state });
    const sent = { code: codeOf(await browser.get(own)), state, code_verifier: app.verifier };
    expect(await (await app.post('/auth/session', sent)).json()).toMatchObject({ reason: 'login_required' });
    await shop({ par: 'required' });
    const refused = await browser.get(own);
    expect([refused.status, refused.url.pathname]).toEqual([400, '/oauth2/authorize']);
    const { authorize_url } = await new App(world).start({ app_link: anybodys[0] });
    expect((await browser.get(authorize_url)).status).toBe(200);
    await shop({ par: 'optional' });
  });
});

const none = { prompt: 'none' };
const ask = (world: Pick<World, 'fetch'>, address: string | URL) =>
  world.fetch(String(address), { redirect: 'manual' });

describe('a request_uri', () => {
  const world = useWorld({ half: 'service' });
  const refused = async (address: string | URL) => {
    const answer = await ask(world, address);
    expect([answer.status, answer.headers.get('Location')], String(address)).toEqual([400, null]);
  };
  test('of another application is rejected, whichever client_id is sent', async () => {
    const address = new URL(await pushedUrl(world, none, { credentials: applications.bank }));
    expect((await ask(world, address)).status).toBe(302);
    address.searchParams.set('client_id', applications.shop.client_id);
    await refused(address);
    address.searchParams.delete('client_id');
    await refused(address);
  });

  test('that is forged, cut, changed, expired, or of another kind is rejected', async () => {
    const address = await pushedUrl(world, none);
    const { client_id } = applications.shop;
    const request_uri = new URL(address).searchParams.get('request_uri') ?? '';
    const [prefix = '', sealed = ''] = request_uri.split(/(?<=request_uri:)/);
    const now = await world.clock.now();
    const content = { c: client_id, r: 'x', s: 'state' };
    const forged = [
      '',
      'urn:ietf:params:oauth:request_uri:',
      'https://evil.example/request.jwt',
      sealed,
      `${prefix}x`,
      `${prefix}${sealed.slice(0, -1)}`,
      `${prefix}${sealed}A`,
      `${prefix}${sealed.replace(/\.[^.]/, (start) => (start === '.A' ? '.B' : '.A'))}`,
      `${prefix.toUpperCase()}${sealed}`,
      `${prefix}${await pushedRequest.seal(serviceKeys, content, now + 60)}`,
    ];
    for (const changed of forged) {
      const query = new URLSearchParams({ client_id, request_uri: changed });
      await refused(`${world.service}/oauth2/authorize?${query}`);
    }
    expect((await ask(world, address)).status).toBe(302);
    await world.clock.advance(90);
    await refused(address);
  });

  test("isn't issued without credentials, or for parameters in the endpoint's URL", async () => {
    const { client_id, client_secret, redirect_uri } = applications.shop;
    const fields = { response_type: 'code', redirect_uri, state: 'pushed' };
    const push = (query: Record<string, string>, changes: Record<string, undefined>, headers = {}) =>
      pushRequest(world, changes, { query, headers });
    const without = { response_type: undefined, redirect_uri: undefined, state: undefined };
    const anonymous = { Authorization: '' };
    for (const refused of [
      await push({ client_id, client_secret }, {}, anonymous),
      await push({ client_id, client_secret, ...fields }, without, anonymous),
      await push({ state: 'pushed' }, { state: undefined }),
      await push({ redirect_uri }, { redirect_uri: undefined }),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: expect.any(String) }]);
    expect((await push({}, {})).status).toBe(201);
  });

  test('has no effect as a state', async () => {
    const { searchParams } = new URL(await pushedUrl(world, none));
    const state = searchParams.get('request_uri') ?? '';
    const answer = await ask(world, authorizeUrl(world, { ...none, state }));
    const back = new URL(answer.headers.get('Location') ?? '');
    expect([back.searchParams.get('state'), back.searchParams.get('error')]).toEqual([
      state,
      'login_required',
    ]);
  });
});

describe('a request_uri of an application with par: once', () => {
  const world = useWorld({ half: 'service' });
  const callback = applications.shop.redirect_uri;
  const headers = { 'Accept-Language': 'en' };
  const newBrowser = () => new BrowserSession(world, { headers });
  const newAddress = async (query: Record<string, string> = {}) => {
    const credentials = await registerApplication(world, { par: 'once', redirect_uris: [callback] });
    return pushedUrl(world, { redirect_uri: callback, ...query }, { credentials });
  };
  const isForm = ({ status, document }: Shown) =>
    status === 200 && document.querySelector('[name=phoneNo]') !== null;
  const expired = [400, 'We can’t find this sign-in'];
  const seen = (page: Shown) => [page.status, titleOf(page)];

  test('starts one sign-in: other browsers get an expired-request error before and after its end', async () => {
    const address = await newAddress();
    const [owner, thief] = [newBrowser(), newBrowser()];
    const form = await owner.get(address);
    expect(isForm(form)).toBe(true);
    expect(seen(await thief.get(address))).toEqual(expired);
    const end = await owner.submit(await owner.submit(form, await newSubscriber(world)));
    expect(codeOf(end)).toBeDefined();
    expect(seen(await thief.get(address))).toEqual(expired);
    const program = await world.fetch(address, { headers });
    expect([program.status, await program.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('This sign-in link has expired.') },
    ]);
  });

  test('continues in the browser that used it, after a reload and by Back', async () => {
    const address = await newAddress();
    const browser = newBrowser();
    const flowOf = (page: Shown) => page.document.querySelector('[name=flow]')?.getAttribute('value');
    const first = await browser.get(address);
    const again = await browser.get(address);
    expect([isForm(again), flowOf(again)]).toEqual([true, flowOf(first)]);
    const consent = await browser.submit(again, await newSubscriber(world));
    expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
    const back = await browser.get(address);
    expect(back.status).toBe(200);
    expect(codeOf(await browser.submit(await browser.get(consent.url)))).toBeDefined();
    expect(seen(await browser.get(address)), 'it has ended').toEqual(expired);
  });

  test('opened in several browsers at once starts exactly one sign-in', async () => {
    const address = await newAddress();
    const pages = await Promise.all(Array.from({ length: 6 }, () => newBrowser().get(address)));
    expect(pages.filter(isForm)).toHaveLength(1);
    expect(pages.filter((page) => page.status === 400).map(seen)).toEqual(Array(5).fill(expired));
  });

  test("is used up by prompt=none, and can't be used again within its lifetime", async () => {
    const address = await newAddress(none);
    expect(locationOf(await ask(world, address))).toContain('error=login_required');
    await world.clock.advance(89);
    expect((await ask(world, address)).status).toBe(400);
    await world.clock.advance(2);
    expect((await ask(world, address)).status).toBe(400);
  });

  test("leaves nothing stored after its expiry, and other applications' requests store nothing", async () => {
    const used = async (): Promise<string[]> =>
      ((await world.durableObjects.PUSHEDREQUEST.getByName('any').known()) as ObjectName[]).flatMap(
        ([name, id]: ObjectName) => (name === 'PushedRequest' ? [id] : []),
      );
    const stored = async (ids: string[]) => {
      const { PUSHEDREQUEST } = world.durableObjects;
      const rests = ids.map((id) => PUSHEDREQUEST.get(PUSHEDREQUEST.idFromString(id)).atRest());
      return (await Promise.all(rests)).map(({ stored }) => stored);
    };
    const before = await used();
    await ask(world, await pushedUrl(world, none));
    expect(await used()).toEqual(before);
    await ask(world, await newAddress(none));
    const made = (await used()).filter((id) => !before.includes(id));
    expect(await stored(made)).toEqual([expect.stringContaining('used')]);
    await world.clock.advance(150);
    expect(await stored(made)).toEqual(['{}']);
  });

  test('is required for each sign-in, as with par: required', async () => {
    const { client_id } = await registerApplication(world, { par: 'once', redirect_uris: [callback] });
    const refused = await ask(world, authorizeUrl(world, { client_id, redirect_uri: callback, ...none }));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('request_uri') });
  });
});

describe('the response of another service (mix-up, RFC 9207)', () => {
  const own = useGatewayWorld();
  const strict = useGatewayWorld({ vars: { ISS_REQUIRED: 'Y' } });

  test.each([
    ['with its name', () => own, () => 'https://evil.example', 400],
    ['with a name like ours', () => own, ({ url }: { url: string }) => `${url}/`, 400],
    ['with our service’s name', () => own, ({ url }: { url: string }) => url, 303],
    ['without a name', () => own, () => undefined, 303],
    ['without a name, where each has one', () => strict, () => undefined, 400],
  ] as const)('%s', async (_, worldOf, issuer, status) => {
    const world = worldOf();
    world.standIn.reset();
    const visitor = new Visitor(world);
    const { url } = await visitor.get(`${world.gateway}/auth/login`);
    const callback = new URL('/auth/callback', world.gateway);
    callback.searchParams.set('code', 'c');
    callback.searchParams.set('state', url.searchParams.get('state') ?? '');
    const iss = issuer(world.standIn);
    if (iss !== undefined) callback.searchParams.set('iss', iss);
    const answer = await visitor.fetch(callback, { redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(world.standIn.exchanges()).toBe(status === 303 ? 1 : 0);
    if (status === 303) expect(await visitor.session()).toMatchObject({ user: { plid: person.plid } });
  });
});
