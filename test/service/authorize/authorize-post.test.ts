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

describe('an authorization request by POST', () => {
  test.each<[string, Fields, Fields]>([
    ['in the form', good, {}],
    ['in the query string', {}, good],
    ['half here, half there', { client_id, redirect_uri }, { response_type: 'code', state: 'a state' }],
    ['in both, agreeing', good, good],
  ])('accepts its parameters %s', async (_, fields, query) => {
    const response = await post(fields, query);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('name="phoneNo"');
  });

  test('needs no body or Content-Type if the query string has everything', async () => {
    expect((await world.fetch(address(good), { method: 'POST' })).status).toBe(200);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['no client_id', { client_id: undefined }],
    ['an unknown client_id', { client_id: 'nobody00000000000000' }],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }],
    ['a wrong response_type', { response_type: 'token' }],
    ['no state', { state: undefined }],
    ['a state that is too long', { state: 'x'.repeat(2_049) }],
    ['PKCE of the plain kind', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['prompt=none without a signed-in user', { prompt: 'none' }],
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
    expect(response.headers.get('Location')?.split('&state=')[1]).toBe(expected);
  });
});

describe("an authorization request from another site's page", () => {
  test('starts a sign-in that ends with a code', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.fetch(address({}), form(good, fromOtherSite));
    expect(page.status).toBe(200);
    const flow = /name="flow" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const shown = await browser.get(`${world.service}/oauth2/authorize/sign-in?flow=${flow}`);
    const consent = await browser.submit(shown, people.hana);
    const end = await browser.submit(consent);
    expect(end.url.searchParams.get('state')).toBe('a state');
    expect((await requestToken(world, { code: codeOf(end) })).status).toBe(200);
  });

  test("doesn't sign in automatically, because the browser sends no cookies; with cookies it is like GET", async () => {
    const browser = new BrowserSession(world);
    await signIn(browser, world, people.duri, { autoLogin: true });
    expect((await browser.get(authorizeUrl(world))).url.searchParams.has('code')).toBe(true);

    const withoutCookies = await post(good, {}, fromOtherSite);
    expect(withoutCookies.status).toBe(200);
    const sameSite = await browser.fetch(address({}), form(good, { 'Sec-Fetch-Site': 'same-site' }));
    expect(sameSite.status).toBe(302);
    expect(new URL(sameSite.headers.get('Location') ?? '').searchParams.has('code')).toBe(true);
  });
});
