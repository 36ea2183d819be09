import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  attributeTextsVersion,
  formatAttribute,
  textsAt,
  userAttributeTexts,
} from '../../../workers/core/protocol/attribute-texts.ts';
import { attributes, maskIdentity } from '../../../workers/core/protocol/user-record.ts';
import { signIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import { consentTexts } from '../../../workers/service/sign-in/texts/consent-texts.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, flowOf, type Person, people, steps } from '../../support/fixtures/sign-in.ts';
import {
  administer,
  consentTerms,
  registerApplication,
  sendPeopleRequest,
} from '../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestDisconnect,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { origins, serviceKeys } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

/** Longer than any worker uses an older record of an application, in seconds. */
const untilSeen = 60;
const consentPath = '/oauth2/authorize/consent';
const redirect_uri = 'https://books.example.com/cb';
const asked = { attributes: ['name', 'gender', 'birthday'], optional: ['gender', 'birthday'] };

interface Registered {
  client_id: string;
  client_secret: string;
}

const browserOf = (language: string) =>
  new BrowserSession(world, {
    headers: { 'Accept-Language': language },
    visitable: (url) => url.host === new URL(world.service).host,
  });

/** Sends the sign-in form of an application. @returns the next page. */
async function send(person: Person, { client_id }: Registered, { language = 'ko', autoLogin = 'N' } = {}) {
  const browser = browserOf(language);
  const form = await browser.get(authorizeUrl(world, { client_id, redirect_uri }));
  return { browser, page: await browser.submit(form, { ...person, autoLogin }) };
}

/** Signs in, and agrees to the required attributes and the ticked ones. */
async function agree(person: Person, application: Registered, ticked = {}, options = {}): Promise<Shown> {
  const { browser, page } = await send(person, application, options);
  expect(page.url.pathname).toBe(consentPath);
  return browser.submit(page, ticked);
}

async function change({ client_id }: Registered, body: object): Promise<void> {
  expect((await administer(world, 'PATCH', `/${client_id}`, { body })).status).toBe(200);
  await world.clock.advance(untilSeen);
}

async function recordOf(page: Shown, application: Registered): Promise<string[]> {
  const token = await accessTokenFor(world, { code: codeOf(page) }, application);
  return Object.keys((await jsonOf(await requestUser(world, token))).user ?? {});
}

const isAsked = async (person: Person, application: Registered, options = {}): Promise<boolean> =>
  (await send(person, application, options)).page.url.pathname === consentPath;

describe('the consent page', () => {
  test.each([
    ['ko', [consentTerms.recipient, consentTerms.purpose, consentTerms.retention]],
    ['en', [consentTerms.recipient, 'Delivery of orders', 'For a year']],
  ])('states in %s recipient, purpose, and retention', async (language, terms) => {
    const english = { purpose_en: 'Delivery of orders', retention_en: 'For a year' };
    const application = await registerApplication(world, { ...asked, ...english });
    const { page } = await send(await newSubscriber(world), application, { language });
    const said = page.document.querySelectorAll('.terms dd').map((term) => term.firstChild?.text);
    expect(said).toEqual(terms);
  });

  test('in English shows Korean text that the application has only in Korean', async () => {
    const application = await registerApplication(world, asked);
    const { page } = await send(await newSubscriber(world), application, { language: 'en' });
    expect(page.document.querySelector('.terms')?.text).toContain(consentTerms.purpose);
  });

  test('states the right to refuse and its effect, and links to the privacy notice in a new window', async () => {
    const support_url = 'https://books.example.com/help';
    const application = await registerApplication(world, { ...asked, support_url });
    const { page } = await send(await newSubscriber(world), application);
    expect(page.text).toMatch(/동의를 거부할 수 있습니다.*로그인할 수 없습니다.*선택 항목은 동의하지 않아도/);
    const links = page.document.querySelectorAll('.links a').map(({ attributes }) => attributes);
    expect(links).toMatchObject([
      { href: consentTerms.privacy_url, target: '_blank', rel: 'noopener' },
      { href: support_url },
      { href: '/account' },
    ]);
  });

  test("shows the user's own values, masked except for insensitive ones", async () => {
    const application = await registerApplication(world, {
      attributes: ['ci', 'phoneNo', 'name', 'gender', 'agegroup', 'birthday', 'birthdate', 'telcoCd'],
    });
    const { page } = await send(people.hana, application);
    const items = page.document.querySelectorAll('.items li').map(({ text }) => text);
    expect(items).toEqual([
      ...['휴대폰 번호 010-****-0001', '이름 김*나', '성별 여성', expect.stringMatching(/^연령대 \d0대$/)],
      ...[
        '생일 01월 **일',
        '생년월일 90년 **월 **일',
        '통신사 SKT',
        '연계정보(CI)',
        '이 서비스 전용 회원 식별값',
      ],
    ]);
    for (const whole of ['김하나', '01000000001', '010-0000-0001', '0101', '900101'])
      expect(page.text.replaceAll(/nonce="[^"]*"/g, '')).not.toContain(whole);
    expect(page.text).not.toMatch(/[A-Za-z0-9+/]{86}==/);
  });
});

test.each([
  ['a code was given', (browser, page) => browser.submit(page)],
  ['it was cancelled', (browser, page) => browser.submit(page, {}, 'form[action$="/cancel"]')],
  [
    'another phone is asked',
    async (browser, page) => {
      const form = await browser.get(`${origins.service}${steps.signIn}?flow=${flowOf(page)}`);
      const other = await newSubscriber(world, 'waits');
      return browser.submit(form, other, 'form[action$="/sign-in"]');
    },
  ],
] satisfies [string, (browser: BrowserSession, page: Shown) => Promise<Shown>][])(
  'the sign-in cookie contains the displayed values until %s',
  async (_, goOn) => {
    const application = await registerApplication(world, { attributes: ['ci', 'name'] });
    const { browser, page } = await send(await newSubscriber(world), application);
    const shown = async () => {
      const [, cookie = ''] =
        [...browser.cookies(world.service)].find(([name]) => name.includes('sign-in')) ?? [];
      const opened = await signIn.open(serviceKeys, cookie, await world.clock.now());
      expect(opened).toMatchObject({ client_id: application.client_id });
      return opened?.stage.at === 'approved' ? opened.stage.shown : undefined;
    };
    expect(await shown()).toEqual({ name: '홍*동' });
    await goOn(browser, page);
    expect(await shown()).toBeUndefined();
  },
);

test.each([
  [{ name: '김하나' }, '김*나'],
  [{ name: '남궁민수' }, '남**수'],
  [{ name: '이수' }, '이*'],
  [{ name: '김' }, '*'],
  [{ name: 'JOHN SMITH' }, 'J*** S****'],
  [{ name: '김하나'.normalize('NFD') }, '김*나'],
  [{ phoneNo: '01012345678' }, '010-****-5678'],
  [{ birthday: '0229' }, '02**'],
  [{ birthdate: '040229' }, '04****'],
])('%j is displayed as %s', (identity, shown) => {
  expect(Object.values(maskIdentity(identity))).toEqual([shown]);
});

test('age group, gender, and similar values are displayed as words', () => {
  const said = (language: 'ko' | 'en') => [
    formatAttribute(language, 'agegroup', '0'),
    formatAttribute(language, 'agegroup', '30'),
    formatAttribute(language, 'gender', 'M'),
    formatAttribute(language, 'foreign', 'F'),
    formatAttribute(language, 'telcoCd', 'L'),
    formatAttribute(language, 'birthday', '02**'),
  ];
  expect(said('ko')).toEqual(['10세 미만', '30대', '남성', '외국인', 'LG U+', '02월 **일']);
  expect(said('en')).toEqual(['under 10', '30s', 'male', 'foreign', 'LG U+', 'February **']);
});

describe('an optional attribute', () => {
  test("isn't checked, and then is missing in every response", async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    const { browser, page } = await send(person, application);
    const boxes = page.document.querySelectorAll('#consent fieldset input');
    expect(boxes.map((box) => [box.getAttribute('name'), box.hasAttribute('checked')])).toEqual([
      ['agree_gender', false],
      ['agree_birthday', false],
    ]);
    const record = await recordOf(
      await browser.submit(page, { agree_birthday: 'Y', agree_gender: 'N' }),
      application,
    );
    expect(record).toEqual(['plid', 'name', 'birthday', 'autoLoginYn', 'autoStatusCheck']);
  });

  test('stays declined at the next sign-in and automatic login, without asking again', async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    const { client_id } = application;
    const { browser, page } = await send(person, application, { autoLogin: 'Y' });
    await browser.submit(page);
    const without = ['plid', 'name', 'autoLoginYn', 'autoStatusCheck'];
    const automatic = await browser.get(authorizeUrl(world, { client_id, redirect_uri }));
    expect(await recordOf(automatic, application)).toEqual(without);
    expect(await recordOf((await send(person, application)).page, application)).toEqual(without);
  });

  test('that was declined and becomes required is asked for again', async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    await agree(person, application);
    expect(await isAsked(person, application)).toBe(false);
    await change(application, { optional: ['gender'] });
    const record = await recordOf(await agree(person, application), application);
    expect(record).toEqual(['plid', 'name', 'birthday', 'autoLoginYn', 'autoStatusCheck']);
  });

  test('that becomes required, or is new, is asked for again', async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    await agree(person, application);
    await change(application, { attributes: [...asked.attributes, 'agegroup'], optional: ['agegroup'] });
    const shown = await agree(person, application, { agree_agegroup: 'Y' });
    const all = ['plid', 'name', 'gender', 'agegroup', 'birthday', 'autoLoginYn', 'autoStatusCheck'];
    expect(await recordOf(shown, application)).toEqual(all);
    expect(await isAsked(person, application)).toBe(false);
  });

  test("can't be checked if it is required, because required items are agreed to as a whole", async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    const shown = await agree(person, application, { agree_name: 'N', agree_ci: 'Y' });
    expect(await recordOf(shown, application)).toEqual(['plid', 'name', 'autoLoginYn', 'autoStatusCheck']);
  });
});

describe('consent is asked for again', () => {
  test.each([
    { recipient: '주식회사 새책방' },
    { purpose: '회원 식별, 주문 배송, 신간 안내' },
    { retention: '회원 탈퇴 후 1년까지' },
  ])('if the application changes %j', async (changes) => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    await agree(person, application);
    await change(application, changes);
    const again = await agree(person, application);
    expect(codeOf(again)).toBeTruthy();
    expect(await isAsked(person, application)).toBe(false);
  });

  test('before an automatic login too', async () => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    const { client_id } = application;
    const { browser, page } = await send(person, application, { autoLogin: 'Y' });
    await browser.submit(page);
    await change(application, { purpose: '회원 식별, 주문 배송, 신간 안내' });
    const form = await browser.get(authorizeUrl(world, { client_id, redirect_uri }));
    const consent = await browser.submit(form, person);
    expect(consent.url.pathname).toBe(consentPath);
    expect(consent.text).toContain('신간 안내');
  });

  test.each([
    { privacy_url: 'https://books.example.com/privacy/2' },
    { support_url: 'https://books.example.com/help' },
    { purpose_en: 'Delivery of orders' },
    { name: '바뀐 책방', same_name: true },
    { attributes: ['name', 'gender'] },
  ])('but not for a changed %j', async (changes) => {
    const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
    await agree(person, application);
    await change(application, changes);
    expect(await isAsked(person, application)).toBe(false);
  });
});

test('terms that change while the page is open are shown before they can be agreed to', async () => {
  const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
  const { browser, page } = await send(person, application);
  await change(application, { purpose: '회원 식별, 주문 배송, 신간 안내' });
  const again = await browser.submit(page);
  expect(again.url.pathname).toBe(consentPath);
  expect(again.document.querySelector('[role=alert]')?.text).toContain('변경했습니다');
  expect(again.text).toContain('신간 안내');
  codeOf(await browser.submit(again));
  expect(await isAsked(person, application)).toBe(false);
});

test("a form that doesn't state which terms were read isn't a consent", async () => {
  const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
  const { browser, page } = await send(person, application);
  page.document.querySelector('[name=terms]')?.remove();
  const again = await browser.submit(page);
  expect(again.url.pathname).toBe(consentPath);
  expect(again.document.querySelector('[name=terms]')).not.toBeNull();
});

test('the account stores when, which version, which language, what was declined, and the former consent', async () => {
  const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
  const { client_id } = application;
  const first = await world.clock.now();
  await agree(person, application, { agree_gender: 'Y' });
  await change(application, { purpose: '회원 식별, 주문 배송, 신간 안내' });
  await agree(person, application, {}, { language: 'en' });
  const shown = await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo });
  const { consents, earlierConsents } = JSON.parse(await shown.text());
  const agreement = { words: attributeTextsVersion, terms: expect.stringMatching(/^[\w-]{43}$/) };
  expect(consents).toEqual([
    {
      client_id,
      application: application.name,
      attributes: ['name'],
      agreed: first + untilSeen,
      agreement: { ...agreement, refused: ['gender', 'birthday'], version: 2, language: 'en' },
    },
  ]);
  expect(earlierConsents).toEqual([
    {
      client_id,
      application: application.name,
      attributes: ['name', 'gender'],
      agreed: first,
      agreement: { ...agreement, refused: ['birthday'], version: 1, language: 'ko' },
    },
  ]);
  expect(earlierConsents[0]?.agreement?.terms).not.toBe(consents[0]?.agreement?.terms);
});

test('the former consent is deleted with the connection, only for that application', async () => {
  const [person, application] = [await newSubscriber(world), await registerApplication(world, asked)];
  const read = async () =>
    JSON.parse(await (await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo })).text());
  await agree(person, application);
  await change(application, { purpose: '회원 식별, 주문 배송, 신간 안내' });
  await agree(person, application);
  const { plid, earlierConsents } = await read();
  expect(earlierConsents).toHaveLength(1);
  expect((await requestDisconnect(world, { plid })).status).toBe(400);
  expect(await read()).toMatchObject({ earlierConsents });
  const headers = { Authorization: basic(application) };
  expect((await requestDisconnect(world, { plid }, { headers })).status).toBe(200);
  expect(await read()).toMatchObject({ consents: [], earlierConsents: [] });
});

test('the terms of an earlier version can still be shown, even for a deleted application', async () => {
  const english = { purpose_en: 'Delivery of orders', retention_en: 'For a year' };
  const stated = { ...consentTerms, ...english, ...asked, support_url: 'https://books.example.com/help' };
  const application = await registerApplication(world, stated);
  const path = `/${application.client_id}`;
  await change(application, { reads: 'once' });
  await change(application, { purpose: '회원 식별, 주문 배송, 신간 안내' });
  await change(application, { purpose: consentTerms.purpose });
  await administer(world, 'DELETE', path);
  const { terms } = JSON.parse(await (await administer(world, 'GET', `${path}/terms`)).text());
  const shown = { ...stated, name: application.name, at: expect.any(Number) };
  expect(terms).toMatchObject([
    { ...shown, version: 4 },
    { ...shown, version: 3, purpose: '회원 식별, 주문 배송, 신간 안내' },
    { ...shown, version: 1 },
  ]);
  const unknown = await administer(world, 'GET', '/nobody00000000000000/terms');
  expect(unknown.status).toBe(404);
});

describe('agreed consent texts', () => {
  const digestOf = (words: unknown) =>
    createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

  test('are never edited, only extended by another version', () => {
    expect(consentTexts.map(digestOf)).toEqual(['5b62939d9ede6345']);
    const said = attributes.map((name) => [
      name,
      digestOf([userAttributeTexts('ko', name, 1), userAttributeTexts('en', name, 1)]),
    ]);
    // The first version; a change adds its own.
    expect(Object.fromEntries(said)).toMatchObject({
      ci: '1212a1373a45bf3e',
      phoneNo: '2d8c5c47d0a0c1cc',
      name: '9d8a90201c946fa2',
      gender: '536a1f7c1b8c2856',
      agegroup: 'ba91d2e5bcee190c',
      birthday: 'c59540459ede65e3',
      birthdate: 'dcc9d7cd5313937e',
      foreign: '48fdc778904d5954',
      telcoCd: '08426c3ca2a2daa1',
    });
  });

  test('are shown in the version that was read', () => {
    const versions = [
      { since: 1, ko: '하나', en: 'one' },
      { since: 3, ko: '셋', en: 'three' },
    ];
    expect([1, 2, 3, 4].map((version) => textsAt(versions, version).en)).toEqual([
      'one',
      'one',
      'three',
      'three',
    ]);
  });
});
