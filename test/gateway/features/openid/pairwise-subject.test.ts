import * as v from 'valibot';
import { expect, test } from 'vitest';
import { numberedKeySetting } from '../../../../workers/core/worker/key-settings.ts';
import { pairwiseSubject } from '../../../../workers/gateway/features/openid/pairwise-subject.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';

const env = { OPENID_SUBJECT_KEY: v.parse(numberedKeySetting, gatewaySecrets.OPENID_SUBJECT_KEY) };
const subject = (plid: string, ...redirect_uris: string[]) =>
  pairwiseSubject(env, { redirect_uris } as never, plid);

test('a user has one subject per host, in 32 hexadecimal digits', async () => {
  const own = await subject('p', 'https://shop.example.com/callback');
  expect(own).toMatch(/^[0-9a-f]{32}$/);
  for (const uri of [
    'https://shop.example.com:8443/other',
    'http://shop.example.com/',
    'https://SHOP.example.com/',
  ])
    expect(await subject('p', uri)).toBe(own);
  expect(await subject('p', 'https://shop.example.com/callback', 'https://www.example.com/')).toBe(own);
});

test('users, and the hosts of relying parties, have different subjects', async () => {
  const subjects = [
    await subject('p', 'https://shop.example.com/'),
    await subject('q', 'https://shop.example.com/'),
    await subject('p', 'https://www.example.com/'),
    await subject('p', 'https://example.com/'),
  ];
  expect(new Set(subjects).size).toBe(4);
});

test('there is no subject without a key', async () => {
  const none = pairwiseSubject({ OPENID_SUBJECT_KEY: undefined }, { redirect_uris: [] } as never, 'p');
  await expect(none).rejects.toThrow('There is no key for deriving subjects');
});
