import { expectFields } from '../../test-suite/expect-fields.ts';
import { expectThat, shown } from '../../test-suite/mismatch.ts';
import { basicAuthorizationHeader } from '../application.ts';
import type { Case } from '../case.ts';
import { expectRefusal } from '../expectations.ts';
import type { Target } from '../target.ts';

const section = '4.2';
const path = '/oauth2/token';
const grant = 'authorization_code';
const fields = ['access_token', 'token_type', 'expires_in'];
const madeUp = 'made-up-code-000000000000';
/**
 * Returns a code's last characters, which identify the code in a message. A service doesn't have to repeat the
 * whole code.
 */
const endOfCode = (code: string) => code.slice(-6);

/**
 * Creates a case that expects an error. The request's code is valid, so that only the form's other fields can
 * cause the error.
 */
const refused = (
  statement: string,
  form: (code: string) => Record<string, string>,
  refusal: { error: string; names: string },
): Case => ({
  section,
  statement,
  needs: 'a person',
  async run(target) {
    expectRefusal(await target.exchange(form(await target.code())), refusal);
  },
});

/** Returns the application's credentials with a wrong secret of the same length. */
export function withWrongSecret({ application }: Target) {
  const { clientSecret } = application;
  return { ...application, clientSecret: (clientSecret.startsWith('0') ? '1' : '0') + clientSecret.slice(1) };
}

const answerCases: Case[] = [
  {
    section: '2.3',
    statement: 'the response contains access_token, token_type, expires_in, and optionally state',
    needs: 'a person',
    async run(target) {
      target.note(expectFields((await target.login()).token, fields, ['state']));
    },
  },
  {
    section: '2.3',
    statement: 'access_token is a string',
    needs: 'a person',
    async run(target) {
      const { access_token } = (await target.login()).token.json ?? {};
      expectThat(typeof access_token === 'string' && access_token !== '', 'a text', typeof access_token);
    },
  },
  {
    section: '2.3',
    statement: 'token_type is bearer, in lower case',
    needs: 'a person',
    async run(target) {
      const { token_type } = (await target.login()).token.json ?? {};
      expectThat(token_type === 'bearer', '"bearer"', shown(token_type));
    },
  },
  {
    section: '2.3',
    statement: 'expires_in is a whole number of seconds, or digits in a string',
    needs: 'a person',
    async run(target) {
      const { expires_in } = (await target.login()).token.json ?? {};
      const digits = typeof expires_in === 'number' ? String(expires_in) : expires_in;
      const isWhole = typeof digits === 'string' && /^[1-9]\d*$/.test(digits);
      expectThat(isWhole, 'a whole number above 0', shown(expires_in));
    },
  },
  {
    section: '2.3',
    statement: 'state, if returned, equals the value that was sent',
    needs: 'a person',
    async run(target) {
      const { token, state } = await target.login();
      const { state: came = state } = token.json ?? {};
      expectThat(came === state, `state ${state}`, `state ${came}`);
    },
  },
];

const requestCases: Case[] = [
  {
    section,
    statement: 'the parameters are accepted in the query string',
    needs: 'a person',
    async run(target) {
      const query = { grant_type: grant, code: await target.code() };
      const form = {
        method: 'POST',
        path,
        query,
        form: {},
        headers: basicAuthorizationHeader(target.application),
      } as const;
      expectFields(await target.send(form), fields, ['state']);
    },
  },
  {
    section,
    statement:
      'an unknown code returns 500 server_error, and the message contains at least the end of the code',
    async run(target) {
      const answer = await target.exchange({ grant_type: grant, code: madeUp });
      expectRefusal(answer, { status: 500, error: 'server_error', names: endOfCode(madeUp) });
    },
  },
  {
    section,
    statement: 'a used code returns 500 server_error (single use: RFC 6749 §4.1.2)',
    needs: 'a person',
    async run(target) {
      const form = { grant_type: grant, code: await target.code() };
      expectFields(await target.exchange(form), fields, ['state']);
      expectRefusal(await target.exchange(form), {
        status: 500,
        error: 'server_error',
        names: endOfCode(form.code),
      });
    },
  },
  refused('a missing grant_type returns invalid_request and names the parameter', (code) => ({ code }), {
    error: 'invalid_request',
    names: 'grant_type',
  }),
  refused('grant_type must be authorization_code', (code) => ({ grant_type: 'client_credentials', code }), {
    error: 'invalid_request',
    names: 'grant_type',
  }),
  {
    section,
    statement: 'a missing code returns invalid_request and names the parameter',
    async run(target) {
      const answer = await target.exchange({ grant_type: grant });
      expectRefusal(answer, { error: 'invalid_request', names: 'code' });
    },
  },
  {
    section,
    statement: 'GET returns method_not_allowed (§7)',
    async run(target) {
      const query = { grant_type: grant, code: madeUp };
      const answer = await target.send({
        path,
        query,
        headers: basicAuthorizationHeader(target.application),
      });
      expectRefusal(answer, { error: 'method_not_allowed' });
    },
  },
];

const credentialCases: Case[] = [
  {
    section: '5',
    statement: 'credentials are accepted as parameters instead of the header',
    needs: 'a person',
    async run(target) {
      const { clientId: client_id, clientSecret: client_secret } = target.application;
      const form = { grant_type: grant, code: await target.code(), client_id, client_secret };
      expectFields(await target.send({ method: 'POST', path, form }), fields, ['state']);
    },
  },
  {
    section: '5',
    statement: 'a code cannot be exchanged with a wrong secret, whether in the header or as a parameter',
    needs: 'a person',
    async run(target) {
      const wrong = withWrongSecret(target);
      const error = ['invalid_client', 'authentication_failed'];
      const form = { grant_type: grant, code: await target.code() };
      expectRefusal(await target.exchange(form, wrong), { error });
      const { clientId: client_id, clientSecret: client_secret } = wrong;
      const inForm = { grant_type: grant, code: await target.code(), client_id, client_secret };
      expectRefusal(await target.send({ method: 'POST', path, form: inForm }), { error });
    },
  },
  {
    section: '5',
    statement: 'an unknown client returns invalid_client',
    needs: 'a person',
    async run(target) {
      const unknown = { ...target.application, clientId: 'nobody00000000000000' };
      const answer = await target.exchange({ grant_type: grant, code: await target.code() }, unknown);
      expectRefusal(answer, { error: 'invalid_client' });
    },
  },
  {
    section: '5',
    statement: 'missing credentials return invalid_client',
    needs: 'a person',
    async run(target) {
      const form = { grant_type: grant, code: await target.code() };
      expectRefusal(await target.send({ method: 'POST', path, form }), { error: 'invalid_client' });
    },
  },
  {
    section: '5',
    statement: 'the code of one application is invalid for another',
    needs: ['a second application', 'a person'],
    async run(target) {
      const form = { grant_type: grant, code: await target.code() };
      expectRefusal(await target.exchange(form, target.other), { error: ['invalid_grant', 'server_error'] });
    },
  },
];

export const tokenCases: Case[] = [...answerCases, ...requestCases, ...credentialCases];
