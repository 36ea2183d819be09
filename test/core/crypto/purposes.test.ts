import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Sealed, sealed } from '../../../workers/core/crypto/seal.ts';
import * as gatewayValues from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { passkeyContact } from '../../../workers/service/features/passkeys/passkey-contact.ts';
import * as serviceValues from '../../../workers/service/settings/service-sealed-types.ts';
import { signIn as signInValue } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import { serviceKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const user = { plid: 'p', name: '한가람', ci: 'c', autoLoginYn: 'Y', autoStatusCheck: 'N' };
const signIn = {
  id: 'i',
  identityKey: 'k',
  client_id: 'c',
  redirect_uri_digest: 'd',
  state: 's',
  asked: ['ci', 'name'],
  optional: [],
  expires: now,
  stage: { at: 'requested' },
};
const phone = {
  ...{ phoneNo: '01055550001', telcoCd: 'S', requestId: 'r', match: '42', admission: 'a', sent: now },
  automatic: false,
};

/** Each kind of sealed value: its purpose, under which stored and presented values were sealed, and examples of its contents. */
const kinds: [name: string, kind: unknown, purpose: string, values: object[]][] = [
  [
    'an authorization code',
    serviceValues.authorizationCode,
    'service authorization code',
    [
      { plid: 'p', grant: 'g', client_id: 'c', redirect_uri_digest: 'd' },
      {
        plid: 'p',
        grant: 'g',
        client_id: 'c',
        redirect_uri_digest: 'd',
        identityKey: 'k',
        code_challenge: 'x',
      },
    ],
  ],
  [
    'an access token',
    serviceValues.accessToken,
    'service access token',
    [{ plid: 'p', grant: 'g', client_id: 'c', secret: 's', identityKey: 'k' }],
  ],
  [
    'a sign-in',
    signInValue,
    'service sign-in',
    [
      signIn,
      {
        ...signIn,
        code_challenge: 'x',
        isHybrid: true,
        optional: ['name'],
        automaticLogin: 'offered',
        language: 'ko',
        stage: {
          ...{ at: 'approved', method: 'phone', request: phone, plid: 'p' },
          ...{
            facts: { approved: now, risk: 'nothing', method: 'pin' },
            shown: { ci: 'c***', name: '한*람' },
          },
        },
      },
      {
        ...signIn,
        automaticLogin: 'chosen',
        stage: { at: 'asked', method: 'phone', request: { ...phone, expired: true } },
      },
    ],
  ],
  [
    'a typed form',
    serviceValues.typedForm,
    'service typed form',
    [{ name: 'n', phoneNo: '010', telcoCd: 'S', remember: true, flow: 'f' }],
  ],
  [
    'a device',
    serviceValues.device,
    'service device',
    [{ plid: 'p', device: 'd', generation: 0, phoneNo: 'n', telcoCd: 'S', age: 14 }],
  ],
  [
    'a session at /account',
    serviceValues.accountSession,
    'service account session',
    [{ plid: 'p', grant: 'g' }],
  ],
  ['a cursor', serviceValues.listCursor, 'service list cursor', [{ position: 'p' }]],
  [
    'known numbers',
    serviceValues.browserKnownNumbers,
    'service known numbers',
    [{ browser: 'b', numbers: ['n'], times: [now], carrier: 'S' }],
  ],
  [
    'the number of a passkey',
    passkeyContact,
    'service passkey contact',
    [{ phoneNo: '01000000000', telcoCd: 'S', mvno: false }],
  ],
  ['a field key', serviceValues.fieldKey, 'service field key', [{ key: 'k' }]],
  [
    'a flow of a browser',
    gatewayValues.browserFlow,
    'gateway browser flow',
    [
      {
        state: 's',
        session: 'x',
        code_verifier: 'v',
        return_to: '/',
        expires: now,
        full: true,
        required: true,
      },
    ],
  ],
  [
    'a flow of an app',
    gatewayValues.appFlow,
    'gateway app flow',
    [{ session: 'x', code_challenge: 'c', link: 'l', expires: now }],
  ],
  ['a session’s token', gatewayValues.sessionToken, 'gateway session token', [{ plid: 'p', secret: 's' }]],
  [
    'a session in KV',
    gatewayValues.cachedSession,
    'gateway session',
    [{ user, created: now, expires: now, cached: now }],
  ],
  [
    'a stored identity',
    gatewayValues.storedIdentity,
    'gateway identity',
    [{ name: '한가람', telcoCd: 'S' }, {}],
  ],
];

describe.each(kinds)('the encrypted value %s', (_, sealing, purpose, values) => {
  const kind = sealing as Sealed<Record<string, unknown>>;
  const anything = sealed(purpose, () => v.looseObject({}));

  test('has a purpose of its own, the same in every release', async () => {
    for (const value of values) {
      const text = await kind.seal(serviceKeys, { ...value });
      expect(await kind.open(serviceKeys, text, now)).toEqual(value);
      // A sign-in has short names of its own in its cookie (sign-in-cookie.test.ts).
      const written = kind === signInValue ? expect.anything() : value;
      expect(await anything.open(serviceKeys, text, now)).toEqual(written);
    }
  });

  test("isn't decrypted with a value of another type, and unknown fields are dropped", async () => {
    const opened = async (value: object) =>
      kind.open(serviceKeys, await anything.seal(serviceKeys, { ...value }), now);
    for (const value of values) {
      const text = await kind.seal(serviceKeys, { ...value });
      const written = (await anything.open(serviceKeys, text, now)) ?? {};
      for (const name of Object.keys(written))
        expect(await opened({ ...written, [name]: null })).toBeUndefined();
      expect(await opened({ ...written, unknown: 'x' })).toEqual(value);
    }
  });
});
