import assert from 'node:assert/strict';
import fc from 'fast-check';
import { oddAttributes, unusableAnswers } from '../../test/support/fakes/malformed-answers.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { advance } from './advance.ts';
import { apps } from './entities.ts';
import { app, atSession, device, number, ownerOf, some, step } from './step.ts';
import { disturbedSteps } from './steps-under-failures.ts';

/** How long a copy of an application may be out of date, in seconds: that of a worker, and KV where it lags. */
const copiesLifetime = 30 + 60 + 1;

const signIn = step('signIn', fc.record({ device, number, app, full: fc.boolean(), chosen: fc.boolean() }), {
  async does(life, { real, codes }, { device, number, app, full, chosen }) {
    const asked = life.signIn(device, number, app, full, chosen);
    const seen = await real.signIn(device, ownerOf(life, number), app, full, chosen);
    const code = seen.end.url.searchParams.get('code');
    assert.ok(code !== null, `a code at the end of a sign-in, and not ${seen.end.status}: ${seen.end.text}`);
    assert.deepEqual(seen.asked, asked, 'what a sign-in asks');
    codes.push({ code });
  },
});

/** The carrier answers with a fault. Owners who never registered are not part of this life. */
const signInRudely = step(
  'signInRudely',
  fc.record({ device, number, app, rude: fc.constantFrom(...unusableAnswers, ...oddAttributes) }),
  {
    when: (life, { number, rude }) => rude.field !== 'ci' || life.accounts[number] !== undefined,
    async does(life, { real, codes }, { device, number, app, rude }) {
      const isRefused = life.needs(number, rude.field);
      const asked = life.signInRudely(device, number, app, rude.field);
      const seen = await real.signInRudely(device, ownerOf(life, number), app, rude);
      assert.equal(seen.refused !== undefined, isRefused, `whether a carrier is refused: ${seen.end.text}`);
      if (isRefused) assert.equal(seen.refused?.headers.get('Retry-After'), '5', 'when to try again');
      const code = seen.end.url.searchParams.get('code');
      assert.ok(
        code !== null,
        `a code at the end of a sign-in, and not ${seen.end.status}: ${seen.end.text}`,
      );
      assert.deepEqual(seen.asked, asked, 'what a sign-in asks');
      codes.push({ code });
    },
  },
);

const logIn = step('logIn', fc.record({ device, number, chosen: fc.boolean() }), {
  async does(life, { real, sessions }, { device, number, chosen }) {
    const asked = life.logIn(device, number, chosen);
    const seen = await real.logIn(device, ownerOf(life, number), chosen);
    assert.equal(seen.end.url.pathname, '/auth/session', `the end of a login: ${seen.end.text}`);
    assert.deepEqual(seen.asked, asked, 'what a login asks');
    sessions.push(real.session(device));
  },
});

const signInByPasskey = step('signInByPasskey', fc.record({ which: some, app }), {
  when: (life) => life.passkeys.length > 0,
  async does(life, { real, codes }, { which, app }) {
    const index = which % life.passkeys.length;
    const passkey = life.passkeys[index];
    if (passkey === undefined) return;
    const isGranted = life.signInByPasskey(passkey, app);
    const { status, url, text } = await real.signInByPasskey(index, app);
    assert.equal(status, isGranted ? 302 : 400, `a sign-in by passkey: ${text}`);
    if (isGranted) codes.push({ code: url.searchParams.get('code') ?? '' });
  },
});

/** Redeems a code for the first time, again, too late, by the other application, or with a secret that is being replaced. */
const redeem = step('redeem', fc.record({ which: some, secret: some, byOther: fc.nat(9) }), {
  when: (life) => life.codes.length > 0,
  async does(life, { real, codes }, { which, secret, byOther }) {
    // Recent codes are more interesting than old ones.
    const index = life.codes.length - 1 - (which % Math.min(4, life.codes.length));
    const [code, kept] = [life.codes[index], codes[index]];
    if (code === undefined || kept === undefined) return;
    const by = byOther === 0 ? (apps.find((other) => other !== code.app) ?? code.app) : code.app;
    const secretId = life.secrets[by][secret % life.secrets[by].length] ?? '';
    const expected = life.redeem(code, by, secretId);
    const { status, access_token } = await real.redeem(kept.code, by, secretId);
    assert.equal(status, expected, 'the answer to a code');
    kept.access_token ??= access_token;
  },
});

const disconnect = step('disconnect', fc.record({ number, app }), {
  when: (life, { number }) => life.accounts[number] !== undefined,
  async does(life, { real, plids }, { number, app }) {
    const account = life.accounts[number];
    const plid = account && plids.get(account);
    if (account === undefined || plid === undefined) return;
    const expected = life.disconnect(account, app) ? 200 : 400;
    assert.equal(await real.disconnect(plid, app, life.secrets[app][0] ?? ''), expected, 'a disconnect');
  },
});

const disconnectAtGateway = step('disconnectAtGateway', fc.record({ device }), {
  when: atSession,
  async does(life, { real }, { device }) {
    const session = life.current[device];
    if (session === undefined) return;
    const expected = life.isLive(session) ? 200 : 401;
    if (expected === 200) life.disconnectAtGateway(session);
    assert.equal(
      (await real.post(device, '/auth/disconnect')).status,
      expected,
      'a disconnect at the gateway',
    );
  },
});

const logOut = step('logOut', fc.record({ device, everywhere: fc.boolean() }), {
  when: atSession,
  async does(life, { real }, { device, everywhere }) {
    const session = life.current[device];
    if (session !== undefined) life.logOut(session, everywhere);
    const answer = await real.post(device, '/auth/logout', everywhere ? 'everywhere=Y' : '');
    assert.equal(answer.status, 200, 'a log-out');
  },
});

const leave = step('leave', fc.record({ number }), {
  async does(life, { real }, { number }) {
    life.leave(number);
    assert.equal((await real.report('leave', number)).status, 200, 'leaving');
  },
});

const endAutomaticLogins = step('endAutomaticLogins', fc.record({ number, app }), {
  async does(life, { real }, { number, app }) {
    life.endAutomaticLogins(number, app);
    const { client_id } = applications[app];
    const answer = await real.report('end-automatic-logins', number, { client_id });
    assert.equal(answer.status, 200, 'ending automatic logins');
  },
});

const handOver = step('handOver', fc.record({ number }), {
  async does(life, { real }, { number }) {
    life.holders[number] = life.holders[number] === 0 ? 1 : 0;
    await real.subscribe(ownerOf(life, number));
  },
});

/** The account page, after the phone has approved. */
const lookAtAccount = step('lookAtAccount', fc.record({ device, number }), {
  async does(life, { real }, { device, number }) {
    life.approve(number);
    const { document, text } = await real.account(device, ownerOf(life, number));
    const shown = document
      .querySelectorAll('section:not(#sign-ins):not(#data):not(#passkeys) > h2')
      .map((heading) => heading.text.trim());
    const names = life.connections(number).map((connected) => applicationNames[connected]);
    assert.deepEqual(shown.sort(), names.sort(), `the page of an account: ${text}`);
    const passkeys = document.querySelectorAll('form[action="/account/end-passkey"]').length;
    assert.equal(passkeys, life.livePasskeys(number).length, `the passkeys of an account: ${text}`);
  },
});
const applicationNames = { shop: 'Demo Shop', bank: 'Demo Bank' };

const rotateSecret = step('rotateSecret', fc.record({ app }), {
  when: (life, { app }) => app === 'bank' || life.secrets.shop.length === 1,
  async does(life, { living }, { app }) {
    const isNew = life.secrets[app].length === 1;
    if (isNew) life.secrets[app].unshift(await living.addSecret(app));
    else {
      life.secrets[app].pop();
      await living.retireOldSecret(app);
    }
    await advance(life, living, copiesLifetime);
  },
});

/** The gateway starts with the newest secret, so that the one before can be retired. */
const killAndStart = step('killAndStart', fc.record({ rotateKeys: fc.boolean() }), {
  async does(life, { living }, { rotateKeys }) {
    await living.killAndStart(rotateKeys);
    if (life.secrets.shop.length === 1) return;
    life.secrets.shop.pop();
    await living.retireOldSecret('shop');
    await advance(life, living, copiesLifetime);
  },
});

const day = 86_400;
const times = [1, 59, 60, 61, 599, 600, 601, 1_300, 43_199, 43_200, day, 13 * day, 14 * day];
const pass = step('pass', fc.record({ seconds: fc.constantFrom(...times) }), {
  does: (life, { living }, { seconds }) => advance(life, living, seconds),
});

/** A life has 30 steps on average. A kill takes a second, so that it happens in about every fourth life. */
const maxSteps = 80;
const often = { weight: 30 };

export const lifeOf = fc.commands(
  [
    fc.oneof(
      { ...often, weight: 60, arbitrary: signIn },
      { ...often, weight: 20, arbitrary: signInRudely },
      { ...often, weight: 45, arbitrary: logIn },
      { ...often, weight: 40, arbitrary: signInByPasskey },
      { ...often, weight: 75, arbitrary: redeem },
      ...[disconnect, disconnectAtGateway, logOut, leave, endAutomaticLogins].map((arbitrary) => ({
        ...often,
        arbitrary,
      })),
      { ...often, weight: 15, arbitrary: handOver },
      { ...often, weight: 15, arbitrary: lookAtAccount },
      { ...often, weight: 6, arbitrary: rotateSecret },
      { ...often, arbitrary: pass },
      { weight: 4, arbitrary: killAndStart },
      ...disturbedSteps.map((arbitrary) => ({ weight: 15, arbitrary })),
    ),
  ],
  { maxCommands: maxSteps, size: 'max' },
);
