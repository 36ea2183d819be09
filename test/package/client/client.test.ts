import { describe, expect, test } from 'vitest';
import {
  createClient,
  isAutomaticLogin,
  PlidMismatch,
  PlidRefusal,
} from '../../../packages/plid/client/index.ts';
import { remedies } from '../../../packages/plid/client/remedies.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { applications, origins } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop } = applications;
const options = {
  service: origins.service,
  clientId: shop.client_id,
  clientSecret: shop.client_secret,
  redirectUri: shop.redirect_uri,
};
const client = createClient(options);

/** A user signs in at an address of the service. @returns the address of the callback. */
async function signInAt(url: string, person = people.hana, fields = {}): Promise<string> {
  const browser = new BrowserSession(world, { visitable: ({ origin }) => origin === world.service });
  const page = await browser.submit(await browser.get(url), { ...person, ...fields });
  const isConsent = page.url.pathname === '/oauth2/authorize/consent';
  return (isConsent ? await browser.submit(page, fields) : page).url.href;
}

const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const result = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(result).toBeDefined();
  return result;
};

describe('a sign-in with plid/client', () => {
  test('returns the decrypted user', async () => {
    const { url, ...kept } = await client.startSignIn();
    const user = await client.finishSignIn(await signInAt(url), kept);
    expect(user).toMatchObject({ name: '김하나', phoneNo: '01000000001', autoLoginYn: 'N' });
    expect(user.ci).toHaveLength(88);
    expect(isAutomaticLogin(user)).toBe(false);
  });

  test('accepts the callback as a path, as in Node, and works step by step', async () => {
    const { url, ...kept } = await client.startSignIn({ prompt: 'login', ui_locales: 'en' });
    const { pathname, search } = new URL(await signInAt(url));
    const code = await client.readCallback(pathname + search, kept);
    const token = await client.exchange(code, kept);
    expect(token).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 600,
      state: kept.state,
    });
    const { code: result, user } = await client.userAnswer(token.access_token);
    expect(result).toBe('0000');
    expect(await client.user(token.access_token)).toEqual(user);
  });

  test('works without PKCE', async () => {
    const plain = createClient({ ...options, pkce: false });
    const { url, ...kept } = await plain.startSignIn();
    expect(url).not.toContain('code_challenge');
    expect(await plain.finishSignIn(await signInAt(url), kept)).toMatchObject({ name: '김하나' });
  });

  test('works for an application with par, pkce, and iss, with pushed requests', async () => {
    const registered = { attributes: ['name'], iss: true, pkce: 'required', par: 'required' };
    const { client_id, client_secret } = await registerApplication(world, registered);
    const redirectUri = 'https://books.example.com/cb';
    const strict = createClient({
      ...{ service: origins.service, clientId: client_id, clientSecret: client_secret },
      ...{ redirectUri, requireIss: true },
    });
    const { url, ...kept } = await strict.startSignIn();
    expect([...new URL(url).searchParams.keys()]).toEqual(['client_id', 'request_uri']);
    expect(await strict.finishSignIn(await signInAt(url), kept)).toMatchObject({ name: '김하나' });
    const refused = await new BrowserSession(world).get(strict.authorizationUrl({ state: 's' }));
    expect(refused.status).toBe(400);
  });

  test('that is automatic returns only the plid', async () => {
    const browser = new BrowserSession(world);
    const first = await client.startSignIn();
    const page = await browser.submit(await browser.get(first.url), { ...people.duri, autoLogin: 'Y' });
    const consented = await browser.submit(page, { autoLogin: 'Y' });
    const { plid } = await client.finishSignIn(consented.url, first);
    const again = await client.startSignIn();
    const user = await client.finishSignIn((await browser.get(again.url)).url, again);
    expect(user).toEqual({ plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
    expect(isAutomaticLogin(user)).toBe(true);
  });

  test("isn't ended by another sign-in's callback, whose code isn't sent", async () => {
    const { url } = await client.startSignIn();
    const callback = await signInAt(url);
    for (const kept of [
      undefined,
      {},
      { state: '' },
      { state: `${new URL(callback).searchParams.get('state')}x` },
    ]) {
      const failure = await failureOf(client.finishSignIn(callback, kept));
      expect(failure).toMatchObject({
        name: 'PlidRefusal',
        reason: 'state_mismatch',
        error: 'invalid_state',
      });
    }
  });

  test('denied on the phone is an error', async () => {
    const { url, ...kept } = await client.startSignIn();
    const failure = await failureOf(client.finishSignIn(await signInAt(url, people.geojeol), kept));
    expect(failure).toMatchObject({ reason: 'sent_back', error: 'access_denied', plidReason: 'denied' });
    expect((failure as PlidRefusal).message).toContain(remedies.authorize.access_denied);
  });
});

describe('a disconnect with plid/client', () => {
  test('ends the connection, and a second one is rejected', async () => {
    const { url, ...kept } = await client.startSignIn();
    const { plid } = await client.finishSignIn(await signInAt(url, people.john), kept);
    await client.disconnect(plid);
    const failure = await failureOf(client.disconnect(plid));
    expect(failure).toBeInstanceOf(PlidRefusal);
    expect(failure).toMatchObject({ reason: 'refused', error: 'invalid_request', refusal: { status: 400 } });
  });
});

describe('the service rejects', () => {
  test('a code, with a remedy in the message and no code in message or log', async () => {
    const failure = (await failureOf(client.exchange('a-made-up-code'))) as PlidRefusal;
    expect(failure).toMatchObject({ reason: 'refused', error: 'server_error', refusal: { status: 500 } });
    expect(failure.refusal?.message).toContain('…p-code');
    expect(failure.message).toContain(remedies.token.server_error);
    expect(failure.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify({ ...failure }) + failure.stack).not.toContain('a-made-up-code');
  });

  test('a token', async () => {
    expect(await failureOf(client.user('a.made.up.token'))).toMatchObject({
      reason: 'refused',
      error: 'authentication_failed',
    });
  });

  test("the client's credentials, which the operator must fix", async () => {
    const stranger = createClient({ ...options, clientSecret: 'f'.repeat(64) });
    const failure = await failureOf(stranger.exchange('a-code'));
    expect(failure).toBeInstanceOf(PlidMismatch);
    expect(failure).toMatchObject({
      reason: 'client_refused',
      refusal: { status: 401, error: 'invalid_client' },
    });
    expect(String(failure)).not.toContain('f'.repeat(16));
  });
});
