import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInName } from '../../../workers/service/protocol/sign-in-name.ts';
import { logLines } from '../../support/assertions/log-lines.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, flowOf, people, signIn } from '../../support/fixtures/sign-in.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const world = useWorld({
  half: 'service',
  workers: [standInCarrier],
  overrides: { 'plid-service-authorize': { vars: { NUMBER_MATCHING: 'K=type,L=type' } } },
});
let control: Pick<Control, 'answer' | 'taken' | 'cancelledTaken' | 'ownersTaken'>;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
});
beforeEach(async () => {
  await world.clock.advance(86_400);
  await control.answer({
    confirmation: { status: 'requested', requestId: 'r1' },
    outcome: { status: 'pending' },
  });
  await control.taken();
});

const submit = async (browser: BrowserSession, person = people.hana, query = {}) =>
  browser.submit(await browser.get(authorizeUrl(world, query)), person);
const flowIn = (page: Shown) => page.url.searchParams.get('flow') ?? '';
const cancelForm = 'form[action$="/cancel"]';

describe('the confirmation request to a carrier', () => {
  test.each([
    ['S', 'S', false, 'choose'],
    ['SM', 'S', true, 'choose'],
    ['KM', 'K', true, 'type'],
    ['L', 'L', false, 'type'],
  ])('contains network, MVNO, and entry of %s', async (choice, telcoCd, mvno, entry) => {
    await submit(new BrowserSession(world), { ...people.hana, telcoCd: choice });
    expect(await control.taken()).toMatchObject([{ telcoCd, mvno, entry }]);
  });

  test.each(['RODRIGUEZ-LOPEZ, MARIA FERNANDA', "O'BRIEN JOHN", 'SMITH JOHN'])(
    'contains the name as typed: %s',
    async (name) => {
      await submit(new BrowserSession(world), { ...people.john, name });
      expect(await control.taken()).toMatchObject([{ name }]);
    },
  );

  test('contains the browser, what the approval enables, and the page to return to', async () => {
    const browser = new BrowserSession(world, { headers: { 'User-Agent': chromeOnWindows } });
    const form = await browser.get(authorizeUrl(world, { client_id: applications.bank.client_id }));
    const page = await browser.submit(form, { ...people.hana, autoLogin: 'Y' });
    const [question] = await control.taken();
    expect(question).toMatchObject({
      signIn: signInName(flowOf(page)),
      returnTo: page.url.href,
      context: {
        browser: 'Chrome, Windows',
        knownBrowser: false,
        automaticLogin: true,
        attributes: 2,
      },
    });
  });

  test('says whether the browser has signed in with the number', async () => {
    const browser = new BrowserSession(world);
    await control.answer({ outcome: { status: 'approved', identity: hana } });
    codeOf(await signIn(browser, world, people.hana));
    await submit(browser, people.hana, { prompt: 'login' });
    await submit(browser, people.duri, { prompt: 'login' });
    const known = (await control.taken()).map(({ context }) => context.knownBrowser);
    expect(known).toEqual([false, true, false]);
  });

  test('is repeated with the same digits if no carrier responded, and new otherwise', async () => {
    const browser = new BrowserSession(world);
    await control.answer({ confirmation: 'fails' });
    let page = await submit(browser);
    expect(page.status).toBe(503);
    page = await browser.submit(page, people.hana);
    page = await browser.submit(page, { ...people.hana, name: '다른이름' });
    await control.answer({ confirmation: { status: 'unconfirmed' } });
    page = await browser.submit(page, people.hana);
    page = await browser.submit(page, people.hana);
    const [first, again, other, answered, anew] = await control.taken();
    expect([again?.id, again?.match]).toEqual([first?.id, first?.match]);
    expect(other?.id).not.toBe(first?.id);
    expect(answered?.id).toBe(first?.id);
    expect(anew?.id).not.toBe(first?.id);
  });

  test('differs for each request of a sign-in', async () => {
    const browser = new BrowserSession(world);
    const page = await submit(browser);
    await world.clock.advance(121);
    await browser.submit(await browser.get(page.url), {}, 'form[action$="/again"]');
    const ids = (await control.taken()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('for an outcome contains carrier and sign-in', async () => {
    await control.ownersTaken();
    const page = await submit(new BrowserSession(world), { ...people.hana, telcoCd: 'LM' });
    expect(await control.ownersTaken()).toEqual([{ telcoCd: 'L', signIn: signInName(flowOf(page)) }]);
  });

  test('for an earlier request goes to its carrier', async () => {
    await submit(new BrowserSession(world), { ...people.hana, telcoCd: 'K' });
    await world.clock.advance(4);
    await control.ownersTaken();
    await control.answer({ outcome: { status: 'denied' } });
    const { status } = await submit(new BrowserSession(world), { ...people.hana, telcoCd: 'S' });
    expect(status).toBe(429);
    expect(await control.ownersTaken()).toEqual([{ telcoCd: 'K' }]);
  });
});

describe('the waiting page of a carrier with typed digits', () => {
  test.each([
    ['S', 'Choose this number in the app', /^The number to choose: \d\d$/],
    ['K', 'Enter this number in the app', /^The number to enter: \d\d$/],
  ])('explains it: %s', async (telcoCd, heading, label) => {
    const page = await submit(new BrowserSession(world), { ...people.hana, telcoCd });
    expect(page.document.querySelector('h2')?.text).toBe(heading);
    expect(page.document.querySelector('.match')?.getAttribute('aria-label')).toMatch(label);
  });
});

describe('a request without a waiting page is cancelled', () => {
  const requested = (requestId: string) =>
    control.answer({ confirmation: { status: 'requested', requestId } });
  const cancelled = () => expect.poll(() => control.cancelledTaken());
  beforeEach(() => control.cancelledTaken());

  test('when the user cancels', async () => {
    const browser = new BrowserSession(world);
    const page = await submit(browser);
    await browser.submit(page, {}, cancelForm);
    await cancelled().toEqual([`r1 of S in ${signInName(flowIn(page))}`]);
  });

  test('when the user changes the number', async () => {
    const browser = new BrowserSession(world);
    const page = await submit(browser);
    await requested('r2');
    const form = await browser.get(page.url.href.replace('/wait', '/sign-in'));
    await browser.submit(form, people.duri);
    await cancelled().toEqual([`r1 of S in ${signInName(flowIn(page))}`]);
  });

  test('once, when the user resends it', async () => {
    const browser = new BrowserSession(world);
    const page = await submit(browser);
    await world.clock.advance(21);
    await requested('r2');
    const again = await browser.submit(page, {}, 'form[action$="/again"]');
    await browser.submit(again, {}, cancelForm);
    const taken: string[] = [];
    const both = ['r1', 'r2'].map((name) => `${name} of S in ${signInName(flowIn(page))}`);
    await expect.poll(async () => taken.push(...(await control.cancelledTaken()))).toBeGreaterThan(1);
    expect(taken.sort()).toEqual(both);
  });

  test('unless another sign-in of the browser waits for it', async () => {
    const browser = new BrowserSession(world);
    const [first, second] = [await submit(browser), await submit(browser)];
    expect(second.document.querySelector('.match')?.text).toBe(first.document.querySelector('.match')?.text);
    await browser.submit(first, {}, cancelForm);
    await browser.submit(second, {}, cancelForm);
    await cancelled().toEqual([`r1 of S in ${signInName(flowIn(second))}`]);
  });

  test('unless it has expired or was approved', async () => {
    const browser = new BrowserSession(world);
    const late = await submit(browser);
    await world.clock.advance(121);
    await browser.submit(await browser.get(late.url), {}, cancelForm);
    await control.answer({ outcome: { status: 'approved', identity: hana } });
    const consent = await submit(browser, people.hana, { client_id: applications.bank.client_id });
    expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
    await browser.submit(consent, {}, cancelForm);
    const after = new BrowserSession(world);
    await control.answer({ outcome: { status: 'pending' } });
    const page = await submit(after);
    await after.submit(page, {}, cancelForm);
    await cancelled().toEqual([`r1 of S in ${signInName(flowIn(page))}`]);
  });

  test('without delaying the user if the carrier fails', async () => {
    const browser = new BrowserSession(world);
    const page = await submit(browser);
    await control.answer({ outcome: 'fails' });
    expect((await browser.submit(page, {}, cancelForm)).url.searchParams.get('plid_reason')).toBe(
      'cancelled',
    );
    expect(logLines(world).filter(({ call, level }) => call === 'cancel' && level !== 'info')).toEqual([]);
  });
});
