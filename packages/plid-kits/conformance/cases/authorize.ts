import { expectThat } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { expectRefusal } from '../expectations.ts';
import type { Target } from '../target.ts';

const section = '4.1';
const path = '/oauth2/authorize';

/** Sends the authorization request with changed parameters. If a value is undefined, the parameter is omitted. */
function ask(target: Target, changes: Record<string, string | undefined> = {}) {
  const query = Object.entries({ ...target.authorizeQuery(), ...changes });
  const sent = query.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return target.send({ path, query: Object.fromEntries(sent) });
}

/**
 * Creates a case that expects the error of §4.1 without a redirect, because the redirect URI isn't verified or is
 * missing.
 */
const refused = (
  statement: string,
  changes: (target: Target) => Record<string, string | undefined>,
  refusal: { error: string; names?: string },
): Case => ({
  section,
  statement,
  async run(target) {
    const answer = await ask(target, changes(target));
    expectRefusal(answer, { status: 400, ...refusal });
    expectThat(!answer.headers.has('Location'), 'no Location', answer);
  },
});

const otherAddresses = (redirectUri: string) => [
  'https://unregistered.example/callback',
  `${redirectUri}/`,
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}more=1`,
  redirectUri.replace(/^(https?:\/\/)/, '$1unregistered.example@'),
];

export const authorizeCases: Case[] = [
  {
    section,
    statement: 'a request with the required parameters starts a sign-in',
    async run(target) {
      const answer = await ask(target);
      expectThat(answer.status < 400, 'a page, or a redirect to a page', answer);
    },
  },
  refused('a missing client_id returns 400 invalid_client', () => ({ client_id: undefined }), {
    error: 'invalid_client',
  }),
  refused('an unknown client_id returns 400 invalid_client', () => ({ client_id: 'nobody00000000000000' }), {
    error: 'invalid_client',
  }),
  ...['redirect_uri', 'response_type', 'state'].map((item) =>
    refused(
      `a missing ${item} returns 400 invalid_request and names the parameter`,
      () => ({ [item]: undefined }),
      {
        error: 'invalid_request',
        names: item,
      },
    ),
  ),
  refused('response_type must be code', () => ({ response_type: 'token' }), {
    error: 'invalid_request',
    names: 'response_type',
  }),
  {
    section,
    statement: 'an unregistered redirect_uri returns 400 invalid_grant without a redirect',
    async run(target) {
      for (const redirect_uri of otherAddresses(target.application.redirectUri)) {
        const answer = await ask(target, { redirect_uri });
        expectRefusal(answer, { status: 400, error: 'invalid_grant', names: redirect_uri });
        expectThat(!answer.headers.has('Location'), 'no Location', answer);
      }
    },
  },
  {
    section,
    statement: 'a successful sign-in redirects to redirect_uri with code and the state that was sent',
    needs: 'a person',
    async run(target) {
      const { callback, state } = await target.login();
      const { redirectUri } = target.application;
      const began = callback.href.startsWith(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}`);
      expectThat(began, `an address that starts with ${redirectUri}`, callback.origin + callback.pathname);
      expectThat(Boolean(callback.searchParams.get('code')), 'code', callback.origin + callback.pathname);
      const came = callback.searchParams.get('state');
      expectThat(came === state, `state ${state}`, `state ${came}`);
    },
  },
  {
    section,
    statement:
      'if the metadata announces iss, the callback contains an iss that equals the issuer (RFC 9207)',
    needs: 'a person',
    async run(target) {
      const iss = (await target.login()).callback.searchParams.get('iss');
      const { issuer, authorization_response_iss_parameter_supported: isAnnounced } = await target.metadata();
      const isRight = iss === null ? isAnnounced !== true : issuer === undefined || iss === issuer;
      expectThat(isRight, `iss ${issuer}`, `iss ${iss}`);
    },
  },
  {
    section,
    statement: 'state is returned unchanged, regardless of its characters',
    needs: 'a person',
    async run(target) {
      const sent = 'a+b c/%41&d=é"한글~';
      const { callback } = await target.signIn({}, sent);
      const came = callback.searchParams.get('state');
      expectThat(came === sent, `state ${sent}`, `state ${came}`);
    },
  },
];
