import { describe, expect, test } from 'vitest';
import {
  clearedSessionCookie,
  createSessionToken,
  readSessionToken,
  sessionCookie,
  sessionId,
} from '../../../workers/gateway/sessions/session-token.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const url = new URL('https://shop.example.com/auth/session');
const tokenOf = (secret: string, expires = now + 600) =>
  createSessionToken(gatewayKeys, { plid: 'p', secret }, expires);
const [first, second] = [await tokenOf('first'), await tokenOf('second')];

const read = (headers: Record<string, string>, at = now) =>
  readSessionToken(new Request(url, { headers }), gatewayKeys, at);
const cookie = (token: string) => ({ Cookie: `__Host-plid-session=${token}` });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const of = async (secret: string) => ({ plid: 'p', secret, id: await sessionId(secret) });

describe('the session of a request', () => {
  test.each([
    ['its cookie', cookie(first)],
    ['its bearer token', bearer(first)],
    ['its bearer token, not its cookie', { ...bearer(first), ...cookie(second) }],
    [
      "its cookie, if the bearer token is the application's",
      { ...bearer('of-the-application'), ...cookie(first) },
    ],
    [
      'its cookie, if the bearer token is forged',
      { ...bearer(`${second.slice(0, -4)}AAAA`), ...cookie(first) },
    ],
    ['its cookie, if the bearer token has no prefix', { ...bearer(second.slice(5)), ...cookie(first) }],
  ])('comes from %s', async (_, headers) => {
    expect(await read(headers as Record<string, string>)).toEqual(await of('first'));
  });

  test.each([
    ['no token', {}],
    ['a token without its prefix', cookie(first.slice(5))],
    ['a truncated token', cookie(first.slice(0, -2))],
    ['the cookie of another origin', { Cookie: `plid-session=${first}` }],
  ])('does not come from %s', async (_, headers) => {
    expect(await read(headers as Record<string, string>)).toBeUndefined();
  });

  test('ends with its token', async () => {
    expect(await read(cookie(first), now + 599)).toEqual(await of('first'));
    expect(await read(cookie(first), now + 600)).toBeUndefined();
  });

  test('is in a cookie that scripts and other hosts cannot read, as long as it lasts', () => {
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(sessionCookie(url, first, 600)).toBe(`__Host-plid-session=${first}; Max-Age=600; ${attributes}`);
    expect(clearedSessionCookie(url)).toBe(`__Host-plid-session=; Max-Age=0; ${attributes}`);
  });

  test('has an id that does not reveal its secret, and never changes', async () => {
    expect(await sessionId('first')).toBe('p5N7ZLjKpY8Dchu2us9ceMsjX-vg5wsbhM2ZVBRhoI4');
  });
});
