import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { authorizationAddress, readCallback } from '../../packages/plid/client/authorization.ts';
import { PlidMismatch, PlidRefusal } from '../../packages/plid/client/errors.ts';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { callbackAddress } from '../../workers/service/operator/applications/callback-address.ts';
import {
  redirectForLogin,
  redirectWithDenial,
} from '../../workers/service/sign-in/code/return-to-application.ts';
import { denialReasons } from '../../workers/service/sign-in/stages/denial-reasons.ts';
import { anyText, nastyText, resultOf } from './arbitraries.ts';

const register = (address: string) => resultOf(() => v.parse(callbackAddress, address));

/** Beginnings of an address; the last two are not allowed. */
const starts = [
  '',
  'https://shop.example/',
  'http://localhost:3000/',
  'http://shop.example/',
  'https://me@shop.example/',
];

/** Addresses that applications register. */
const registered = fc
  .tuple(
    fc.constantFrom(
      'https://shop.example.com',
      'http://localhost:3000',
      'http://127.0.0.1',
      'https://xn--9t4b11yi5a.example:8443',
    ),
    fc.array(
      fc.stringMatching(/^[a-z0-9_.~-]{1,8}$/).filter((part) => !/^\.+$/.test(part)),
      { maxLength: 3 },
    ),
    fc.constantFrom('', '?a=1', '?tenant=x%2Fy&b', '?q=a+b'),
  )
  .map(([origin, path, query]) => `${origin}/${path.join('/')}${query}`);

describe('a callback address', () => {
  test('is registered unchanged if it is ordinary', () => {
    fc.assert(
      fc.property(registered, (address) => {
        expect(register(address)).toEqual({ value: address });
      }),
    );
  });

  test('if registered, leads to its literal host, over https or to this machine', () => {
    const odd = nastyText(
      'https://',
      'http://',
      'shop.example',
      'localhost',
      '127.0.0.1',
      '[::1]',
      '/',
      '//',
      '\\',
      '@',
      ':',
      ':443',
      ':80',
      '?',
      '#',
      '*',
      'code=',
      '?code=1',
      '&state=',
      '%',
      '%00',
      '.',
      '..',
      '/../',
      'A',
      '가',
      ' ',
      '\t',
      '\u200b',
    );
    fc.assert(
      fc.property(odd, fc.constantFrom(...starts), (text, start) => {
        const address = `${start}${text}`;
        const found = register(address);
        if ('refused' in found) {
          expect(found.refused).toBe('unacceptable_callback');
          return;
        }
        const url = new URL(address);
        expect([`${url.href}`, `${url.href}`.replace(/\/$/, '')]).toContain(address);
        expect(url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)).toBe(
          true,
        );
        expect(url.username + url.password + url.hash).toBe('');
        expect(address).not.toMatch(/[*#\s\\]|[^!-~]/);
        for (const name of ['code', 'state', 'error']) expect(url.searchParams.has(name)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** A state as an application may send it, spelled for a query. */
const states = fc.oneof(anyText, fc.stringMatching(/^[\w.~-]{1,200}$/)).filter((text) => text !== '');

describe('a callback URL', () => {
  const service = 'https://login.example.com';
  const named = { signInName: 'u3Tq0_Rk-aB', env: { BASE_URL: service } };
  const application = { iss: true };

  test('keeps the address, its query, and the state, and has the error', async () => {
    const reasons = fc.constantFrom(...(Object.keys(denialReasons) as (keyof typeof denialReasons)[]));
    await fc.assert(
      fc.asyncProperty(
        registered,
        states,
        reasons,
        fc.constantFrom('ko', 'en'),
        async (redirect_uri, sent, reason, language) => {
          const state = new Parameters(`state=${encodeURIComponent(sent)}`).asSent('state');
          const location =
            redirectWithDenial(named, { application, redirect_uri, state }, reason, language).headers.get(
              'Location',
            ) ?? '';
          expect(location.startsWith(`${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}`)).toBe(true);
          expect(location).not.toContain('+'.repeat(redirect_uri.includes('+') ? 2 : 1));
          const { searchParams } = new URL(location);
          for (const [name, value] of new URL(redirect_uri).searchParams)
            expect(searchParams.getAll(name)).toEqual([value]);
          expect(searchParams.getAll('state')).toEqual([sent]);
          expect(searchParams.getAll('iss')).toEqual([service]);
          expect(searchParams.getAll('plid_sign_in')).toEqual([named.signInName]);
          expect(searchParams.getAll('message')).toEqual([denialReasons[reason][language]]);
          await expect(readCallback(location, sent)).rejects.toMatchObject({
            error: 'access_denied',
            plidReason: reason,
          });
        },
      ),
    );
  });

  test('without an automatic login is read as such by the client', async () => {
    await fc.assert(
      fc.asyncProperty(registered, states, async (redirect_uri, sent) => {
        const response = redirectForLogin(
          named,
          { application: { iss: false }, redirect_uri, state: encodeURIComponent(sent) },
          'en',
        );
        const failure = await readCallback(response.headers.get('Location') ?? '', sent).catch(
          (caught) => caught,
        );
        expect(failure).toMatchObject({ error: 'login_required' });
      }),
    );
  });
});

describe('plid/client', () => {
  test('creates an authorization URL that the service parses to the same values', () => {
    const extra = fc.option(anyText, { nil: undefined });
    fc.assert(
      fc.property(
        registered,
        anyText,
        states,
        extra,
        extra,
        (redirectUri, clientId, state, prompt, codeChallenge) => {
          const settings = {
            service: 'https://login.example.com',
            clientId,
            redirectUri,
            paths: { authorize: '/oauth2/authorize' },
          };
          const address = authorizationAddress(settings, { state, prompt, codeChallenge });
          expect(address).toMatch(/^https:\/\/login\.example\.com\/oauth2\/authorize\?[!-~]+$/);
          const parameters = new Parameters(address.slice(address.indexOf('?') + 1));
          expect([parameters.optional('redirect_uri'), parameters.optional('state')]).toEqual([
            redirectUri,
            state,
          ]);
          expect(parameters.optional('client_id') ?? '').toBe(clientId);
          expect(parameters.optional('prompt')).toBe(prompt || undefined);
          expect(parameters.optional('code_challenge')).toBe(codeChallenge || undefined);
        },
      ),
    );
  });

  test('accepts a code only for its own state', async () => {
    const text = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('', 'a', 'b') }, anyText);
    const query = fc.array(fc.tuple(fc.constantFrom('code', 'state', 'error', 'x'), text), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(query, fc.option(text, { nil: undefined }), async (pairs, state) => {
        const valuesOf = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value);
        const result = await readCallback(`/callback?${new URLSearchParams(pairs)}`, state).catch(
          (failure) => failure,
        );
        const [code, sent, error] = [valuesOf('code'), valuesOf('state'), valuesOf('error')];
        const isGood =
          state &&
          sent.length === 1 &&
          sent[0] === state &&
          code.length === 1 &&
          code[0] &&
          !error.some(Boolean) &&
          error.length < 2;
        if (isGood) expect(result).toBe(code[0]);
        else
          expect(result instanceof PlidRefusal || result instanceof PlidMismatch, String(result)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
