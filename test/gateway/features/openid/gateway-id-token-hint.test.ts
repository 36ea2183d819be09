import * as v from 'valibot';
import { expect, test } from 'vitest';
import { numberedKeySetting } from '../../../../workers/core/worker/key-settings.ts';
import { hintMatchesUser } from '../../../../workers/gateway/features/openid/gateway-id-token-hint.ts';
import { pairwiseSubject } from '../../../../workers/gateway/features/openid/pairwise-subject.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';

const OPENID_SUBJECT_KEY = v.parse(numberedKeySetting, gatewaySecrets.OPENID_SUBJECT_KEY);
const env = { OPENID_SUBJECT_KEY } as never;
const party = (id: string, host: string) => ({ id, redirect_uris: [`https://${host}/callback`] }) as never;

const forum = party('forum', 'www.example.com');
/** On the same host, so that a user has the same `sub` in both. */
const wiki = party('wiki', 'www.example.com');
const shop = party('shop', 'shop.example.com');

test.each([
  ['its own user', forum, 'forum', 'duri', true],
  ['another user', forum, 'forum', 'hana', false],
  ['the same user for another relying party of the host', forum, 'wiki', 'duri', false],
  ['the same user for a relying party of another host', shop, 'forum', 'duri', false],
])('a hint of %s', async (_, asking, audience, user, matches) => {
  const subject = await pairwiseSubject(env, wiki, user);
  expect(await hintMatchesUser(env, asking, 'duri', { audience, subject } as never)).toBe(matches);
});

test('no hint matches no user', async () => {
  expect(await hintMatchesUser(env, forum, 'duri', undefined)).toBe(false);
});
