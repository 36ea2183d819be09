import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, changeSubscriber, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl, beginSignIn, steps, titleOf } from '../../support/fixtures/sign-in.ts';
import { phoneHeaders } from '../../support/fixtures/user-agents.ts';
import { useWorld } from '../../support/world/use-world.ts';

const apps = {
  PHONE_APP_S: 'PASS, https://app.example.com/open?a=1,2',
  PHONE_APP_K: 'KT Pass',
};
const world = useWorld({
  half: 'service',
  overrides: { 'plid-service-authorize': { vars: apps } },
});

const waitPath = '/oauth2/authorize/wait';
const againForm = 'form[action$="/again"]';
/** Longer than a request on the phone lasts, in seconds. */
const requestEnds = 121;

const matchOn = ({ document }: Shown) => document.querySelector('.match');
const openButton = ({ document }: Shown) => document.querySelector('a.button');

/** A subscriber of a carrier before the waiting page. */
async function waiting(telcoCd: string, query: Record<string, string> = {}, language = 'ko') {
  const person = { ...(await newSubscriber(world, 'waits')), telcoCd };
  await changeSubscriber(world, person.phoneNo, { telcoCd, behaviour: 'waits' });
  const browser = new BrowserSession(world, { headers: { ...phoneHeaders, 'Accept-Language': language } });
  const form = await browser.get(authorizeUrl(world, { prompt: 'login', ...query }));
  return { person, browser, page: await browser.submit(form, person) };
}

describe('the waiting page', () => {
  test.each([
    ['ko', 'PASS 앱에서 승인해 주세요', '숫자를 기억했습니다. 앱 열기'],
    ['en', 'Approve in the PASS app', 'I’ve memorized the number. Open the app'],
  ])("names and opens the carrier's app, in %s", async (language, title, label) => {
    const { page } = await waiting('S', {}, language);
    expect(titleOf(page)).toBe(title);
    expect(openButton(page)?.text).toContain(label);
    expect(openButton(page)?.attributes).toMatchObject({
      href: 'https://app.example.com/open?a=1,2',
      rel: 'noopener',
    });
  });

  test.each([
    ['K', {}, 'KT Pass 앱에서 승인해 주세요'],
    ['L', {}, '휴대폰 인증 앱에서 승인해 주세요'],
    ['S', { isHybrid: 'Y' }, 'PASS 앱에서 승인해 주세요'],
  ])(
    'has no app button without a link, without an app, or in a WebView: %s %j',
    async (telcoCd, query, title) => {
      const { page } = await waiting(telcoCd, query);
      expect([titleOf(page), openButton(page)]).toEqual([title, null]);
      expect(page.text).not.toContain('app.example.com');
    },
  );

  test.each([
    ['ko', /^오[전후]\s\d{1,2}:\d\d까지 승인할 수 있습니다\(한국 시간\)\.$/],
    ['en', /^Approve by \d{1,2}:\d\d\s[AP]M \(Korean time\)\.$/u],
  ])('shows the end and the seconds left, in %s', async (language, until) => {
    const { browser, page } = await waiting('S', {}, language);
    const left = (shown: Shown) => shown.document.querySelector('#time-left');
    expect(left(page)?.text).toMatch(until);
    expect(left(page)?.getAttribute('data-seconds')).toBe('120');
    await world.clock.advance(70);
    expect(left(await browser.get(page.url))?.getAttribute('data-seconds')).toBe('50');
    expect(left(await browser.get(page.url))?.text).toBe(left(page)?.text);
  });

  test('shows Korean time', async () => {
    const { page } = await waiting('S', {}, 'en');
    const ends = ((await world.clock.now()) + 120) * 1000;
    const korean = new Date(ends + 9 * 3_600_000);
    const [hours, minutes] = [korean.getUTCHours() % 12 || 12, korean.getUTCMinutes()];
    expect(page.document.querySelector('#time-left')?.text).toContain(
      `by ${hours}:${String(minutes).padStart(2, '0')}`,
    );
  });

  test('has the number as one image with a label for screen readers', async () => {
    const { page } = await waiting('S');
    const number = matchOn(page);
    expect(number?.getAttribute('role')).toBe('img');
    expect(number?.getAttribute('aria-label')).toBe(`선택할 숫자 ${number?.text}`);
  });

  test('leads back to the filled form', async () => {
    const { person, browser, page } = await waiting('K');
    const href = page.document.querySelector('a[href*="/sign-in"]')?.getAttribute('href') ?? '';
    const form = await browser.get(new URL(href, page.url));
    const value = (id: string) => form.document.querySelector(`#${id}`)?.getAttribute('value');
    expect([value('name'), value('phoneNo')]).toEqual([person.name, person.phoneNo]);
    expect(form.document.querySelector('[name=telcoCd][checked]')?.getAttribute('value')).toBe('K');
    const other = await newSubscriber(world, 'waits');
    await browser.submit(form, other);
    expect(await requestsOn(world, other.phoneNo)).toHaveLength(1);
  });
});

describe('the waiting page without a response', () => {
  const later = 21;
  const statuses = async ({ phoneNo }: { phoneNo: string }) =>
    (await requestsOn(world, phoneNo)).map(({ status }) => status);

  test('resends by one button, twice at most, each replacing the former request', async () => {
    const { person, browser, page } = await waiting('S');
    let shown = page;
    for (const count of [1, 2]) {
      await world.clock.advance(later);
      shown = await browser.submit(await browser.get(shown.url), {}, againForm);
      expect(await statuses(person)).toEqual(['pending', ...Array(count).fill('cancelled')]);
      expect(matchOn(shown)?.text).toBe((await requestsOn(world, person.phoneNo))[0]?.match);
    }
    await world.clock.advance(later);
    expect((await browser.get(shown.url)).document.querySelector(againForm)).toBeNull();
  });

  test('resends once for a double tap', async () => {
    const { person, browser, page } = await waiting('S');
    await world.clock.advance(later);
    await browser.submit(page, {}, againForm);
    await browser.submit(page, {}, againForm);
    expect(await statuses(person)).toEqual(['pending', 'cancelled']);
    await world.clock.advance(later);
    expect((await browser.get(page.url)).document.querySelector(againForm)).not.toBeNull();
  });

  test('continues with a response that came meanwhile, and sends nothing', async () => {
    const { person, browser, page } = await waiting('S');
    await world.clock.advance(later);
    await approveOn(world, person.phoneNo);
    const shown = await browser.submit(page, {}, againForm);
    expect(shown.url.pathname).toBe('/oauth2/authorize/consent');
    expect(await statuses(person)).toEqual(['approved']);
  });
});

describe('the waiting page after the request has expired', () => {
  async function expired() {
    const { person, browser, page } = await waiting('S');
    await world.clock.advance(requestEnds);
    return { person, browser, page: await browser.get(page.url), first: page };
  }

  test('resends to the same number with a new number to match', async () => {
    const { person, browser, page } = await expired();
    expect(titleOf(page)).toBe('요청 시간이 지났습니다');
    const again = await browser.submit(page, {}, againForm);
    expect(again.url.pathname).toBe(waitPath);
    const requests = await requestsOn(world, person.phoneNo);
    expect(requests).toHaveLength(2);
    expect(matchOn(again)?.text).toBe(requests[0]?.match);
    expect(titleOf(again)).toBe('PASS 앱에서 승인해 주세요');
  });

  test('resends once for a double tap', async () => {
    const { person, browser, page } = await expired();
    await browser.submit(page, {}, againForm);
    await browser.submit(page, {}, againForm);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
  });

  test('shows the form if this browser has typed another number since, and sends nothing', async () => {
    const { person, browser, page } = await expired();
    const other = await newSubscriber(world, 'waits');
    await browser.submit(await browser.get(authorizeUrl(world, { prompt: 'login' })), other);
    const shown = await browser.submit(page, {}, againForm);
    expect(shown.url.pathname).toBe(steps.signIn);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });

  test('shows a rate limit on the form with the typed values', async () => {
    const { person, browser, page } = await expired();
    // Sent again in one sign-in, it counts once, or at most twice.
    for (const _ of [1, 2]) {
      await browser.submit(page, {}, againForm);
      await world.clock.advance(requestEnds);
    }
    for (let count = 0; count < 4; count += 1) {
      await world.clock.advance(4);
      const stranger = await beginSignIn(world);
      await stranger.browser.submit(stranger.page, person);
    }
    const refused = await browser.submit(page, {}, againForm);
    expect(refused.status).toBe(429);
    expect(refused.document.querySelector('#phoneNo')?.getAttribute('value')).toBe(person.phoneNo);
  });
});
