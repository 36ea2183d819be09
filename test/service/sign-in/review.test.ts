import { beforeAll, describe, expect, test } from 'vitest';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { account } from '../../support/fixtures/grants.ts';
import {
  addReviewer,
  day,
  enterCode,
  enterNumber,
  registerWithReviewer,
  reviewersBrowser,
  reviewersToken,
  signInReviewer,
} from '../../support/fixtures/reviewers.ts';
import { authorizeUrl, codeOf, returned, steps, titleOf } from '../../support/fixtures/sign-in.ts';
import { administer } from '../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  decryptField,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const world = useWorld({ half: 'service', workers: [standInCarrier] });
let control: Pick<Control, 'asked' | 'taken' | 'noticesTaken' | 'startsTaken' | 'cancelledTaken'>;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
});

/** The record with its encrypted fields decrypted. */
const decryptRecord = (user: object, client_secret: string) =>
  Object.fromEntries(
    Object.entries(user).map(([name, value]: [string, string]) => [
      name,
      ['ci', 'phoneNo', 'name', 'birthday', 'birthdate'].includes(name)
        ? decryptField(value, client_secret)
        : value,
    ]),
  );

describe('a store reviewer', () => {
  test('signs in with a code in place of the phone, and no carrier is called', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const before = await control.asked();
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo, {
      autoLogin: 'Y',
    });
    expect([page.status, page.url.pathname, titleOf(page)]).toEqual([
      200,
      '/oauth2/authorize/wait',
      'Enter your review code',
    ]);
    const consent = await enterCode(browser, page, ` ${reviewer.code.toLowerCase().replaceAll('-', ' ')} `);
    expect(consent.url.pathname).toBe(steps.consent);
    expect(consent.document.querySelector('[name=autoLogin]')).toBeNull();
    const end = await browser.submit(consent);
    const token = await accessTokenFor(world, { code: codeOf(end) }, application);
    const { user } = await jsonOf(await requestUser(world, token));
    expect(decryptRecord(user as object, application.client_secret)).toEqual({
      ...{ plid: reviewer.plid, phoneNo: reviewer.phoneNo, name: '심사 계정 (App Review)', gender: 'F' },
      ...{ agegroup: '50', birthday: '0101', birthdate: '700101', foreign: 'L', telcoCd: 'K' },
      ...{ autoLoginYn: 'N', autoStatusCheck: 'N' },
    });
    expect(await control.asked()).toBe(before);
    const kept = await account(world, reviewer.plid).stored(await world.clock.now());
    expect(kept?.signIns).toMatchObject([{ client_id: application.client_id, known: false }]);
    expect(await control.noticesTaken()).toEqual([]);
    expect(await control.cancelledTaken()).toEqual([]);
  });

  test('has a plid of version 8, in lower case like every other', async () => {
    const { reviewer } = await registerWithReviewer(world);
    expect(reviewer.plid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('is marked in the token response of an application with login_facts, and in no other', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const answer = async (fields: { client_id: string; client_secret: string }, code: string) => {
      const headers = { Authorization: basic(fields) };
      return jsonOf(await requestToken(world, { code }, { headers }));
    };
    const marked = await answer(
      application,
      codeOf(await signInReviewer(world, application.client_id, reviewer)),
    );
    expect(marked).toMatchObject({ amr: ['review'], risk: 'nothing', auth_time: await world.clock.now() });
    const plain = await registerWithReviewer(world, { login_facts: false });
    const end = await signInReviewer(world, plain.application.client_id, plain.reviewer);
    const { access_token, ...rest } = await answer(plain.application, codeOf(end));
    expect(rest).toEqual({ token_type: 'bearer', expires_in: 600 });
  });

  test('has ten minutes for the consent after the last step that may extend the sign-in', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    for (let passed = 0; passed < 1_500; passed += 500) {
      await world.clock.advance(500);
      await browser.submit(page, {}, 'form[action$="/language"]');
    }
    await world.clock.advance(299);
    const consent = await enterCode(browser, page, reviewer.code);
    await world.clock.advance(599);
    expect(codeOf(await browser.submit(consent))).toBeTruthy();
  });

  test('agrees once, and is asked again after a disconnect', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    const enter = async () => {
      const browser = reviewersBrowser(world);
      return enterCode(
        browser,
        await enterNumber(world, browser, client_id, reviewer.phoneNo),
        reviewer.code,
      );
    };
    await reviewersToken(world, application, reviewer);
    expect(returned(await enter())).toHaveProperty('code');
    const headers = { Authorization: basic(application) };
    expect((await requestDisconnect(world, { plid: reviewer.plid }, { headers })).status).toBe(200);
    expect((await enter()).url.pathname).toBe(steps.consent);
  });

  test('gets the same code again from the browser’s back button, and none after a second redemption', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    const consent = await enterCode(browser, page, reviewer.code);
    codeOf(await browser.submit(consent));
    const again = codeOf(await browser.get(page.url));
    await accessTokenFor(world, { code: again }, application);
    expect((await browser.get(page.url)).status).toBe(400);
  });

  test('can enter another number on the way, whose user then gets everything', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    await enterCode(browser, page, reviewer.code);
    const form = await browser.get(new URL(page.url.href.replace('/wait', '/sign-in')));
    await control.taken();
    const waiting = await browser.submit(form, { name: '김하나', phoneNo: '01077770001', telcoCd: 'S' });
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    const [asked] = await control.taken();
    expect([asked?.phoneNo, asked?.context?.attributes]).toEqual(['01077770001', 9]);
  });

  test('is not refused for a minimum age', async () => {
    const { application, reviewer } = await registerWithReviewer(world, {
      minimum_age: 99,
      age_required: true,
    });
    expect(returned(await signInReviewer(world, application.client_id, reviewer))).toHaveProperty('code');
  });

  test('never gets automatic login', async () => {
    const { application, reviewer } = await registerWithReviewer(world, { attributes: ['name'] });
    const { client_id } = application;
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, client_id, reviewer.phoneNo, { autoLogin: 'Y' });
    codeOf(await browser.submit(await enterCode(browser, page, reviewer.code), { autoLogin: 'Y' }));
    const silent = await browser.get(authorizeUrl(world, { client_id, prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'login_required' });
  });

  test('refuses consent like any user', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    const consent = await enterCode(browser, page, reviewer.code);
    const end = await browser.submit(consent, {}, 'form[action$="/cancel"]');
    expect(returned(end)).toMatchObject({ error: 'access_denied', plid_reason: 'cancelled' });
    expect((await browser.get(page.url)).status).toBe(400);
  });

  test('may sign in 50 times a day', { timeout: 120_000 }, async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    for (let count = 0; count < 50; count += 1)
      expect(
        (await signInReviewer(world, application.client_id, reviewer)).url.searchParams.has('code'),
      ).toBe(true);
    const refused = await signInReviewer(world, application.client_id, reviewer).catch((failure) => failure);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
    await world.clock.advance(day);
    codeOf(await signInReviewer(world, application.client_id, reviewer));
  });
});

test('the page for the code is in Korean as well, and survives a switch of the language', async () => {
  const { application, reviewer } = await registerWithReviewer(world);
  const browser = reviewersBrowser(world);
  const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
  const korean = await browser.submit(page, { language: 'ko' }, 'form[action$="/language"]');
  expect(titleOf(korean)).toBe('심사 코드를 입력해 주세요');
  const wrong = await enterCode(browser, korean, 'nonsense');
  expect(wrong.document.querySelector('#code-error')?.text).toContain('코드가 맞지 않습니다');
  expect(wrong.document.querySelector('#code')?.getAttribute('value')).toBeUndefined();
});

describe('/admin/applications/{client_id}/reviewers', () => {
  const list = async (client_id: string) => jsonOf(await administer(world, 'GET', `/${client_id}/reviewers`));

  test('registers at most five, at most 90 days ahead', async () => {
    const { application, reviewer } = await registerWithReviewer(world, {}, day);
    const path = `/${application.client_id}/reviewers`;
    const now = await world.clock.now();
    for (const ends of [now, now - 1, now + 90 * day + 1]) {
      const response = await administer(world, 'POST', path, { body: { ends } });
      expect([response.status, (await jsonOf(response)).message]).toEqual([
        400,
        'The value of ends is not valid. A reviewer’s period must end in the future, and within 90 days.',
      ]);
    }
    for (let count = 2; count <= 5; count += 1) await addReviewer(world, application.client_id, 90 * day);
    const ends = now + day;
    const full = await administer(world, 'POST', path, { body: { ends } });
    expect([full.status, (await jsonOf(full)).message]).toEqual([
      400,
      'This application already has five reviewers. Remove one first.',
    ]);
    await world.clock.advance(day);
    await addReviewer(world, application.client_id);
    const { reviewers } = (await list(application.client_id)) as unknown as { reviewers: { id: string }[] };
    expect(reviewers).toHaveLength(5);
    expect(reviewers.map(({ id }) => id)).not.toContain(reviewer.id);
  });

  test('lists numbers and ends, and shows a code only once', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    await signInReviewer(world, application.client_id, reviewer);
    const now = await world.clock.now();
    const { code, ...rest } = reviewer;
    expect(await list(application.client_id)).toEqual({ reviewers: [{ ...rest, last: now }] });
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  test('removes a reviewer, and its tokens at once', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const token = await reviewersToken(world, application, reviewer);
    const path = `/${application.client_id}/reviewers/${reviewer.id}`;
    expect((await administer(world, 'DELETE', path)).status).toBe(204);
    expect((await requestUser(world, token)).status).toBe(401);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    expect(page.status).toBe(400);
    expect((await administer(world, 'DELETE', path)).status).toBe(404);
    expect(await list(application.client_id)).toEqual({ reviewers: [] });
  });

  test('writes both changes into the history, and keeps the copy in KV free of them', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    const kept = async () => {
      const kv = (await world.env('plid-service-authorize')).APPLICATIONS;
      const copy = await kv.get(`application:${client_id}`);
      const { version: _, ...rest } = JSON.parse(copy ?? '{}');
      return JSON.stringify(rest);
    };
    await expect.poll(kept).toContain(client_id);
    const copy = await kept();
    for (const value of [reviewer.phoneNo, reviewer.plid, 'digest', 'reviewers'])
      expect(copy).not.toContain(value);
    await administer(world, 'DELETE', `/${client_id}/reviewers/${reviewer.id}`);
    const answer = await administer(world, 'GET', `/${client_id}/history`);
    const { history } = (await answer.json()) as { history: { action: string }[] };
    expect(history.map(({ action }) => action)).toEqual(['reviewer_removed', 'reviewer_added', 'registered']);
  });

  test('is for an operator only, and for applications that exist', async () => {
    const { application } = await registerWithReviewer(world);
    const headers = { Authorization: 'Bearer x' };
    const path = `/${application.client_id}/reviewers`;
    expect((await administer(world, 'GET', path, { headers })).status).toBe(401);
    expect((await administer(world, 'POST', path, { headers, body: { ends: 1 } })).status).toBe(401);
    expect((await administer(world, 'GET', '/nobody00000000000000/reviewers')).status).toBe(404);
    const ends = (await world.clock.now()) + day;
    const unknown = await administer(world, 'POST', '/nobody00000000000000/reviewers', { body: { ends } });
    expect(unknown.status).toBe(404);
    await administer(world, 'DELETE', `/${application.client_id}`);
    expect((await administer(world, 'GET', path)).status).toBe(404);
  });
});
