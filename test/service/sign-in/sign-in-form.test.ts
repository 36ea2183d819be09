import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { changeSubscriber, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl, beginSignIn, flowOf, steps } from '../../support/fixtures/sign-in.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

function formOf({ document }: Shown) {
  const value = (id: string) => document.querySelector(`#${id}`)?.getAttribute('value');
  const carrier = document.querySelector('[name=telcoCd][checked]')?.getAttribute('value');
  const isTicked = (name: string) => document.querySelector(`[name=${name}]`)?.hasAttribute('checked');
  return {
    name: value('name'),
    phoneNo: value('phoneNo'),
    telcoCd: carrier,
    remember: isTicked('remember'),
  };
}
const isReturn = ({ document }: Shown) => document.querySelector('#returning .button') !== null;
const cancelForm = 'form[action$="/cancel"]';
const empty = { name: '', phoneNo: '', telcoCd: undefined, remember: false };

const formCookie = ({ headers }: Shown | Response) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-plid-form=')) ?? '';

describe('the carriers on the form', () => {
  test('are three, with an MVNO on each network', async () => {
    const { page } = await beginSignIn(world);
    const tiles = page.document
      .querySelectorAll('.choices label')
      .map((label) => [
        label.querySelector('input')?.getAttribute('value'),
        label.querySelector('span')?.text.trim(),
      ]);
    expect(tiles).toEqual([
      ['S', 'SKT'],
      ['K', 'KT'],
      ['L', 'LG U+'],
      ['SM', 'SKT MVNO'],
      ['KM', 'KT MVNO'],
      ['LM', 'LG U+ MVNO'],
    ]);
  });

  test.each(['S', 'K', 'L'])("of an MVNO are called at their network's carrier: %s", async (network) => {
    const person = await newSubscriber(world, 'waits');
    await changeSubscriber(world, person.phoneNo, { telcoCd: network, mvno: 'Y', behaviour: 'waits' });
    const { browser, page } = await beginSignIn(world);
    const waiting = await browser.submit(page, { ...person, telcoCd: `${network}M` });
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });
});

describe("the browser's network", () => {
  const browserIn = (asn: unknown) =>
    new BrowserSession({ fetch: (url, init) => world.fetch(url, { ...init, cf: { asn } } as never) });

  test.each([
    [9644, 'S'],
    [17853, 'L'],
    [4766, undefined],
    [13335, undefined],
    ['9644', undefined],
    [undefined, undefined],
  ])('preselects its carrier with a hint: AS%s', async (asn, carrier) => {
    const page = await browserIn(asn).get(authorizeUrl(world));
    expect(formOf(page).telcoCd).toBe(carrier);
    const hint = page.document.querySelector('#telcoCd-hint')?.text;
    expect(hint?.includes('Chosen automatically')).toBe(carrier !== undefined);
  });

  test("doesn't change the user's choice, and isn't logged", async () => {
    const browser = browserIn(9644);
    const page = await browser.get(authorizeUrl(world));
    const korean = await browser.press(page, 'button[lang=ko]', { telcoCd: 'KM' });
    expect(formOf(korean).telcoCd).toBe('KM');
    expect(formOf(await browser.submit(korean, { telcoCd: '' })).telcoCd).toBe(undefined);
    expect(world.logs()).not.toMatch(/"(?:AS)?9644"|:9644\b/);
  });
});

describe('switching language', () => {
  test('keeps typed and checked values, and sends nothing to the carriers', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    const typed = { name: person.name, phoneNo: '010-12', telcoCd: 'KM', autoLogin: 'Y', remember: 'Y' };
    const korean = await browser.press(page, 'button[lang=ko]', typed);
    expect(korean.document.querySelector('html')?.getAttribute('lang')).toBe('ko');
    expect(formOf(korean)).toEqual({ name: person.name, phoneNo: '010-12', telcoCd: 'KM', remember: true });
    expect(korean.document.querySelector('[name=autoLogin]')?.hasAttribute('checked')).toBe(true);
    expect(await requestsOn(world, person.phoneNo)).toEqual([]);
  });
});

test('the form is cleared on Back unless the sign-in can still continue', async () => {
  const emptiesItself = ({ document }: Shown) => document.querySelector('form[data-forget]') !== null;
  const { browser, page } = await beginSignIn(world);
  const consent = await browser.submit(page, await newSubscriber(world));
  const query = authorizeUrl(world, { prompt: 'login' });
  expect([page, await browser.get(query)].map(emptiesItself)).toEqual([true, false]);
  await browser.submit(consent);
  await world.clock.advance(1);
  expect(emptiesItself(await browser.get(query))).toBe(true);

  const cancelled = await beginSignIn(world);
  await cancelled.browser.submit(cancelled.page, {}, cancelForm);
  expect(emptiesItself(await cancelled.browser.get(query))).toBe(true);
  const expired = await beginSignIn(world);
  await world.clock.advance(601);
  expect(emptiesItself(await expired.browser.get(query))).toBe(true);
});

test('forms of sign-ins in progress share an autofill section', async () => {
  const groupOf = ({ document }: Shown) =>
    document.querySelector('form[action$="/sign-in"] [name^=of-]')?.getAttribute('name');
  const { browser, page } = await beginSignIn(world);
  const query = authorizeUrl(world, { prompt: 'login' });
  expect(groupOf(page)).toBe(`of-${flowOf(page)}`);
  for (const _ of ['second', 'third']) {
    await world.clock.advance(1);
    expect(groupOf(await browser.get(query))).toBe(groupOf(page));
  }
  await browser.submit(page, {}, cancelForm);
  const afterwards = await browser.get(query);
  expect(groupOf(afterwards)).toBe(`of-${flowOf(afterwards)}`);
});

test('the end of a sign-in deletes the typed values', async () => {
  for (const end of [cancelForm, 'form[action$="/consent"]']) {
    const { browser, page } = await beginSignIn(world);
    const person = await newSubscriber(world, end === cancelForm ? 'waits' : 'approves');
    const ended = await browser.submit(await browser.submit(page, person), {}, end);
    expect(formCookie(ended)).toMatch(/^__Host-plid-form=; Max-Age=0; /);
  }
});

/** Another authorization request, with a state of its own. */
const newRequest = (changes: Record<string, string> = {}) =>
  authorizeUrl(world, { state: crypto.randomUUID(), ...changes });

describe('a sign-in that isn’t finished', () => {
  /** A browser whose user has sent the form, and waits for the phone. */
  async function waits() {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const waiting = await browser.submit(page, person);
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    return { person, browser, page, waiting };
  }
  const label = ({ document }: Shown) => document.querySelector('#returning .button')?.text.trim();
  const hasPerson = ({ text }: Shown, { name, phoneNo }: { name: string; phoneNo: string }) =>
    [name, phoneNo, phoneNo.slice(3, 7)].some((whole) => text.includes(whole));

  test('keeps its entries for its own request while it runs, and no longer', async () => {
    const { person, browser, page } = await waits();
    const { name, phoneNo, telcoCd } = person;
    expect(formOf(await browser.get(page.url))).toEqual({ name, phoneNo, telcoCd, remember: false });
    await world.clock.advance(650);
    const later = await browser.get(page.url);
    expect([formOf(later), isReturn(later), hasPerson(later, person)]).toEqual([empty, false, false]);
  });

  test('is offered to another request with one tap, masked, for ten minutes', async () => {
    const { person, browser } = await waits();
    for (const seconds of [0, 130, 469]) {
      await world.clock.advance(seconds);
      const next = await browser.get(newRequest());
      expect([label(next), hasPerson(next, person)], `${seconds}`).toEqual(['Send again with SKT', false]);
    }
    await world.clock.advance(1);
    expect(isReturn(await browser.get(newRequest()))).toBe(false);
  });

  test('is sent again with one tap, and stays masked', async () => {
    const { person, browser } = await waits();
    await world.clock.advance(130);
    const waiting = await browser.press(await browser.get(newRequest()), '#returning .button');
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
    const form = await browser.get(`${waiting.url.origin}${steps.signIn}${waiting.url.search}`);
    expect([isReturn(form), hasPerson(form, person)]).toEqual([true, false]);
  });

  test('is offered neither to another application nor after it was cancelled', async () => {
    const { browser, waiting } = await waits();
    const bank = newRequest({ client_id: applications.bank.client_id });
    expect(isReturn(await browser.get(bank))).toBe(false);
    await browser.submit(waiting, {}, cancelForm);
    expect(isReturn(await browser.get(newRequest()))).toBe(false);
  });

  test('keeps its entries when an empty form of another application switches its language', async () => {
    const { browser } = await waits();
    const bank = await browser.get(newRequest({ client_id: applications.bank.client_id }));
    await browser.press(bank, 'button[lang=ko]');
    expect(isReturn(await browser.get(newRequest()))).toBe(true);
  });

  test('shows nothing of its entries even if the carrier refuses them', async () => {
    const { person, browser } = await waits();
    await changeSubscriber(world, person.phoneNo, { telcoCd: 'K', behaviour: 'waits' });
    await world.clock.advance(130);
    const refused = await browser.press(await browser.get(newRequest()), '#returning .button');
    expect([refused.status, formOf(refused)]).toEqual([400, { ...empty, telcoCd: 'S' }]);
    expect(hasPerson(refused, person)).toBe(false);
  });
});

describe("a returning user's button", () => {
  /** A browser that remembers a user, at its next sign-in. */
  async function comeBack(changes: Record<string, string> = {}) {
    const person = { ...(await newSubscriber(world, 'waits')), ...changes };
    const { browser, page } = await beginSignIn(world);
    await browser.submit(page, { ...person, remember: 'Y' });
    await world.clock.advance(121);
    return { person, browser, page: await browser.get(newRequest()) };
  }
  const shown = ({ document }: Shown) => document.toString();

  test("requests the remembered user's phone, and no page contains their full data", async () => {
    const { person, browser, page } = await comeBack();
    const waiting = await browser.press(page, '#returning .button');
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
    const { searchParams } = waiting.url;
    const another = await browser.get(`${page.url.origin}${steps.signIn}?flow=${searchParams.get('flow')}`);
    expect(isReturn(another)).toBe(true);
    const spelled = person.phoneNo.replace(/(...)(....)(....)/, '$1-$2-$3');
    for (const whole of [person.name, person.phoneNo, spelled])
      for (const one of [page, waiting, another]) expect(shown(one)).not.toContain(whole);
    await world.clock.advance(100 * 86_400);
    await browser.press(await browser.get(newRequest()), '#returning .button');
    await world.clock.advance(100 * 86_400);
    expect(isReturn(await browser.get(newRequest()))).toBe(true);
  });

  test('leads to the filled form if the carrier disagrees, and stays after other errors', async () => {
    const wrong = await comeBack({ telcoCd: 'K' });
    expect(isReturn(wrong.page)).toBe(false);

    const moved = await comeBack();
    await changeSubscriber(world, moved.person.phoneNo, { telcoCd: 'K', behaviour: 'waits' });
    const refused = await moved.browser.press(moved.page, '#returning .button');
    const { name, phoneNo, telcoCd } = moved.person;
    expect([refused.status, formOf(refused)]).toEqual([400, { name, phoneNo, telcoCd, remember: true }]);

    const silent = await comeBack();
    await changeSubscriber(world, silent.person.phoneNo, { behaviour: 'fails' });
    const failed = await silent.browser.press(silent.page, '#returning .button');
    expect([failed.status, isReturn(failed), formOf(failed)]).toEqual([503, true, empty]);
  });

  test("offers automatic login; switching language, or an empty form, doesn't delete the data", async () => {
    const { browser, page } = await comeBack();
    const korean = await browser.press(page, 'button[lang=ko]');
    expect(isReturn(korean)).toBe(true);
    const waiting = await browser.press(korean, '#returning .button', { autoLogin: 'Y' });
    const flow = waiting.url.searchParams.get('flow');
    const again = await browser.get(`${page.url.origin}${steps.signIn}?flow=${flow}`);
    expect(again.document.querySelector('[name=autoLogin]')?.hasAttribute('checked')).toBe(true);
  });

  test("isn't shown without the cookie, and is rejected with any other value", async () => {
    const { browser, page } = await comeBack();
    await world.clock.advance(601);
    const forgotten = await browser.press(page, 'button[value=forget]');
    expect([isReturn(forgotten), formOf(forgotten)]).toEqual([false, empty]);
    expect(formOf(await browser.press(page, '#returning .button'))).toEqual(empty);
    page.document.querySelector('#returning .button')?.setAttribute('value', 'everybody');
    expect((await browser.press(page, '#returning .button')).status).toBe(400);
  });
});

describe('“remember my details”', () => {
  test('is off until the user checks it, and another sign-in starts empty', async () => {
    const { browser, page } = await beginSignIn(world);
    expect(formOf(page)).toEqual(empty);
    const waiting = await browser.submit(page, await newSubscriber(world, 'waits'));
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    const next = await browser.get(newRequest());
    expect([formOf(next), isReturn(next)]).toEqual([empty, true]);
  });

  test('shows the masked user in later sign-ins at any application, only in this browser', async () => {
    const { browser, page } = await beginSignIn(world);
    await browser.submit(page, { ...(await newSubscriber(world)), remember: 'Y' });
    await world.clock.advance(30 * 86_400);
    const later = await browser.get(newRequest({ client_id: applications.bank.client_id }));
    expect(isReturn(later)).toBe(true);
    expect(formOf(later)).toEqual(empty);
    expect(isReturn((await beginSignIn(world)).page)).toBe(false);
  });

  test('is deleted when it is unchecked, and after 180 days', async () => {
    const person = await newSubscriber(world);
    for (const forget of [
      async (browser: BrowserSession) =>
        browser.submit(await browser.get(newRequest()), { ...person, remember: 'N' }, 'form#sign-in'),
      async (browser: BrowserSession) =>
        browser.press(await browser.get(newRequest()), 'button[value=forget]'),
      async () => world.clock.advance(180 * 86_400),
    ]) {
      const { browser, page } = await beginSignIn(world);
      await browser.submit(page, { ...person, remember: 'Y' });
      await world.clock.advance(40);
      const next = () => browser.get(newRequest({ prompt: 'login' }));
      expect(isReturn(await next())).toBe(true);
      await forget(browser);
      // Until then, the sign-in that isn't finished is offered.
      await world.clock.advance(600);
      expect(isReturn(await next())).toBe(false);
    }
  });

  test('is an encrypted cookie for this host; without it the form is stored for half an hour', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await beginSignIn(world);
    const send = (fields: Record<string, string>) =>
      browser.fetch(page.url.origin + steps.signIn, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
        body: new URLSearchParams({
          ...person,
          ...fields,
          flow: page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '',
        }).toString(),
      });
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
    const short = formCookie(await send({}));
    expect(short).toMatch(/^__Host-plid-form=[\w.-]+; Max-Age=1800; /);
    const long = formCookie(await send({ remember: 'Y' }));
    expect(long).toMatch(/^__Host-plid-form=[\w.-]+; Max-Age=15552000; /);
    for (const cookie of [short, long]) {
      expect(cookie).toContain(attributes);
      expect(decodeURIComponent(cookie)).not.toContain(person.phoneNo);
    }
  });
});
