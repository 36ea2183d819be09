import { afterEach, expect, test, vi } from 'vitest';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';
import { checkChallenge, hasChallenge } from '../../../workers/service/sign-in/limits/challenge.ts';
import { pageView } from '../support/page-views.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const env = { TURNSTILE_SECRET: 'a secret & more', TURNSTILE_URL: 'https://turnstile.example/verify' };
const valid = { success: true, hostname: 'login.example.com', action: 'sign-in' };

/** Checks a token for which Turnstile has an answer. @returns the outcome, and what was asked. */
async function check(token: string | undefined, answer: () => Promise<Response>) {
  const asked: [url: string, init: RequestInit][] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return answer();
  });
  const query = new URLSearchParams(token === undefined ? {} : { 'cf-turnstile-response': token });
  const view = { ...pageView('en', { env }), parameters: new Parameters(query) };
  const outcome = await checkChallenge(view).then(
    (refused) => refused?.reason ?? 'passed',
    (failure: { reason: string }) => failure.reason,
  );
  return { outcome, asked };
}

test.each<[string, object | number, string]>([
  ['a valid token', valid, 'passed'],
  ['an invalid one', { ...valid, success: false }, 'challenge'],
  ['one whose success is a text', { ...valid, success: 'true' }, 'challenge'],
  ['one of another host', { ...valid, hostname: 'login.example.com.evil.example' }, 'challenge'],
  ['one without a host', { ...valid, hostname: undefined }, 'challenge'],
  ['one of another action', { ...valid, action: 'comment' }, 'challenge'],
  ['one without an action', { ...valid, action: undefined }, 'challenge'],
  ['an outage', 500, 'unavailable'],
  ['a redirect', 302, 'unavailable'],
  ['a body without an object', 204, 'unavailable'],
])('a form with %s', async (_, answer, expected) => {
  const { outcome, asked } = await check('token&1', async () =>
    typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer),
  );
  expect(outcome).toBe(expected);
  expect(asked).toEqual([
    [env.TURNSTILE_URL, expect.objectContaining({ method: 'POST', redirect: 'manual' })],
  ]);
  expect(String(asked[0]?.[1].body)).toBe('secret=a+secret+%26+more&response=token%261');
});

test.each<[string, string | undefined, string, number]>([
  ['no token', undefined, 'challenge', 0],
  ['an empty token', '', 'challenge', 0],
  ['a token of 2,048 characters', 'x'.repeat(2_048), 'passed', 1],
  ['a token of 2,049 characters', 'x'.repeat(2_049), 'challenge', 0],
])('Turnstile is asked only about a token that may be its own: %s', async (_, token, outcome, times) => {
  const checked = await check(token, async () => Response.json(valid));
  expect([checked.outcome, checked.asked.length]).toEqual([outcome, times]);
});

test('Turnstile has five seconds', async () => {
  vi.useFakeTimers();
  const outcomes: string[] = [];
  for (const milliseconds of [4_999, 5_001]) {
    const late = () =>
      new Promise<Response>((done) => setTimeout(() => done(Response.json(valid)), milliseconds));
    const checking = check('token', late).then(({ outcome }) => outcomes.push(outcome));
    await vi.advanceTimersByTimeAsync(6_000);
    await checking;
  }
  expect(outcomes).toEqual(['passed', 'unavailable']);
});

test('a service without the secret challenges no user', () => {
  expect([hasChallenge({ env } as never), hasChallenge({ env: {} } as never)]).toEqual([true, false]);
});
