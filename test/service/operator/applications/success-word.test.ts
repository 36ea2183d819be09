import { describe, expect, test } from 'vitest';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import { registerApplication } from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  requestDisconnect,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

describe('the success value of §2.4 is a setting of the application', () => {
  test.each([
    ['success, where nothing was said', {}, 'success'],
    ['success', { success: 'success' }, 'success'],
    ['empty', { success: '' }, ''],
  ])('%s', async (_, setting, word) => {
    const shop = await registerApplication(world, setting);
    const granted = await grantSignIn(world, { client_id: shop.client_id });
    const user = await requestUser(world, await accessTokenFor(world, granted, shop));
    expect(await user.json()).toMatchObject({ code: '0000', error: word, user: { plid: granted.plid } });

    const headers = { Authorization: basic(shop) };
    const disconnected = await requestDisconnect(world, { plid: granted.plid }, { headers });
    const { code, error } = (await disconnected.json()) as Record<string, string>;
    expect({ code, error }).toEqual({ code: '0000', error: word });
  });
});
