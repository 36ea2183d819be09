import type { Page } from 'playwright-core';
import { locationHeader } from '../../../sandbox/relay/relay-browser.ts';
import { applicationKvKey } from '../../../workers/service/registry/applications.ts';
import {
  agreeIfAsked,
  button,
  consentBox,
  goTo,
  startInApp,
  startLogin,
  submitSignIn,
  unfoldForm,
} from '../../support/fixtures/browser-steps.ts';
import {
  approveOn,
  approveOpened,
  changeSubscriber,
  leaveApp,
  newSubscriber,
  registerAgain,
} from '../../support/fixtures/phones.ts';
import { authorizeUrl, people } from '../../support/fixtures/sign-in.ts';
import { askSandbox } from '../../support/requests/sandbox-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';
import { goesOn, type Scene, signInAs, signInAsNewcomer } from './scene.ts';

/** Just after a request on the phone, a sign-in and a code expire, in seconds. */
const requestEnds = 121;
const signInEnds = 1_801;
/** Its last minute begins, in seconds. */
const signInEndsSoon = 541;
const codeEnds = 61;

const longNamed = {
  client_id: 'longnamed00000000001',
  name: '이름이아주길고띄어쓰기도없는애플리케이션이름이아주길고띄어쓰기도없는애플리케이션',
  redirect_uri: 'https://a-subdomain-with-a-long-name.and-another-long-one.application.example.net/callback',
  optional: ['gender', 'birthday'],
  support_url: 'https://help.example.net/',
};

/** Of a company with a legal department. */
const longTerms = {
  client_id: 'longterms00000000001',
  purpose: '회원 식별과 본인 확인, 주문과 배송 안내, 고객 문의 응대와 분쟁 해결을 위한 기록 보존. '
    .repeat(6)
    .trim(),
  purpose_en: 'Recognizing members, orders and deliveries, questions and disputes, and the records for them. '
    .repeat(3)
    .trim(),
  retention: '회원 탈퇴 후 30일까지. 다만 관계 법령에 따라 보존해야 하는 기록은 정해진 기간까지 보관합니다. '
    .repeat(3)
    .trim(),
  retention_en: 'Until 30 days after membership ends; where the law asks for it, longer. '.repeat(2).trim(),
  optional: ['gender', 'birthday'],
  guardian_consent: '보호자의 휴대폰 번호로 동의를 받은 다음에 가입이 끝납니다.',
};
const adultsOnly = { client_id: 'adultsonly0000000001', minimum_age: 19 };

/** Begins at an application that has everything else of the demo shop. */
async function startAt(
  page: Page,
  world: World,
  {
    redirect_uri = applications.shop.redirect_uri,
    ...registered
  }: { client_id: string; redirect_uri?: string },
): Promise<void> {
  // The copy is made when the application is asked for.
  await page.goto(authorizeUrl(world));
  const kv: KVNamespace = (await world.env('plid-local')).APPLICATIONS;
  const shop = await kv.get<object>(applicationKvKey(applications.shop.client_id), 'json');
  const { client_id } = registered;
  const application = { ...shop, ...registered, redirect_uris: [redirect_uri] };
  await kv.put(applicationKvKey(client_id), JSON.stringify(application));
  await page.goto(authorizeUrl(world, { client_id, redirect_uri }));
}

/** Gives a choice a value that no page offers. */
const tamper = (page: Page, choice: string, value: string) =>
  page
    .locator(choice)
    .first()
    .evaluate((element, changed) => element.setAttribute('value', changed), value);

/** The form again, after the carrier or the phone has refused. */
const formScenes: Scene[] = [
  { name: 'sign in', shows: '[name=telcoCd]', open: (page, world) => startLogin(page, world) },
  {
    name: 'sign in, on a desk',
    shows: 'button[value=code]',
    isOnDesk: true,
    open: (page, world) => startLogin(page, world),
  },
  {
    name: 'sign in, on the mobile data of a carrier',
    shows: '[name=telcoCd][checked]',
    async open(page, world) {
      await page.setExtraHTTPHeaders({ [locationHeader]: 'KR/Seoul/9644' });
      await startLogin(page, world);
    },
  },
  {
    name: 'sign in, in the app of no carrier',
    shows: '#telcoCd-error',
    async open(page, world) {
      await startLogin(page, world);
      await page.click('button[name=start]');
    },
  },
  {
    name: 'sign in, with errors in every field',
    shows: '#name-error',
    async open(page, world) {
      await startLogin(page, world);
      await unfoldForm(page);
      await page.fill('[name=phoneNo]', '02-123-4567');
      await page.click(button('sign-in'));
    },
  },
  {
    name: 'sign in, with a character that no name has',
    shows: '#name-error',
    async open(page, world) {
      await startLogin(page, world);
      // A character of a private font, as some applications copy it.
      await submitSignIn(page, { ...people.hana, name: '김하나\uE000' });
    },
  },
  {
    name: 'sign in, with nothing filled in and a name that is too long',
    shows: '#phoneNo-error',
    async open(page, world) {
      await startLogin(page, world);
      await unfoldForm(page);
      await page.fill('[name=name]', 'x'.repeat(101));
      await tamper(page, '[name=telcoCd]', 'X');
      await page.locator('[name=telcoCd]').first().check();
      await page.click(button('sign-in'));
    },
  },
  {
    name: 'sign in, not confirmed by the carriers',
    shows: '[role=alert]',
    async open(page, world) {
      await startLogin(page, world);
      await submitSignIn(page, { ...people.hana, name: '김두나' });
    },
  },
  {
    name: 'sign in, the carrier is silent',
    shows: '[role=alert]',
    open: (page, world) => signInAs(page, world, 'jeomgeom'),
  },
  {
    name: 'sign in, the carrier sends no requests for now',
    shows: '[role=alert]',
    async open(page, world) {
      const faults = [{ endpoint: 'carrier', kind: 'declined', count: 10 }];
      await askSandbox(world, 'PUT', '/faults', { faults });
      await signInAs(page, world, 'hana');
    },
    close: (world) => askSandbox(world, 'DELETE', '/faults'),
  },
  {
    name: 'sign in, too many requests to one phone',
    shows: '[role=alert]',
    async open(page, world) {
      await signInAs(page, world, 'manryo');
      // The script of the waiting page would load it again without its cookie, while the next page is loading.
      await goTo(page, 'about:blank');
      await page.context().clearCookies();
      await signInAs(page, world, 'manryo');
    },
  },
];

/** Lets the phone stay silent until the page shows its help. */
async function staySilent(page: Page, world: World): Promise<void> {
  await world.clock.advance(31);
  await page.reload();
}

/** Returns to a browser that remembers a user. */
async function comeBack(page: Page, world: World, telcoCd: string, remembers = true): Promise<void> {
  await startLogin(page, world);
  await unfoldForm(page);
  await page.setChecked('[name=remember]', remembers);
  const person = await newSubscriber(world, 'waits');
  const mvno = telcoCd === 'SM' ? 'Y' : 'N';
  await changeSubscriber(world, person.phoneNo, { mvno, behaviour: 'waits' });
  await submitSignIn(page, { ...person, telcoCd });
  await page.waitForSelector('.match');
  await startLogin(page, world);
}

const returningScenes: Scene[] = [
  {
    name: 'sign in again, in one tap',
    shows: '#returning',
    open: (page, world) => comeBack(page, world, 'S'),
  },
  {
    name: 'sign in again, after a sign-in that isn’t finished',
    shows: '#returning',
    open: (page, world) => comeBack(page, world, 'S', false),
  },
  {
    name: 'sign in again, after one with an MVNO that isn’t finished',
    shows: '#returning',
    open: (page, world) => comeBack(page, world, 'SM', false),
  },
  {
    name: 'sign in again, the carrier sends no requests for now',
    shows: '[role=alert]',
    async open(page, world) {
      await comeBack(page, world, 'SM');
      const faults = [{ endpoint: 'carrier', kind: 'declined', count: 10 }];
      await askSandbox(world, 'PUT', '/faults', { faults });
      // The sandbox would continue a request that is open on the phone.
      await world.clock.advance(requestEnds);
      await page.click('#returning .button');
    },
    close: (world) => askSandbox(world, 'DELETE', '/faults'),
  },
];

/** Asks a phone of another network, on which the number is typed or compared. */
async function askPhoneOf(page: Page, world: World, telcoCd: string): Promise<void> {
  const person = { ...(await newSubscriber(world, 'waits')), telcoCd };
  await changeSubscriber(world, person.phoneNo, { telcoCd, behaviour: 'waits' });
  await startLogin(page, world);
  await submitSignIn(page, person);
}

const phoneScenes: Scene[] = [
  { name: 'waiting for the phone', shows: '.match', open: (page, world) => signInAs(page, world, 'daegi') },
  {
    name: 'waiting for the phone, on a desk',
    shows: '.match',
    isOnDesk: true,
    open: (page, world) => signInAs(page, world, 'daegi'),
  },
  {
    name: 'waiting for a phone on which the number is typed',
    shows: '.match',
    open: (page, world) => askPhoneOf(page, world, 'K'),
  },
  {
    name: 'waiting for a phone on which the number is compared',
    shows: '.match',
    open: (page, world) => askPhoneOf(page, world, 'L'),
  },
  {
    name: 'waiting for a phone that does not respond',
    shows: 'section:not([hidden]) > #help',
    async open(page, world) {
      await signInAsNewcomer(page, world, 'waits');
      await page.waitForSelector('.match');
      await staySilent(page, world);
    },
  },
  {
    name: 'a number without an app',
    shows: '.ending[data-kind=phone]',
    open: (page, world) => signInAs(page, world, 'miseol'),
  },
  {
    name: 'the phone did not answer',
    shows: 'form[action$="/again"]',
    async open(page, world) {
      await signInAs(page, world, 'manryo');
      await world.clock.advance(requestEnds);
      await goTo(page, page.url());
    },
  },
];

/** Begins in the app of SKT: by a link on a phone, elsewhere by a code. */
async function startInSktApp(page: Page, world: World): Promise<void> {
  await page.goto(authorizeUrl(world, { prompt: 'login' }));
  await startInApp(page, 'S');
  await page.waitForURL('**/wait?**');
}

/** The phone of a new subscriber opens the link of the page, and approves. @returns the address to which the app leads. */
async function approveLink(page: Page, world: World): Promise<string> {
  const { phoneNo } = await newSubscriber(world, 'waits');
  await startInSktApp(page, world);
  const link = await page.getAttribute('a.button', 'href');
  return approveOpened(world, link ?? undefined, phoneNo);
}

const startScenes: Scene[] = [
  {
    name: 'a wrong number, and the next one',
    shows: '.notice[role=status]',
    async open(page, world) {
      const { phoneNo } = await signInAsNewcomer(page, world, 'waits');
      await approveOn(world, phoneNo, '00');
      await goesOn(page, '.notice[role=status]');
    },
  },
  {
    name: 'the carrier’s app, by a link',
    shows: '#phone-status',
    open: (page, world) => startInSktApp(page, world),
  },
  {
    name: 'the carrier’s app, which does not open',
    shows: 'section:not([hidden]) > #help',
    async open(page, world) {
      await startInSktApp(page, world);
      await staySilent(page, world);
    },
  },
  {
    name: 'the carrier’s app, by a code',
    shows: '.digits',
    isOnDesk: true,
    open: (page, world) => startInSktApp(page, world),
  },
  {
    name: 'approved in the app, without a return',
    shows: 'a[href*="/sign-in?"]',
    async open(page, world) {
      await approveLink(page, world);
      await goesOn(page, '.card:not(:has(#phone-status)) h1');
    },
  },
  {
    name: 'returned from the app to another browser',
    shows: '.ends .actions > a.button',
    async open(page, world) {
      const back = await approveLink(page, world);
      // As above.
      await goTo(page, 'about:blank');
      await page.context().clearCookies();
      await goTo(page, back);
    },
  },
];

const consentScenes: Scene[] = [
  {
    name: 'consent',
    shows: consentBox,
    async open(page, world) {
      await page.goto(authorizeUrl(world));
      await submitSignIn(page, people.duri, { autoLogin: true });
    },
  },
  {
    name: 'consent, for an application with long names and optional items',
    shows: '#consent fieldset',
    async open(page, world) {
      await startAt(page, world, longNamed);
      await submitSignIn(page, people.john);
    },
  },
  {
    name: 'consent, to long terms, of a user under 14',
    shows: '#consent fieldset',
    async open(page, world) {
      await startAt(page, world, longTerms);
      await submitSignIn(page, people.eorin);
    },
  },
  {
    name: 'consent, to terms that have just changed',
    shows: '[role=alert]',
    async open(page, world) {
      await signInAs(page, world, 'duri');
      await page.waitForSelector(button('consent'));
      await page.goto(`${page.url()}&changed=Y`);
    },
  },
];

/** Opens a page of the sign-in again, in the state that its cookie contains. */
const reopen = async (page: Page, name: string) => {
  const flow = await page.getAttribute('[name=flow]', 'value');
  await goTo(page, page.url().replace(/authorize.*/, `authorize/${name}?flow=${flow}`));
};

/** The last minute of a sign-in. */
const limitScenes: Scene[] = [
  {
    name: 'sign in, in the last minute',
    shows: '#longer:not([hidden])',
    async open(page, world) {
      await startLogin(page, world);
      await world.clock.advance(signInEndsSoon);
      await reopen(page, 'sign-in');
    },
  },
  {
    name: 'consent, in the last minute',
    shows: '#longer:not([hidden])',
    async open(page, world) {
      await signInAsNewcomer(page, world);
      await page.waitForSelector(button('consent'));
      await world.clock.advance(signInEndsSoon);
      await page.reload();
    },
  },
];

/** Sign-ins that have ended, or cannot continue. */
const endScenes: Scene[] = [
  {
    name: 'a user under 14',
    shows: 'form[action$="/cancel"] .button',
    open: (page, world) => signInAs(page, world, 'eorin'),
  },
  {
    name: 'a user too young for the application',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await startAt(page, world, adultsOnly);
      await submitSignIn(page, people.eorin);
    },
  },
  {
    name: 'the sign-in has expired',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await startLogin(page, world);
      await unfoldForm(page);
      await world.clock.advance(signInEnds);
      await page.click(button('sign-in'));
    },
  },
  {
    name: 'the sign-in was cancelled before',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await startLogin(page, world);
      const address = page.url().replace(/authorize.*/, 'authorize/sign-in');
      const flow = await page.getAttribute('[name=flow]', 'value');
      await page.click(button('cancel'));
      await goTo(page, `${address}?flow=${flow}`);
    },
  },
  {
    name: 'the sign-in is finished',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await signInAsNewcomer(page, world);
      await page.waitForSelector(button('consent'));
      const consent = page.url();
      await agreeIfAsked(page);
      await page.waitForURL(`${world.gateway}/auth/session`);
      await world.clock.advance(codeEnds);
      await page.goto(consent);
    },
  },
  {
    name: 'the number’s registration has ended meanwhile',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      const { phoneNo } = await signInAsNewcomer(page, world);
      await page.waitForSelector(button('consent'));
      await leaveApp(world, phoneNo);
      await registerAgain(world, phoneNo);
      await page.click(button('consent'));
    },
  },
  {
    name: 'a form that no page sends',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await startLogin(page, world);
      await tamper(page, '[name=autoLogin]', 'X');
      await submitSignIn(page, people.hana, { autoLogin: true });
    },
  },
  {
    name: 'a browser that refuses cookies',
    shows: '.ends .actions > a.button',
    async open(page, world) {
      await startLogin(page, world);
      await page.context().clearCookies();
      await submitSignIn(page, people.hana);
    },
  },
  {
    name: 'a sign-in of another browser',
    shows: 'h1',
    open: (page, world) => page.goto(`${world.service}/oauth2/authorize/wait?flow=1`),
  },
];

export const signInScenes: Scene[] = [
  ...formScenes,
  ...returningScenes,
  ...phoneScenes,
  ...startScenes,
  ...consentScenes,
  ...limitScenes,
  ...endScenes,
];
