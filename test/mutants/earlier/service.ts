import type { Mutant } from '../mutant.ts';

/**
 * Mistakes that no test noticed when they were first made: each has its test since. One is no mistake any more: if a form that
 * is sent again renews after its sign-in has given a code, the account ends it in the same second (objects/account.ts,
 * `repeated`).
 */
export const service: readonly Mutant[] = [
  {
    id: 'earlier-token-of-another-secret',
    file: 'workers/service/token/index.ts',
    find: 'secret: secret.id',
    replace: "secret: application.secrets[0]?.id ?? ''",
    breaks: 'While a secret is rotated, an application that still has the older one can read its records.',
    tests: ['test/service/user.test.ts'],
  },
  {
    id: 'earlier-prefix-of-a-token',
    file: 'workers/core/worker/operator-token.ts',
    find: 'equalSecrets(presented, value)',
    replace: 'value.startsWith(presented)',
    breaks: "The operator's token is taken whole or not at all.",
    tests: ['test/service/bearer.test.ts'],
  },
  {
    id: 'earlier-device-of-another-application',
    file: 'workers/service/objects/account-rows.ts',
    find: 'SELECT id FROM devices WHERE id = ? AND client_id = ? AND expires > ?',
    replace: 'SELECT id FROM devices WHERE id = ? AND ? IS NOT NULL AND expires > ?',
    breaks: 'An automatic login is for one application.',
    tests: ['test/service/automatic-login.test.ts'],
  },
  {
    id: 'earlier-device-of-somebody-else',
    file: 'workers/service/authorize/cookies/device-cookie.ts',
    find: 'registered?.plid === plid ? registered.device : undefined',
    replace: 'registered?.device',
    breaks: "Who signs in on somebody else's device gets no automatic login of theirs.",
    tests: ['test/service/automatic-login.test.ts', 'test/service/automatic-login-choice.test.ts'],
  },
  {
    id: 'earlier-one-nonce',
    file: 'workers/pages/page.ts',
    find: 'toBase64(randomBytes(16))',
    replace: 'toBase64(new Uint8Array(16))',
    breaks: 'Each page has a nonce of its own.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'earlier-one-number-to-match',
    file: 'workers/service/authorize/phone/match.ts',
    find: 'String(10 + (drawn % matches))',
    replace: "'42'",
    breaks: 'The number to match is another one each time.',
    tests: ['test/service/request-limits.test.ts'],
  },
  {
    id: 'earlier-number-of-three-digits',
    file: 'workers/service/authorize/phone/match.ts',
    find: 'const matches = 90;',
    replace: 'const matches = 100;',
    breaks: 'The number to match has two digits.',
    tests: ['test/service/request-limits.test.ts'],
  },
  {
    id: 'earlier-last-byte-alone',
    file: 'packages/plid/crypto/bytes.ts',
    find: 'difference |= (',
    replace: 'difference = (',
    breaks: 'Two secrets are equal in every byte.',
    tests: ['test/core/bytes.test.ts'],
  },
  {
    id: 'earlier-alarm-of-the-last',
    file: 'workers/service/objects/phone.ts',
    find: 'Math.min(...due)',
    replace: 'Math.max(...due)',
    breaks: 'What is stored of a request to a phone goes when the first is forgotten.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'earlier-alarm-of-the-last-row',
    file: 'workers/service/objects/account-rows.ts',
    find: 'SELECT min(due) AS next',
    replace: 'SELECT max(due) AS next',
    breaks: 'What is stored of a sign-in goes when it has expired, not with the longest of its kind.',
    tests: ['test/object-failures.test.ts'],
  },
  {
    id: 'earlier-alarm-in-seconds',
    file: 'workers/core/worker/clock.ts',
    find: 'seconds * 1000 :',
    replace: 'seconds :',
    breaks: 'An alarm runs when it is due, not at once and again and again.',
    tests: ['test/core/clock.test.ts'],
  },
  {
    id: 'earlier-silent-carrier',
    file: 'workers/service/authorize/phone/ask-carrier.ts',
    find: 'withTimeout(question(CARRIER), limit)',
    replace: 'question(CARRIER)',
    breaks: 'A carrier that does not answer is given up.',
    tests: ['test/service/carrier.test.ts'],
  },
  {
    id: 'earlier-refusals-that-count',
    file: 'workers/service/objects/phone.ts',
    find: `    if (retryAfter > 0) return { admitted: false, retryAfter };
    this.#requests.add(id, from, at, about);
`,
    replace: `    this.#requests.add(id, from, at, about);
    if (retryAfter > 0) return { admitted: false, retryAfter };
`,
    breaks: 'A request that was refused locks nobody out.',
    tests: ['test/service/sign-in-lockout.test.ts'],
  },
  {
    id: 'earlier-remembered-before-asked-for',
    file: 'workers/service/authorize/sign-in/page-language.ts',
    find: 'signIn?.language ?? readRememberedLanguage(request) ?? language',
    replace: 'readRememberedLanguage(request) ?? signIn?.language ?? language',
    breaks: 'The language that an application asks for goes before one that was chosen once.',
    tests: ['test/service/pages.test.ts'],
  },
  {
    id: 'earlier-changed-application-seen-late',
    file: 'workers/service/shared/applications.ts',
    find: 'cache.set(client_id, { copy: newer,',
    replace: 'cache.set(client_id, { copy: cached ?? newer,',
    breaks: 'The operator who has changed an application sees the change at once.',
    tests: ['test/parsers/applications.test.ts', 'test/service/applications.test.ts'],
  },
  {
    id: 'earlier-language-of-four-seconds',
    file: 'workers/core/http/remembered-language.ts',
    find: '400 * 86_400',
    replace: '4',
    breaks: 'A chosen language is remembered.',
    tests: ['test/core/remembered-language.test.ts'],
  },
];
