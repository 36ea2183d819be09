import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';
import { redirectToConsent } from '../../../workers/service/sign-in/consent/redirect-to-consent.ts';
import { createSignInId } from '../../../workers/service/sign-in/cookies/sign-in-cookie.ts';
import { readForm } from '../../../workers/service/sign-in/entries/sign-in-form.ts';
import { renewAfterStep } from '../../../workers/service/sign-in/flow/sign-in-expiry.ts';
import { signIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import type { ApprovedStage } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../../effects/support/process-browser.ts';
import { phoneNo, type StoredPerson, storeUser } from '../../effects/support/stored-user.ts';
import { applications, serviceKeys } from '../../support/world/test-settings.ts';
import { newSignIn, pageView } from '../support/page-views.ts';

const { shop } = applications;
let world: NumberedWorld;
let person: StoredPerson;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
});
afterEach(() => world.close());

const form = { name: '김하나', phoneNo, telcoCd: 'S' };

/** A browser at a carrier whose calls a test sees. */
function browserAt(answers: Record<string, object> = {}, bindings: object = {}, headers = {}) {
  const asked: { call: string; question: unknown }[] = [];
  const given: Record<string, object> = {
    confirm: { status: 'requested', requestId: 'r1' },
    start: {
      status: 'started',
      requestId: 'r1',
      open: { web: 'https://app.example/open' },
      code: 'c'.repeat(20),
    },
    outcome: { status: 'pending' },
    ...answers,
  };
  const call = (name: string) => async (question: unknown) => {
    asked.push({ call: name, question });
    return given[name];
  };
  const CARRIER = Object.fromEntries(
    ['confirm', 'start', 'outcome', 'cancel', 'notify'].map((name) => [name, call(name)]),
  );
  const starts = { STARTS: 'S-link,S-code', PHONE_APP_LINKS: 'https://app.example' };
  const browser = new ProcessBrowser(world, { bindings: { CARRIER, ...starts, ...bindings }, headers });
  const questions = (name: string) =>
    asked.filter((one) => one.call === name).map(({ question }) => question as Record<string, unknown>);
  return { browser, given, questions };
}

describe('a request that the user opens in the carrier’s app', () => {
  test.each([
    ['link', true],
    ['code', false],
  ])('%s returns with a secret only to the browser that has the cookie: %s', async (start, hasSecret) => {
    const { browser, questions } = browserAt();
    await browser.start();
    expect(endOf(await browser.post('start', { ...form, start }))).toBe('wait');
    const returnTo = questions('start').map((question) => new URL(String(question.returnTo)));
    expect(returnTo.map(({ searchParams }) => searchParams.has('returned'))).toEqual([hasSecret]);
  });

  test('is asked for once if the form is sent twice within ten seconds', async () => {
    const { browser, questions } = browserAt();
    await browser.start();
    for (const seconds of [0, 9, 1]) {
      world.now += seconds;
      await browser.post('start', { ...form, start: 'code' });
    }
    expect(questions('start')).toHaveLength(2);
  });
});

test('entries that no carrier confirms are logged although the attempt can no longer be counted', async () => {
  let count = 0;
  const limit = async () => {
    count += 1;
    if (count > 1) throw new Error('limits are down');
    return { success: true };
  };
  const turnstile = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET: 'x'.repeat(30) };
  const bindings = { ...turnstile, APPLICATION_CHALLENGE: { limit } };
  const { browser } = browserAt({ confirm: { status: 'unconfirmed' } }, bindings);
  await browser.start();
  vi.mocked(console.info).mockClear();
  vi.mocked(console.error).mockClear();
  expect((await browser.post('sign-in', form)).status).toBe(503);
  const lines = () => [...vi.mocked(console.info).mock.calls, ...vi.mocked(console.error).mock.calls];
  await expect.poll(() => lines().join()).toContain('"sign_in_unconfirmed"');
});

test("a phone's request doesn't mention automatic login that this browser will not get", async () => {
  const told = async () => {
    const { browser, questions } = browserAt();
    await browser.start();
    await browser.post('sign-in', { ...form, autoLogin: 'Y' });
    return questions('confirm').map(({ context }) => (context as { automaticLogin: boolean }).automaticLogin);
  };
  expect(await told()).toEqual([true]);
  await world.objects.ask('Phone', person.phone, 'noteReuse', person.plid, world.now);
  world.now += 600;
  expect(await told()).toEqual([false]);
});

test('the cookie of an approved sign-in has nothing of what only the waiting page needs', async () => {
  const app = { web: 'https://app.example/open' };
  const confirm = { status: 'requested', requestId: 'r1', calls: true, open: app, install: app };
  const { browser, given } = browserAt({ confirm });
  const stored = async () => {
    const cookie = browser.cookies.get(`__Host-plid-sign-in-${browser.flow}`) ?? '';
    const { stage } = (await signIn.open(serviceKeys, cookie, world.now)) ?? {};
    return stage && 'request' in stage ? Object.keys(stage.request).sort() : [];
  };
  await world.objects.ask('Phone', person.phone, 'noteReuse', person.plid, world.now);
  await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
  await browser.start();
  await browser.post('sign-in', form);
  const kept = ['admission', 'automatic', 'known', 'match', 'phoneNo', 'requestId', 'sent', 'telcoCd'];
  const waiting = ['calls', 'install', 'open', 'reused'];
  expect(await stored()).toEqual([...kept, ...waiting].sort());
  given.outcome = { status: 'approved', identity: reported };
  expect(endOf(await browser.get('wait'))).toBe('consent');
  expect(await stored()).toEqual([...kept, 'install'].sort());
});

test('a sign-in of a named user no longer has the name before the consent', () => {
  const { response, signIn: next } = redirectToConsent(
    pageView('en', { signIn: { hinted: 'a plid' } }),
    { at: 'approved' } as ApprovedStage,
    7,
  );
  expect(response.headers.get('Location')).toBe(`/oauth2/authorize/consent?flow=${next?.id}`);
  expect(next).toEqual({ ...newSignIn, stage: { at: 'approved' }, expires: 7 });
});

describe('a poll that is kept open', () => {
  test('ends after ten seconds, and counts once for its address', async () => {
    const count = vi.fn(async () => ({ success: true }));
    const { browser, questions } = browserAt(
      {},
      { OUTCOME_ADDRESS_LIMIT: { limit: count } },
      { 'CF-Connecting-IP': '192.0.2.1', Prefer: 'wait=9999' },
    );
    await browser.start();
    await browser.post('sign-in', form);
    count.mockClear();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const began = Date.now();
    const times: number[] = [];
    const wait = async (milliseconds: number) => {
      vi.setSystemTime(Date.now() + milliseconds);
      times.push(Date.now() - began);
    };
    vi.stubGlobal('scheduler', { wait });
    const before = questions('outcome').length;
    expect(await (await browser.get('status')).json()).toEqual({ status: 'pending' });
    expect(Date.now() - began).toBeLessThanOrEqual(10_000);
    // Often in the first four seconds, then each second.
    const often = Array.from({ length: 14 }, (_, place) => (place + 1) * 300);
    expect(times).toEqual([...often, 5_200, 6_200, 7_200, 8_200, 9_200]);
    expect(questions('outcome').length - before).toBe(times.length + 1);
    expect(count).toHaveBeenCalledOnce();
  });
});

describe('a sign-in that expired before its form was sent', () => {
  const now = 1_800_000_000;
  const expired = {
    id: createSignInId(now - 1, shop.client_id),
    client_id: shop.client_id,
    expires: now - 1,
    stage: { at: 'requested' },
  };
  const renewed = (changes: object) =>
    renewAfterStep({ signIn: { ...expired, ...changes }, now, nameSignIn: () => undefined } as never).signIn;

  test('is replaced by one with its own ID and key', () => {
    const next = renewed({});
    expect(next.id).not.toBe(expired.id);
    expect(next.identityKey).toMatch(/^[\w-]{43}$/);
    expect(next.expires).toBeGreaterThan(now);
  });

  test.each([
    { stage: { at: 'asked', method: 'phone' } },
    { stage: { at: 'asked', method: 'app' } },
    { stage: { at: 'asked', method: 'review' } },
    { stage: { at: 'unregistered' } },
    { stage: { at: 'approved', method: 'phone' } },
    { attempt: {} },
  ])('stays ended if a late answer is possible: %o', (changes) => {
    expect(renewed(changes).id).toBe(expired.id);
  });
});

test('a field of the form is cut off at 200 characters', () => {
  const typed = 'x'.repeat(300);
  const { typed: read } = readForm(new Parameters(`name=${typed}&phoneNo=${typed}&telcoCd=${typed}`));
  expect(Object.values(read).map((text) => text.length)).toEqual([200, 200, 200]);
});

test('the approval of a user who is too young cannot be used again with an early copy of the cookie', async () => {
  const { browser, given } = browserAt();
  await browser.start();
  await browser.post('sign-in', form);
  const early = new Map(browser.cookies);
  given.outcome = { status: 'approved', identity: { ...reported, birthdate: '200101', agegroup: '0' } };
  expect(endOf(await browser.get('wait'))).toBe('wait');
  for (const [name, value] of early) browser.cookies.set(name, value);
  given.outcome = { status: 'approved', identity: reported };
  expect(endOf(await browser.get('wait'))).toBe('page 400');
});

test('an expired request is recorded once, however often its page is loaded', async () => {
  const recorded = () =>
    vi.mocked(console.info).mock.calls.filter(([line]) => String(line).includes('"sign_in_expired":1'))
      .length;
  for (const send of ['sign-in', 'start'] as const) {
    const { browser } = browserAt();
    await browser.start();
    await browser.post(send, { ...form, start: 'code' });
    world.now += 130;
    const before = recorded();
    for (const _ of ['first', 'second']) await world.during(() => browser.get('wait'));
    expect(recorded() - before, send).toBe(1);
  }
});

test('a cancellation leads back to the application although neither the number nor the carrier answers', async () => {
  const { browser } = browserAt({ cancel: {} });
  await browser.start();
  await browser.post('sign-in', form);
  const fault = { call: 'Phone.cancel', which: 1, fate: 'lost' } as const;
  const answer = await world.during(() => browser.post('cancel', {}), fault);
  expect(endOf(answer)).toBe('access_denied');
  expect(endOf(await browser.get('wait'))).toBe('page 400');
});
