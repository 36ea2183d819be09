import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../support/people/browser-session.ts';
import { changeSubscriber, newSubscriber, requestsOn } from '../support/people/phones.ts';
import { authorizeUrl, beginSignIn, steps } from '../support/people/sign-in.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

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
const cancelForm = 'form[action$="/cancel"]';
const empty = { name: '', phoneNo: '', telcoCd: undefined, remember: false };

const formCookie = ({ headers }: Shown | Response) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-plid-form=')) ?? '';

describe('the carriers are shown as people know them', () => {
  test('three, and an MVNO on the network of each', async () => {
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

  test.each(['S', 'K', 'L'])(
    'one on an MVNO is asked for at the carrier of its network: %s',
    async (network) => {
      const person = await newSubscriber(world, 'waits');
      await changeSubscriber(world, person.phoneNo, { telcoCd: network, behaviour: 'waits' });
      const { browser, page } = await beginSignIn(world);
      const waiting = await browser.submit(page, { ...person, telcoCd: `${network}M` });
      expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
      expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
    },
  );
});

describe('the other language', () => {
  test('keeps what was typed and ticked, and sends nothing to the carriers', async () => {
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

test('the form empties itself for somebody who goes back to it, unless the sign-in can still go on', async () => {
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

test('the end of a sign-in drops what was typed into it', async () => {
  for (const end of [cancelForm, 'form']) {
    const { browser, page } = await beginSignIn(world);
    const person = await newSubscriber(world, end === 'form' ? 'approves' : 'waits');
    const ended = await browser.submit(await browser.submit(page, person), {}, end);
    expect(formCookie(ended)).toMatch(/^__Host-plid-form=; Max-Age=0; /);
  }
});

describe('“remember my details”', () => {
  test('is off until the person ticks it: another sign-in of the browser begins empty', async () => {
    const { browser, page } = await beginSignIn(world);
    expect(formOf(page)).toEqual(empty);
    const waiting = await browser.submit(page, await newSubscriber(world, 'waits'));
    expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
    expect(formOf(await browser.get(authorizeUrl(world)))).toEqual(empty);
  });

  test('ticked, it fills in later sign-ins, at any application, and in this browser alone', async () => {
    const person = await newSubscriber(world);
    const { browser, page } = await beginSignIn(world);
    await browser.submit(page, { ...person, remember: 'Y' });
    await world.clock.advance(30 * 86_400);
    const { name, phoneNo, telcoCd } = person;
    const later = await browser.get(authorizeUrl(world, { client_id: applications.bank.client_id }));
    expect(formOf(later)).toEqual({ name, phoneNo, telcoCd, remember: true });
    expect(formOf((await beginSignIn(world)).page)).toEqual(empty);
  });

  test('unticked and sent, it is forgotten; after 180 days, too', async () => {
    const person = await newSubscriber(world);
    for (const forget of [
      async (browser: BrowserSession) =>
        browser.submit(await browser.get(authorizeUrl(world)), { ...person, remember: 'N' }),
      async () => world.clock.advance(180 * 86_400),
    ]) {
      const { browser, page } = await beginSignIn(world);
      await browser.submit(page, { ...person, remember: 'Y' });
      await world.clock.advance(40);
      await forget(browser);
      expect(formOf(await browser.get(authorizeUrl(world, { prompt: 'login' })))).toEqual(empty);
    }
  });

  test('is a sealed cookie for this host alone; without it the form is kept for this sign-in’s ten minutes', async () => {
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
    expect(short).toMatch(/^__Host-plid-form=[\w.-]+; Max-Age=600; /);
    const long = formCookie(await send({ remember: 'Y' }));
    expect(long).toMatch(/^__Host-plid-form=[\w.-]+; Max-Age=15552000; /);
    for (const cookie of [short, long]) {
      expect(cookie).toContain(attributes);
      expect(decodeURIComponent(cookie)).not.toContain(person.phoneNo);
    }
  });
});
