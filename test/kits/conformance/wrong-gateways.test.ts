import { afterEach, describe, expect, test, vi } from 'vitest';
import { sessionCases } from '../../../packages/plid-kits/conformance/cases/session-op.ts';
import { runConformance } from '../../../packages/plid-kits/conformance/index.ts';
import {
  application,
  type Changes,
  gatewayIssuer,
  openProvider,
  origin,
  relyingParty,
  signInTime,
} from '../support/provider-in-memory.ts';

afterEach(() => vi.unstubAllGlobals());

/** Runs the cases of a plan at a gateway with these changes. @returns the outcome of each case, by its module's name. */
async function outcomes(changes: Changes): Promise<Record<string, string>> {
  const provider = openProvider({ issuer: gatewayIssuer, ...changes });
  vi.stubGlobal('fetch', provider.fetch);
  const party = { ...relyingParty, issuer: gatewayIssuer };
  const options = { url: origin, ...application, relyingParty: party, signIn: provider.signIn };
  const { modules } = await runConformance(options, ['Basic OP']);
  const own = modules.filter(({ plan }) => plan === 'Basic OP');
  return Object.fromEntries(own.map(({ module, outcome }) => [module, outcome]));
}

/** Changes the claims of an id_token for which the user wasn't prompted. */
const remembered = (change: object): Changes => ({
  claims: (claims, _, isRemembered) => (isRemembered ? { ...claims, ...change } : claims),
});
/** Changes the claims of an id_token for a request with this parameter. */
const askedWith = (parameter: string, change: object): Changes => ({
  claims: (claims, query) => (query.has(parameter) ? { ...claims, ...change } : claims),
});
const showsPage: Changes = { callback: () => undefined };
const refusal = new URLSearchParams({ error: 'login_required' });
const [earlier, later] = [{ auth_time: signInTime - 1 }, { auth_time: signInTime + 1 }];

/** Gateways with one fault each, by the module that has to fail. */
const wrong: Record<string, [fault: string, changes: Changes][]> = {
  'oidcc-prompt-none-logged-in': [
    ['shows a page to a remembered user', showsPage],
    ['forgets the user', { callback: () => refusal }],
    ['remembers another user', remembered({ sub: 'lee' })],
    ['repeats an old nonce', remembered({ nonce: 'old' })],
    ['answers for another application', remembered({ aud: 'books' })],
  ],
  'oidcc-id-token-hint': [
    ['returns another user than the hinted one', askedWith('id_token_hint', { sub: 'lee' })],
    ['refuses a hint', { callback: (query, asked) => (asked.has('id_token_hint') ? refusal : query) }],
  ],
  'oidcc-max-age-10000': [
    ['renews auth_time without prompting the user', remembered(later)],
    ['moves auth_time into the past', remembered(earlier)],
    ['leaves auth_time out of the second id_token', remembered({ auth_time: undefined })],
    ['leaves auth_time out of both id_tokens', { claims: ({ auth_time, ...claims }) => claims }],
    ['includes auth_time only without max_age', askedWith('max_age', { auth_time: undefined })],
    ['writes auth_time as text', remembered({ auth_time: String(signInTime) })],
    ['prompts a user with a recent session', showsPage],
    ['returns another user for the session', remembered({ sub: 'lee' })],
  ],
  'oidcc-prompt-login': [
    ['keeps the auth_time of an earlier session', askedWith('prompt', earlier)],
    ['leaves auth_time out', askedWith('prompt', { auth_time: undefined })],
    ['writes auth_time as text', askedWith('prompt', { auth_time: String(signInTime) })],
    ['writes auth_time after the id_token was issued', askedWith('prompt', later)],
  ],
  'oidcc-max-age-1': [
    ['accepts a sign-in of a minute ago', askedWith('max_age', { auth_time: signInTime - 61 })],
    ['leaves auth_time out', askedWith('max_age', { auth_time: undefined })],
    ['writes auth_time after the id_token was issued', askedWith('max_age', later)],
  ],
  'oidcc-server': [
    ['returns a token_type other than Bearer', { token: (body) => ({ ...body, token_type: 'mac' }) }],
    [
      'allows caches to store a token',
      {
        token(body, headers) {
          headers.set('Cache-Control', 'private');
          return body;
        },
      },
    ],
    ['leaves the nonce out', { claims: ({ nonce, ...claims }) => claims }],
  ],
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': [
    ['adds a nonce of its own', { claims: (claims) => ({ nonce: 'own', ...claims }) }],
  ],
  'oidcc-codereuse': [
    ['accepts a code twice', { onReuse: 'token' }],
    ["doesn't revoke the token of a code that was used twice", { onReuse: 'refusal only' }],
  ],
};

test('a right gateway passes every case for which there is a wrong one, which includes all cases of a session', async () => {
  const passed = await outcomes({});
  const modules = sessionCases.map(({ statement }) => statement.replace(/:.*/, ''));
  expect(modules.length).toBeGreaterThan(2);
  expect(Object.keys(wrong)).toEqual(expect.arrayContaining(modules));
  for (const module of Object.keys(wrong)) expect(passed, module).toHaveProperty(module, 'passed');
});

describe.each(Object.entries(wrong))('%s fails for a gateway that', (module, faults) => {
  test.each(faults)('%s', async (_, changes) => {
    expect(await outcomes(changes)).toHaveProperty(module, 'failed');
  });
});
