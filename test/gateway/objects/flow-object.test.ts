import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentsOf, NumberedWorld } from '../../effects/support/numbered-world.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const ask = (method: string, ...parameters: unknown[]) =>
  world.objects.ask('Flow', 'a flow', method, ...parameters);
const claimOf = (more: object = {}) => ({
  ...{ status: 'exchanging', code: 'c', deadline: world.now + 30, expires: world.now + 600 },
  ...more,
});
const held = { held: true };
const storage = () => world.objects.storages().get('Flow a flow');
const stored = (): Record<string, unknown> => {
  const kept = storage();
  return kept === undefined ? {} : contentsOf(kept);
};

describe('a flow', () => {
  test('can be claimed once, until it expires', async () => {
    const claim = claimOf();
    expect(await ask('claim', claim, world.now + 600)).toEqual({ status: 'expired' });
    expect([await ask('outcome'), stored()]).toEqual([undefined, {}]);
    expect(await ask('claim', claim, world.now + 599)).toEqual({ status: 'claimed' });
    const { expires: _, ...outcome } = claim;
    expect(await ask('claim', claimOf({ code: 'another' }), world.now)).toEqual(outcome);
    expect(await ask('claim', claim, world.now + 700)).toEqual(outcome);
  });

  test.each([
    ['succeed', ['p'], { status: 'signed_in', plid: 'p' }],
    ['fail', ['signed_out'], { status: 'failed', reason: 'signed_out' }],
  ] as const)('has one end: %s', async (method, given, end) => {
    const { deadline } = claimOf();
    await ask('claim', claimOf(), world.now);
    await ask(method, ...given);
    const outcome = { code: 'c', ...(method === 'succeed' && { deadline }), ...end };
    expect(await ask('outcome')).toEqual(outcome);
    await ask('fail', 'internal');
    await ask('succeed', 'another');
    expect(await ask('outcome')).toEqual(outcome);
  });

  test('that went through the token proxy has no user and no failure', async () => {
    await ask('claim', claimOf({ status: 'proxied' }), world.now);
    await ask('succeed', 'p');
    await ask('fail', 'internal');
    expect(await ask('outcome')).toMatchObject({ status: 'proxied' });
  });

  test('is deleted five minutes after it has expired', async () => {
    await ask('claim', claimOf(), world.now);
    await world.advance(899, 1);
    expect(stored()).toMatchObject({ flow: { status: 'exchanging' } });
    expect(storage()?.alarm).not.toBeNull();
    await world.advance(1, 1);
    expect([stored(), storage()?.alarm]).toEqual([{}, null]);
  });
});

describe('a claim in memory', () => {
  test('is known to other calls, and stored only when it is kept', async () => {
    const claim = claimOf();
    expect(await ask('claim', { ...claim, ...held }, world.now)).toEqual({ status: 'claimed' });
    expect(stored()).toEqual({});
    expect(await ask('claim', claimOf({ code: 'another' }), world.now)).toMatchObject({ code: 'c' });
    expect(await ask('keep', claim, world.now)).toBe(true);
    expect(stored()).toMatchObject({ flow: { ...claim, version: 1 } });
    expect(await ask('keep', { ...claim, code: 'another' }, world.now)).toBe(false);
    expect(await ask('outcome')).toMatchObject({ code: 'c' });
  });

  test('that fails leaves nothing in storage, and its failure is known', async () => {
    await ask('claim', claimOf(held), world.now);
    await ask('fail', 'upstream_refused', true);
    expect(await ask('outcome')).toEqual({ status: 'failed', code: 'c', reason: 'upstream_refused' });
    expect(stored()).toEqual({});
  });

  test('that fails changes no claim that another call has stored', async () => {
    await ask('claim', claimOf({ ...held, code: 'first' }), world.now);
    await ask('keep', claimOf({ code: 'second' }), world.now);
    await ask('fail', 'flow_used', true);
    expect(await ask('outcome')).toMatchObject({ status: 'exchanging', code: 'second' });
  });
});
