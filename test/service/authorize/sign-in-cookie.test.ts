import { expect, onTestFinished, test } from 'vitest';
import { shownParts } from '../../../packages/plid/carrier/port.ts';
import { randomBytes, toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import { type Attribute, attributes } from '../../../packages/plid/protocol/user-record.ts';
import { writeCookie } from '../../../workers/core/http/cookies.ts';
import { attributesForScope, scopes } from '../../../workers/core/openid/scopes.ts';
import { createSignInId, storeSignIn } from '../../../workers/service/authorize/cookies/sign-in-cookie.ts';
import { createIdentityKey } from '../../../workers/service/shared/grant-identity.ts';
import { redirectUriDigest } from '../../../workers/service/shared/redirect-digest.ts';
import { type SignIn, signIn } from '../../../workers/service/shared/sign-in-cookie-value.ts';
import { serviceKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;

/** Later attributes, which make twenty with those of today. */
const later = Array.from({ length: 20 - attributes.length }, (_, index) => `later${index}` as Attribute);

/** The longest possible sign-in, while its consent page is open. */
const longest = async (): Promise<SignIn> => ({
  // As it is sealed, without the client; the cookie's name has it.
  id: createSignInId(now, ''),
  identityKey: createIdentityKey(),
  client_id: 'demoshop000000000001',
  redirect_uri_digest: await redirectUriDigest('https://shop.example.com/callback'),
  state: 's'.repeat(2_048),
  code_challenge: 'x'.repeat(43),
  isHybrid: true,
  asked: [...attributes],
  optional: [...attributes],
  automaticLogin: 'offered',
  language: 'ko',
  expires: now,
  phone: {
    phoneNo: '01012345678',
    requestId: crypto.randomUUID(),
    match: '42',
    sent: now,
    admission: toBase64url(randomBytes(12)),
    telcoCd: 'S',
    mvno: true,
    entry: 'type',
    automatic: true,
    shown: [...shownParts],
  },
  again: 9,
  plid: crypto.randomUUID(),
  facts: { approved: now - 599, risk: 'no_automatic_login', method: 'biometric' },
  shown: {
    phoneNo: '010-****-5678',
    name: '한'.repeat(20),
    gender: 'F',
    agegroup: '100',
    birthday: '02**',
    birthdate: '04****',
    foreign: 'L',
    telcoCd: 'S',
    ...Object.fromEntries(later.map((name) => [name, 'j***@example.com'])),
  },
});

/** The longest one of OpenID Connect, whose scopes need few attributes. */
async function longestOpenId(): Promise<SignIn> {
  const { shown = {}, ...value } = await longest();
  const scope = scopes.join(' ');
  const asked = attributesForScope(scope, value.asked);
  return {
    ...{
      ...value,
      scope,
      nonce: 'n'.repeat(240),
      formPost: true,
      asked,
      optional: asked,
      identityKey: createIdentityKey(scope),
    },
    shown: Object.fromEntries(asked.map((name) => [name, shown[name] ?? ''])),
  };
}

test.each([
  ['twenty attributes', longest],
  ['the longest nonce', longestOpenId],
])('the longest state and name and %s fit into the sign-in cookie', async (_, make) => {
  const list = attributes as Attribute[];
  onTestFinished(() => void list.splice(-later.length));
  expect(list.push(...later)).toBe(20);
  const value = await make();
  const text = await signIn.seal(serviceKeys, value, now + 4_200);
  expect(await signIn.open(serviceKeys, text, now)).toEqual(value);
  const [cookie = ''] = writeCookie(
    new URL('https://a.example'),
    `plid-sign-in-${value.id}${value.client_id}`,
    text,
    9,
  ).split(';');
  expect(cookie).toContain(text);
  expect(cookie.length).toBeLessThan(4_096 - 30);
});

test('app links are dropped from the cookie if there is no space', async () => {
  const { shown: _, plid: __, phone, ...value } = await longest();
  const open = `tauthlink://${'o'.repeat(288)}`;
  const install = `https://app.example.com/${'i'.repeat(276)}`;
  const context = { url: new URL('https://a.example'), env: { KEYS: serviceKeys } as never, now };
  const kept = async (sent: SignIn) => {
    const [cookie = ''] = (await storeSignIn(context, sent)).split(';');
    expect(cookie.length).toBeLessThan(4_096 - 30);
    return signIn.open(serviceKeys, cookie.slice(cookie.indexOf('=') + 1), now);
  };
  if (phone === undefined) throw new Error('the longest sign-in has a request');
  const long = { ...phone, requestId: 'r'.repeat(199), entry: 'type', calls: true } as const;
  expect(await kept({ ...value, phone: { ...long, open, install } })).toEqual({ ...value, phone: long });
  const short = { ...value, state: 's'.repeat(512) };
  const both = { ...short, phone: { ...long, open, install } };
  expect(await kept(both)).toEqual(both);
  const number = { phoneNo: phone.phoneNo, telcoCd: 'S' } as const;
  const without = { ...value, state: 's'.repeat(2_400), unregistered: number };
  expect(await kept({ ...without, unregistered: { ...number, install } })).toEqual(without);
});

test('the order of attributes never changes, because stored sign-ins refer to positions', () => {
  expect(attributes.slice(0, 9)).toEqual([
    'ci',
    'phoneNo',
    'name',
    'gender',
    'agegroup',
    'birthday',
    'birthdate',
    'foreign',
    'telcoCd',
  ]);
});
