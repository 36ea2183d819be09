import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cookieKey, site } from '../package/express/application.ts';
import { person, startServiceStandIn, userAnswer } from '../support/fakes/service-stand-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { type SharedOptions, websites } from './support/websites.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

const automatic = () => userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' });
const session = { plid: person.plid, name: person.name };

describe.each(websites)('a session of $name', ({ serve }) => {
  const start = (options: SharedOptions = {}) => serve(standIn.url, options);

  test('stores what the handler returns in an encrypted cookie', async () => {
    const browser = (await start()).browser();
    const begun = await browser.visit('/login?return_to=/orders');
    expect([begun.status, begun.headers['cache-control'], begun.cookies.length]).toEqual([
      303,
      'no-store',
      1,
    ]);
    expect(begun.location).toContain(`${standIn.url}/oauth2/authorize?`);
    const state = new URL(begun.location).searchParams.get('state');
    const back = await browser.visit(`/callback?code=the-code&state=${state}`);
    expect([back.status, back.location]).toEqual([303, `${site}/orders`]);
    const form = /^__Host-plid-web-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    expect(back.cookies).toEqual([expect.stringMatching(/Max-Age=0/), expect.stringMatching(form)]);
    expect(back.cookies.join()).not.toContain(person.plid);
    expect(JSON.parse((await browser.visit('/orders')).body)).toEqual(session);
    expect(JSON.parse((await browser.visit('/')).body)).toEqual(session);
  });

  test('that is automatic signs a stored user in, and any other user with the phone', async () => {
    standIn.answer({ user: await automatic() });
    const known = (await start()).browser();
    await known.signIn();
    expect(JSON.parse((await known.visit('/')).body)).toEqual({ plid: person.plid, name: 'stored' });

    const outcomes = { signed_in: () => ({}), automatic: () => undefined };
    const browser = (await start({ outcomes })).browser();
    const again = await browser.signIn('/login?return_to=/orders');
    const { searchParams } = new URL(again.location);
    expect(searchParams.get('prompt')).toBe('login');
    expect((await browser.visit('/')).body).toBe('"nobody"');
    standIn.reset();
    const back = await browser.visit(`/callback?code=the-code&state=${searchParams.get('state')}`);
    expect([back.location, (await browser.visit('/orders')).status]).toEqual([`${site}/orders`, 200]);
  });

  test('contains the plid of the user, even if the handler returns another one', async () => {
    const outcomes = {
      signed_in: () => ({ name: 'kim', plid: 'of another user' }),
      automatic: () => undefined,
    };
    const browser = (await start({ outcomes })).browser();
    await browser.signIn();
    expect(JSON.parse((await browser.visit('/')).body)).toEqual({ name: 'kim', plid: person.plid });
  });

  test('ends with a same-origin POST, at the path that the form names', async () => {
    const browser = (await start()).browser();
    await browser.signIn();
    const bye = await browser.visit('/logout?return_to=/bye', { method: 'POST', origin: site });
    expect([bye.status, bye.location, browser.cookies.size]).toEqual([303, `${site}/bye`, 0]);
    expect((await browser.visit('/')).body).toBe('"nobody"');
  });

  test('ends with its lifetime, and works while the cookie key is rotated', async () => {
    const old = (await start({ sessionLifetime: 60 })).browser();
    await old.signIn();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    const nameAt = async (seconds: number, key: string) => {
      clock.mockReturnValue(now + seconds * 1_000);
      const browser = (await start({ cookieKey: key })).browser();
      for (const [name, value] of old.cookies) browser.cookies.set(name, value);
      return (await browser.visit('/')).body;
    };
    try {
      expect(await nameAt(58, cookieKey)).toContain(person.plid);
      expect(await nameAt(58, `${'fedcba9876543210'.repeat(3)},${cookieKey}`)).toContain(person.plid);
      expect(await nameAt(58, 'fedcba9876543210'.repeat(3))).toBe('"nobody"');
      expect(await nameAt(61, cookieKey)).toBe('"nobody"');
    } finally {
      clock.mockRestore();
    }
  });

  test('is required of a page with a redirect, and of an API with 401', async () => {
    const browser = (await start()).browser();
    const page = await browser.visit('/orders?page=2&x=a%20b', { accept: 'text/html' });
    expect([page.status, page.location]).toEqual([
      303,
      `${site}/login?return_to=%2Forders%3Fpage%3D2%26x%3Da%2520b&required=Y`,
    ]);
    expect(page.headers['cache-control']).toBe('no-store');
    const head = await browser.visit('/orders', { method: 'HEAD', accept: 'text/html' });
    expect([head.status, head.location]).toEqual([303, `${site}/login?return_to=%2Forders&required=Y`]);
    const api = await browser.visit('/orders', { accept: '*/*' });
    expect([api.status, JSON.parse(api.body).error]).toEqual([401, 'login_required']);
    expect(api.headers['cache-control']).toBe('no-store');
    const form = await browser.visit('/orders', { method: 'POST', accept: 'text/html' });
    expect(form.status).toBe(401);
    const back = await browser.signIn(page.location.slice(site.length));
    expect(back.location).toBe(`${site}/orders?page=2&x=a%20b`);
  });

  test('that the application ends counts as none everywhere', async () => {
    const ended = new Set<string>();
    const { browser } = await start({ isValid: async ({ plid }) => !ended.has(plid) });
    const visitor = browser();
    await visitor.signIn();
    expect(JSON.parse((await visitor.visit('/orders')).body)).toEqual(session);
    ended.add(person.plid);
    expect((await visitor.visit('/')).body).toBe('"nobody"');
    expect((await visitor.visit('/orders')).status).toBe(401);
    vi.spyOn(console, 'warn').mockImplementationOnce(() => {});
    expect((await visitor.visit('/callback?code=c&state=zzz')).status).toBe(400);
  });

  test('has routes next to the callback, or where the options say', async () => {
    const below = (await start({ redirectUri: `${site}/shop/callback` })).browser();
    const callback = await below.begin('/shop/login');
    expect((await below.visit(`/shop${callback}`)).status).toBe(303);
    expect((await below.visit('/shop/logout', { method: 'POST', origin: site })).status).toBe(303);
    const named = (await start({ loginPath: '/in', logoutPath: '/out' })).browser();
    expect((await named.visit('/in')).status).toBe(303);
    expect((await named.visit('/out', { method: 'POST', origin: site })).status).toBe(303);
  });

  test.each([
    ['POST', '/callback'],
    ['POST', '/login'],
    ['PUT', '/login'],
    ['DELETE', '/logout'],
    ['GET', '/logout'],
    ['GET', '/login/more'],
    ['GET', '/Login'],
  ])('leaves %s %s to the application', async (method, path) => {
    const browser = (await start()).browser();
    const shown = await browser.visit(path, { method, origin: site });
    expect([shown.status, shown.cookies, standIn.received]).toEqual([404, [], []]);
  });

  test("that a failed callback doesn't end signs the user in on the next page", async () => {
    const { browser, errors } = await start();
    const visitor = browser();
    await visitor.signIn();
    await visitor.visit('/callback?error=access_denied&state=zzz');
    expect(JSON.parse((await visitor.visit('/orders')).body)).toEqual(session);
    expect(errors).toEqual([]);
  });
});
