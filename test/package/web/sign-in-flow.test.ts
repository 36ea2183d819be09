import { beforeEach, describe, expect, test } from 'vitest';
import { type BrowserSignIn, signInCookies } from '../../../packages/plid/web/sign-in-cookies.ts';
import { signInFlow } from '../../../packages/plid/web/sign-in-flow.ts';
import type { WebSignInParameters } from '../../../packages/plid/web/sign-in-purpose.ts';
import { returnAddress } from '../../../packages/plid/web/site-paths.ts';
import { person, startServiceStandIn, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startBrowser } from './web-browser.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

const site = 'https://shop.example.com';
const cookieKey = '0123456789abcdef'.repeat(2);
const flow = (service = standIn.url) =>
  signInFlow({
    service,
    clientId: 'the-client',
    clientSecret: gatewaySecrets.CLIENT_SECRET,
    redirectUri: `${site}/callback`,
    cookieKey,
    timeout: 1,
  });

/** Signs in. @param query of the callback without its state. @param user who is signed in at the callback. */
async function signInWith(parameters: WebSignInParameters, query = 'code=the-code', user?: string) {
  const [{ start, finish }, browser] = [flow(), startBrowser(site)];
  const own = new Request(`${site}/login?return_to=/cart`, { headers: { Origin: site } });
  const started = await start(own, parameters);
  if (started.type !== 'started') return { started };
  browser.take(new Response(null, { headers: started.cookies.map((cookie) => ['Set-Cookie', cookie]) }));
  const { searchParams } = new URL(started.url);
  const state = searchParams.get('state') ?? '';
  const finished = await finish(browser.request(`/callback?${query}&state=${state}`), () => user);
  if (finished.type !== 'finished') throw new Error(`It was ${finished.type}`);
  return { prompt: searchParams.get('prompt'), finished };
}
const userAnswerOfAutomaticLogin = () => userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' });

describe('the data of a sign-in', () => {
  const data = { cart: 7 };
  const returnTo = `${site}/cart`;

  test('is part of its outcome', async () => {
    const { finished } = await signInWith({ data });
    expect(finished?.outcome).toMatchObject({ type: 'signed_in', data, returnTo });
  });

  test('is part of an automatic login, and of the sign-in with the phone that follows', async () => {
    standIn.answer({ user: await userAnswerOfAutomaticLogin() });
    const { finished } = await signInWith({ data });
    expect(finished?.outcome).toEqual({ type: 'automatic', plid: person.plid, data, returnTo });
    const again = await finished?.retryWithPhone();
    if (again?.type !== 'started') throw new Error('It did not start');
    const { searchParams } = new URL(again.url);
    expect(searchParams.get('prompt')).toBe('login');
    const state = searchParams.get('state') ?? '';
    const Cookie = again.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    const request = new Request(site, { headers: { Cookie } });
    expect(await signInCookies(new URL(`${site}/callback`), cookieKey).open(request, state)).toMatchObject({
      ...{ data, returnTo, withPhone: true },
    });
  });

  test('is part of a failure, at the callback and at the start', async () => {
    const { finished } = await signInWith({ data }, 'error=access_denied');
    expect(finished?.outcome).toMatchObject({ type: 'cancelled', data, returnTo });
    const { started } = await signInWith({ data, connect: null });
    expect(started).toMatchObject({ type: 'not_connected', data });
  });
});

describe('a sign-in that connects a phone', () => {
  test('requires the phone, whatever the application asks for', async () => {
    const { prompt, finished } = await signInWith({ connect: 'user 7', prompt: 'none' }, 'code=c', 'user 7');
    expect([prompt, finished?.outcome]).toMatchObject(['login', { type: 'connected', userId: 'user 7' }]);
  });

  test('fails if another user is signed in at the callback', async () => {
    const { finished } = await signInWith({ connect: 'user 7' }, 'code=c', 'user 8');
    expect(finished?.outcome).toMatchObject({
      type: 'not_connected',
      error: { message: expect.stringContaining('at the callback the user') },
    });
  });
});

test('a link to the sign-in may require the phone, and nothing else', async () => {
  const { start } = flow();
  const promptOf = async (query: string, parameters: WebSignInParameters = {}) => {
    const started = await start(new Request(`${site}/login?${query}`), parameters);
    return started.type === 'started' ? new URL(started.url).searchParams.get('prompt') : started.type;
  };
  expect(await promptOf('prompt=login', { prompt: 'none' })).toBe('login');
  expect(await promptOf('prompt=none', { prompt: 'select_account' })).toBe('select_account');
  expect(await promptOf('prompt=none')).toBeNull();
});

test.each([
  ['/cart?a=b', `${site}/cart?a=b`],
  [`/${'a'.repeat(500 - site.length - 1)}`, `${site}/${'a'.repeat(500 - site.length - 1)}`],
  [`/${'a'.repeat(500 - site.length)}`, `${site}/`],
  ['//evil.example', `${site}/`],
])('a sign-in from %s returns to %s', (path, address) => {
  expect(returnAddress(new URLSearchParams({ return_to: path }), site)).toBe(address);
  expect(returnAddress(new URLSearchParams(), site)).toBe(`${site}/`);
});

test('open sign-ins that are too long together are removed, the oldest first', async () => {
  const cookies = signInCookies(new URL(`${site}/callback`), cookieKey);
  const long = (letter: string): BrowserSignIn => ({
    ...{ state: letter.repeat(43), codeVerifier: 'v', returnTo: site },
    data: { a: 'x'.repeat(1_500) },
  });
  const sent = ['a', 'b', 'c'].map((letter, at) => {
    const value = 'v'.repeat(2_100);
    return `__Host-plid-sign-in-${1_700_000_000 + at}-${letter.repeat(43)}=${value}`;
  });
  const request = new Request(site, { headers: { Cookie: sent.join('; ') } });
  const [kept, ...removed] = await cookies.keep(request, long('d'));
  expect(kept).toContain(`-${'d'.repeat(43)}=`);
  expect(removed.map((cookie) => /-(\w)\1{42}=; Max-Age=0/.exec(cookie)?.[1])).toEqual(['b', 'a']);
});
