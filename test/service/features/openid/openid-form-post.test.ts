import { describe, expect, test } from 'vitest';
import { postedBy } from '../../../gateway/support/posted-form.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import {
  openIdUrl,
  redirect_uri,
  registerRelyingParty,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { codeOf, people, returned, signIn } from '../../../support/fixtures/sign-in.ts';
import { pushedUrl } from '../../../support/requests/service-requests.ts';
import { applications, origins } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const formPost = { response_mode: 'form_post' };

describe('response_mode=form_post, with the scope openid', () => {
  test('posts code, state, and iss to the callback, and no URL contains them', async () => {
    const application = await registerRelyingParty(world);
    const end = await signInAt(world, application, await newSubscriber(world), {
      query: { ...formPost, state: 'a b"&+=<' },
    });
    expect([end.status, end.headers.get('Location')]).toEqual([200, null]);
    const { action, fields } = postedBy(end);
    expect(action).toBe(redirect_uri);
    expect(fields).toEqual({ code: fields.code, iss: origins.service, state: 'a b"&+=<' });
    expect(end.headers.get('Set-Cookie')).toContain('plid-sign-in-');
    const code = { url: new URL(`${redirect_uri}?code=${fields.code}`) } as Shown;
    expect(await tokensOf(world, application, code)).toHaveProperty('id_token');
  });

  test('has a script with the nonce of its policy, and a button', async () => {
    const application = await registerRelyingParty(world);
    const shown = await new BrowserSession(world).get(
      openIdUrl(world, application, { ...formPost, prompt: 'none' }),
    );
    const policy = shown.headers.get('Content-Security-Policy') ?? '';
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(shown.document.querySelector('script')?.getAttribute('nonce')).toBe(nonce);
    // The callback, and whatever it redirects to.
    expect(policy).not.toContain('form-action');
    expect(shown.document.querySelectorAll('main button[type=submit]')).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['an invalid parameter', { max_age: '-1' }, 'invalid_request'],
    ['an unsupported response type', { response_type: 'id_token' }, 'unsupported_response_type'],
    [
      'a request_uri of the application',
      { request_uri: 'https://rp.example/r' },
      'request_uri_not_supported',
    ],
  ])('posts the error of %s', async (_, query, error) => {
    const application = await registerRelyingParty(world);
    const url = openIdUrl(world, application, { ...formPost, state: 's 1', ...query });
    const { action, fields } = postedBy(await new BrowserSession(world).get(url));
    expect(action).toBe(redirect_uri);
    expect(fields).toMatchObject({ error, state: 's 1', iss: origins.service });
    expect(fields.error_description).toBe(fields.message);
  });

  test("posts the phone's denial and the user's cancellation", async () => {
    const application = await registerRelyingParty(world);
    const browser = new BrowserSession(world);
    const url = openIdUrl(world, application, formPost);
    const wait = await browser.submit(await browser.get(url), people.geojeol);
    const denied = wait.document.querySelector('main input[name=error]') ? wait : await browser.get(wait.url);
    expect(postedBy(denied).fields).toMatchObject({ error: 'access_denied' });
    const other = new BrowserSession(world);
    const cancelled = await other.submit(await other.get(url), {}, 'form[action$="/cancel"]');
    expect(postedBy(cancelled).fields).toMatchObject({ error: 'access_denied', plid_reason: 'cancelled' });
  });

  test('posts the code of an automatic sign-in', async () => {
    const application = await registerRelyingParty(world, { openid_automatic: true });
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    await signInAt(world, application, person, { browser, autoLogin: true });
    const shown = await browser.get(openIdUrl(world, application, { ...formPost, prompt: 'none' }));
    expect(postedBy(shown).fields).toHaveProperty('code');
  });

  test('can be pushed', async () => {
    const application = await registerRelyingParty(world);
    const pushed = { scope: 'openid', state: 'p', ...formPost };
    const browser = new BrowserSession(world);
    const form = await browser.get(await pushedUrl(world, pushed, { credentials: application }));
    const consent = await browser.submit(form, await newSubscriber(world));
    expect(postedBy(await browser.submit(consent)).fields).toMatchObject({ state: 'p' });
  });
});

test('response_mode=query is the default', async () => {
  const application = await registerRelyingParty(world);
  const end = await signInAt(world, application, people.hana, { query: { response_mode: 'query' } });
  expect(returned(end)).toHaveProperty('code');
});

test('an unknown response_mode is rejected in the query, and so is a repeated one', async () => {
  const application = await registerRelyingParty(world);
  for (const more of ['&response_mode=fragment', '&response_mode=form_post&response_mode=form_post']) {
    const shown = await new BrowserSession(world).get(`${openIdUrl(world, application)}${more}`);
    expect(returned(shown)).toMatchObject({ error: 'invalid_request' });
  }
});

test.each(['form_post', 'fragment', 'query.jwt'])(
  'without the scope openid response_mode=%s is ignored',
  async (response_mode) => {
    const application = await registerRelyingParty(world);
    const plain = { scope: 'profile', response_mode };
    const end = await signInAt(world, application, people.hana, { query: plain });
    expect(Object.keys(returned(end))).toEqual(['code', 'state']);
    const query = { scope: 'openid', response_mode, client_id: applications.shop.client_id };
    const ofOther = await signIn(new BrowserSession(world), world, people.hana, { query });
    expect(codeOf(ofOther)).not.toBe('');
  },
);
