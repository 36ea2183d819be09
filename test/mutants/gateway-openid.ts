import type { Mutant } from './mutant.ts';

const tests = ['test/gateway/openid.test.ts', 'test/attacks/gateway-openid.test.ts'];

/** Mistakes in OpenID Connect at the gateway. */
export const gatewayOpenId: readonly Mutant[] = [
  {
    id: 'gateway-openid-challenge',
    file: 'workers/gateway/objects/openid-logins.ts',
    find: ' &&\n  login.code_challenge === presented.code_challenge',
    replace: '',
    breaks: 'A code is bound to the challenge of its request.',
    tests,
  },
  {
    id: 'gateway-openid-replay',
    file: 'workers/gateway/objects/user.ts',
    find: "kept?.state === 'redeemed'",
    replace: 'kept',
    breaks: 'A code that is sent again ends its token.',
    tests,
  },
  {
    id: 'gateway-openid-round-of-another',
    file: 'workers/gateway/openid/login-round.ts',
    find: 'isOfQuery && isOfBrowser ? round?.since : undefined',
    replace: 'isOfBrowser ? round?.since : undefined',
    breaks: 'The login that was made for one request does not count for another.',
    tests,
  },
  {
    id: 'gateway-openid-round-of-another-browser',
    file: 'workers/gateway/openid/login-round.ts',
    find: 'isOfQuery && isOfBrowser ? round?.since : undefined',
    replace: 'isOfQuery ? round?.since : undefined',
    breaks: 'A round that another browser began does not make a sign-in of this one count.',
    tests,
  },
  {
    id: 'gateway-openid-round-later',
    file: 'workers/gateway/openid/session-facts.ts',
    find: ' && now < created + openIdReturnLifetime',
    replace: '',
    breaks: 'A login counts when it is done, and not once more later.',
    tests,
  },
  {
    id: 'gateway-openid-automatic',
    file: 'workers/gateway/openid/session-facts.ts',
    find: '(isOfRound(session, since, now) && !isAutomaticLogin(session))',
    replace: 'isOfRound(session, since, now)',
    breaks: 'An automatic login is none that asks the phone.',
    tests,
  },
  {
    id: 'gateway-openid-pairwise',
    file: 'workers/gateway/openid/subject.ts',
    find: 'new URL(address).hostname',
    replace: "'any host'",
    breaks: 'Relying parties at two hosts know no common name of a person.',
    tests,
  },
  {
    id: 'gateway-openid-log-out-of-another',
    file: 'workers/gateway/openid/log-out-of-party.ts',
    find: ' && (await isOf(env, party, session.plid, hint))',
    replace: '',
    breaks: 'The id_token of another user ends nothing.',
    tests: ['test/gateway/openid-logout.test.ts'],
  },
];
