import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { login, pathTo, redeem, requestOf } from '../relying-party.ts';
import { codeIn, type Target } from '../target.ts';

/**
 * Cases of the certification plan Basic OP in which the provider remembers the user. Only a gateway remembers the
 * user, because only a gateway keeps a session for the browser.
 */
const section = 'Basic OP';
const needs = ['a relying party', 'automatic login'] as const;

/**
 * Sends a second request from the browser that has just signed in. @param before additional parameters of the first
 * request. @throws {Mismatch} if the second request doesn't immediately get a code for the same user.
 */
async function secondRequest(
  target: Target,
  more: (id_token: string) => Record<string, string>,
  before: Record<string, string> = {},
) {
  const first = await login(target, before);
  const query = requestOf(target, more(String(first.token.json?.id_token)));
  const answer = await target.send({
    path: await pathTo(target, 'authorization_endpoint'),
    query,
    headers: { Accept: 'text/html', Cookie: first.cookies },
  });
  const location = answer.headers.get('Location') ?? '';
  expectThat(URL.canParse(location), 'a redirect to the callback', answer);
  const { claims } = await redeem(target, codeIn(new URL(location)), query.nonce);
  expectThat(claims.sub === first.claims.sub, 'the sub of the first id_token', shown(claims.sub));
  return { first: first.claims, second: claims };
}

export const sessionCases: Case[] = [
  {
    section,
    statement: 'oidcc-prompt-none-logged-in: the session is used without prompting the user',
    needs,
    run: async (target) => void (await secondRequest(target, () => ({ prompt: 'none' }))),
  },
  {
    section,
    statement: 'oidcc-id-token-hint: the session of the hinted user is used',
    needs,
    run: async (target) =>
      void (await secondRequest(target, (id_token_hint) => ({ prompt: 'none', id_token_hint }))),
  },
  {
    section,
    statement: 'oidcc-max-age-10000: a recent session is used, and auth_time is unchanged',
    needs,
    async run(target) {
      // As in the suite: max_age requires auth_time in both id_tokens (OpenID Connect Core 1.0 §3.1.2.1).
      const more = () => ({ max_age: '10000' });
      const { first, second } = await secondRequest(target, more, { max_age: '15000' });
      expectThat(typeof first.auth_time === 'number', 'auth_time, in seconds', shown(first.auth_time));
      expectThat(first.auth_time === second.auth_time, 'the same auth_time', shown(second.auth_time));
    },
  },
];
