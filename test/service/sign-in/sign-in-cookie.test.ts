import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shownParts } from '../../../workers/core/carrier/port.ts';
import { randomBytes, toBase64url } from '../../../workers/core/crypto/bytes.ts';
import { sealed } from '../../../workers/core/crypto/seal.ts';
import { writeCookie } from '../../../workers/core/http/cookies.ts';
import { type Attribute, attributes, type Identity } from '../../../workers/core/protocol/user-record.ts';
import { attributesForScope, scopes } from '../../../workers/openid/scopes.ts';
import { redirectUriDigest } from '../../../workers/service/protocol/redirect-digest.ts';
import { createSignInId, storeSignIn } from '../../../workers/service/sign-in/cookies/sign-in-cookie.ts';
import { type SignIn, signIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import type { PhoneRequest, Stage } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';
import { createIdentityKey } from '../../../workers/service/tokens/grant-identity.ts';
import { serviceKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;

/** Later attributes, which make twenty with those of today. */
const later = Array.from({ length: 20 - attributes.length }, (_, index) => `later${index}` as Attribute);

const phone: PhoneRequest = {
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
};
const approved = {
  method: 'phone' as const,
  request: phone,
  plid: crypto.randomUUID(),
  facts: { approved: now - 599, risk: 'no_automatic_login', method: 'biometric' } as const,
};

const longestShown: Identity = {
  phoneNo: '010-****-5678',
  name: '한'.repeat(20),
  gender: 'F',
  agegroup: '100',
  birthday: '02**',
  birthdate: '04****',
  foreign: 'L',
  telcoCd: 'S',
  ...Object.fromEntries(later.map((name) => [name, 'j***@example.com'])),
};

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
  again: 9,
  stage: { at: 'approved', ...approved, shown: longestShown },
});

/** The longest one of OpenID Connect, whose scopes need few attributes. */
async function longestOpenId(): Promise<SignIn> {
  const value = await longest();
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
    stage: {
      at: 'approved',
      ...approved,
      shown: Object.fromEntries(asked.map((name) => [name, longestShown[name] ?? ''])),
    },
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

describe('app links', () => {
  const open = `tauthlink://${'o'.repeat(288)}`;
  const install = `https://app.example.com/${'i'.repeat(276)}`;
  const context = { url: new URL('https://a.example'), env: { KEYS: serviceKeys } as never, now };
  const kept = async (sent: SignIn) => {
    const [cookie = ''] = (await storeSignIn(context, sent)).split(';');
    expect(cookie.length).toBeLessThan(4_096 - 30);
    return signIn.open(serviceKeys, cookie.slice(cookie.indexOf('=') + 1), now);
  };
  const long: PhoneRequest = { ...phone, requestId: 'r'.repeat(199), calls: true };
  const asking = (request: PhoneRequest): Stage => ({ at: 'asked', method: 'phone', request });

  test('are dropped from a request if there is no space', async () => {
    const value = await longest();
    const linked = asking({ ...long, open, install });
    expect(await kept({ ...value, stage: linked })).toEqual({ ...value, stage: asking(long) });
    const short = { ...value, state: 's'.repeat(512), stage: linked };
    expect(await kept(short)).toEqual(short);
  });

  test('make no cookie too long, whatever the length of the state', async () => {
    const value = { ...(await longest()), stage: asking({ ...long, open, install }) };
    const lengths = Array.from({ length: 48 }, (_, index) => 1_280 + 16 * index);
    const states = await Promise.all(lengths.map((length) => kept({ ...value, state: 's'.repeat(length) })));
    const linked = states.map((state) => state !== undefined && JSON.stringify(state).includes(open));
    expect(linked).toEqual(linked.toSorted().toReversed());
    expect(new Set(linked)).toEqual(new Set([true, false]));
  });

  test('are dropped from a number without an app if there is no space', async () => {
    const number = { phoneNo: phone.phoneNo, telcoCd: 'S' } as const;
    const value = { ...(await longest()), state: 's'.repeat(2_400) };
    const stage = { at: 'unregistered', number } as const;
    const linked = { ...stage, number: { ...number, install } };
    expect(await kept({ ...value, stage: linked })).toEqual({ ...value, stage });
  });
});

const reviewer = { id: 'r1', phoneNo: '01000000001', telcoCd: 'K' } as const;
const start = { id: 'i1', telcoCd: 'L', way: 'code', requestId: 'q1', sent: now, automatic: false } as const;
const minor = { ...approved, age: 15, minor: 'guarded' } as const;

/** Each stage, with the letters of the fields that its cookie has for it (short-keys.ts). */
const stages: [Stage, string][] = [
  [{ at: 'requested' }, ''],
  [{ at: 'asked', method: 'phone', request: phone }, 'p'],
  [{ at: 'asked', method: 'app', request: start }, 'S'],
  [{ at: 'asked', method: 'review', request: reviewer }, 'j'],
  [{ at: 'unregistered', number: { phoneNo: phone.phoneNo, telcoCd: 'S' } }, 'U'],
  [{ at: 'approved', ...approved, shown: { name: '홍*동' } }, 'Fpuw'],
  [{ at: 'approved', ...minor, shown: {} }, 'FKVpuw'],
  [{ at: 'approved', ...approved, method: 'review', request: reviewer, shown: {} }, 'Fjuw'],
  [{ at: 'granted', granted: now, ...approved }, 'Fpuy'],
  [{ at: 'ended', ending: 'underage' }, 'K'],
  [{ at: 'ended', ending: 'cancelled', after: { at: 'requested' } }, 'z'],
  [{ at: 'ended', ending: 'cancelled', after: { at: 'asked', method: 'app', request: start } }, 'Sz'],
  [{ at: 'ended', ending: 'cancelled', after: { at: 'approved', ...approved, shown: {} } }, 'Fpuz'],
];

/** The sign-in's cookie as it is decrypted, without its meaning. */
const raw = sealed('service sign-in', () => v.record(v.string(), v.unknown()));
const small = async (stage: Stage): Promise<SignIn> => {
  const {
    code_challenge: _,
    language: __,
    isHybrid: ___,
    automaticLogin: ____,
    again: _____,
    ...value
  } = await longest();
  return { ...value, asked: ['name'], optional: [], stage };
};

test.each(stages)('the cookie of the stage %o has only its fields', async (stage, letters) => {
  const value = await small(stage);
  const text = await signIn.seal(serviceKeys, value, now + 600);
  const common = [...'iacekrs'];
  const fields = Object.keys((await raw.open(serviceKeys, text, now)) ?? {});
  expect(fields.toSorted()).toEqual([...common, ...letters].toSorted());
  expect(await signIn.open(serviceKeys, text, now)).toEqual(value);
});

test.each<[string, (asked: Record<string, unknown>) => object]>([
  ['an approval without a time', (asked) => ({ ...asked, u: crypto.randomUUID() })],
  ['an approval of no request', ({ p: _, ...others }) => ({ ...others, u: crypto.randomUUID(), F: [1, 0] })],
  ['attributes by name', (asked) => ({ ...asked, a: ['name'] })],
])('a cookie with %s is refused', async (_, change) => {
  const asked = await small({ at: 'asked', method: 'phone', request: phone });
  const fields = await raw.open(serviceKeys, await signIn.seal(serviceKeys, asked), now);
  const forge = async (changed: object) =>
    signIn.open(serviceKeys, await raw.seal(serviceKeys, { ...changed }), now);
  expect(await forge(fields ?? {})).toEqual(asked);
  expect(await forge(change(fields ?? {}))).toBeUndefined();
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
