import { afterEach, expect, test, vi } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { applications, origins } from '../../test/support/world/test-settings.ts';
import { signInInOneCall } from '../api/direct-sign-in.ts';
import { readSession } from '../demo/gateway-client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Signs in with one call to a service that answers the first request with a redirect. */
async function signIn(asked: object, location: string) {
  const sent: URL[] = [];
  vi.stubGlobal('fetch', async (address: URL) => {
    sent.push(new URL(address));
    return new Response(null, { status: 302, headers: { Location: location, 'Set-Cookie': 'd=1; Path=/' } });
  });
  const url = new URL(`${origins.service}/sandbox/sign-in`);
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(asked) });
  const directory = { subscriber: async () => people.hana };
  const env = { BASE_URL: origins.service, DIRECTORY: { idFromName: String, get: () => directory } };
  const answer = await signInInOneCall({ request, url, env, now: 1 } as never);
  return { asked: Object.fromEntries(sent[0]?.searchParams ?? []), answer: await answer.json() };
}

const { client_id, redirect_uri } = applications.shop;
const usual = { phoneNo: people.hana.phoneNo, client_id, redirect_uri };

test('a sign-in in one call sends each parameter of the authorization request that it gets', async () => {
  const more = {
    ...{ state: 's', prompt: 'login', isHybrid: 'Y', scope: 'openid', nonce: 'n', max_age: '60' },
    ...{ code_challenge: 'c', code_challenge_method: 'S256', request_uri: 'urn:x' },
  };
  const { asked } = await signIn({ ...usual, ...more, autoLogin: true, device: 'd=1' }, redirect_uri);
  expect(asked).toEqual({ response_type: 'code', client_id, redirect_uri, ...more });
  const plain = await signIn(usual, redirect_uri);
  expect(plain.asked).toEqual({
    ...{ response_type: 'code', client_id, redirect_uri },
    state: expect.stringMatching(/^[\w-]{20,}$/),
  });
});

test('a sign-in in one call returns what the application gets, and the cookies of the browser', async () => {
  const location = `${redirect_uri}?code=c&state=s&error=e&message=m&other=o`;
  expect((await signIn(usual, location)).answer).toEqual({
    ...{ location, code: 'c', state: 's', error: 'e', message: 'm', device: 'd=1' },
  });
  expect((await signIn(usual, redirect_uri)).answer).toEqual({ location: redirect_uri, device: 'd=1' });
});

test('the demo shop shows a visitor whom its gateway does not know, and an outage of the gateway as one', async () => {
  const ask = (status: number) => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status }));
    return readSession('http://localhost:8787', new Request('http://localhost:8787/'));
  };
  expect(await ask(401)).toBeUndefined();
  for (const status of [200, 403, 500, 503])
    await expect(ask(status), String(status)).rejects.toMatchObject({ status: 503 });
});
