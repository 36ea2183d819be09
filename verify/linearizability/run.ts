import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { laggingKv } from '../../test/support/world/gateway-world.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { kvBindingsOf } from '../../test/support/world/test-workers.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { type AccountOp, recordAccount } from './account-history.ts';
import type { History } from './recorder.ts';
import { recordUser, type UserOp } from './user-history.ts';

/** How many histories run at the same time, and after how many of those groups the runtime is killed in the middle of one. */
const atOnce = 8;
const groupsPerKill = 5;
const groupsPerWorld = 25;
/** The moment of the kill within a group, in milliseconds. */
const killedAfter = 40;
/** After so long KV shows every write from before the history, in seconds. */
const lag = 61;

const grant = fc.constantFrom<0 | 1>(0, 1);
const redeem = fc.record({ does: fc.constant<'redeem'>('redeem'), grant });
const read = fc.record({ does: fc.constant<'read'>('read'), grant });
const end = fc.record({ does: fc.constantFrom<'disconnect' | 'leave'>('disconnect', 'leave') });
/** A plan that redeems a code reads with it; other plans end everything, or send the code again. */
const accountPlans: fc.Arbitrary<AccountOp[][]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(redeem, read, read) },
    { weight: 2, arbitrary: fc.tuple(redeem, redeem) },
    { weight: 2, arbitrary: fc.tuple(read, end) },
    { weight: 1, arbitrary: fc.tuple(end, redeem) },
  ),
  { minLength: 3, maxLength: 5 },
);

const atSession = fc.constantFrom<UserOp['does']>('look', 'list', 'list', 'logOut', 'everywhere');
const userPlans: fc.Arbitrary<UserOp[][]> = fc.array(
  fc
    .tuple(grant, fc.array(atSession, { minLength: 1, maxLength: 3 }))
    .map(([flow, others]): UserOp[] => [
      { does: 'callback', flow },
      ...others.map((does) => ({ does, flow })),
    ]),
  { minLength: 3, maxLength: 5 },
);
type Plan = { of: 'account'; plans: AccountOp[][] } | { of: 'user'; plans: UserOp[][] };
const planOf: fc.Arbitrary<Plan> = fc.oneof(
  accountPlans.map((plans): Plan => ({ of: 'account', plans })),
  userPlans.map((plans): Plan => ({ of: 'user', plans })),
);

export interface Seen {
  histories: number;
  operations: number;
  unanswered: number;
  kills: number;
}

/** Runs histories while the gateway's KV lags, and kills the runtime now and then. @throws if one is not linearizable. */
export async function checkHistories({ runs, seed }: { runs: number; seed: number }): Promise<Seen> {
  const seen = { histories: 0, operations: 0, unanswered: 0, kills: 0 };
  const plans = fc.sample(planOf, { numRuns: runs, seed });
  for (let first = 0; first < plans.length; first += atOnce * groupsPerWorld) {
    const folder = mkdtempSync(path.join(testFolder(), 'histories-'));
    const world = await startWorld({ folder, overrides: lagging, workers: [laggingKv] });
    try {
      await tryGroups(world, plans.slice(first, first + atOnce * groupsPerWorld), seen);
    } finally {
      await world.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return seen;
}

const lagging = Object.fromEntries(
  [...kvBindingsOf('gateway')].map(([worker, names]) => [
    worker,
    { bindingOverrides: Object.fromEntries(names.map((name) => [name, 'lagging-kv'])) },
  ]),
);

async function tryGroups(world: World, plans: readonly Plan[], seen: Seen): Promise<void> {
  for (let first = 0; first < plans.length; first += atOnce) {
    const histories = await Promise.all(
      plans.slice(first, first + atOnce).map((plan) => record(world, plan)),
    );
    await world.clock.advance(lag);
    await Promise.all(histories.map(({ prepare }) => prepare()));
    const isKilled = (first / atOnce) % groupsPerKill === groupsPerKill - 1;
    const running = Promise.all(histories.map(({ run }) => run()));
    if (isKilled) {
      await new Promise((resolve) => setTimeout(resolve, killedAfter));
      await world.killAndStart();
      seen.kills += 1;
    }
    await running;
    await Promise.all(histories.map(({ look }) => look()));
    for (const history of histories) {
      const { operations } = history.recorder;
      seen.histories += 1;
      seen.operations += operations.length;
      seen.unanswered += operations.filter(({ answer }) => answer === undefined).length;
      if (!history.isLinearizable()) throw new Error(`Not linearizable:\n${history.recorder}`);
    }
  }
}

async function record(world: World, plan: Plan): Promise<History> {
  const person = await newSubscriber(world);
  return plan.of === 'account'
    ? recordAccount(world, person, plan.plans)
    : recordUser(world, person, plan.plans);
}
