import { describe, expect, test } from 'vitest';
import {
  acrOf,
  authenticatedAt,
  beganDuringLogin,
  requiresPhoneApproval,
  type SessionFacts,
  satisfiesRequest,
} from '../../../../workers/gateway/features/openid/session-requirements.ts';

const now = 1_800_000_000;
/** A session that began 100 s ago with an approval on the phone. */
const phone: SessionFacts = { autoLoginYn: 'N', autoStatusCheck: 'N', created: now - 100 };
const automatic: SessionFacts = { ...phone, autoLoginYn: 'Y' };
/** The first automatic login, at which the phone was asked. */
const firstAutomatic: SessionFacts = { ...automatic, autoStatusCheck: 'Y' };
const reported: SessionFacts = { ...automatic, login: { auth_time: now - 50 } };
const reviewer: SessionFacts = { ...phone, login: { amr: ['review'] } };

test.each([
  ['a sign-in on the phone', phone, now - 100, 'urn:plid:phone'],
  ['the first automatic login', firstAutomatic, now - 100, 'urn:plid:phone'],
  ['an automatic login', automatic, undefined, '0'],
  ['an automatic login whose approval the service reports', reported, now - 50, '0'],
  ["a store reviewer's sign-in", reviewer, now - 100, '0'],
] as const)('%s has its time of approval and its acr', (_, session, time, acr) => {
  expect([authenticatedAt(session), acrOf(session)]).toEqual([time, acr]);
});

describe('a request', () => {
  test.each([
    ['without conditions', {}, { phone: false, automatic: false, none: false }],
    ['with prompt=login', { prompt: 'login' }, { phone: true, automatic: true, none: true }],
    [
      'with prompt=select_account',
      { prompt: 'select_account' },
      { phone: true, automatic: true, none: true },
    ],
    ['with prompt=none', { prompt: 'none' }, { phone: false, automatic: false, none: false }],
    ['with max_age=0', { max_age: 0 }, { phone: true, automatic: true, none: true }],
    ['with a max_age that has just passed', { max_age: 99 }, { phone: true, automatic: true, none: false }],
    ['with a max_age that ends now', { max_age: 100 }, { phone: false, automatic: true, none: false }],
    ['for an approval on the phone', { requiresPhone: true }, { phone: false, automatic: true, none: true }],
  ] as const)(
    '%s requires an approval after a sign-in on the phone, an automatic login, and without a session',
    (_, requested, expected) => {
      const required = { phone, automatic, none: undefined };
      for (const [name, session] of Object.entries(required))
        expect([name, requiresPhoneApproval(session, requested, now)]).toEqual([
          name,
          expected[name as keyof typeof expected],
        ]);
    },
  );

  test('for an approval on the phone is not satisfied by a store reviewer', () => {
    expect(requiresPhoneApproval(reviewer, { requiresPhone: true }, now)).toBe(true);
  });
});

describe('a session that began during the login for a request', () => {
  const sent = now - 100;

  test('begins in the second in which the request was sent, or later, and counts for two minutes', () => {
    expect(beganDuringLogin(phone, sent, now)).toBe(true);
    expect(beganDuringLogin(phone, sent + 1, now)).toBe(false);
    expect(beganDuringLogin(phone, undefined, now)).toBe(false);
    expect(beganDuringLogin(phone, sent, phone.created + 119)).toBe(true);
    expect(beganDuringLogin(phone, sent, phone.created + 120)).toBe(false);
  });

  test('satisfies each condition, unless it is an automatic login', () => {
    for (const requested of [{ prompt: 'login' }, { prompt: 'select_account' }, { max_age: 0 }] as const) {
      expect(satisfiesRequest(phone, requested, undefined, now)).toBe(false);
      expect(satisfiesRequest(phone, requested, sent, now)).toBe(true);
      expect(satisfiesRequest(firstAutomatic, requested, sent, now)).toBe(true);
      expect(satisfiesRequest(automatic, requested, sent, now)).toBe(false);
    }
    expect(satisfiesRequest(automatic, {}, undefined, now)).toBe(true);
  });
});
