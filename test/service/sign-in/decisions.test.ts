import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIdToken } from '../../../workers/openid/id-token.ts';
import { openIdKeySetting } from '../../../workers/openid/openid-keys.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../../effects/support/process-browser.ts';
import { type StoredPerson, storeUser } from '../../effects/support/stored-user.ts';
import { applications, origins, serviceSecrets } from '../../support/world/test-settings.ts';

const { shop, bank } = applications;
const openIdKeys = v.parse(openIdKeySetting, serviceSecrets.OPENID_KEY) ?? [];

let world: NumberedWorld;
let person: StoredPerson;
let browser: ProcessBrowser;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
  browser = new ProcessBrowser(world);
});
afterEach(() => world.close());

const keepDevice = (changes: object = {}) =>
  browser.keepDevice({ plid: person.plid, device: person.grants.shop, age: 14, ...changes });

/** Changes the registration of the shop. */
async function change(fields: object): Promise<void> {
  await world.objects.ask('Application', shop.client_id, 'update', fields, {}, world.now, 'kim');
  await world.advance(60);
}

/** An id_token of a user, as the service has issued it. */
const hintOf = (subject: string, audience = shop.client_id) =>
  signIdToken(
    openIdKeys,
    'ES256',
    { issuer: origins.service, audience, subject, acr: 'urn:x', accessToken: 't', claims: {} },
    world.now,
  );

describe('an automatic login', () => {
  test('is granted to the browser that has its cookie', async () => {
    await keepDevice();
    expect(endOf(await browser.start())).toBe('code');
  });

  const refusals: [why: string, query: Record<string, string>, headers?: Record<string, string>][] = [
    ['prompt=login', { prompt: 'login' }],
    ['prompt=select_account', { prompt: 'select_account' }],
    ['a frame', {}, { 'Sec-Fetch-Dest': 'iframe' }],
    ['a prefetch', {}, { 'Sec-Purpose': 'prefetch' }],
    ['an older prefetch', {}, { Purpose: 'prefetch' }],
  ];
  test.each(refusals)('is refused: %s', async (_, query, headers) => {
    await keepDevice();
    expect(endOf(await browser.start(query, headers))).toBe('page 200');
  });

  const cookies: [why: string, changes: (other: string) => object][] = [
    ['of a user who has left', () => ({ plid: '00000000-0000-4000-8000-999999999999' })],
    ['of another device', (other) => ({ device: other })],
    ['of a generation that never was', () => ({ generation: 7 })],
    ['that says that its user is younger than the application allows', () => ({ age: 13 })],
  ];
  test.each(cookies)('is refused for a cookie %s', async (_, changes) => {
    await keepDevice(changes(person.grants.bank));
    expect(endOf(await browser.start())).toBe('page 200');
    expect(endOf(await browser.start({ prompt: 'none' }))).toBe('login_required');
  });

  test('is refused after the application asks for more, or states other terms', async () => {
    await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
    await keepDevice();
    expect(endOf(await browser.start())).toBe('page 200');
  });

  test.each([
    ['their own', true],
    ['another user’s', false],
    ['their own, of another application', false],
    ['no token', false],
  ] as const)('of OpenID Connect is granted for a hint only if it is %s', async (whose, isGranted) => {
    await change({ openid_automatic: true });
    await keepDevice();
    const subject = whose.startsWith('another') ? 'another' : person.plid;
    const audience = whose.endsWith('application') ? bank.client_id : shop.client_id;
    const id_token_hint = whose === 'no token' ? 'a.b.c' : await hintOf(subject, audience);
    const request = { scope: 'openid', id_token_hint };
    expect(endOf(await browser.start(request))).toBe(isGranted ? 'code' : 'page 200');
    expect(endOf(await browser.start({ ...request, prompt: 'none' }))).toBe(
      isGranted ? 'code' : 'login_required',
    );
  });

  test.each([
    ['0', false],
    ['59', false],
    ['61', true],
  ])('of OpenID Connect follows max_age=%s, a minute after the sign-in', async (max_age, isGranted) => {
    await change({ openid_automatic: true });
    await keepDevice();
    expect(endOf(await browser.start({ scope: 'openid', max_age }))).toBe(isGranted ? 'code' : 'page 200');
  });

  test('of OpenID Connect needs openid_automatic', async () => {
    await keepDevice();
    expect(endOf(await browser.start({ scope: 'openid' }))).toBe('page 200');
    await change({ openid_automatic: true });
    expect(endOf(await browser.start({ scope: 'openid' }))).toBe('code');
  });
});

describe('a full sign-in', () => {
  test.each([
    ['their own', 'code'],
    ['another user’s', 'login_required'],
    ['their own, of another application', 'code'],
  ] as const)('of OpenID Connect with a hint ends as the hint says: %s', async (whose, end) => {
    const subject = whose.startsWith('another') ? 'another' : person.plid;
    const id_token_hint = await hintOf(
      subject,
      whose.endsWith('application') ? bank.client_id : shop.client_id,
    );
    await browser.start({ scope: 'openid', id_token_hint, prompt: 'login' });
    // The scope asks for nothing, so there is no consent page.
    expect(endOf(await browser.approve())).toBe(end);
    const again = await browser.get('wait');
    expect(endOf(again)).toBe(end === 'code' ? 'code' : 'page 400');
  });

  test.each([
    ['another phone', { ...reported, phoneNo: '01099998888' }],
    ['a number of store reviewers', { ...reported, phoneNo: '01009123456' }],
  ])('is not finished by %s', async (_, identity) => {
    await browser.start({ scope: 'openid' });
    browser.outcome = { status: 'approved', identity };
    for (const time of ['first', 'second'])
      expect((await browser.approve()).status, time).toBeGreaterThanOrEqual(400);
  });

  test.each([
    ['a denial', { status: 'denied', why: 'person' }, 'access_denied'],
    ['a block', { status: 'denied', why: 'blocked' }, 'access_denied'],
    ['a request that the carrier canceled', { status: 'cancelled' }, 'access_denied'],
  ])('ends with %s, and stays ended', async (_, outcome, end) => {
    await browser.start({ scope: 'openid' });
    browser.outcome = outcome;
    expect(endOf(await browser.approve())).toBe(end);
    browser.outcome = { status: 'approved', identity: reported };
    for (const page of ['wait', 'sign-in']) expect(endOf(await browser.get(page)), page).toBe('page 400');
    expect(endOf(await browser.post('again', {}))).toBe('page 400');
  });

  test('of a user who leaves before the consent grants nothing', async () => {
    await change({ attributes: ['ci', 'name', 'gender'] });
    await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
    await browser.start();
    expect(endOf(await browser.approve())).toBe('consent');
    await world.objects.ask('Phone', person.phone, 'leave', world.now);
    for (const time of ['first', 'second']) {
      const page = await browser.get('consent');
      const terms = /name="terms" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
      expect(endOf(await browser.post('consent', { terms })), time).toBe('page 400');
    }
  });

  test.each([
    ['as it is shown', true],
    ['that has changed meanwhile', false],
  ])('agrees only to a text %s', async (_, isSame) => {
    await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
    await browser.start();
    expect(endOf(await browser.approve())).toBe('consent');
    const terms = /name="terms" value="([^"]*)"/.exec(await (await browser.get('consent')).text())?.[1] ?? '';
    expect(terms).not.toBe('');
    if (!isSame) await change({ retention: '1년' });
    const answer = await browser.post('consent', { terms });
    expect(endOf(answer)).toBe(isSame ? 'code' : 'consent');
    if (!isSame) expect(answer.headers.get('Location')).toContain('changed=Y');
  });

  test.each([
    [14, '140101', 'underage'],
    [14, '120101', 'consent'],
    [0, '140101', 'consent'],
    [19, '090101', 'underage'],
    [19, '070101', 'consent'],
  ])('at an application for users from %i on, of a user born on %s', async (minimum_age, birthdate, end) => {
    await change({ minimum_age });
    await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
    await browser.start();
    browser.outcome = { status: 'approved', identity: { ...reported, birthdate, agegroup: '10' } };
    const first = endOf(await browser.approve());
    expect(first).toBe(end === 'underage' ? 'wait' : 'consent');
    if (end === 'underage') {
      expect(endOf(await browser.get('wait'))).toBe('page 400');
      expect(endOf(await browser.post('again', {}))).toBe('page 400');
    }
  });
});
