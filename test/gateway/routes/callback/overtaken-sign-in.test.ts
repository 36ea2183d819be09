import { expect, test } from 'vitest';
import type {
  SignInRequest,
  SignInResult,
  StoredSession,
} from '../../../../workers/gateway/objects/user-tables.ts';
import { signInUser } from '../../../../workers/gateway/users/sign-in-user.ts';
import { gatewayKeys } from '../../../support/world/test-settings.ts';
import { openLine } from '../../support/request-line.ts';

const now = 1_800_000_000;
const session: StoredSession = {
  id: 'a session',
  agent: '',
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
  created: now,
  expires: now + 60,
};

/** Signs in while a number of other sign-ins change the user, each between this one's read and its write. */
function signInOvertaken(times: number) {
  const asked: (number | undefined)[] = [];
  const object = {
    stored: async () => ({ identity: 'sealed', owner: undefined, revision: asked.length }),
    signIn: async ({ revision }: SignInRequest): Promise<SignInResult> => {
      asked.push(revision);
      if (asked.length > times) return { outcome: 'signed_in', ended: [], ownerChanged: false };
      return { outcome: 'changed', stored: await object.stored() };
    },
  };
  const env = {
    KEYS: gatewayKeys,
    LOCATION_HINT: 'apac-ne' as const,
    USER: { idFromName: () => '', get: () => object } as never,
  };
  const context = {
    env,
    now,
    log: () => undefined,
    line: openLine(),
    waitUntil: () => undefined,
  };
  const user = { plid: 'a-plid', name: '한가람', autoLoginYn: 'N', autoStatusCheck: 'N' } as const;
  const signedIn = signInUser(context, user, { session, began: 0, replaces: undefined });
  return { asked, signedIn };
}

test('a sign-in overtaken by others of the same user is repeated with their result', async () => {
  const { asked, signedIn } = signInOvertaken(4);
  expect(await signedIn).toEqual({ identity: { name: '한가람' }, ended: [] });
  // The first asks without a look at what is stored.
  expect(asked).toEqual([undefined, 1, 2, 3, 4]);
});

test('a sign-in overtaken five times returns Retry-After of one second', async () => {
  const { asked, signedIn } = signInOvertaken(5);
  await expect(signedIn).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  expect(asked).toHaveLength(5);
});
