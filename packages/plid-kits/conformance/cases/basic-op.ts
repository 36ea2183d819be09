import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { expectRefusal } from '../expectations.ts';
import {
  login,
  type OpenIdLogin,
  relyingPartyOf,
  requestOf,
  sendTokenRequest,
  signInForCode,
  userinfo,
} from '../relying-party.ts';
import type { Target } from '../target.ts';

/**
 * Cases of the plan Basic OP that need a signed-in user. Each case has the name that the plan uses.
 * certification-modules.ts lists the omitted modules and the reasons.
 */
const section = 'Basic OP';
const needs = ['a relying party', 'a person'] as const;

/** Collects the claims that the responses contain for a scope. */
async function claimsFor(target: Target, scope: string) {
  const { claims, token } = await login(target, { scope });
  const { json = {} } = await userinfo(target, token);
  expectThat(json.sub === claims.sub, 'sub from userinfo matches sub in the id_token', shown(json.sub));
  return { ...claims, ...json } as Record<string, unknown>;
}

/** Expected formats of the claims (OpenID Connect Core 1.0 §5.1), by scope. */
const claimsOf: Record<string, Record<string, RegExp>> = {
  profile: { name: /./, gender: /^"(?:female|male)"$/, birthdate: /^"\d{4}-\d\d-\d\d"$/ },
  email: { email: /^"[^@"]+@[^@"]+"$/, email_verified: /^(?:true|false)$/ },
  phone: { phone_number: /^"\+[1-9]\d{6,14}"$/, phone_number_verified: /^(?:true|false)$/ },
};

const scopeCase = (scope: string): Case => ({
  section,
  statement: `oidcc-scope-${scope}: its claims are returned in the right format, and only with this scope`,
  needs,
  async run(target) {
    const [asked, unasked] = [await claimsFor(target, `openid ${scope}`), await claimsFor(target, 'openid')];
    const [names, forms] = [Object.keys(claimsOf[scope] ?? {}), Object.entries(claimsOf[scope] ?? {})];
    expectThat(
      names.some((name) => name in asked),
      `at least one of ${names.join(', ')}`,
      'none',
    );
    for (const [name, form] of forms.filter(([one]) => one in asked))
      expectThat(form.test(shown(asked[name])), `${name} in the format ${form}`, 'another form');
    const more = names.filter((name) => name in unasked);
    expectThat(more.length === 0, `no ${scope} claim without the scope`, more.join(', '));
  },
});

const userinfoCase = (name: string, way: 'GET' | 'POST' | 'form'): Case => ({
  section,
  statement: `${name}: userinfo returns the id_token's sub for ${way === 'form' ? 'a token in the form' : way}`,
  needs,
  async run(target) {
    const { claims, token } = await login(target);
    const answer = await userinfo(target, token, way);
    expectThat(
      answer.status === 200 && answer.json?.sub === claims.sub,
      'status 200 with the sub of the id_token',
      answer,
    );
  },
});

/** @throws {Mismatch} if the user wasn't prompted for this login. */
function expectAsked({ claims: { auth_time, iat } }: OpenIdLogin, since: number): number {
  const isTime = typeof auth_time === 'number' && typeof iat === 'number' && auth_time <= iat;
  expectThat(isTime && auth_time >= since, 'auth_time of this sign-in, in seconds', shown(auth_time));
  return auth_time;
}

/** RFC 7636 Appendix B. */
const pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
};

export const basicOpCases: Case[] = [
  {
    section,
    statement: 'oidcc-server: a sign-in returns an id_token from this issuer for this client, with the nonce',
    needs,
    async run(target) {
      const { token } = await login(target);
      const type = String(token.json?.token_type);
      expectThat(type.toLowerCase() === 'bearer', 'token_type Bearer', type);
      expectThat(/no-store/.test(token.headers.get('Cache-Control') ?? ''), 'Cache-Control no-store', token);
    },
  },
  userinfoCase('oidcc-userinfo-get', 'GET'),
  userinfoCase('oidcc-userinfo-post-header', 'POST'),
  userinfoCase('oidcc-userinfo-post-body', 'form'),
  {
    section,
    statement:
      'oidcc-ensure-request-without-nonce-succeeds-for-code-flow: if the request contains no nonce, the id_token contains none',
    needs,
    run: async (target) => void (await login(target, { nonce: '' })),
  },
  ...['profile', 'email', 'phone'].map(scopeCase),
  {
    section,
    statement: 'oidcc-alternate-happy-flow: scopes are accepted in a different order',
    needs,
    run: async (target) => void (await login(target, { scope: 'phone email profile openid' })),
  },
  {
    section,
    statement: 'oidcc-prompt-login: the user is prompted again, and auth_time is updated',
    needs,
    async run(target) {
      const first = expectAsked(await login(target), 0);
      expectAsked(await login(target, { prompt: 'login' }), first);
    },
  },
  {
    section,
    statement: 'oidcc-max-age-1: auth_time is within max_age',
    needs,
    async run(target) {
      const answer = await login(target, { max_age: '1' });
      expectAsked(answer, Number(answer.claims.iat) - 60);
    },
  },
  {
    section,
    statement: 'oidcc-codereuse: a code works once, and a second use revokes its token',
    needs,
    async run(target) {
      const { code, token } = await login(target);
      expectRefusal(await sendTokenRequest(target, code), { status: 400, error: 'invalid_grant' });
      const answer = await userinfo(target, token);
      expectThat(answer.status === 401, 'status 401 for the token of the code', answer);
    },
  },
  {
    section,
    statement: 'oidcc-server-client-secret-post: credentials in the form are accepted',
    needs,
    async run(target) {
      const { clientId: client_id, clientSecret: client_secret } = relyingPartyOf(target);
      await login(target, {}, { client_id, client_secret });
    },
  },
  {
    section,
    statement:
      'oidcc-ensure-request-with-valid-pkce-succeeds: the code can be redeemed only with its code verifier',
    needs,
    async run(target) {
      const { code } = await signInForCode(target, requestOf(target, pkce.challenge));
      const wrong = await sendTokenRequest(target, code, { code_verifier: pkce.verifier.replace('d', 'e') });
      expectRefusal(wrong, { status: 400, error: 'invalid_grant' });
      await login(target, pkce.challenge, { code_verifier: pkce.verifier });
    },
  },
];
