import { expect, test } from 'vitest';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { logoutQuery, readLogoutRequest } from '../../workers/openid/logout-request.ts';

const parties = {
  readHint: async (text: string) => (text === 'forged' ? undefined : { subject: 'user', audience: text }),
  find: async (client_id: string) => (client_id === 'unknown' ? undefined : { client_id }),
  addressesOf: () => ({
    registered: ['https://shop.example/bye'],
    callback: 'https://shop.example/auth/callback?a=b',
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

test('a sign-out that names no relying party redirects to no address, not even a registered one', async () => {
  expect(await read('post_logout_redirect_uri=https%3A%2F%2Fshop.example%2Fbye')).toEqual({});
});

test('a sign-out leads only to a registered address, with the state as it was sent', async () => {
  const to = (address: string, state = '') =>
    read(`client_id=shop&post_logout_redirect_uri=${encodeURIComponent(address)}${state}`);
  expect(await to('https://shop.example/bye', '&state=a%2bb+c')).toMatchObject({
    address: 'https://shop.example/bye?state=a%2bb+c',
  });
  for (const address of ['https://shop.example/bye/', 'https://shop.example/', 'https://evil.example/bye'])
    await expect(to(address)).rejects.toMatchObject({
      reason: 'unregistered_redirect',
      values: { value: address },
    });
  await expect(read('client_id=unknown')).rejects.toMatchObject({ reason: 'unknown_client' });
});

test("the query of a sign-out for the provider's own pages has no id_token", () => {
  const address = 'post_logout_redirect_uri=https%3A%2F%2Fshop.example%2Fbye';
  const sent = `state=a%2bb+c&id_token_hint=x&client_id=shop&${address}&other=1`;
  expect(logoutQuery(new Parameters(sent))).toBe(`client_id=shop&${address}&state=a%2bb+c`);
  expect(logoutQuery(new Parameters('id_token_hint=x'))).toBe('');
});
