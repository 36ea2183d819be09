import { expect, test } from 'vitest';
import { answerWithoutUser } from '../../../packages/plid/web/answer-without-user.ts';
import { prefetchHeaders } from '../../../workers/core/http/prefetch.ts';

const answerTo = (method: string, headers: Record<string, string> = {}) =>
  answerWithoutUser(new Request('https://shop.example.com/login', { method, headers }))?.answer;

test.each([
  ['HEAD', {}, 200],
  ...Object.keys(prefetchHeaders).map((name) => ['GET', { [name]: 'prefetch' }, 425] as const),
  ['GET', { 'Sec-Fetch-Dest': 'iframe' }, 400],
] as const)(
  '%s with %j is answered with %i, without a body or a cached copy',
  async (method, headers, status) => {
    const answer = answerTo(method, headers);
    expect([answer?.status, answer?.body, answer?.headers.get('Cache-Control')]).toEqual([
      status,
      null,
      'no-store',
    ]);
  },
);

test.each([{}, { 'Sec-Fetch-Dest': 'document' }, { 'Sec-Fetch-Dest': 'empty' }])(
  'GET with %j is a request of the user',
  (headers) => {
    expect(answerTo('GET', headers)).toBeUndefined();
  },
);
