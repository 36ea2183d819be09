import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { authorizeUrl, people, signIn } from '../../test/support/fixtures/sign-in.ts';
import { latestRequest, subscribersOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { en } from '../texts/sandbox-en.ts';
import { ko } from '../texts/sandbox-ko.ts';

const world = useWorld({ half: 'service' });
let browser: BrowserSession;
beforeAll(async () => {
  browser = new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });
});

const open = (path: string) => browser.get(`${world.sandbox}${path}`);
const phoneOf = ({ phoneNo }: { phoneNo: string }) => open(`/sandbox?phoneNo=${phoneNo}`);
const textOf = (page: Shown) => page.document.querySelector('main')?.structuredText ?? '';

/** A sign-in that waits for 박대기's phone. It starts a day after the others, so that earlier denials no longer count. */
async function startWaiting(): Promise<void> {
  await world.clock.advance(86_400);
  const other = new BrowserSession(world);
  await other.submit(await other.get(authorizeUrl(world)), people.daegi);
}

describe('the sandbox phone without JavaScript', () => {
  test('can be chosen from the list', async () => {
    const page = await open('/sandbox');
    const links = page.document.querySelectorAll('.phones a').map((link) => link.getAttribute('href'));
    const fixed = Object.values(people).map(({ phoneNo }) => `/sandbox?phoneNo=${phoneNo}`);
    expect(links).toEqual(expect.arrayContaining(fixed));
  });

  test("shows a request's application, time, and three numbers, without marking the right one", async () => {
    await startWaiting();
    const page = await phoneOf(people.daegi);
    const { id, choices } = await latestRequest(world, people.daegi.phoneNo);
    expect(textOf(page)).toContain('Are you signing in to Demo Shop');
    expect(page.document.querySelector('.request time')?.getAttribute('datetime')).toMatch(/^\d{4}-/);
    const buttons = page.document.querySelectorAll(`form[action$="${id}/approve"] button`);
    expect(buttons.map((button) => button.getAttribute('value'))).toEqual(choices);
    expect(new Set(buttons.map((button) => button.getAttribute('class'))).size).toBe(1);
  });

  test('approves by the right number, and returns to the phone', async () => {
    await startWaiting();
    const { match } = await latestRequest(world, people.daegi.phoneNo);
    const after = await browser.submit(await phoneOf(people.daegi), { match }, 'form[action$=approve]');
    expect(after.url.search).toBe(`?phoneNo=${people.daegi.phoneNo}`);
    expect(await latestRequest(world, people.daegi.phoneNo)).toMatchObject({ status: 'approved' });
  });

  test('denies by one tap', async () => {
    await startWaiting();
    const after = await browser.submit(await phoneOf(people.daegi), {}, 'form[action$=deny]');
    expect(textOf(after)).toContain('denied');
  });

  test('refreshes the page by itself', async () => {
    expect((await phoneOf(people.daegi)).text).toContain(
      '<noscript><meta http-equiv="refresh" content="3"/>',
    );
  });

  test('lists automatic logins in its settings and switches them off', async () => {
    await signIn(new BrowserSession(world), world, people.hana, { autoLogin: true });
    const page = await phoneOf(people.hana);
    const selector = 'form[action$=end-automatic-logins]';
    expect(page.document.querySelector(selector)?.parentNode?.structuredText).toContain('Demo Shop');
    const after = await browser.submit(page, {}, selector);
    expect(after.document.querySelector(selector)).toBeNull();
    expect(textOf(after)).toContain('No application uses automatic login');
  });

  test('leaves the app and registers again', async () => {
    const left = await browser.submit(await phoneOf(people.duri), {}, 'form[action$=leave]');
    expect(textOf(left)).toContain('You have left');
    expect((await subscribersOf(world)).find(({ phoneNo }) => phoneNo === people.duri.phoneNo)?.left).toBe(
      true,
    );
    const back = await browser.submit(left, {}, 'form[action$=register]');
    expect(textOf(back)).not.toContain('You have left');
  });

  test("shows all phones if the phone doesn't exist", async () => {
    const page = await open('/sandbox?phoneNo=01011112222');
    expect(page.status).toBe(200);
    expect(page.document.querySelectorAll('.phones a').length).toBeGreaterThan(6);
  });
});

describe('a form of the sandbox', () => {
  test('adds a subscriber', async () => {
    const filled = { phoneNo: '01055556666', name: '새사람', telcoCd: 'L', gender: 'F', birthdate: '010203' };
    const form = await open('/sandbox/subscribers');
    const phone = await browser.submit(form, { ...filled, foreign: 'F', behaviour: 'waits' });
    expect(phone.document.querySelector('h1')?.text).toContain('새사람');
    const edit = await open(`/sandbox/subscribers?phoneNo=${filled.phoneNo}`);
    expect(edit.document.querySelector('input[name=name]')?.getAttribute('value')).toBe('새사람');
    expect(edit.document.querySelector('select[name=telcoCd] option[selected]')?.getAttribute('value')).toBe(
      'L',
    );
  });

  test('rejects a subscriber with an impossible date on the page', async () => {
    const filled = { phoneNo: '01055557777', name: '새사람', telcoCd: 'L', gender: 'F', birthdate: '011301' };
    const page = await browser.submit(await open('/sandbox/subscribers'), { ...filled, foreign: 'F' });
    expect(page.status).toBe(400);
    expect(page.headers.get('Content-Type')).toContain('text/html');
    expect(textOf(page)).toContain('birthdate');
  });

  test('adds a fault and clears all faults', async () => {
    const fault = {
      endpoint: '/v1/user/me',
      kind: 'error',
      count: '3',
      status: '503',
      error: 'server_error',
    };
    const form = 'form[action="/sandbox/faults"]';
    const page = await browser.submit(await open('/sandbox/faults'), { ...fault, milliseconds: '20' }, form);
    expect(textOf(page)).toContain('503 server_error +20 ms');
    expect(textOf(page)).toContain('×3');
    const cleared = await browser.submit(page, {}, 'form[action$=clear]');
    expect(textOf(cleared)).toContain('No faults are set');
  });
});

describe('a sandbox page', () => {
  const paths = ['/sandbox', '/sandbox?phoneNo=01000000004', '/sandbox/subscribers', '/sandbox/faults'];

  test.each(paths)("%s runs only scripts with its nonce, and can't be framed", async (path) => {
    const page = await open(path);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/ (?:style|on\w+)="/);
  });

  test.each(paths)('%s is under 10 KiB compressed and requests no other host', async (path) => {
    const page = await open(path);
    const { length } = gzipSync(page.text);
    expect(length).toBeLessThan(10 * 1024);
    expect(page.text).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
  });

  test.each(paths)('%s is in Korean and English, and remembers the choice', async (path) => {
    const korean = new BrowserSession(world, { headers: { 'Accept-Language': 'ko-KR' } });
    const first = await korean.get(`${world.sandbox}${path}`);
    expect(first.document.querySelector('html')?.getAttribute('lang')).toBe('ko');
    const english = first.document.querySelector('a[hreflang=en]')?.getAttribute('href') ?? '';
    expect(
      (await korean.get(new URL(english, first.url))).document.querySelector('html')?.getAttribute('lang'),
    ).toBe('en');
    expect((await korean.get(first.url)).document.querySelector('html')?.getAttribute('lang')).toBe('en');
  });

  test('has the same texts in both languages', () => {
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect(Object.keys(ko)).toEqual(Object.keys(en));
    for (const [name, text] of Object.entries(en)) {
      expect(holes(ko[name as keyof typeof ko]), name).toEqual(holes(text));
      expect(ko[name as keyof typeof ko], name).not.toBe('');
    }
  });
});
