import { describe, expect, test, vi } from 'vitest';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import { ClaimedFlow, claimFlow } from '../../../workers/gateway/flow/claimed-flow.ts';
import { UpstreamFailure } from '../../../workers/gateway/upstream/upstream-failure.ts';

const now = 1_800_000_000;
const session = { user: { plid: 'p' } } as Session;
const held = { held: true } as const;
const outage = () => Promise.reject(new Error('no object'));
const refusal = { status: 500, error: 'server_error', message: 'no such code' };
const refused = new UpstreamFailure('upstream_refused', 'no such code', { serviceRefusal: refusal });
const unanswered = new UpstreamFailure('upstream_timeout', 'no answer');

/** A flow that was claimed. @param changed methods of its object. @param more fields of the claim. */
async function claimed(more: object = {}, changed: object = {}) {
  const object = {
    claim: vi.fn(async (): Promise<object> => ({ status: 'claimed' })),
    keep: vi.fn(async () => true),
    succeed: vi.fn(async () => undefined),
    fail: vi.fn(async () => undefined),
    ...changed,
  };
  const going: Promise<unknown>[] = [];
  const log = vi.fn();
  const FLOW = { idFromName: String, get: () => object };
  const env = { FLOW, LOCATION_HINT: 'apac-ne', SERVICE_TIMEOUT: 7 };
  const context = { env, now, log, waitUntil: (work: Promise<unknown>) => void going.push(work) } as never;
  const claim = { status: 'exchanging', code: 'c', expires: now + 600, ...more } as const;
  const flow = await claimFlow(context, 'an id', claim);
  if (!(flow instanceof ClaimedFlow)) throw new Error('not claimed');
  /** Completes the flow. @param exchange the exchange of its code. */
  const complete = (exchange: () => Promise<unknown> = async () => 'token', open = async () => session) =>
    flow.complete(exchange, open);
  return { ...object, going, log, flow, complete };
}

const stored = { status: 'exchanging', code: 'c', expires: now + 600, deadline: now + 24 };

test('a claim counts as interrupted once both calls to the service have timed out, and ten seconds later', async () => {
  const { claim } = await claimed();
  expect(claim).toHaveBeenCalledExactlyOnceWith(stored, now);
});

describe('a claim that is only in memory', () => {
  test('is stored once the service has accepted the code', async () => {
    const { flow, keep } = await claimed(held);
    const accepted = vi.fn(async () => 'token');
    expect(await flow.redeem(accepted)).toBe('token');
    expect(keep).toHaveBeenCalledExactlyOnceWith(stored, now);
    expect(accepted.mock.invocationCallOrder[0]).toBeLessThan(keep.mock.invocationCallOrder[0] ?? 0);
  });

  test('lets no second call continue', async () => {
    const { complete, fail } = await claimed(held, { keep: async () => false });
    await expect(complete()).rejects.toMatchObject({ reason: 'flow_used' });
    expect(fail).toHaveBeenCalledExactlyOnceWith('flow_used', true);
  });

  test('stays in memory if the service rejects the code', async () => {
    const { complete, keep, fail } = await claimed(held);
    await expect(complete(() => Promise.reject(refused))).rejects.toBe(refused);
    expect(keep).not.toHaveBeenCalled();
    expect(fail).toHaveBeenCalledExactlyOnceWith('upstream_refused', true);
  });

  test('is stored if the code may have been used', async () => {
    const { complete, keep, fail } = await claimed(held);
    await expect(complete(() => Promise.reject(unanswered))).rejects.toBe(unanswered);
    expect(keep).toHaveBeenCalledOnce();
    expect(fail).toHaveBeenCalledExactlyOnceWith('upstream_timeout', false);
  });

  test('and that cannot be stored leaves the failure of the exchange as it is', async () => {
    const { complete, log } = await claimed(held, { keep: outage });
    await expect(complete(() => Promise.reject(unanswered))).rejects.toBe(unanswered);
    expect(log).toHaveBeenCalledExactlyOnceWith('error', {
      operation: 'keeping a claim',
      cause: expect.any(String),
    });
  });
});

describe('a claim that is stored', () => {
  test('is not stored again', async () => {
    const { complete, keep, fail } = await claimed();
    await expect(complete(() => Promise.reject(unanswered))).rejects.toBe(unanswered);
    expect(keep).not.toHaveBeenCalled();
    expect(fail).toHaveBeenCalledExactlyOnceWith('upstream_timeout', false);
  });

  test('ends in a session, whose user is noted without delaying the answer', async () => {
    const noting = Promise.withResolvers<undefined>();
    const succeed = vi.fn(() => noting.promise);
    const { complete, going, log, fail } = await claimed({}, { succeed });
    expect(await complete()).toBe(session);
    expect(succeed).toHaveBeenCalledExactlyOnceWith('p');
    noting.reject(new Error('no object'));
    await Promise.all(going);
    expect(log).toHaveBeenCalledExactlyOnceWith('error', {
      operation: 'noting the outcome of a sign-in',
      cause: expect.any(String),
    });
    expect(fail).not.toHaveBeenCalled();
  });

  test.each([
    [new ProtocolError(refusals.login_required), 'login_required'],
    [new TypeError('x is undefined'), 'internal'],
  ])('ends in the failure of the session: %s', async (failure, reason) => {
    const { complete, fail } = await claimed();
    await expect(complete(undefined, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(fail).toHaveBeenCalledExactlyOnceWith(reason, false);
  });

  test('ends in its own failure, even if that cannot be noted', async () => {
    const { complete, log } = await claimed({}, { fail: outage });
    await expect(complete(() => Promise.reject(unanswered))).rejects.toBe(unanswered);
    expect(log).toHaveBeenCalledExactlyOnceWith('error', {
      operation: 'noting that a sign-in failed',
      cause: expect.any(String),
    });
  });
});
