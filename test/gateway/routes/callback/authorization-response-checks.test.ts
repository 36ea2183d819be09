import { describe, expect, test, vi } from 'vitest';
import { Parameters } from '../../../../workers/core/protocol/parameters.ts';
import {
  adoptServiceSignInName,
  checkIssuer,
  readAuthorizationCode,
} from '../../../../workers/gateway/routes/callback/authorization-response-checks.ts';

const parametersOf = (fields: Record<string, string>) => new Parameters(new URLSearchParams(fields));

describe('the issuer of a callback', () => {
  const [service, issuer] = ['https://login.example.com', 'https://issuer.example.com/a'];
  const check = (iss: string | undefined, env: object) => {
    const note = vi.fn();
    const context = { env: { SERVICE_URL: service, ISS_REQUIRED: 'N', ...env }, note } as never;
    const parameters = parametersOf(iss === undefined ? {} : { iss });
    return { note, checked: () => checkIssuer(context, parameters) };
  };

  test.each([
    ['that of the service', service, {}],
    ['that of the service, if it is required', service, { ISS_REQUIRED: 'Y' }],
    ['the one that the operator names', issuer, { EVENT_ISSUER: issuer, ISS_REQUIRED: 'Y' }],
    ['missing, if it is not required', undefined, { EVENT_ISSUER: issuer }],
  ])('may be %s', (_, iss, env) => {
    const { note, checked } = check(iss, env);
    expect(checked).not.toThrow();
    expect(note).not.toHaveBeenCalled();
  });

  test.each([
    ['missing', undefined, { ISS_REQUIRED: 'Y' }],
    ['other', 'https://evil.example.com', {}],
    ['other', `${service}/`, {}],
    ['other', service, { EVENT_ISSUER: issuer }],
  ])('that is %s (%s) is refused, and the log says why', (reason, iss, env) => {
    const { note, checked } = check(iss, env);
    expect(checked).toThrow(expect.objectContaining({ reason: 'flow_mismatch' }));
    expect(note).toHaveBeenCalledExactlyOnceWith({ issuer: reason });
  });
});

test("a sign-in takes the name in the service's response, if it has the form of one", () => {
  const nameSignIn = vi.fn();
  for (const plid_sign_in of ['not a name', '', 'AbCd_fGh-12'])
    adoptServiceSignInName({ nameSignIn } as never, parametersOf({ plid_sign_in }));
  expect(nameSignIn.mock.calls).toEqual([['AbCd_fGh-12']]);
});

describe('the code of a callback', () => {
  test('is what the service sent', () => {
    expect(readAuthorizationCode(parametersOf({ code: 'c' }))).toBe('c');
  });

  test.each([
    ['missing_item', {}],
    ['access_denied', { error: 'access_denied', code: 'c' }],
    ['login_required', { error: 'login_required' }],
    ['upstream_refused', { error: 'server_error' }],
  ])('is replaced by %s', (reason, fields) => {
    expect(() => readAuthorizationCode(parametersOf(fields as never))).toThrow(
      expect.objectContaining({ reason }),
    );
  });

  test.each([
    [{ message: 'm', error_description: 'd' }, 'm'],
    [{ error_description: 'd' }, 'd'],
    [{}, ''],
  ])('is replaced by an error with the text of the service in %j', (texts, message) => {
    const parameters = parametersOf({ error: 'server_error', ...(texts as object) });
    expect(() => readAuthorizationCode(parameters)).toThrow(
      expect.objectContaining({ serviceRefusal: { status: 302, error: 'server_error', message } }),
    );
  });
});
