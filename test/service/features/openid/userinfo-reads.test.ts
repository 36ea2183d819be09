import * as v from 'valibot';
import { expect, test } from 'vitest';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { showUserinfo } from '../../../../workers/service/features/openid/userinfo.ts';
import { createReviewPlid } from '../../../../workers/service/settings/review-plid.ts';
import { openIdToken } from '../../../../workers/service/tokens/openid-sealed-types.ts';
import { applications, serviceSecrets } from '../../../support/world/test-settings.ts';

const now = 1_800_000_000;
const { client_id } = applications.shop;
const plid = '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01';

/** How often a request to the userinfo endpoint reads the grant. @param copy the application's registration in KV. */
async function readsOf(client: string, copy: object | null, secret = 'current') {
  let reads = 0;
  const account = {
    async read() {
      reads += 1;
    },
  };
  const KEYS = v.parse(keyRingSetting, serviceSecrets.KEYS);
  const token = { plid, grant: `${now}-grant`, client_id: client, secret, scope: 'openid' };
  const authorization = `Bearer ${await openIdToken.seal(KEYS, token, now + 60)}`;
  const env = {
    KEYS,
    APPLICATIONS: { get: async () => copy },
    ACCOUNT: { idFromName: String, get: () => account },
  };
  const context = { env, now, log() {}, note() {}, nameSignIn() {} };
  const request = new Request('https://plid.example/openid/userinfo', { headers: { authorization } });
  await expect(showUserinfo({ ...context, request } as never)).rejects.toThrow();
  return reads;
}

test('a token of a deleted secret, or of an application without OpenID Connect, uses up no read', async () => {
  const copy = { version: 1, reads: 'once', secrets: [{ id: 'current' }] };
  const named = (digit: number) => client_id.replace(/.$/, String(digit));
  const copyOf = (digit: number) => ({ ...copy, client_id: named(digit) });
  expect(await readsOf(named(4), { ...copyOf(4), openid: true })).toBe(1);
  expect(await readsOf(named(5), { ...copyOf(5), openid: true }, 'deleted')).toBe(0);
  expect(await readsOf(named(6), copyOf(6))).toBe(0);
  expect(await readsOf(named(7), null)).toBe(0);
});

test.each([
  ['a store reviewer', createReviewPlid(), { review: true }],
  ['a user', plid, {}],
])('the log line of a request says whether its token is of a store reviewer: %s', async (_, holder, mark) => {
  const KEYS = v.parse(keyRingSetting, serviceSecrets.KEYS);
  const token = { plid: holder, grant: `${now}-grant`, client_id, secret: 'current', scope: 'openid' };
  const authorization = `Bearer ${await openIdToken.seal(KEYS, token, now + 60)}`;
  const noted: object[] = [];
  const context = {
    ...{ env: { KEYS, APPLICATIONS: { get: async () => null } }, now, log() {}, nameSignIn() {} },
    note: (fields: object) => noted.push(fields),
  };
  const request = new Request('https://plid.example/openid/userinfo', { headers: { authorization } });
  await expect(showUserinfo({ ...context, request } as never)).rejects.toThrow();
  expect(noted).toEqual([mark]);
});
