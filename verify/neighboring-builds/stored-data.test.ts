import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientsWithLogout } from '../../test/gateway/support/logout-world.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import {
  authorizeUrl as partyAuthorizeUrl,
  requestTokens,
} from '../../test/support/fixtures/gateway-openid.ts';
import { startLogoutReceiver } from '../../test/support/fixtures/logout-receiver.ts';
import { readToken } from '../../test/support/fixtures/openid.ts';
import { authorizeUrl, codeOf, returned } from '../../test/support/fixtures/sign-in.ts';
import { administer } from '../../test/support/requests/operator-requests.ts';
import { jsonOf, requestToken, requestUser } from '../../test/support/requests/service-requests.ts';
import { restoreWorld } from '../../test/support/world/stored-world.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { fixture } from './neighbor.ts';

const receiver = await startLogoutReceiver();
afterAll(() => receiver.close());

describe('the storage of the neighboring build', () => {
  // The values of the fixture are of the day on which it is restored: the clock of a kept world is later.
  const vars = { OPENID_CLIENTS: clientsWithLogout(receiver) };
  const overrides = { 'plid-gateway-openid': { vars }, 'plid-gateway-objects': { vars } };
  const world = useWorld({ own: true, overrides });
  beforeAll(() => restoreWorld(world, fixture));

  const browserOf = (origins: readonly string[]): BrowserSession => {
    const browser = new BrowserSession(world);
    for (const origin of origins) {
      for (const [name, value] of Object.entries(fixture.cookies[origin] ?? {}))
        browser.setCookie(origin, name, value);
    }
    return browser;
  };

  test('contains a session that is still valid', async () => {
    const answer = await browserOf([world.gateway]).fetch(`${world.gateway}/auth/session`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.text()).user).toMatchObject({
      plid: fixture.plid,
      name: fixture.person.name,
    });
  });

  test('contains a callback that ends in the same session when repeated', async () => {
    const browser = browserOf([world.gateway]);
    const again = await browser.get(fixture.callback);
    expect(again.url.pathname).toBe('/auth/session');
    expect(JSON.parse(again.text).user.plid).toBe(fixture.plid);
  });

  test('contains an access token that works until its code is sent again', async () => {
    const { user } = await jsonOf(await requestUser(world, fixture.access_token));
    expect(user?.plid).toBe(fixture.plid);
    expect((await requestToken(world, { code: fixture.code })).status).toBe(500);
    expect((await requestUser(world, fixture.access_token)).status).toBe(401);
  });

  test('contains a device that signs in automatically', async () => {
    const shown = await browserOf([world.service]).get(`${world.gateway}/auth/login?return_to=/auth/session`);
    expect(JSON.parse(shown.text).user).toMatchObject({
      plid: fixture.plid,
      autoLoginYn: 'Y',
      autoStatusCheck: 'N',
    });
  });

  test('contains a user who signs in again without a new consent, with the same plid', async () => {
    const browser = new BrowserSession(world);
    const end = await browser.submit(await browser.get(authorizeUrl(world)), fixture.person);
    const code = codeOf(end);
    const { access_token = '' } = await jsonOf(await requestToken(world, { code }));
    expect((await jsonOf(await requestUser(world, access_token))).user?.plid).toBe(fixture.plid);
  });

  test('contains an application that can be changed from its stored version', async () => {
    const path = `/${applications.shop.client_id}`;
    const before = JSON.parse(await (await administer(world, 'GET', path)).text());
    const changed = await administer(world, 'PATCH', path, { body: { reads: 'once' } });
    expect(JSON.parse(await changed.text())).toMatchObject({ version: before.version + 1, reads: 'once' });
  });

  test('contains a session whose sign-out reaches a product that the user signed in to later', async () => {
    const browser = browserOf([world.gateway]);
    const { code = '' } = returned(await browser.get(partyAuthorizeUrl(world)));
    const tokens = (await (await requestTokens(world, { code })).json()) as { id_token: string };
    const { sid, sub } = readToken(tokens.id_token).claims;
    await browser.fetch(`${world.gateway}/auth/logout`, {
      method: 'POST',
      headers: { Origin: world.gateway, Accept: 'application/json' },
    });
    await vi.waitFor(() => expect(receiver.tokensOf('books')).toHaveLength(1), { timeout: 15_000 });
    expect(readToken(receiver.tokensOf('books')[0] ?? '').claims).toMatchObject({ sid, sub });
  });
});
