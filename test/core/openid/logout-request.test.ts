import { expect, test } from 'vitest';
import { readLogoutRequest } from '../../../workers/core/openid/logout-request.ts';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';

const parties = {
  readHint: async (text: string) => (text === 'forged' ? undefined : { subject: 'user', audience: text }),
  find: async (client_id: string) => (client_id === 'unknown' ? undefined : { client_id }),
  addressesOf: () => ({
    registered: ['https://shop.example/bye'],
    callback: 'https://shop.example/callback',
  }),
};
const read = (query: string) => readLogoutRequest(new Parameters(query), parties);

test('the id_token of a sign-out proves the user only to the relying party that the request names', async () => {
  const hint = { subject: 'user', audience: 'shop' };
  const party = { client_id: 'shop' };
  const address = 'https://shop.example/';
  expect(await read('client_id=shop&id_token_hint=shop')).toEqual({ party, address, hint });
  expect(await read('id_token_hint=shop')).toEqual({ party, address, hint });
  for (const query of ['client_id=shop&id_token_hint=other', 'client_id=shop&id_token_hint=forged'])
    await expect(read(query)).rejects.toThrow('invalid_item');
});

test('a sign-out that names no relying party goes nowhere, even to a registered address', async () => {
  expect(await read('post_logout_redirect_uri=https%3A%2F%2Fshop.example%2Fbye')).toEqual({});
});
