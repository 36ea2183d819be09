import { describe, expect, test } from 'vitest';
import { eventsIn, linesWith, logLines } from '../../support/assertions/log-lines.ts';
import { signInToAccount } from '../../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, changeSubscriber, newSubscriber } from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  consentFields,
  flowOf,
  locationOf,
  type Person,
  postForm,
  returned,
  steps,
  titleOf,
} from '../../support/fixtures/sign-in.ts';
import {
  administer,
  registerApplication,
  sendPeopleRequest,
} from '../../support/requests/operator-requests.ts';
import { jsonOf } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

/** Longer than any worker uses an older record of an application, in seconds. */
const untilSeen = 60;
const guardian = '보호자 휴대폰으로 동의를 받습니다.';
const cancelForm = 'form[action$="/cancel"]';

interface Registered {
  client_id: string;
}

/** A user who was born this many years and one day ago. */
async function personOf(age: number, behaviour: 'approves' | 'waits' = 'approves'): Promise<Person> {
  const person = await newSubscriber(world, behaviour);
  const yesterday = new Date(((await world.clock.now()) - 86_400) * 1000);
  yesterday.setUTCFullYear(yesterday.getUTCFullYear() - age);
  const birthdate = yesterday.toISOString().slice(2, 10).replaceAll('-', '');
  await changeSubscriber(world, person.phoneNo, { birthdate, behaviour });
  return person;
}

const books = (changes: object = {}): Promise<Registered> =>
  registerApplication(world, {
    name: `서점 ${crypto.randomUUID().slice(0, 8)}`,
    redirect_uris: [applications.shop.redirect_uri],
    attributes: ['name'],
    ...changes,
  });

async function change({ client_id }: Registered, body: object): Promise<void> {
  expect((await administer(world, 'PATCH', `/${client_id}`, { body })).status).toBe(200);
  await world.clock.advance(untilSeen);
}

const send = async (
  person: Person,
  { client_id }: Registered,
  { browser = new BrowserSession(world), ...more }: { browser?: BrowserSession; autoLogin?: 'Y' } = {},
) => ({
  browser,
  page: await browser.submit(await browser.get(authorizeUrl(world, { client_id })), { ...person, ...more }),
});

const isConsent = (page: Shown) => page.url.pathname === steps.consent;
const refused = 'If you are under 14, you need the consent of a parent or guardian';

describe('a user under 14', () => {
  test('sees what the law requires, and the application gets the reason', async () => {
    const { browser, page } = await send(await personOf(13), await books());
    expect([page.status, titleOf(page)]).toEqual([400, refused]);
    const korean = await browser.get(page.url, { 'Accept-Language': 'ko' });
    expect(titleOf(korean)).toBe('만 14세 미만은 법정대리인의 동의가 필요합니다');
    for (const _ of ['pressed once', 'and again'])
      expect(returned(await browser.submit(page, {}, cancelForm))).toMatchObject({
        error: 'access_denied',
        plid_reason: 'underage',
      });
  });

  test('is admitted from their fourteenth birthday', async () => {
    expect(isConsent((await send(await personOf(14), await books())).page)).toBe(true);
  });

  test('leaves no registration, consent, or form data', async () => {
    const person = await personOf(13);
    const { browser } = await send(person, await books());
    const refusal = (await linesWith(world, { 'events.sign_in_underage': 1 })).at(-1);
    expect(refusal).toMatchObject({ carrier: 'S' });
    const theirs = logLines(world).filter(({ sign_in }) => sign_in === refusal?.sign_in);
    expect(theirs.flatMap(eventsIn)).toEqual(['sign_in_requested', 'sign_in_underage']);
    const kept = await (await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo })).json();
    expect(kept).toMatchObject({ consents: [], grants: { codes: 0, tokens: 0 } });
    for (const name of ['plid', 'registration']) expect(kept).not.toHaveProperty(name);
    const next = await browser.get(authorizeUrl(world));
    expect(next.document.querySelector('#phoneNo')?.getAttribute('value') ?? '').toBe('');
  });

  test('is reported to a program in the JSON of §7', async () => {
    const { browser, page } = await send(await personOf(13), await books());
    const answer = await browser.fetch(page.url, { headers: { Accept: 'application/json' } });
    expect([answer.status, (await jsonOf(answer)).error]).toEqual([400, 'invalid_request']);
  });

  test("can't consent by form, another tab, or an old cookie", async () => {
    const [person, application] = [await personOf(13, 'waits'), await books()];
    const { browser, page: waiting } = await send(person, application);
    const flow = flowOf(waiting);
    const { terms } = consentFields((await send(await personOf(30), application)).page);
    const copy = browser.copy();
    await approveOn(world, person.phoneNo);
    for (const tab of [browser, copy, copy]) {
      const sent = await postForm(tab, steps.consent, { flow, terms });
      expect(locationOf(sent)).not.toContain('code=');
      expect(titleOf(await tab.get(waiting.url))).toBe(refused);
      expect((await postForm(tab, steps.consent, { flow, terms })).status).toBe(400);
      expect((await postForm(tab, steps.signIn, { flow, ...person })).status).toBe(400);
    }
  });
});

describe("an application's minimum age", () => {
  test('may be another number', async () => {
    const pub = await books({ minimum_age: 19 });
    const { page } = await send(await personOf(18), pub);
    expect(titleOf(page)).toBe('You must be at least 19 years old');
    expect(isConsent((await send(await personOf(19), pub)).page)).toBe(true);
  });

  test('may be none: 0', async () => {
    expect(isConsent((await send(await personOf(7), await books({ minimum_age: 0 }))).page)).toBe(true);
  });

  test('is checked when the consent is sent, not when it is shown', async () => {
    const [person, application] = [await personOf(16), await books()];
    const { browser, page } = await send(person, application);
    await change(application, { minimum_age: 19 });
    expect(titleOf(await browser.submit(page))).toBe('You must be at least 19 years old');
    await change(application, { minimum_age: 0 });
    expect((await postForm(browser, steps.consent, consentFields(page))).status).toBe(400);
  });

  test('that was raised rejects users who have agreed, and makes an automatic login ask the phone', async () => {
    const [person, application] = [await personOf(16), await books()];
    const { browser, page } = await send(person, application, { autoLogin: 'Y' });
    codeOf(await browser.submit(page, { autoLogin: 'Y' }));
    const again = () => browser.get(authorizeUrl(world, { client_id: application.client_id }));
    codeOf(await again());
    await change(application, { minimum_age: 16 });
    expect((await again()).document.querySelector('#phoneNo')).not.toBeNull();
    codeOf((await send(person, application, { browser, autoLogin: 'Y' })).page);
    codeOf(await again());
    await change(application, { minimum_age: 19 });
    expect(titleOf((await send(person, application, { browser })).page)).toContain('19');
  });

  test.each([{ minimum_age: -1 }, { minimum_age: 14.5 }, { minimum_age: '14' }, { minimum_age: 100 }])(
    'must be a whole number: %j',
    async (wrong) => {
      expect(
        (await administer(world, 'PATCH', `/${(await books()).client_id}`, { body: wrong })).status,
      ).toBe(400);
    },
  );
});

describe('an application with its own guardian consent', () => {
  test('explains it only to users under 14', async () => {
    const application = await books({ guardian_consent: guardian });
    const { browser, page } = await send(await personOf(13), application);
    expect(page.text).toContain(guardian);
    expect((await browser.get(page.url)).text).toContain(guardian);
    codeOf(await browser.submit(page));
    expect((await send(await personOf(14), application)).page.text).not.toContain(guardian);
  });

  test('rejects them when it no longer obtains it', async () => {
    const application = await books({ guardian_consent: guardian });
    const { browser, page } = await send(await personOf(13), application);
    await change(application, { guardian_consent: '' });
    expect(titleOf(await browser.submit(page))).toBe(refused);
  });

  test('rejects them if it requests only their age group, which is under 20', async () => {
    const application = await books({ guardian_consent: guardian, attributes: ['agegroup'] });
    const { browser, page } = await send(await personOf(13), application);
    await change(application, { guardian_consent: '' });
    expect(titleOf(await browser.submit(page))).toBe(refused);
  });
});

describe('a second number in a sign-in', () => {
  const sendInstead = async (browser: BrowserSession, page: Shown, person: Person) => {
    const flow = flowOf(page);
    await postForm(browser, steps.signIn, { flow, ...person });
    return browser.get(`${world.service}/oauth2/authorize/wait?flow=${flow}`);
  };

  test("is checked by its own user's age, a child's after an adult's", async () => {
    const { browser, page } = await send(await personOf(30), await books());
    expect(titleOf(await sendInstead(browser, page, await personOf(13)))).toBe(refused);
  });

  test("is checked by its own user's age, an adult's after a child's", async () => {
    const { browser, page } = await send(await personOf(13), await books({ guardian_consent: guardian }));
    expect(page.text).toContain(guardian);
    const instead = await sendInstead(browser, page, await personOf(30));
    expect(isConsent(instead)).toBe(true);
    expect(instead.text).not.toContain(guardian);
  });
});

test('the connected services page admits every age', async () => {
  const browser = new BrowserSession(world);
  const page = await signInToAccount(browser, world, await personOf(10));
  expect([page.status, page.url.pathname]).toEqual([200, '/account']);
  expect(page.document.querySelector('form[action="/account/sign-out"]')).not.toBeNull();
});
