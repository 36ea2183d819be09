import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { KeyRing } from '../../../../workers/core/crypto/keys.ts';
import type { UserRecord } from '../../../../workers/core/protocol/user-record.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { User } from '../../../../workers/gateway/objects/user.ts';
import { decryptIdentity } from '../../../../workers/gateway/sessions/decrypt-identity.ts';
import { signInUser } from '../../../../workers/gateway/users/sign-in-user.ts';
import { gatewayKeys, gatewaySecrets } from '../../../support/world/test-settings.ts';
import { inMemory } from '../../support/objects-in-memory.ts';
import { openLine } from '../../support/request-line.ts';

const now = 1_800_000_000;
const plid = 'somebody';
const newer = `newer:${Buffer.from('0123456789abcdef'.repeat(2)).fill(7, 0, 8).toString('base64')}`;
const rotated = v.parse(keyRingSetting, `${newer},${gatewaySecrets.KEYS}`);
const dropped = v.parse(keyRingSetting, newer);

const told = { ci: 'the-ci', name: '한가람', phoneNo: '01077770004' };
const full = { plid, ...told, autoLoginYn: 'N', autoStatusCheck: 'N' } as const;
const automatic = { plid, autoLoginYn: 'Y', autoStatusCheck: 'N' } as const;

/** A User and its sign-ins. Work that a sign-in does after its response waits until the test continues it. */
function someone() {
  const ask = inMemory({ User }, () => ({}));
  let later = Promise.withResolvers<void>();
  const object = {
    signIn: (...sent: unknown[]) => ask('User', plid, 'signIn', ...sent),
    async bringUpToDate(...sent: unknown[]) {
      await later.promise;
      return ask('User', plid, 'bringUpToDate', ...sent);
    },
  };
  let sessions = 0;
  async function signIn(KEYS: KeyRing, user: UserRecord, began = now) {
    const work: Promise<unknown>[] = [];
    later = Promise.withResolvers();
    const USER = { idFromName: () => '', get: () => object } as never;
    const context = {
      env: { KEYS, LOCATION_HINT: 'apac-ne' as const, USER },
      now,
      log: () => undefined,
      line: openLine(),
      waitUntil: (doing: Promise<unknown>) => void work.push(doing),
    };
    sessions += 1;
    const session = { id: `session ${sessions}`, agent: '', created: now, expires: now + 600 };
    const opened = { ...session, autoLoginYn: 'Y', autoStatusCheck: 'N' } as const;
    const { identity } = await signInUser(context, user, { session: opened, began, replaces: undefined });
    const { resolve } = later;
    const settle = async () => {
      resolve();
      await Promise.all(work);
    };
    return { identity, settle };
  }
  const stored = async (keys: KeyRing) => {
    const user = (await ask('User', plid, 'stored')) as { identity: string } | undefined;
    return user && decryptIdentity(keys, user.identity);
  };
  return { ask, signIn, stored };
}

test('an automatic login re-encrypts stored data with the current key', async () => {
  const { signIn, stored } = someone();
  await signIn(gatewayKeys, full);
  const { identity, settle } = await signIn(rotated, automatic);
  expect(identity).toEqual(told);
  expect(await stored(dropped)).toEqual({});
  await settle();
  expect(await stored(dropped)).toEqual(told);
});

test('data that no key decrypts stays, and is readable again once its key is back', async () => {
  const { signIn, stored } = someone();
  await signIn(gatewayKeys, full);
  const { identity, settle } = await signIn(dropped, automatic);
  expect(identity).toEqual({});
  await settle();
  expect(await stored(gatewayKeys)).toEqual(told);
});

test("a former owner's late identity doesn't replace a later one", async () => {
  const { ask, signIn, stored } = someone();
  await signIn(gatewayKeys, full, 1);
  const late = await signIn(rotated, automatic, 2);
  await ask('User', plid, 'disconnect', now, Date.now());
  const later = { ...full, ci: 'another', name: '나중온' };
  await signIn(rotated, later, Date.now() + 1_000);
  await late.settle();
  expect(await stored(rotated)).toMatchObject({ ci: 'another', name: '나중온' });
});
