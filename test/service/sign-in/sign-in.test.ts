import { describe, expect, test } from 'vitest';
import { maxSignInCookieLifetime } from '../../../workers/service/settings/service-lifetimes.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import {
  approveOn,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
} from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  type Person,
  people,
  returned,
  signIn,
} from '../../support/fixtures/sign-in.ts';
import { sendPeopleRequest } from '../../support/requests/operator-requests.ts';
import { accessTokenFor, jsonOf } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const cancelForm = 'form[action$="/cancel"]';

async function begin(headers: Record<string, string> = {}) {
  const browser = new BrowserSession(world, { headers });
  return { browser, page: await browser.get(authorizeUrl(world, { prompt: 'login', state: 's1' })) };
}

/** A browser that has sent the form, and its page then. */
async function send(person: Person) {
  const { browser, page } = await begin();
  return { browser, form: page, page: await browser.submit(page, person) };
}

const messages = {
  cancelled: 'The user cancelled the sign-in.',
  denied:
    'The sign-in was not approved on the phone: it was denied, a wrong number was chosen, or a newer sign-in replaced it.',
  wrong_number: 'A number other than the one shown was chosen on the phone.',
  unanswered: 'The phone did not answer in time.',
  expired: 'The sign-in was not finished in time.',
};

interface Stored {
  stored: boolean;
  requests: object[];
  consents: object[];
}
const storedOf = async ({ phoneNo }: { phoneNo: string }): Promise<Stored> =>
  (await (await sendPeopleRequest(world, 'show', { phoneNo })).json()) as Stored;

function expectDenied(page: Shown, reason: keyof typeof messages) {
  expect(page.url.href).toMatch(/^http:\/\/localhost:3000\/callback\?/);
  expect(returned(page)).toEqual({
    error: 'access_denied',
    message: messages[reason],
    plid_sign_in: expect.stringMatching(/^[\w-]{11}$/),
    error_description: messages[reason],
    plid_reason: reason,
    ui_locales: 'en',
    state: 's1',
  });
}

describe('the phone in a sign-in', () => {
  test('shows the application, and the number to match is on the page', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    expect(page.url.pathname).toBe('/oauth2/authorize/wait');
    const [request] = await requestsOn(world, person.phoneNo);
    expect(request?.application).toBe('Demo Shop');
    expect(page.document.querySelector('.match')?.text).toBe(request?.match);
    expect(request?.match).toMatch(/^[1-9]\d$/);
    expect((await browser.get(page.url)).url.pathname).toBe('/oauth2/authorize/wait');

    await approveOn(world, person.phoneNo);
    const consent = await browser.get(page.url);
    expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
    expect(await accessTokenFor(world, { code: codeOf(await browser.submit(consent)) })).toBeTruthy();
  });

  test('is polled by the waiting page without a reload', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    const address = page.document.querySelector('[data-status]')?.getAttribute('data-status') ?? '';
    const status = async () => jsonOf(await browser.fetch(new URL(address, page.url)));
    expect(await status()).toEqual({ status: 'pending' });
    await approveOn(world, person.phoneNo);
    expect(await status()).toEqual({ status: 'approved' });
  });

  /** Taps another number than the page shows, and then the right one. */
  async function tapWrongNumber({ phoneNo }: { phoneNo: string }): Promise<void> {
    const [request] = await requestsOn(world, phoneNo);
    const wrong = request?.choices.find((choice) => choice !== request.match);
    await approveOn(world, phoneNo, wrong);
    await approveOn(world, phoneNo);
  }

  test('sends another request with five numbers after the first wrong number', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    const before = page.document.querySelector('.match')?.text;
    await tapWrongNumber(person);
    const again = await browser.get(page.url);
    expect(again.document.querySelector('.notice')?.text).toContain('didn’t match');
    const [request] = await requestsOn(world, person.phoneNo);
    expect(request).toMatchObject({ status: 'pending', match: again.document.querySelector('.match')?.text });
    expect(request?.choices).toHaveLength(5);
    expect(request?.match).not.toBe(before);
    const loaded = await browser.get(page.url);
    expect(loaded.document.querySelector('.match')?.text).toBe(request?.match);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
    await approveOn(world, person.phoneNo);
    expect((await browser.get(page.url)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test('ends the sign-in with access_denied after the second wrong number, like a denial for an unknown browser', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    const early = browser.copy();
    await tapWrongNumber(person);
    await browser.get(page.url);
    await tapWrongNumber(person);
    expectDenied(await browser.get(page.url), 'denied');
    const copied = await early.get(page.url);
    expect(copied.url.searchParams.has('code')).toBe(false);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
  });

  test('reports a wrong number to a browser that has signed in with the number', async () => {
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    await signIn(browser, world, person);
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(4);
    const page = await browser.submit(await browser.get(authorizeUrl(world, { state: 's1' })), person);
    await tapWrongNumber(person);
    await browser.get(page.url);
    await tapWrongNumber(person);
    expectDenied(await browser.get(page.url), 'wrong_number');
  });

  test('ends the sign-in with access_denied after a denial', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    await denyOn(world, person.phoneNo);
    expectDenied(await browser.get(page.url), 'denied');
    expect((await browser.get(page.url)).status).toBe(400);
  });

  test("that doesn't answer gets another request after two minutes", async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    await world.clock.advance(121);
    const unanswered = await browser.get(page.url);
    expect(unanswered.status).toBe(200);
    expect(unanswered.document.querySelector('h1')?.text).toBe('The request on your phone has expired');
    const waiting = await browser.submit(unanswered, {}, 'form[action$="/again"]');
    await approveOn(world, person.phoneNo);
    expect((await browser.get(waiting.url)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test('whose request has expired can be left with access_denied', async () => {
    const { browser, page } = await send(await newSubscriber(world, 'silent'));
    await world.clock.advance(121);
    expectDenied(await browser.submit(await browser.get(page.url), {}, cancelForm), 'unanswered');
  });
});

describe('typed values of the form', () => {
  test.each([
    ['01000000001'],
    ['010-0000-0001'],
    ['010 0000 0001'],
    ['+82 10 0000 0001'],
    ['+82-10-0000-0001'],
    ['０１０－００００－０００１'],
    [' 010.0000.0001 '],
  ])('accept %s as a phone number', async (phoneNo) => {
    const { page } = await send({ ...people.hana, phoneNo });
    expect(['/oauth2/authorize/consent', '/callback']).toContain(page.url.pathname);
  });

  test('accept a name in decomposed letters', async () => {
    const { page } = await send({ ...people.hana, name: ` ${people.hana.name.normalize('NFD')} ` });
    expect(page.status).not.toBe(400);
  });

  test.each([
    ['name', '', 'The required item name is missing.', 'Enter your name.'],
    ['name', '   ', 'The required item name is missing.', 'Enter your name.'],
    [
      'name',
      'x'.repeat(101),
      'The value of name is not valid.',
      'Enter your name, using at most 100 characters.',
    ],
    ['name', 'a\u0000b', 'The value of name is not valid.', 'The name contains characters that a name can'],
    ['phoneNo', '', 'The required item phoneNo is missing.', 'Enter your mobile phone number.'],
    ['phoneNo', '02-123-4567', 'The value of phoneNo is not valid.', 'Enter a Korean mobile phone number'],
    [
      'phoneNo',
      '+1 415 555 2671',
      'The value of phoneNo is not valid.',
      'Enter a Korean mobile phone number',
    ],
    [
      'phoneNo',
      '0'.repeat(5_000),
      'The value of phoneNo is not valid.',
      'Enter a Korean mobile phone number',
    ],
    ['telcoCd', '', 'The required item telcoCd is missing.', 'Choose your carrier.'],
    ['telcoCd', 'X', 'The value of telcoCd is not valid.', 'Choose one of the carriers shown.'],
  ])(
    'with %s %j get an error next to the field, or JSON for a program',
    async (field, value, message, words) => {
      const typed = { ...people.daegi, [field]: value };
      const { browser, page } = await begin();
      const refused = await browser.submit(page, typed);
      expect(refused.status).toBe(400);
      expect(refused.document.querySelector(`#${field}-error`)?.text).toContain(words);
      expect(refused.document.querySelectorAll('.error').length).toBe(1);
      const faulty = refused.document.querySelector('[aria-invalid=true]');
      expect(faulty?.getAttribute('aria-describedby')).toBe(`${field}-error ${field}-hint`);
      const kept = field === 'phoneNo' ? 'name' : 'phoneNo';
      expect(refused.document.querySelector(`#${kept}`)?.getAttribute('value')).toBe(typed[kept]);

      const flow = page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
      const answer = await browser.fetch(`${world.service}/oauth2/authorize/sign-in`, {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...typed, flow }).toString(),
      });
      expect([answer.status, await jsonOf(answer)]).toEqual([400, { error: 'invalid_request', message }]);
    },
  );

  test("that the carriers can't confirm are kept, with an explanation above the form", async () => {
    const { page } = await send({ ...people.daegi, telcoCd: 'K' });
    expect(page.status).toBe(400);
    const alert = page.document.querySelector('[role=alert]');
    expect(alert?.querySelector('p')?.text).toBe('This doesn’t match your carrier’s records.');
    expect(alert?.querySelectorAll('li').map(({ text }) => text)).toEqual([
      expect.stringContaining('MVNO'),
      expect.stringContaining('residence card'),
      expect.stringContaining('company'),
    ]);
    expect(page.document.querySelector('#name')?.getAttribute('value')).toBe('박대기');
    expect(page.document.querySelector('#phoneNo')?.getAttribute('value')).toBe('01000000004');
    expect(page.document.querySelector('[name=telcoCd][value=K]')?.hasAttribute('checked')).toBe(true);
  });

  test('with script are text', async () => {
    const { page } = await send({
      name: '"><script>alert(1)</script>',
      phoneNo: '\'"><img src=x>',
      telcoCd: '<b>',
    });
    expect(page.text).not.toMatch(/<script>alert|<img|<b>/);
    expect(page.document.querySelector('#name')?.getAttribute('value')).toBe('"><script>alert(1)</script>');
  });
});

describe('a carrier failure', () => {
  test('returns 503 with Retry-After and the form, and the log has only its position', async () => {
    const { page } = await send(people.jeomgeom);
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(page.document.querySelector('#phoneNo')?.getAttribute('value')).toBe('01000000007');
    expect(page.document.querySelector('[role=alert]')?.text).toContain('can’t be reached');
    await expect.poll(world.logs).toContain('"reason":"unavailable"');
  });
});

describe("a sign-in's lifetime", () => {
  test('is ten minutes from the latest step, and then its page leads to the application', async () => {
    const { browser, page } = await begin();
    await world.clock.advance(580);
    expect((await browser.submit(page, people.manryo)).status).toBe(200);
    await world.clock.advance(600);
    const late = await browser.submit(page, people.hana);
    expect([late.status, late.document.querySelector('h1')?.text]).toEqual([400, 'This sign-in has expired']);
    expect(late.document.querySelector(`${cancelForm} button`)?.text).toBe('Return to Demo Shop');
    expectDenied(await browser.submit(late, {}, cancelForm), 'expired');
  });

  test('leaves nothing an hour later', async () => {
    const { browser, page } = await begin();
    await world.clock.advance(600 + 3_600);
    const late = await browser.submit(page, people.hana);
    expect([late.status, late.document.querySelector('h1')?.text]).toEqual([
      400,
      'We can’t find this sign-in',
    ]);
  });

  test('ends the consent page too', async () => {
    const { browser, page } = await send(await newSubscriber(world));
    await world.clock.advance(600);
    expect((await browser.submit(page)).status).toBe(400);
  });
});

describe('cancelling a sign-in', () => {
  test('is possible on the sign-in page', async () => {
    const { browser, page } = await begin();
    expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
  });

  test('is possible on the waiting page', async () => {
    const { browser, page } = await send(await newSubscriber(world, 'waits'));
    expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
  });

  test('ends every copy of its cookie, and a later approval registers no user', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    const copy = browser.copy();
    expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
    await expect.poll(() => requestsOn(world, person.phoneNo)).toMatchObject([{ status: 'cancelled' }]);
    await approveOn(world, person.phoneNo);
    expectDenied(await copy.get(page.url), 'denied');
    expect(await storedOf(person)).toMatchObject({ requests: [{ status: 'sent' }] });
    expect(await storedOf(person)).not.toHaveProperty('registration');
  });

  test("on the consent page ends copies from before and after the phone's answer", async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await send(person);
    const early = browser.copy();
    await approveOn(world, person.phoneNo);
    const consent = await browser.get(page.url);
    const late = browser.copy();
    expectDenied(await browser.submit(consent, {}, cancelForm), 'cancelled');
    await changeSubscriber(world, person.phoneNo, { behaviour: 'approves' });
    await world.clock.advance(4);
    expect((await storedOf(person)).consents).toEqual([]);
    expect(codeOf(await signIn(new BrowserSession(world), world, person))).toBeTruthy();
    for (const end of [await late.submit(consent), await early.get(page.url)])
      expect([end.status, end.url.searchParams.has('code')]).toEqual([400, false]);
  });

  test('still counts as a phone request, and leaves its mark no longer than a sign-in lasts', async () => {
    const person = await newSubscriber(world, 'waits');
    for (let count = 0; count < 5; count += 1) {
      const { browser, page } = await send(person);
      expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
      await world.clock.advance(4);
    }
    expect((await send(person)).page.status).toBe(429);
    expect((await storedOf(person)).requests).toHaveLength(5);
    await world.clock.advance(maxSignInCookieLifetime + 1);
    await expect.poll(async () => (await storedOf(person)).stored, { timeout: 10_000 }).toBe(false);
  });

  test('on the consent page ends the sign-in in that browser', async () => {
    const { browser, form, page } = await send(await newSubscriber(world));
    expect(page.url.pathname).toBe('/oauth2/authorize/consent');
    await world.clock.advance(130);
    expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
    for (const again of [await browser.submit(page), await browser.submit(form, people.hana)]) {
      expect([again.status, again.document.querySelector('h1')?.text]).toEqual([
        400,
        'The sign-in wasn’t completed',
      ]);
    }
    expectDenied(await browser.submit(page, {}, cancelForm), 'cancelled');
  });
});

describe('sign-ins in several tabs', () => {
  test('work side by side', async () => {
    const browser = new BrowserSession(world);
    const [first, second] = [await newSubscriber(world), await newSubscriber(world)];
    const firstPage = await browser.get(authorizeUrl(world, { state: 'first' }));
    const secondPage = await browser.get(authorizeUrl(world, { state: 'second' }));
    const secondConsent = await browser.submit(secondPage, second);
    const firstConsent = await browser.submit(firstPage, first);
    expect(returned(await browser.submit(secondConsent)).state).toBe('second');
    expect(returned(await browser.submit(firstConsent)).state).toBe('first');
  });

  test('leave at most the ten newest cookies', async () => {
    const browser = new BrowserSession(world);
    const pages: Shown[] = [];
    for (let tab = 0; tab < 12; tab++) {
      pages.push(await browser.get(authorizeUrl(world)));
      await world.clock.advance(1);
    }
    expect(browser.cookies(world.service).size).toBe(10);
    const [oldest, newest] = [pages[0], pages[11]] as [Shown, Shown];
    expect((await browser.submit(oldest, people.manryo)).status).toBe(400);
    expect((await browser.submit(newest, people.hana)).status).not.toBe(400);
  });

  test('leave cookies that fit into a request even with the longest states', async () => {
    const browser = new BrowserSession(world);
    for (let tab = 0; tab < 10; tab++) await browser.get(authorizeUrl(world, { state: 'x'.repeat(2_048) }));
    expect(browser.cookies(world.service).size).toBe(4);
    const length = [...browser.cookies(world.service)].reduce(
      (sum, [name, value]) => sum + name.length + value.length,
      0,
    );
    expect(length).toBeLessThan(16_384);
  });
});

test('leave no name, number, code, state, or cookie in the log', async () => {
  const logs = world.logs();
  expect(logs).not.toMatch(/eyJ|김하나|홍길동|박대기/);
  // Searched as a whole number: a request ID in hexadecimal digits may contain a part of one.
  expect(logs).not.toMatch(/(?<![\da-f])(?:\+?82-?|0)?10[-. ]?(?:0000|7\d{3})[-. ]?\d{4}(?![\da-f])/);
});
