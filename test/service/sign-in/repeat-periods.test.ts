import { expect, test } from 'vitest';
import { requestStartOnce } from '../../../workers/service/features/app-start/start-request.ts';
import {
  findOpenRequest,
  maySupersedeOpenRequest,
} from '../../../workers/service/sign-in/carrier/find-open-request.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import type { Stage } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';
import { now, pageView, phoneRequest, startedRequest } from '../support/page-views.ts';

const attempt = { id: 'a', match: '42' };
const limit = (success: boolean) => ({ limit: async () => ({ success }) });

/** A sign-in at a stage. Its carrier reports a status, and every limit of unknown callers is reached. */
const viewAt = (stage: Stage, status = 'pending'): SignInContext => ({
  ...pageView('en', {
    signIn: { stage },
    env: {
      CARRIER: { outcome: async () => ({ status }) },
      OUTCOME_LIMIT: limit(true),
      OUTCOME_ADDRESS_LIMIT: limit(true),
      SIGN_IN_LIMIT: limit(false),
      NETWORK_LIMIT: limit(false),
      APPLICATION_LIMIT: limit(false),
    },
  }),
  note: () => undefined,
  log: () => undefined,
});
const askedBefore = (seconds: number, status?: string) =>
  viewAt({ at: 'asked', method: 'phone', request: { ...phoneRequest, sent: now - seconds } }, status);

test('a form that is sent again within ten seconds finds its own request, without a call', async () => {
  const find = (seconds: number, phoneNo = phoneRequest.phoneNo) =>
    findOpenRequest(askedBefore(seconds), phoneNo);
  expect(await find(9)).toMatchObject({ requestId: 'request' });
  expect(await find(10)).toBeUndefined();
  expect(await find(9, '01087654321')).toBeUndefined();
});

test.each([
  [9, 'pending', false],
  [10, 'pending', true],
  [10, 'denied', false],
  [10, 'approved', false],
  [120, 'denied', true],
])('a request sent %i seconds ago that is %s may be sent again: %s', async (seconds, status, expected) => {
  const identity = { phoneNo: phoneRequest.phoneNo, name: '홍길동' };
  const context = askedBefore(seconds, status);
  const answer = status === 'approved' ? { status, identity } : { status };
  const env = { ...context.env, CARRIER: { outcome: async () => answer } } as unknown as SignInContext['env'];
  expect(await maySupersedeOpenRequest({ ...context, env }, phoneRequestOf(seconds))).toBe(expected);
});
const phoneRequestOf = (seconds: number) => ({ ...phoneRequest, sent: now - seconds });

test.each([
  [9, 'K', 'link', true],
  [10, 'K', 'link', false],
  [9, 'K', 'code', false],
  [9, 'S', 'link', false],
] as const)(
  'a start %i seconds after one with K by link, with %s by %s, is the same one: %s',
  async (seconds, telcoCd, way, isSame) => {
    const request = { ...startedRequest, sent: now - seconds };
    const started = await requestStartOnce(
      viewAt({ at: 'asked', method: 'app', request }),
      { telcoCd, way },
      attempt,
    );
    expect('request' in started && started.request === request).toBe(isSame);
  },
);
