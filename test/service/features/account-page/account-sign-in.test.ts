import { expect, test } from 'vitest';
import { sha256Base64url } from '../../../../workers/core/crypto/bytes.ts';
import {
  completeAccountSignIn,
  startAccountSignIn,
} from '../../../../workers/service/features/account-page/account-session.ts';
import type { AccountContext } from '../../../../workers/service/features/account-page/account-settings.ts';
import { denialReasons } from '../../../../workers/service/sign-in/stages/denial-reasons.ts';

function contextOf(path: string, headers: Record<string, string> = {}): AccountContext {
  const url = new URL(path, 'https://login.example.com');
  const context: Partial<AccountContext> = { url, request: new Request(url, { headers }) };
  return context as AccountContext;
}

test('the sign-in to the account pages is requested with PKCE, and its verifier stays as long as it can be answered', async () => {
  const answer = await startAccountSignIn(contextOf('/account/sign-in'));
  const [, verifier = '', attributes] =
    /^__Host-plid-account-verifier=([\w-]{43}); (.*)$/.exec(answer.headers.get('Set-Cookie') ?? '') ?? [];
  expect(attributes).toBe('Max-Age=3240; Path=/; HttpOnly; Secure; SameSite=Lax');
  const challenge = await sha256Base64url(verifier);
  const address = new URL(answer.headers.get('Location') ?? '', 'https://login.example.com');
  expect([answer.status, address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
    303,
    '/oauth2/authorize',
    {
      response_type: 'code',
      client_id: 'plidAccountPages0000',
      redirect_uri: 'https://login.example.com/account/signed-in',
      state: challenge,
      prompt: 'login',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
  ]);
});

test.each([
  ...Object.keys(denialReasons).map((reason) => [
    reason,
    { denied: 'denied', wrong_number: 'denied', not_shown: 'notShown' }[reason],
  ]),
  ['another', undefined],
])(
  'a sign-in to the account pages that was not approved because of “%s” shows the notice %s',
  async (reason, notice) => {
    const headers = { Cookie: '__Host-plid-account-verifier=v' };
    const path = `/account/signed-in?error=access_denied&plid_reason=${reason}`;
    const answer = await completeAccountSignIn(contextOf(path, headers));
    expect(answer.headers.get('Location')).toBe(
      notice === undefined ? '/account' : `/account?notice=${notice}`,
    );
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-plid-account-verifier=; Max-Age=0/);
  },
);
