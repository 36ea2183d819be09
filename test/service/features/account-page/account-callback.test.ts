import { afterEach, beforeEach, expect, test } from 'vitest';
import account from '../../../../workers/service/features/account-page/index.ts';
import { accountClientId } from '../../../../workers/service/registry/account-client.ts';
import { issueCode } from '../../../../workers/service/tokens/codes.ts';
import { serviceEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { storeUser } from '../../../effects/support/stored-user.ts';
import { fromBrowser } from '../../../support/fixtures/agreement.ts';
import { origins, serviceKeys } from '../../../support/world/test-settings.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

test('a code without a challenge, sent as a link, opens no session, because no browser has its verifier', async () => {
  const { plid } = await storeUser(world);
  const grant = crypto.randomUUID();
  const signedIn = { id: grant, client_id: accountClientId, asked: [], ...fromBrowser, identity: 'sealed' };
  await world.objects.ask('Account', plid, 'grant', signedIn, world.now);
  const redirect_uri = `${origins.service}/account/signed-in`;
  const code = await issueCode(
    serviceKeys,
    { plid, grant, client_id: accountClientId, redirect_uri },
    world.now,
  );
  const verifier = `__Host-plid-account-verifier=${'v'.repeat(43)}`;
  for (const [headers, location] of [
    [{}, '/account'],
    [{ Cookie: verifier }, '/account?notice=failed'],
  ] as const) {
    const answer = await world.send(account, serviceEnv(world), `${redirect_uri}?code=${code}`, { headers });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, location]);
    expect(answer.headers.getSetCookie().filter((line) => !/verifier=;/.test(line))).toEqual([]);
  }
  expect(await world.objects.ask('Account', plid, 'redeem', grant, accountClientId, world.now)).toBe(
    'redeemed',
  );
});
