import { expect, test } from 'vitest';
import {
  maySupportStart,
  rememberUnsupportedStart,
} from '../../../workers/service/features/app-start/supported-starts.ts';
import { isAwaitingPhone } from '../../../workers/service/sign-in/carrier/find-open-request.ts';
import {
  canBeRenewed,
  renewAfterStep,
  withNewRequest,
} from '../../../workers/service/sign-in/flow/sign-in-expiry.ts';
import { endedStatus, hasEnded, isUnanswered } from '../../../workers/service/sign-in/flow/sign-in-status.ts';
import type { SignIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import { cancelledStage, type Stage } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';
import { newSignIn, now, pageView, phoneRequest, startedRequest } from '../support/page-views.ts';

/** Each second at which an answer changes, from the start of a sign-in on, with the answer from then on. */
function changesOf(answer: (at: number) => unknown, until = 6_000): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  let last: unknown = Symbol('none');
  for (let second = 0; second <= until; second += 1) {
    const current = answer(now + second);
    if (current !== last) changes[second] = current;
    last = current;
  }
  return changes;
}

const facts = { approved: now, risk: 'nothing', method: undefined } as const;
const byPhone = { method: 'phone', request: { ...phoneRequest, sent: now + 100 } } as const;
const review = { id: 'r', phoneNo: '01099999999', telcoCd: 'S' } as const;
const stages: Record<string, Stage> = {
  requested: { at: 'requested' },
  'a request to a phone': { at: 'asked', ...byPhone },
  'a request that the app has started': {
    at: 'asked',
    method: 'app',
    request: { ...startedRequest, sent: now + 100 },
  },
  'a review': { at: 'asked', method: 'review', request: review },
  unregistered: { at: 'unregistered', number: { phoneNo: '01012345678', telcoCd: 'S' } },
  approved: { at: 'approved', shown: {}, plid: 'p', facts, ...byPhone },
  granted: { at: 'granted', granted: now + 100, plid: 'p', facts, ...byPhone },
  cancelled: cancelledStage({ at: 'asked', ...byPhone }),
  underage: { at: 'ended', ending: 'underage' },
};

/** An object, a line per entry. */
const lines = (entries: Record<string, unknown>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');

test('the status of a sign-in changes at these seconds', async () => {
  const described = Object.entries(stages).map(([name, stage]) => {
    const signIn: SignIn = { ...newSignIn, stage };
    return `# ${name}\n\n${lines({
      endedStatus: changesOf((second) => endedStatus({ signIn, now: second }) ?? 'in progress'),
      hasEnded: changesOf((second) => hasEnded({ signIn, now: second })),
      isUnanswered: changesOf((second) => isUnanswered(stage, second)),
      isAwaitingPhone: changesOf((second) => isAwaitingPhone(signIn, second)),
    })}\n`;
  });
  await expect(described.join('\n')).toMatchFileSnapshot('status-times.txt');
});

test('a step, a request, and a form after the end extend a sign-in up to these seconds', async () => {
  const view = pageView('en');
  const renewed = (second: number) =>
    renewAfterStep({ ...view, now: second, nameSignIn: () => undefined }).signIn;
  const later = { ...newSignIn, expires: now + 5_000 };
  const asked: SignIn = { ...newSignIn, stage: { at: 'asked', ...byPhone } };
  const afterAsking = (second: number) =>
    renewAfterStep({ ...view, signIn: asked, now: second, nameSignIn: () => undefined }).signIn;
  const ends = (expires: number) => expires - now;
  const described = lines({
    'step at 0': ends(renewed(now).expires),
    'step at 599': ends(renewed(now + 599).expires),
    'form at 600': [ends(renewed(now + 600).expires), renewed(now + 600).id === newSignIn.id],
    'last form': changesOf((second) => renewed(second).id === newSignIn.id),
    'form after a request': changesOf((second) => afterAsking(second).id === asked.id),
    'request at 0': ends(withNewRequest(newSignIn, asked.stage, now).expires),
    'request at 590': ends(withNewRequest(newSignIn, asked.stage, now + 590).expires),
    'request at 1000': ends(withNewRequest(newSignIn, asked.stage, now + 1_000).expires),
    'request at 1799': ends(withNewRequest(newSignIn, asked.stage, now + 1_799).expires),
    'request at 1919': ends(withNewRequest(newSignIn, asked.stage, now + 1_919).expires),
    'request at 1930': ends(withNewRequest(newSignIn, asked.stage, now + 1_930).expires),
    'request of a sign-in that ends later': ends(withNewRequest(later, asked.stage, now).expires),
    'may be renewed, by its end': changesOf((expires) => canBeRenewed({ ...newSignIn, expires })),
  });
  await expect(`${described}\n`).toMatchFileSnapshot('extended-times.txt');
});

test('a carrier without starts is offered again after ten minutes, and others all the time', () => {
  rememberUnsupportedStart('L', now);
  expect(changesOf((second) => maySupportStart('L', second))).toEqual({ 0: false, 600: true });
  expect(changesOf((second) => maySupportStart('K', second))).toEqual({ 0: true });
});
