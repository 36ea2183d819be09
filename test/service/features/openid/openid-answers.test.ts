import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import openid from '../../../../workers/service/features/openid/index.ts';
import { serviceEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser } from '../../../effects/support/process-browser.ts';
import { storeUser } from '../../../effects/support/stored-user.ts';
import { basic } from '../../../support/requests/service-requests.ts';
import { applications, origins } from '../../../support/world/test-settings.ts';

const { shop } = applications;
let world: NumberedWorld;
beforeEach(async () => {
  world = new NumberedWorld();
  await storeUser(world);
});
afterEach(() => world.close());

const send = (path: string, init: RequestInit = {}) =>
  world.send(openid, serviceEnv(world), `${origins.service}/oauth2/openid/${path}`, init);

test.each([
  [false, []],
  [true, ['auth_time', 'risk']],
])('the facts of a login are in the token response only with login_facts: %s', async (login_facts, more) => {
  await world.objects.ask('Application', shop.client_id, 'update', { login_facts }, {}, world.now, 'kim');
  await world.advance(60);
  const browser = new ProcessBrowser(world);
  await browser.start({ scope: 'openid', prompt: 'login' });
  const end = await browser.approve();
  expect(endOf(end)).toBe('code');
  const code = new URL(end.headers.get('Location') ?? '').searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: shop.redirect_uri },
  }).toString();
  const headers = { Authorization: basic(shop), 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await send('token', { method: 'POST', headers, body });
  const usual = ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'];
  expect(Object.keys((await answer.json()) as object).sort()).toEqual([...usual, ...more].sort());
});

describe('a sign-out without an application', () => {
  test.each([
    ['a session at the account page', '__Host-plid-account=x', true],
    ['nothing', '', false],
  ])('asks in a browser that has %s', async (_, Cookie, asks) => {
    const answer = await send('logout', { headers: { Cookie, Accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expect((await answer.text()).includes('logout/confirm')).toBe(asks);
    const headers = { Cookie, Origin: origins.service, 'Content-Type': 'application/x-www-form-urlencoded' };
    const ended = await send('logout/confirm', { method: 'POST', headers, body: '' });
    const cleared = ended.headers
      .getSetCookie()
      .some((line) => /^__Host-plid-account=;.*Max-Age=0/.test(line));
    expect([ended.status, cleared]).toEqual([303, asks]);
  });
});
