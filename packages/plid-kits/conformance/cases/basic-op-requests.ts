import type { Answer } from '../../test-suite/http-response.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { pathTo, relyingPartyOf, requestOf } from '../relying-party.ts';
import type { Target } from '../target.ts';

/**
 * Cases of the certification plan Basic OP that test the start of an authorization request. These cases need no
 * signed-in user.
 */
const section = 'Basic OP';
const needs = 'a relying party';

async function startSignIn(
  target: Target,
  { response_type, ...query }: Record<string, string>,
): Promise<Answer> {
  const path = await pathTo(target, 'authorization_endpoint');
  const sent = response_type ? { response_type, ...query } : query;
  return target.send({ path, query: sent, headers: { Accept: 'text/html' } });
}

/**
 * Expects a page that starts a sign-in, or a redirect to such a page. A gateway redirects to its own URL, not to
 * the callback. @throws {Mismatch} if no sign-in starts.
 */
function expectSignIn(target: Target, answer: Answer): void {
  const location = answer.headers.get('Location') ?? '';
  const isRedirect = answer.status >= 302 && answer.status <= 303;
  const isOwn = isRedirect && URL.parse(location, target.url)?.origin === new URL(target.url).origin;
  expectThat(answer.status === 200 || isOwn, 'the page of a sign-in', answer);
}

/** @throws {Mismatch} if the callback has none of these errors. */
function expectError(target: Target, answer: Answer, errors: readonly string[]): void {
  const location = answer.headers.get('Location') ?? '';
  const { redirectUri } = relyingPartyOf(target);
  const isBack = answer.status >= 302 && answer.status <= 303 && location.startsWith(redirectUri);
  expectThat(isBack, `a redirect to ${redirectUri}`, answer);
  const error = new URL(location).searchParams.get('error') ?? '';
  expectThat(errors.includes(error), `error ${errors.join(' or ')}`, `error ${error}`);
}

/** Additional parameters of the authorization request, keyed by the name of the case. */
const besides: Record<string, Record<string, string>> = {
  'oidcc-display-page': { display: 'page' },
  'oidcc-display-popup': { display: 'popup' },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': { extra: 'foobar' },
  'oidcc-login-hint': { login_hint: 'somebody@example.com' },
  'oidcc-ui-locales': { ui_locales: 'se' },
  'oidcc-claims-locales': { claims_locales: 'se' },
  'oidcc-ensure-request-with-acr-values-succeeds': { acr_values: '1 2' },
  'oidcc-claims-essential': { claims: '{"userinfo":{"name":{"essential":true}}}' },
};

export const basicOpRequestCases: Case[] = [
  {
    section,
    statement: 'oidcc-response-type-missing: the callback gets an error',
    needs,
    async run(target) {
      const answer = await startSignIn(target, requestOf(target, { response_type: '' }));
      expectError(target, answer, ['invalid_request', 'unsupported_response_type']);
    },
  },
  ...Object.entries(besides).map(
    ([name, more]): Case => ({
      section,
      statement: `${name}: ${Object.keys(more)} doesn't prevent a sign-in`,
      needs,
      run: async (target) => expectSignIn(target, await startSignIn(target, requestOf(target, more))),
    }),
  ),
  {
    section,
    statement: 'oidcc-prompt-none-not-logged-in: no user is prompted, and an error is returned',
    needs,
    async run(target) {
      const answer = await startSignIn(target, requestOf(target, { prompt: 'none' }));
      expectError(target, answer, ['login_required', 'interaction_required', 'account_selection_required']);
    },
  },
  {
    section,
    statement:
      'oidcc-ensure-registered-redirect-uri: an unregistered redirect_uri is rejected without a redirect',
    needs,
    async run(target) {
      const answer = await startSignIn(
        target,
        requestOf(target, { redirect_uri: 'https://unregistered.example/' }),
      );
      const isRefused = answer.status >= 400 && answer.headers.get('Location') === null;
      expectThat(isRefused, 'status 4xx, without a redirect', answer);
    },
  },
  {
    section,
    statement: 'oidcc-ensure-post-request-succeeds: a POST request starts a sign-in',
    needs,
    async run(target) {
      const path = await pathTo(target, 'authorization_endpoint');
      const headers = { Accept: 'text/html' };
      const answer = await target.send({ method: 'POST', path, form: requestOf(target), headers });
      expectSignIn(target, answer);
    },
  },
  {
    section,
    statement:
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: the callback gets request_not_supported',
    needs,
    async run(target) {
      const { redirectUri: redirect_uri, clientId: client_id } = relyingPartyOf(target);
      const object = [{ alg: 'none' }, { client_id, redirect_uri }].map((part) => btoa(JSON.stringify(part)));
      const request = `${object.join('.').replaceAll('=', '')}.`;
      expectError(target, await startSignIn(target, requestOf(target, { request })), [
        'request_not_supported',
      ]);
    },
  },
];
