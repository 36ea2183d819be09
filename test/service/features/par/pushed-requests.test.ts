import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { challengeOf } from '../../../support/fixtures/grants.ts';
import {
  authorizeUrl,
  codeOf,
  locationOf,
  people,
  returned,
  titleOf,
} from '../../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../../support/requests/operator-requests.ts';
import { basic, pushedUrl, pushRequest, requestToken } from '../../../support/requests/service-requests.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const verifier = 'v'.repeat(43);
const pkce = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
/** From the sign-in page to the end. */
async function wholeSignIn(browser: BrowserSession, page: Shown): Promise<Shown> {
  const next = await browser.submit(page, people.hana);
  return next.url.pathname.endsWith('/consent') ? browser.submit(next) : next;
}
const ask = (address: string) => world.fetch(address, { redirect: 'manual' });

describe('a pushed authorization request (RFC 9126)', () => {
  test("is accepted with the client's credentials, and its request_uri leads to a complete sign-in", async () => {
    const answer = await pushRequest(world, { ...pkce, prompt: 'login', ui_locales: 'en' });
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    const { request_uri, expires_in, ...rest } = (await answer.json()) as Record<string, string>;
    expect([expires_in, rest]).toEqual([90, {}]);

    const browser = new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } });
    const query = new URLSearchParams({
      client_id: applications.shop.client_id,
      request_uri: request_uri ?? '',
    });
    const page = await browser.get(`${world.service}/oauth2/authorize?${query}`);
    expect(titleOf(page)).toBe('Sign in to Demo Shop');
    const end = await wholeSignIn(browser, page);
    expect(`${end.url.origin}${end.url.pathname}`).toBe(applications.shop.redirect_uri);
    expect(returned(end).state).toBe('pushed');
    expect((await requestToken(world, { code: codeOf(end) })).status).toBe(400);
    expect((await requestToken(world, { code: codeOf(end), code_verifier: verifier })).status).toBe(200);
  });

  test('needs an authorization URL under 520 characters, and under 3,200 with the longest state', async () => {
    const short = await pushedUrl(world, { ...pkce, state: 's'.repeat(43) });
    expect(short.length).toBeLessThan(520);
    const state = `${'%C3%A9'.repeat(341)}ab`;
    expect(state).toHaveLength(2_048);
    const address = await pushedUrl(world, { ...pkce, prompt: 'none', state: decodeURIComponent(state) });
    expect(address.length).toBeLessThan(3_200);
    expect(new URL(locationOf(await ask(address))).searchParams.get('state')).toBe(decodeURIComponent(state));
  });

  test('ignores other parameters next to its request_uri (RFC 9126 §4)', async () => {
    const beside = '&state=another&redirect_uri=https://evil.example/&prompt=login&prompt=none&ui_locales=ko';
    const address = await pushedUrl(world, { prompt: 'none', ui_locales: 'en' }, { beside });
    const location = new URL(locationOf(await ask(address)));
    expect(`${location.origin}${location.pathname}`).toBe(applications.shop.redirect_uri);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      ...{ state: 'pushed', error: 'login_required', message: 'The user must sign in.' },
    });
  });

  test('can be used again until it expires, and each use starts its own sign-in', async () => {
    const address = await pushedUrl(world);
    const flows = await Promise.all(
      [1, 2].map(async () =>
        (await new BrowserSession(world).get(address)).document.querySelector('[name=flow]'),
      ),
    );
    const [first, second] = flows.map((flow) => flow?.getAttribute('value'));
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
  });

  test('continues after its expiry only in the browser that used it before; elsewhere it returns 400', async () => {
    const browser = new BrowserSession(world);
    const address = await pushedUrl(world, { ui_locales: 'en' });
    const unopened = await pushedUrl(world, { state: 'another' });
    const page = await browser.get(address);
    await world.clock.advance(89);
    expect(titleOf(await new BrowserSession(world).get(address))).toBe('Sign in to Demo Shop');
    await world.clock.advance(1);
    const again = await browser.get(address);
    expect(again.url.pathname).toBe('/oauth2/authorize/sign-in');
    expect(again.url.searchParams.get('flow')).toBe(
      page.document.querySelector('[name=flow]')?.getAttribute('value'),
    );
    expect((await browser.get(unopened)).status).toBe(400);
    const elsewhere = await new BrowserSession(world, { headers: { 'Accept-Language': 'en' } }).get(address);
    expect([elsewhere.status, titleOf(elsewhere)]).toEqual([400, 'We can’t find this sign-in']);
    const program = await world.fetch(address, { headers: { 'Accept-Language': 'en' } });
    expect([program.status, await program.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('This sign-in link has expired.') },
    ]);
    await wholeSignIn(browser, again);
    expect((await browser.get(address)).status).toBe(400);
  });
});

describe('a pushed request is rejected with the error of an authorization request', () => {
  const missing = (item: string) => `The required item ${item} is missing.`;
  const invalid = (item: string) => `The value of ${item} is not valid.`;
  test.each<[string, Record<string, string | undefined>, string, string]>([
    ['without redirect_uri', { redirect_uri: undefined }, 'invalid_request', missing('redirect_uri')],
    [
      'with another redirect_uri',
      { redirect_uri: 'https://evil.example/' },
      'invalid_grant',
      'The redirect address https://evil.example/ matches none of the registered addresses.',
    ],
    ['without response_type', { response_type: undefined }, 'invalid_request', missing('response_type')],
    ['with response_type=token', { response_type: 'token' }, 'invalid_request', invalid('response_type')],
    ['without state', { state: undefined }, 'invalid_request', missing('state')],
    [
      'with plain PKCE',
      { ...pkce, code_challenge_method: 'plain' },
      'invalid_request',
      invalid('code_challenge_method'),
    ],
    ['with a request_uri', { request_uri: 'urn:a' }, 'invalid_request', invalid('request_uri')],
    [
      'for another client',
      { client_id: applications.bank.client_id },
      'invalid_request',
      invalid('client_id'),
    ],
  ])('%s', async (_, changes, error, message) => {
    const answer = await pushRequest(world, changes, { headers: { 'Accept-Language': 'en' } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error, message, error_description: message },
    ]);
  });

  test('with a wrong secret (401) or without one (400)', async () => {
    const headers = { Authorization: basic({ ...applications.shop, client_secret: '0'.repeat(64) }) };
    expect((await pushRequest(world, {}, { headers })).status).toBe(401);
    expect((await pushRequest(world, {}, { headers: { Authorization: '' } })).status).toBe(400);
    const { client_id, client_secret } = applications.shop;
    const inFields = await pushRequest(
      world,
      { client_id, client_secret },
      { headers: { Authorization: '' } },
    );
    expect(inFields.status).toBe(201);
  });
});

describe('an application that is registered with', () => {
  const redirect_uri = 'https://books.example.com/cb';
  const plain = { redirect_uri, state: 'plain', prompt: 'none' };

  test('par: required gets 400 for a plain authorization request, and not for a pushed one', async () => {
    const books = await registerApplication(world, { par: 'required' });
    const refused = await ask(authorizeUrl(world, { client_id: books.client_id, ...plain }));
    expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
    expect(await refused.json()).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('request_uri'),
    });
    const address = await pushedUrl(world, plain, { credentials: books });
    expect(locationOf(await ask(address))).toContain('error=login_required');
  });

  test('pkce: required needs a challenge, pushed or not', async () => {
    const books = await registerApplication(world, { pkce: 'required' });
    const { client_id } = books;
    const headers = { Authorization: basic(books) };
    const refused = await ask(authorizeUrl(world, { client_id, ...plain }));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('code_challenge') },
    ]);
    expect((await pushRequest(world, plain, { headers })).status).toBe(400);
    expect((await ask(authorizeUrl(world, { client_id, ...plain, ...pkce }))).status).toBe(302);
    expect((await pushRequest(world, { ...plain, ...pkce }, { headers })).status).toBe(201);
  });

  test('iss gets the issuer in each redirect, and no other application does', async () => {
    const { client_id } = await registerApplication(world, { iss: true });
    const issuer = 'https://login.example.com';
    const none = locationOf(await ask(authorizeUrl(world, { client_id, ...plain })));
    expect(new URL(none).searchParams.getAll('iss')).toEqual([issuer]);
    const browser = new BrowserSession(world, { visitable: ({ origin }) => origin === world.service });
    const address = authorizeUrl(world, { client_id, ...plain, prompt: 'login' });
    const end = await wholeSignIn(browser, await browser.get(address));
    expect(returned(end)).toMatchObject({ iss: issuer, state: 'plain', code: expect.any(String) });
    const denied = await browser.submit(await browser.get(address), people.geojeol);
    expect(returned(denied)).toMatchObject({ iss: issuer, error: 'access_denied' });
    expect(locationOf(await ask(authorizeUrl(world, { prompt: 'none' })))).not.toContain('iss=');
  });
});
