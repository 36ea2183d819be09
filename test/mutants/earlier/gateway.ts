import type { Mutant } from '../mutant.ts';

/** Mistakes that no test noticed when they were first made: each has its test since. */
export const gateway: readonly Mutant[] = [
  {
    id: 'earlier-exchange-ends-with-its-browser',
    file: 'workers/gateway/users/complete-sign-in.ts',
    find: 'context.waitUntil(work.catch(() => undefined));',
    replace: 'work.catch(() => undefined);',
    breaks: 'A browser that goes away does not break off its sign-in.',
    tests: ['test/gateway/broken-off.test.ts'],
  },
  {
    id: 'earlier-copy-not-waited-for',
    file: 'workers/gateway/users/open-session.ts',
    find: 'context.waitUntil(cacheSession(context, opened, session));',
    replace: 'void cacheSession(context, opened, session);',
    breaks: 'What goes on after the answer is waited for by the runtime.',
    tests: ['test/gateway/broken-off.test.ts'],
  },
  {
    id: 'earlier-guard-over-plain-http',
    file: 'workers/gateway/guard/index.ts',
    find: "url.protocol !== 'https:' && !isLoopback(url)",
    replace: "url.protocol === 'ftp:'",
    breaks: 'The guard serves nothing over plain http.',
    tests: ['test/gateway/guard.test.ts'],
  },
  {
    id: 'earlier-header-with-underscores',
    file: 'workers/gateway/shared/forward.ts',
    find: "name.toLowerCase().replaceAll('_', '-')",
    replace: 'name.toLowerCase()',
    breaks: 'Nobody but the guard says who sends a request, in whatever spelling.',
    tests: ['test/gateway/guard.test.ts'],
  },
  {
    id: 'earlier-list-of-expired-sessions',
    file: 'workers/gateway/objects/user-rows.ts',
    find: 'FROM sessions WHERE expires > ? ORDER BY created DESC',
    replace: 'FROM sessions WHERE ? > 0 ORDER BY created DESC',
    breaks: 'The list of sessions holds those that are live.',
    tests: ['test/gateway/stored.test.ts', 'test/gateway/sessions.test.ts'],
  },
  {
    id: 'earlier-count-of-expired-sessions',
    file: 'workers/gateway/objects/user.ts',
    find: "this.#rows.end('true').filter(({ expires }) => expires > at)",
    replace: "this.#rows.end('true')",
    breaks: 'A log-out everywhere counts live sessions.',
    tests: ['test/gateway/stored.test.ts'],
  },
  {
    id: 'earlier-sessions-kept-for-ever',
    file: 'workers/gateway/objects/user.ts',
    find: `this.#sql.exec('DELETE FROM sessions WHERE expires <= ?', at);
`,
    replace: '',
    breaks: 'A session that is over is deleted.',
    tests: ['test/gateway/stored.test.ts'],
  },
  {
    id: 'earlier-broken-off-unnoticed',
    file: 'workers/gateway/flow/flow-outcome.ts',
    find: `if (outcome.deadline <= now) throw retryLaterError(gatewayRefusals.sign_in_broken_off, 1);
`,
    replace: '',
    breaks: 'A sign-in whose worker is gone is told as that at once.',
    tests: ['test/gateway/broken-off.test.ts'],
  },
  {
    id: 'earlier-outage-while-remembering',
    file: 'workers/gateway/users/sign-in-user.ts',
    find: "await callObject('opening a session', object.signIn(request, now))",
    replace: 'await object.signIn(request, now)',
    breaks: 'Storage that fails during a sign-in is an outage, to be tried again.',
    tests: ['test/gateway/broken-off.test.ts'],
  },
  {
    id: 'earlier-outage-before-a-claim',
    file: 'workers/gateway/flow/claim.ts',
    find: "await callObject('claiming a sign-in', flowOf(env, id).claim(whole, now));",
    replace: 'await flowOf(env, id).claim(whole, now);',
    breaks: 'Storage that fails before a sign-in is claimed is an outage, to be tried again.',
    tests: ['test/gateway/broken-off.test.ts'],
  },
];
