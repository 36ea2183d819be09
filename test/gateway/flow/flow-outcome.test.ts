import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isTemporary } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import { errorOfOutcome, waitForFlowOutcome } from '../../../workers/gateway/flow/flow-outcome.ts';
import type { FlowOutcome } from '../../../workers/gateway/objects/flow.ts';
import * as gatewayRefusals from '../../../workers/gateway/settings/gateway-refusals.ts';
import { upstreamRefusals } from '../../../workers/gateway/upstream/upstream-failure.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const now = 1_800_000_000;
const exchanging = { status: 'exchanging', code: 'c', deadline: now + 30 } as const;
const signedIn = { ...exchanging, status: 'signed_in', plid: 'p' } as const;

/** Waits for a flow. @param later the outcome that its object reports; null for none. */
function waitFor(claimed: FlowOutcome, later: FlowOutcome | null = claimed) {
  const ended = vi.fn();
  const outcome = vi.fn(async () => later ?? undefined);
  const FLOW = { idFromName: String, get: () => ({ outcome }) };
  const env = { FLOW, LOCATION_HINT: 'apac-ne' } as never;
  const failed = ({ reason, headers }: { reason: string; headers: Record<string, string> }) =>
    ended([reason, headers['Retry-After']]);
  waitForFlowOutcome({ env, now }, 'an id', claimed).then(ended, failed);
  return { ended, outcome };
}

test.each([
  ['has signed a user in', signedIn, 'p'],
  ['has failed', { status: 'failed', code: 'c', reason: 'signed_out' }, ['signed_out', undefined]],
  ['went through the token proxy', { ...exchanging, status: 'proxied' }, ['flow_used', undefined]],
  ['was interrupted', { ...exchanging, deadline: now }, ['sign_in_broken_off', '1']],
] as const)('a flow that %s is not waited for', async (_, claimed, expected) => {
  const { ended, outcome } = waitFor(claimed);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expected);
  expect(outcome).not.toHaveBeenCalled();
});

test('a flow that ends while it is waited for is noticed within a tenth of a second', async () => {
  const { ended } = waitFor(exchanging, signedIn);
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith('p');
});

test('a flow that was deleted meanwhile has expired', async () => {
  const { ended } = waitFor(exchanging, null);
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveBeenCalledExactlyOnceWith(['flow_expired', undefined]);
});

test('a request waits ten seconds for a flow that is still open, and can be repeated after three', async () => {
  const { ended, outcome } = waitFor(exchanging);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(['sign_in_pending', '3']);
  expect(outcome).toHaveBeenCalledTimes(9);
});

/** Every error that a stored outcome may contain. */
const stored = [
  ...Object.values(upstreamRefusals),
  gatewayRefusals.signed_out,
  refusals.login_required,
  refusals.unavailable,
];

test('the stored error of a flow is reported again, with Retry-After only if it is temporary', () => {
  expect(stored).toHaveLength(8);
  for (const refusal of stored) {
    const error = errorOfOutcome(refusal.reason);
    expect(error.refusal).toBe(refusal);
    expect([refusal.reason, error.headers]).toEqual([
      refusal.reason,
      isTemporary(refusal) ? { 'Retry-After': '5' } : {},
    ]);
  }
  for (const unknown of ['of_another_release', 'constructor'])
    expect(errorOfOutcome(unknown).refusal).toBe(refusals.internal);
});
