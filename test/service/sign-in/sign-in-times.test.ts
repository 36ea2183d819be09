import { describe, expect, test } from 'vitest';
import {
  approvalLifetime,
  automaticLoginLifetime,
} from '../../../workers/service/settings/service-lifetimes.ts';
import { fromBrowser } from '../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { account } from '../../support/fixtures/grants.ts';
import { approveOn, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, flowOf, titleOf } from '../../support/fixtures/sign-in.ts';
import { registerApplication, sendPeopleRequest } from '../../support/requests/operator-requests.ts';
import { basic, jsonOf, requestToken, requestUser } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { phoneIn } from '../support/phone-objects.ts';

const world = useWorld({ half: 'service' });
const agree = 'form[action$="/consent"]';

const register = () =>
  registerApplication(world, {
    name: '서점',
    redirect_uris: ['http://localhost:3000/callback'],
    attributes: ['name'],
    login_facts: true,
  });

/** Moves the clock, so that no two steps of a sign-in happen in the same second. @returns the new time. */
async function later(seconds = 7): Promise<number> {
  await world.clock.advance(seconds);
  return world.clock.now();
}

/** A sign-in whose request waits on the phone. */
async function waiting(query: Record<string, string> = {}) {
  const person = await newSubscriber(world, 'waits');
  const browser = new BrowserSession(world);
  const page = await browser.get(authorizeUrl(world, query));
  await later();
  return { person, browser, page: await browser.submit(page, { ...person, autoLogin: 'Y' }) };
}

describe('a sign-in whose steps are seconds apart', () => {
  test('stores and returns the time of each step', async () => {
    const application = await register();
    const { client_id } = application;
    const { person, browser, page } = await waiting({ client_id });
    await later();
    await approveOn(world, person.phoneNo);
    const approved = await later();
    const consent = await browser.get(page.url);
    const agreed = await later();
    const code = codeOf(await browser.submit(consent, { autoLogin: 'Y' }, agree));
    await later();
    const answer = await jsonOf(
      await requestToken(world, { code }, { headers: { Authorization: basic(application) } }),
    );
    expect(answer).toMatchObject({ auth_time: approved });
    await later();
    expect((await requestUser(world, String(answer.access_token))).status).toBe(200);

    const shown = await (await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo })).json();
    expect(shown).toMatchObject({
      registration: { since: approved },
      consents: [{ client_id, agreed }],
      automaticLogins: [{ client_id, started: agreed, expires: agreed + automaticLoginLifetime }],
      signIns: [{ client_id, at: agreed }],
    });

    await later(86_400);
    const automatic = await browser.get(authorizeUrl(world, { client_id }));
    const next = await requestToken(
      world,
      { code: codeOf(automatic) },
      { headers: { Authorization: basic(application) } },
    );
    expect(await jsonOf(next)).toMatchObject({ auth_time: agreed });
  });

  test('expires ten minutes after its approval, however often its pages are loaded', async () => {
    const { person, browser, page } = await waiting();
    await later(100);
    await approveOn(world, person.phoneNo);
    const approved = await later();
    const consent = await browser.get(page.url);
    for (let passed = 100; passed < approvalLifetime; passed += 100) {
      await later(100);
      expect((await browser.get(page.url)).url.pathname).toBe(consent.url.pathname);
      expect((await browser.get(consent.url)).url.pathname).toBe(consent.url.pathname);
    }
    expect(await later(approvalLifetime - ((await world.clock.now()) - approved))).toBe(
      approved + approvalLifetime,
    );
    expect(titleOf(await browser.submit(consent, {}, agree))).toBe('This sign-in has expired');
  });
});

test("a step on the consent page that extends the sign-in isn't undone by its waiting page", async () => {
  const { person, browser, page } = await waiting();
  await approveOn(world, person.phoneNo);
  const approved = await later();
  const consent = await browser.get(page.url);
  await later(500);
  await browser.submit(consent, { language: 'en' }, 'form[action$="/language"]');
  expect((await browser.get(page.url)).url.pathname).toBe(consent.url.pathname);
  await later(approved + approvalLifetime + 60 - (await world.clock.now()));
  expect(codeOf(await browser.submit(consent, {}, agree))).toBeTruthy();
});

describe('a cached identity before the consent', () => {
  test("that can't be decrypted is requested from the carrier again", async () => {
    const { person, browser, page } = await waiting();
    await approveOn(world, person.phoneNo);
    await later();
    const consent = await browser.get(page.url);
    const plid = await (await phoneIn(world, person.phoneNo)).plid();
    const stub = account(world, plid ?? '');
    const held = { client_id: 'another', asked: ['name' as const], ...fromBrowser, identity: 'damaged' };
    await stub.grant({ ...held, id: flowOf(consent) }, await world.clock.now());
    expect(await stub.cachedIdentity(flowOf(consent), 0)).toBe('damaged');
    const questions = () => world.logs().split('"call":"outcome"').length;
    const before = questions();
    const end = await browser.submit(consent, {}, agree);
    expect(questions()).toBe(before + 1);
    const token = await jsonOf(await requestToken(world, { code: codeOf(end) }));
    expect((await requestUser(world, String(token.access_token))).status).toBe(200);
  });
});
