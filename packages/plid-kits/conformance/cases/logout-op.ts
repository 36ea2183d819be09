import type { Answer } from '../../test-suite/http-response.ts';
import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { discover, login, pathTo, relyingPartyOf } from '../relying-party.ts';
import type { Target } from '../target.ts';

/** Cases of the plan RP-Initiated Logout OP, under the plan's names. */
const section = 'RP-Initiated Logout OP';
const party = ['a relying party', 'an address for sign-outs'] as const;
const person = [...party, 'a person'] as const;

async function request(target: Target, query: Record<string, string>): Promise<Answer> {
  const path = await pathTo(target, 'end_session_endpoint');
  return target.send({ path, query, headers: { Accept: 'text/html' } });
}

const addressOf = (target: Target): string => relyingPartyOf(target).postLogoutRedirectUri ?? '';

async function idToken(target: Target): Promise<string> {
  const { token } = await login(target);
  return String(token.json?.id_token);
}

/** @throws {Mismatch} if the browser isn't redirected to this address. */
function expectAddress({ status, headers }: Answer, address: string): void {
  const location = headers.get('Location') ?? '';
  const isThere = status >= 302 && status <= 303 && location === address;
  expectThat(isThere, `a redirect to ${address}`, `status ${status}, Location ${shown(location)}`);
}

/**
 * @param isError whether the page must be an error page. @throws {Mismatch} if the response isn't such a page, or
 * if it redirects.
 */
function expectPage(answer: Answer, isError: boolean): void {
  const { status, headers } = answer;
  const isPage = headers.get('Location') === null && /^text\/html/.test(headers.get('Content-Type') ?? '');
  const isRight = isError ? status >= 400 && status < 500 : status === 200;
  expectThat(isPage && isRight, `a page with status ${isError ? '4xx' : '200'}, without a redirect`, answer);
}

/**
 * Incorrect sign-out requests that contain an `id_token_hint`. The provider must not respond to these requests
 * with a redirect.
 */
const wrong: Record<string, (id_token_hint: string, address: string) => Record<string, string>> = {
  'bad-post-logout-redirect-uri': (id_token_hint) => ({
    id_token_hint,
    post_logout_redirect_uri: 'https://unregistered.example/',
  }),
  'query-added-to-post-logout-redirect-uri': (id_token_hint, address) => ({
    id_token_hint,
    post_logout_redirect_uri: `${address}${address.includes('?') ? '&' : '?'}foo=bar`,
  }),
  'modified-id-token-hint': (id_token_hint, address) => ({
    id_token_hint: `${id_token_hint.slice(0, -8)}AAAAAAAA`,
    post_logout_redirect_uri: address,
  }),
  'bad-id-token-hint': (_, address) => ({ id_token_hint: 'bad', post_logout_redirect_uri: address }),
};

const named = (name: string) => `oidcc-rp-initiated-logout${name && `-${name}`}`;

export const logoutCases: Case[] = [
  {
    section,
    statement: `${named('discovery-endpoint-verification')}: the discovery document contains the endpoint`,
    needs: 'a relying party',
    async run(target) {
      const { end_session_endpoint: address } = await discover(target);
      expectThat(typeof address === 'string' && URL.canParse(address), 'an address', shown(address));
    },
  },
  ...['', 'no-state'].map(
    (name): Case => ({
      section,
      statement: `${named(name)}: the browser is redirected back${name ? '' : ', with the state'}`,
      needs: person,
      async run(target) {
        const address = addressOf(target);
        const state = name ? {} : { state: crypto.randomUUID() };
        const hint = { id_token_hint: await idToken(target), post_logout_redirect_uri: address };
        const more = new URLSearchParams(state).toString();
        const expected = more ? `${address}${address.includes('?') ? '&' : '?'}${more}` : address;
        expectAddress(await request(target, { ...hint, ...state }), expected);
      },
    }),
  ),
  {
    section,
    statement: `${named('no-post-logout-redirect-uri')}: the sign-out succeeds`,
    needs: ['a relying party', 'a person'],
    async run(target) {
      const { status } = await request(target, { id_token_hint: await idToken(target) });
      expectThat(status < 400, 'a page or a redirect', `status ${status}`);
    },
  },
  ...Object.entries(wrong).map(
    ([name, query]): Case => ({
      section,
      statement: `${named(name)}: an error page without a redirect`,
      needs: person,
      run: async (target) =>
        expectPage(await request(target, query(await idToken(target), addressOf(target))), true),
    }),
  ),
  ...['no-id-token-hint', 'no-params', 'only-state'].map(
    (name): Case => ({
      section,
      statement: `${named(name)}: a page without a redirect`,
      needs: party,
      async run(target) {
        const state = { state: crypto.randomUUID() };
        const address = { post_logout_redirect_uri: addressOf(target), ...state };
        const query = { 'no-params': {}, 'only-state': state }[name] ?? address;
        expectPage(await request(target, query), false);
      },
    }),
  ),
];
