import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeCookie } from '../../../../workers/core/http/cookies.ts';
import { attributes } from '../../../../workers/core/protocol/user-record.ts';
import openid from '../../../../workers/service/features/openid/index.ts';
import { accountSession } from '../../../../workers/service/settings/service-sealed-types.ts';
import { storedDeviceCookie } from '../../../../workers/service/sign-in/cookies/device-cookie.ts';
import {
  createIdentityKey,
  encryptGrantIdentity,
} from '../../../../workers/service/tokens/grant-identity.ts';
import { openIdToken } from '../../../../workers/service/tokens/openid-sealed-types.ts';
import { serviceEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { everything, leftOf } from '../../../effects/support/service-left.ts';
import { type StoredPerson, storeUser } from '../../../effects/support/stored-user.ts';
import { agreement, deviceOfPhone, fromBrowser } from '../../../support/fixtures/agreement.ts';
import { hana } from '../../../support/fixtures/grants.ts';
import { applications, origins, serviceKeys } from '../../../support/world/test-settings.ts';

const { shop, bank } = applications;
let world: NumberedWorld;
let person: StoredPerson;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
});
afterEach(() => world.close());

test.each([
  [['name', 'phoneNo'], { name: hana.name, phone_number: '+821000000001' }],
  [['name'], { name: hana.name }],
  [[], {}],
] as const)(
  'userinfo has the claims of the attributes that the user agreed to: %j',
  async (agreed, claims) => {
    const identityKey = createIdentityKey('openid');
    const grant = 'a-grant';
    const request = {
      ...{
        id: grant,
        client_id: shop.client_id,
        asked: [...agreed],
        agreement,
        ...fromBrowser,
        phone: person.phone,
      },
      // A grant of before the consent has all that was asked for then.
      identity: await encryptGrantIdentity(identityKey, hana),
    };
    await world.objects.ask('Account', person.plid, 'grant', request, world.now);
    await world.objects.ask('Account', person.plid, 'redeem', grant, shop.client_id, world.now);
    const value = {
      plid: person.plid,
      grant,
      identityKey,
      client_id: shop.client_id,
      secret: 's1',
      scope: 'openid profile phone',
    };
    const token = await openIdToken.seal(serviceKeys, value, world.now + 600);
    const init = { headers: { Authorization: `Bearer ${token}` } };
    const answer = await world.send(openid, serviceEnv(world), `${origins.service}/oauth2/userinfo`, init);
    const { sub, ...shown } = (await answer.json()) as Record<string, unknown>;
    expect(sub).toBe(person.plid);
    for (const name of ['name', 'phone_number', 'birthdate', 'gender'])
      expect(shown[name], name).toEqual((claims as Record<string, unknown>)[name]);
    expect(attributes).toContain('name');
  },
);

describe('a sign-out at the service', () => {
  const url = new URL(origins.service);
  const cookieOf = (line: string) => line.slice(0, line.indexOf(';'));

  /** A browser with a session of the account's pages, and automatic logins at both applications. */
  async function cookies(plid = person.plid): Promise<string> {
    const session = await accountSession.seal(
      serviceKeys,
      { plid, grant: person.grants.account },
      world.now + 600,
    );
    const context = { request: new Request(url), url, env: { KEYS: serviceKeys }, now: world.now };
    const devices = Object.entries({
      [shop.client_id]: person.grants.shop,
      [bank.client_id]: person.grants.bank,
    });
    const stored = devices.map(([client_id, device]) =>
      storedDeviceCookie(context, client_id, { plid, device, ...deviceOfPhone }, world.now + 600),
    );
    return [writeCookie(url, 'plid-account', session, 600), ...(await Promise.all(stored))]
      .map(cookieOf)
      .join('; ');
  }

  async function confirm(form: Record<string, string>): Promise<string[]> {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: origins.service,
      Cookie: await cookies(),
    };
    const init = { method: 'POST', headers, body: new URLSearchParams(form).toString() };
    const answer = await world.send(
      openid,
      serviceEnv(world),
      `${origins.service}/oauth2/openid/logout/confirm`,
      init,
    );
    expect(answer.status).toBe(303);
    return answer.headers
      .getSetCookie()
      .filter((line) => line.includes('Max-Age=0'))
      .map((line) => line.split('=')[0] ?? '');
  }

  test('from an application ends its automatic login in this browser, and nothing else', async () => {
    expect(await confirm({ client_id: shop.client_id })).toEqual([`__Host-plid-device-${shop.client_id}`]);
    expect(await leftOf(world, person)).toEqual({ ...everything, automatic: ['bank'] });
  });

  test('from no application ends every automatic login in this browser and the session of the account', async () => {
    expect((await confirm({})).sort()).toEqual(
      [
        '__Host-plid-account',
        `__Host-plid-device-${shop.client_id}`,
        `__Host-plid-device-${bank.client_id}`,
      ].sort(),
    );
    expect(await leftOf(world, person)).toEqual({ ...everything, automatic: [] });
  });
});
