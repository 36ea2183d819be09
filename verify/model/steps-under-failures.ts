import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Shown } from '../../test/support/fixtures/browser-session.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { advance } from './advance.ts';
import { type Disturbance, disturbance, whileDisturbed } from './injected-failures.ts';
import type { Life } from './model.ts';
import { Unanswered } from './retry-unanswered.ts';
import { app, atSession, device, type LivedIn, number, ownerOf, step } from './step.ts';

/**
 * Steps taken while the runtime is killed or a part of it fails, and repeated until they are answered. Each may be taken twice: its last answer
 * shows the state of the workers, whatever happened to the earlier tries.
 */

/** How long a user may have to wait before trying again, in seconds. */
const wait = 5;

/** Such a step, after which a copy of a session may stay that could not be removed. */
const amidFaults: typeof step = (name, choices, { does, ...described }) =>
  step(name, choices, {
    ...described,
    async does(life, lived, choice) {
      await does(life, lived, choice);
      lived.copiesMayStay = true;
    },
  });

/** Repeats a sign-in of a user until it ends. @returns its end, and the number of tries that did not reach it. */
function persistently<Seen extends { end: Shown }>(
  life: Life,
  { living, real }: LivedIn,
  by: Disturbance,
  take: () => Promise<Seen>,
  hasEnded: (end: Shown) => boolean,
): Promise<{ answer: Seen; lost: number }> {
  let isFirst = true;
  return real.amidFaults(() =>
    whileDisturbed(living, by, async () => {
      if (!isFirst) await advance(life, living, wait);
      isFirst = false;
      const seen = await take();
      if (!hasEnded(seen.end))
        throw new Unanswered(`a sign-in ended at ${seen.end.status} ${seen.end.url.pathname}`);
      return seen;
    }),
  );
}

/** A consent that was given in a try that was lost is not asked for again. */
function agreeOnPages(seen: { consent: boolean }, asked: { consent: boolean }, lost: number): void {
  const allowed = lost > 0 ? [asked, { ...asked, consent: false }] : [asked];
  assert.ok(
    allowed.some(({ consent }) => consent === seen.consent),
    `what a sign-in asks after ${lost} tries`,
  );
}

const signIn = amidFaults('signInAmidFaults', fc.record({ device, number, app, by: disturbance }), {
  async does(life, lived, { device, number, app, by }) {
    const take = () => lived.real.signIn(device, ownerOf(life, number), app, true, false);
    const codeIn = ({ url }: Shown) => url.searchParams.get('code');
    const { answer, lost } = await persistently(life, lived, by, take, (end) => codeIn(end) !== null);
    agreeOnPages(answer.asked, life.signIn(device, number, app, true, false), lost);
    lived.codes.push({ code: codeIn(answer.end) ?? '' });
  },
});

/** Without an automatic login: one that is lost would change what the next try asks. */
const logIn = amidFaults('logInAmidFaults', fc.record({ device, number, by: disturbance }), {
  when: (life, { device }) => !life.isAutomatic(device, 'shop'),
  async does(life, lived, { device, number, by }) {
    const take = () => lived.real.logIn(device, ownerOf(life, number), false);
    const isAtSession = ({ status, url }: Shown) => status === 200 && url.pathname === '/auth/session';
    const { answer, lost } = await persistently(life, lived, by, take, isAtSession);
    agreeOnPages(answer.asked, life.logIn(device, number, false), lost);
    const { account } = life.current[device] ?? {};
    if (account !== undefined) life.loseSessions(account, lost);
    lived.sessions.push(lived.real.session(device));
  },
});

/** A code whose first answer was lost is redeemed twice, which ends its token. */
const redeem = amidFaults('redeemAmidFaults', fc.record({ by: disturbance }), {
  when: (life) => life.codes.length > 0,
  async does(life, { living, real, codes }, { by }) {
    const [code, kept] = [life.codes.at(-1), codes.at(-1)];
    if (code === undefined || kept === undefined) return;
    const [secret = ''] = life.secrets[code.app];
    const expected = life.redeem(code, code.app, secret);
    const redeem = () => real.redeem(kept.code, code.app, secret);
    const { answer, lost } = await real.amidFaults(() => whileDisturbed(living, by, redeem));
    const isRepeated = expected === 200 && lost > 0 && answer.status === 500;
    if (isRepeated) code.state = 'ended';
    assert.equal(answer.status, isRepeated ? 500 : expected, `the answer to a code after ${lost} tries`);
    kept.access_token ??= answer.access_token;
  },
});

const disconnect = amidFaults('disconnectAmidFaults', fc.record({ number, app, by: disturbance }), {
  when: (life, { number }) => life.accounts[number] !== undefined,
  async does(life, { living, real, plids }, { number, app, by }) {
    const account = life.accounts[number];
    const plid = account && plids.get(account);
    if (account === undefined || plid === undefined) return;
    const expected = life.disconnect(account, app) ? 200 : 400;
    const disconnect = () => real.disconnect(plid, app, life.secrets[app][0] ?? '');
    const { answer, lost } = await real.amidFaults(() => whileDisturbed(living, by, disconnect));
    assert.ok(answer === expected || (lost > 0 && answer === 400), `a disconnect is answered ${answer}`);
  },
});

const logOut = amidFaults(
  'logOutAmidFaults',
  fc.record({ device, everywhere: fc.boolean(), by: disturbance }),
  {
    when: atSession,
    async does(life, { living, real }, { device, everywhere, by }) {
      const session = life.current[device];
      if (session !== undefined) life.logOut(session, everywhere);
      const logOut = () => real.post(device, '/auth/logout', everywhere ? 'everywhere=Y' : '');
      const { answer } = await real.amidFaults(() => whileDisturbed(living, by, logOut));
      assert.equal(answer.status, 200, 'a log-out');
    },
  },
);

const disconnectAtGateway = amidFaults(
  'disconnectAtGatewayAmidFaults',
  fc.record({ device, by: disturbance }),
  {
    when: (life, { device }) => life.current[device] !== undefined && life.isLive(life.current[device]),
    async does(life, { living, real }, { device, by }) {
      const session = life.current[device];
      if (session === undefined) return;
      life.disconnectAtGateway(session);
      const disconnect = () => real.post(device, '/auth/disconnect');
      const { answer, lost } = await real.amidFaults(() => whileDisturbed(living, by, disconnect));
      const isDone = answer.status === 200 || (lost > 0 && answer.status === 401);
      assert.ok(isDone, `a disconnect at the gateway is answered ${answer.status} after ${lost} tries`);
    },
  },
);

const report = amidFaults(
  'reportAmidFaults',
  fc.record({ number, app: fc.option(app, { nil: undefined }), by: disturbance }),
  {
    async does(life, { living, real }, { number, app, by }) {
      if (app === undefined) life.leave(number);
      else life.endAutomaticLogins(number, app);
      const report = () =>
        app === undefined
          ? real.report('leave', number)
          : real.report('end-automatic-logins', number, { client_id: applications[app].client_id });
      const { answer } = await real.amidFaults(() => whileDisturbed(living, by, report));
      assert.equal(answer.status, 200, app === undefined ? 'leaving' : 'ending automatic logins');
    },
  },
);

export const disturbedSteps = [signIn, logIn, redeem, disconnect, logOut, disconnectAtGateway, report];
