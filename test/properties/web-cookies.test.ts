import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signInCookies } from '../../packages/plid/web/sign-in-cookies.ts';
import { asHeader, nastyText } from './arbitraries.ts';

const page = new URL('https://shop.example.com/callback');
const cookies = signInCookies(page, '0123456789abcdef'.repeat(2));
const requestWith = (Cookie: string) => new Request(page, { headers: { Cookie } });
const state = fc.stringMatching(/^[\w-]{43}$/);
const prefix = '__Host-plid-sign-in-';
const sealed = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA';
const noise = nastyText('=', ';', '; ', ',', '"', ' ', '%', 'a', '-', '.', '1700000000', prefix, sealed).map(
  asHeader,
);

describe('the sign-in cookie of plid/web', () => {
  test('decrypts to its content, whatever cookies are next to it', async () => {
    await fc.assert(
      fc.asyncProperty(state, fc.webPath(), noise, noise, async (state, path, before, after) => {
        const signIn = { state, codeVerifier: 'v'.repeat(43), returnTo: page.origin + path };
        const [written = ''] = await cookies.keep(requestWith(''), signIn);
        const header = [before, written.split(';')[0], after].join('; ');
        expect(await cookies.open(requestWith(asHeader(header)), state)).toEqual(signIn);
      }),
    );
  });

  test("can't be forged, and only plid's cookies are removed", async () => {
    const almost = fc.stringMatching(/^[ -:<>-~]{43}$/);
    const named = fc
      .tuple(fc.oneof(state, almost), fc.oneof(noise, state))
      .map(([name, value]) => `${prefix}1700000000-${name}=${value}`);
    await fc.assert(
      fc.asyncProperty(
        state,
        fc.array(fc.oneof(noise, named), { minLength: 6, maxLength: 12 }),
        async (state, pairs) => {
          const header = [...pairs, `${prefix}1700000000-${state}=${sealed}`].join('; ');
          const request = requestWith(asHeader(header));
          expect(await cookies.open(request, state)).toBeUndefined();
          for (const removed of cookies.drop(request, state))
            expect(removed).toBe(
              `${prefix}1700000000-${state}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
            );
          const kept = await cookies.keep(request, { state, codeVerifier: 'v', returnTo: page.href });
          for (const line of kept)
            expect(line).toMatch(
              /^__Host-plid-sign-in-\d{10}-[\w-]{43}=[\w.-]*; Max-Age=(?:0|3600); Path=\/; HttpOnly; Secure; SameSite=Lax$/,
            );
        },
      ),
    );
  });
});
