import { describe, expect, test } from 'vitest';
import { languages } from '../../../workers/core/http/language.ts';
import { isTemporary, ProtocolError, retryLaterError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../../workers/gateway/settings/gateway-refusals.ts';
import * as operatorRefusals from '../../../workers/service/operator/access/operator-refusals.ts';
import * as serviceRefusals from '../../../workers/service/protocol/service-refusals.ts';

describe('an error response', () => {
  test('names its parameter in each language', () => {
    const error = new ProtocolError(refusals.missing_item, { item: 'code' });
    expect([error.status, error.error]).toEqual([400, 'invalid_request']);
    expect(error.describe('en')).toBe('The required item code is missing.');
    expect(error.describe('ko')).toBe('필수 항목 code이(가) 없습니다.');
  });

  test('fills in the sent value once, unchanged', () => {
    const value = '$& {item} {value} </script>';
    expect(new ProtocolError(serviceRefusals.invalid_code, { value, item: 'x' }).describe('en')).toBe(
      `Invalid authorization code: ${value}`,
    );
  });

  test('omits a missing value', () => {
    expect(new ProtocolError(refusals.invalid_item).describe('en')).toBe('The value of  is not valid.');
  });

  test("doesn't disclose internal causes", () => {
    const error = new ProtocolError(refusals.internal, { cause: new Error('the database is at 10.0.0.1') });
    for (const language of languages) expect(error.describe(language)).not.toContain('10.0.0.1');
  });
});

describe('an error with Retry-After', () => {
  test('has a whole number of seconds, at least one', () => {
    for (const [seconds, header] of [
      [0, '1'],
      [-3, '1'],
      [1.2, '2'],
      [60, '60'],
    ] as const) {
      expect(retryLaterError(refusals.too_many_requests, seconds).headers).toEqual({ 'Retry-After': header });
    }
  });

  test('is a rate limit or an outage, and no other error', () => {
    expect([refusals.too_many_requests, refusals.unavailable].map(isTemporary)).toEqual([true, true]);
    expect([refusals.not_found, refusals.internal].map(isTemporary)).toEqual([false, false]);
  });
});

const tables = { refusals, gatewayRefusals, serviceRefusals, operatorRefusals };

describe.each(Object.entries(tables))('the error table %s', (_, table) => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

  test.each(Object.entries(table))(
    'has the text of %s in each language with the same values',
    (reason, refusal) => {
      expect(refusal.reason).toBe(reason);
      expect(placeholders(refusal.ko)).toEqual(placeholders(refusal.en));
      expect(refusal.ko).toMatch(/[가-힣]/);
      const withoutExample = refusal.en.replace(/such as .*/, '');
      expect(withoutExample).not.toMatch(/[가-힣]/);
    },
  );
});

/** The reasons with another status or error code than 400 invalid_request, and with another level of their log line. */
const others: Record<string, string[]> = {
  '400 authentication_failed': ['event_forged'],
  '400 invalid_client': ['bad_client_fields', 'missing_client', 'unknown_client'],
  '400 invalid_grant': [
    ...['code_not_for_this_request', 'flow_used', 'refused_code', 'unregistered_redirect'],
    ...['upstream_refused', 'wrong_verifier'],
  ],
  '400 unsupported_grant_type': ['unsupported_grant_type'],
  '401 authentication_failed': ['authentication_failed', 'no_session'],
  '401 invalid_client': ['bad_credentials', 'missing_credentials'],
  '403 invalid_request': ['cross_origin', 'not_the_proxy', 'other_host'],
  '404 not_found': ['not_found'],
  '405 method_not_allowed': ['method_not_allowed'],
  '412 invalid_request': ['changed_meanwhile'],
  '425 invalid_request': ['prefetched'],
  '429 server_error': ['carrier_limit', 'challenge', 'too_many_requests'],
  '500 server_error': ['client_id_taken', 'internal', 'settings'],
  // The client has sent a code that isn't valid: no operator needs to act.
  '500 server_error info': ['invalid_code'],
  '502 server_error': ['client_refused', 'upstream_invalid'],
  '503 server_error': [
    ...['access_not_recorded', 'disconnect_incomplete', 'event_not_handled', 'sign_in_broken_off'],
    ...['sign_in_pending', 'unavailable'],
    ...['upstream_timeout', 'upstream_unavailable'],
  ],
};

test('each reason has its status and error code of §7, which is 400 invalid_request for all that are not listed', () => {
  const all = Object.values(tables).flatMap((table) => Object.values(table));
  const groups = Object.groupBy(all, ({ status, error, level = '' }) => `${status} ${error} ${level}`.trim());
  const { '400 invalid_request': usual = [], ...rest } = groups;
  const reasons = Object.entries(rest).map(([key, group = []]) => [
    key,
    group.map(({ reason }) => reason).sort(),
  ]);
  expect(Object.fromEntries(reasons)).toEqual(others);
  expect(usual.length + Object.values(others).flat().length).toBe(all.length);
});

test('a reason is in only one table, so that logs and stored outcomes are unambiguous', () => {
  const reasons = Object.values(tables).flatMap((table) => Object.keys(table));
  expect(reasons.length).toBeGreaterThan(40);
  expect(new Set(reasons).size).toBe(reasons.length);
});
