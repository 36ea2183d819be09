import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import {
  authorizeUrl,
  codeOf,
  people,
  requestAuthorization,
  signIn,
} from '../../support/fixtures/sign-in.ts';
import { jsonOf, requestToken } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const { client_id, redirect_uri } = applications.shop;
const good = { response_type: 'code', client_id, redirect_uri, state: 'a state' };
type Fields = Record<string, string>;

/** A browser's headers for a form on a page of the application. */
const fromOtherSite = {
  Origin: 'https://shop.example.com',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
};

const address = (query: Fields | string) => `${world.service}/oauth2/authorize?${new URLSearchParams(query)}`;

const form = (fields: Fields | string, headers: Fields = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
});

const post = (fields: Fields | string, query: Fields = {}, headers: Fields = {}) =>
  world.fetch(address(query), form(fields, headers));

/** Follows the redirect to the same request as GET. */
const followed = async (answer: Response): Promise<Response> => {
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
  return world.fetch(new URL(answer.headers.get('Location') ?? '', world.service), { redirect: 'manual' });
};
const locationOf = (answer: Response) => new URL(answer.headers.get('Location') ?? '', world.service);

describe('an authorization request by POST', () => {
  test.each<[string, Fields, Fields]>([
    ['in the form', good, {}],
    ['in the query string', {}, good],
    ['half here, half there', { client_id, redirect_uri }, { response_type: 'code', state: 'a state' }],
    ['in both, agreeing', good, good],
  ])('accepts its parameters %s', async (_, fields, query) => {
    const answer = await post(fields, query);
    expect(locationOf(answer).pathname).toBe('/oauth2/authorize');
    expect(Object.fromEntries(locationOf(answer).searchParams)).toEqual(good);
    const response = await followed(answer);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('name="phoneNo"');
  });

  test('needs no body or Content-Type if the query string has everything', async () => {
    expect((await followed(await world.fetch(address(good), { method: 'POST' }))).status).toBe(200);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['no client_id', { client_id: undefined }],
    ['an unknown client_id', { client_id: 'nobody00000000000000' }],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }],
    ['a wrong response_type', { response_type: 'token' }],
    ['no state', { state: undefined }],
    ['a state that is too long', { state: 'x'.repeat(2_049) }],
    ['PKCE of the plain kind', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
  ])('is handled like GET: %s', async (_, changes) => {
    const byGet = await requestAuthorization(world, changes);
    const fields = new URL(authorizeUrl(world, changes)).search.slice(1);
    const byPost = await post(fields);
    expect(byPost.status).toBe(byGet.status);
    expect(byPost.headers.get('Location')).toBe(byGet.headers.get('Location'));
    expect(await byPost.text()).toBe(await byGet.text());
  });

  test.each(['client_id', 'redirect_uri', 'response_type', 'state'])(
    'with %s twice, or a different one in the query string, is an invalid_request',
    async (item) => {
      const twice = `${new URLSearchParams(good)}&${item}=${encodeURIComponent(good[item as keyof typeof good])}`;
      for (const response of [await post(twice), await post(good, { [item]: 'another' })]) {
        expect(response.status).toBe(400);
        const { error, message } = await jsonOf(response);
        expect({ error, message }).toEqual({
          error: 'invalid_request',
          message: `The value of ${item} is not valid.`,
        });
      }
    },
  );

  test('leaves out unknown parameters, and a repeated one that it ignores', async () => {
    const answer = await post(`${new URLSearchParams(good)}&login=1&scope=a&scope=b&nonce=1&nonce=2`);
    expect(Object.fromEntries(locationOf(answer).searchParams)).toEqual(good);
  });

  test('with prompt=none and without a signed-in user ends like GET', async () => {
    const byGet = await requestAuthorization(world, { ...good, prompt: 'none' });
    const byPost = await followed(await post({ ...good, prompt: 'none' }));
    expect([byPost.status, byPost.headers.get('Location')]).toEqual([302, byGet.headers.get('Location')]);
  });

  test.each([
    ['a state of 2,048 characters is repeated in the query', { state: 'x'.repeat(2_048) }, ''],
    [
      'a request that is too long for a URL is encrypted',
      { ui_locales: `ko ${'x'.repeat(20_000)}` },
      'request_uri',
    ],
  ])('%s, and returns its state', async (_, more, encrypted) => {
    const fields: Fields = { ...good, ...more, prompt: 'none' };
    const answer = await post(fields);
    const location = locationOf(answer);
    expect(location.searchParams.has('request_uri')).toBe(encrypted === 'request_uri');
    expect(location.href.length).toBeLessThan(8_000);
    expect(locationOf(await followed(answer)).searchParams.get('state')).toBe(fields.state);
  });

  test('is encrypted if its query would be longer than 6,000 characters', async () => {
    const leadsTo = async (length: number) =>
      locationOf(await post({ ...good, ui_locales: `ko ${'x'.repeat(length)}` }));
    const room = 6_000 - ((await leadsTo(1)).search.length - '?x'.length);
    expect((await leadsTo(room)).search).toHaveLength('?'.length + 6_000);
    expect((await leadsTo(room + 1)).searchParams.has('request_uri')).toBe(true);
  });

  test('as JSON gets an error that says what to send', async () => {
    const response = await post(JSON.stringify(good), {}, { 'Content-Type': 'application/json' });
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).message).toContain('Send application/x-www-form-urlencoded.');
  });

  test.each([
    ['as it is spelled', 'a+b%20c%2f%C3%A9', 'a+b%20c%2f%C3%A9'],
    ['with what no Location can hold percent-encoded', 'a b#c한', 'a%20b%23c%ED%95%9C'],
    ['with a line break for a header', 'x%0D%0ASet-Cookie:%20a=b', 'x%0D%0ASet-Cookie:%20a=b'],
  ])('returns the state of the form %s', async (_, sent, expected) => {
    const { state: __, ...rest } = good;
    const response = await post(
      `?state=no&state=${sent}&${new URLSearchParams({ ...rest, prompt: 'none' })}`,
    );
    const end = await followed(response);
    expect(end.headers.get('Location')?.split('&state=')[1]).toBe(expected);
  });
});

describe("an authorization request from another site's page", () => {
  /** Posts a form as a browser does from another site: without cookies, which it sends with the redirect. */
  const postTo = async (browser: BrowserSession, fields: Fields = {}, into = 'document') => {
    const headers = { ...fromOtherSite, 'Sec-Fetch-Dest': into };
    const answer = await post({ ...good, ...fields }, {}, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
    return browser.get(locationOf(answer), { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': into });
  };

  test('starts a sign-in that ends with a code', async () => {
    const browser = new BrowserSession(world);
    const shown = await postTo(browser);
    expect(shown.status).toBe(200);
    const end = await browser.submit(await browser.submit(shown, people.hana));
    expect(end.url.searchParams.get('state')).toBe('a state');
    expect((await requestToken(world, { code: codeOf(end) })).status).toBe(200);
  });

  test('signs in automatically, with prompt=none as well', async () => {
    const browser = new BrowserSession(world);
    await signIn(browser, world, people.duri, { autoLogin: true });
    for (const fields of [{}, { prompt: 'none' }]) {
      const end = await postTo(browser, fields);
      expect(end.url.href.split('?')[0]).toBe(redirect_uri);
      expect([end.url.searchParams.has('code'), end.url.searchParams.get('state')]).toEqual([
        true,
        'a state',
      ]);
    }
    const asked = await postTo(browser, { prompt: 'login' });
    expect(asked.document.querySelector('input[name=phoneNo]')).not.toBeNull();
  });

  test('never signs in automatically in a frame', async () => {
    const browser = new BrowserSession(world);
    await signIn(browser, world, people.duri, { autoLogin: true });
    const shown = await postTo(browser, {}, 'iframe');
    expect(shown.document.querySelector('input[name=phoneNo]')).not.toBeNull();
    const silent = await postTo(browser, { prompt: 'none' }, 'iframe');
    expect(silent.url.searchParams.get('error')).toBe('login_required');
  });
});
