import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { authorizeUrl, codeOf, type Person } from '../../test/support/fixtures/sign-in.ts';
import { reportSubscriber } from '../../test/support/requests/operator-requests.ts';
import {
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../test/support/requests/service-requests.ts';
import type { World } from '../../test/support/world/world.ts';
import { isLinearizable, type Step } from './linearizable.ts';
import { type History, Recorder } from './recorder.ts';

/** The operations on one account at the service: `grant` is one of two sign-ins. */
export type AccountOp =
  | { does: 'redeem'; grant: 0 | 1 }
  | { does: 'read'; grant: 0 | 1 }
  | { does: 'disconnect' }
  | { does: 'leave' };

interface AccountState {
  connected: boolean;
  grants: ('issued' | 'redeemed' | 'ended')[];
}

/** One account, with one request at a time. */
const step: Step<AccountState, AccountOp> = (state, op) => {
  if (op.does === 'leave' || op.does === 'disconnect') {
    const answer = op.does === 'leave' || state.connected ? '200' : '400';
    return [[answer, { connected: false, grants: ['ended', 'ended'] }]];
  }
  const grant = state.grants[op.grant];
  if (op.does === 'read') return [[grant === 'redeemed' ? '200' : '401', state]];
  const next = grant === 'issued' ? 'redeemed' : 'ended';
  return [[grant === 'issued' ? '200' : '500', { ...state, grants: state.grants.with(op.grant, next) }]];
};

/** A user with two sign-ins at the shop, whose codes are not yet redeemed, and simultaneous operations on them. */
export function recordAccount(world: World, person: Person, plans: readonly AccountOp[][]): History {
  const codes: string[] = [];
  let plid = '';
  const tokens: (string | undefined)[] = [];
  const recorder = new Recorder<AccountOp>();

  async function ask(op: AccountOp): Promise<string | undefined> {
    if (op.does === 'leave') return statusOf(reportSubscriber(world, 'leave', { phoneNo: person.phoneNo }));
    if (op.does === 'disconnect') return statusOf(requestDisconnect(world, { plid }));
    if (op.does === 'read') return statusOf(requestUser(world, tokens[op.grant] ?? ''));
    const answer = await requestToken(world, { code: codes[op.grant] ?? '' });
    const { access_token } = await jsonOf(answer);
    tokens[op.grant] ??= access_token;
    return String(answer.status);
  }
  /** Whether there is a token to read with. */
  const canAsk = (op: AccountOp) => op.does !== 'read' || tokens[op.grant] !== undefined;
  async function live(plan: readonly AccountOp[]): Promise<void> {
    for (const op of plan) if (canAsk(op) && (await recorder.record(op, () => ask(op))) === undefined) return;
  }
  return {
    recorder,
    /** A code lasts 60 s: it is issued right before. */
    async prepare(): Promise<void> {
      for (let grant = 0; grant < 2; grant += 1) codes.push(await codeFor(world, person));
      plid = await plidFor(world, person);
    },
    run: () => Promise.all(plans.map(live)),
    /** Records the final state, once every operation is answered. */
    look: () => live([0, 1].map((grant) => ({ does: 'read', grant }) as AccountOp)),
    isLinearizable: () =>
      isLinearizable<AccountState, AccountOp>(
        recorder.operations,
        { connected: true, grants: ['issued', 'issued'] },
        step,
      ),
  };
}

const statusOf = async (answer: Promise<Response>) => String((await answer).status);

async function codeFor(world: World, person: Person): Promise<string> {
  const browser = new BrowserSession(world);
  const page = await browser.submit(await browser.get(authorizeUrl(world)), person);
  return codeOf(page.url.searchParams.has('code') ? page : await browser.submit(page));
}

async function plidFor(world: World, person: Person): Promise<string> {
  const { access_token = '' } = await jsonOf(
    await requestToken(world, { code: await codeFor(world, person) }),
  );
  return (await jsonOf(await requestUser(world, access_token))).user?.plid ?? '';
}
