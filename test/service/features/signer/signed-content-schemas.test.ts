import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  idTokenContentSchema,
  logoutTokenContentSchema,
} from '../../../../workers/service/features/signer/signed-content-schemas.ts';
import { Signer } from '../../../../workers/service/features/signer/signer.ts';
import { serviceSecrets } from '../../../support/world/test-settings.ts';

const whom = { issuer: 'https://login.example.com', audience: 'shop', subject: 'a plid' };
const claims = {
  name: '홍길동',
  gender: 'female',
  birthdate: '1990-01-01',
  phone_number: '+821012345678',
  phone_number_verified: true,
  email: 'gildong@example.com',
  email_verified: false,
};
const login = {
  ...whom,
  ...{ nonce: 'n', authTime: 1, amr: ['mca'], acr: 'phone', accessToken: 'token', claims },
};
const isSigned = (content: object) => v.safeParse(idTokenContentSchema, content).success;
const without = (fields: object, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

test('the signing worker signs only these fields of an id_token, of these types', () => {
  expect(isSigned(login)).toBe(true);
  const required = Object.keys(login).filter((name) => !isSigned(without(login, name)));
  expect(required).toEqual(['issuer', 'audience', 'subject', 'acr', 'accessToken', 'claims']);
  for (const [name, value] of Object.entries(login)) {
    const others = typeof value === 'string' ? [1, '', null] : ['x', null];
    for (const other of others) expect(isSigned({ ...login, [name]: other }), name).toBe(false);
  }
  for (const name of ['iat', 'exp', 'aud', 'sid', 'events'])
    expect(isSigned({ ...login, [name]: 'x' }), name).toBe(false);
});

test('the claims of an id_token are optional, and no others are signed', () => {
  for (const name of Object.keys(claims))
    expect(isSigned({ ...login, claims: without(claims, name) }), name).toBe(true);
  for (const other of [
    ...[{ gender: 'F' }, { phone_number_verified: false }, { email_verified: true }],
    ...[{ name: '' }, { name: 1 }, { sub: 'x' }, { ci: 'x' }, { address: {} }],
  ])
    expect(isSigned({ ...login, claims: { ...claims, ...other } }), JSON.stringify(other)).toBe(false);
});

test('the signing worker signs a logout_token of one user and one application, and nothing more', () => {
  const isLogout = (content: object) => v.safeParse(logoutTokenContentSchema, content).success;
  const logout = { ...whom, jti: 'j' };
  expect(isLogout(logout)).toBe(true);
  for (const name of Object.keys(logout)) expect(isLogout(without(logout, name)), name).toBe(false);
  for (const more of [{ nonce: 'n' }, { claims: {} }, { sid: 's' }, { jti: '' }])
    expect(isLogout({ ...logout, ...more }), JSON.stringify(more)).toBe(false);
});

test('the signing worker refuses other content before it signs', async () => {
  const signer = new Signer({} as never, { OPENID_KEY: serviceSecrets.OPENID_KEY } as never);
  const logout = { ...whom, jti: 'j' };
  expect(await signer.signIdToken('ES256', login, 1)).toContain('.');
  expect(await signer.signLogoutToken('ES256', logout, 1)).toContain('.');
  await expect(signer.signIdToken('ES256', { ...login, exp: 2 }, 1)).rejects.toThrow(v.ValiError);
  await expect(signer.signIdToken('ES256', { ...login, claims: { sub: 'x' } }, 1)).rejects.toThrow(
    v.ValiError,
  );
  await expect(signer.signLogoutToken('ES256', { ...logout, nonce: 'n' }, 1)).rejects.toThrow(v.ValiError);
});
