import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const hana = { name: '김하나', phoneNo: '01000000001', telcoCd: 'S' };
const daegi = { name: '박대기', phoneNo: '010-0000-0004', telcoCd: 'S' };

describe.each([{ topology: 'the worker of each route' }, { topology: 'sandbox/local.ts', local: true }])(
  'a sign-in over plain HTTP, on $topology',
  ({ local = false }) => {
    const world = useWorld({ local });

    const startLogin = (browser: BrowserSession, query = '') =>
      browser.get(`${world.gateway}/auth/login?return_to=/auth/session${query}`);
    const userOf = (page: Shown) => JSON.parse(page.text).user;

    test('with an automatic approval ends with consent and a session with decrypted attributes', async () => {
      const browser = new BrowserSession(world);
      const consent = await browser.submit(await startLogin(browser), hana);
      expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
      const session = await browser.submit(consent);
      expect(session.url.href).toBe(`${world.gateway}/auth/session`);
      expect(userOf(session)).toMatchObject({
        name: '김하나',
        phoneNo: '01000000001',
        telcoCd: 'S',
        gender: 'F',
        agegroup: '30',
        birthday: '0101',
        birthdate: '900101',
        foreign: 'L',
      });
      expect(userOf(session)).not.toHaveProperty('ci');
      expect(userOf(session).plid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    });

    test('asks for consent once, and redirects directly the next time', async () => {
      const john = { name: 'JOHN SMITH', phoneNo: '01000000003', telcoCd: 'L' };
      const first = new BrowserSession(world);
      await first.submit(await first.submit(await startLogin(first), john));
      const browser = new BrowserSession(world);
      const session = await browser.submit(await startLogin(browser), john);
      expect(session.url.href).toBe(`${world.gateway}/auth/session`);
      expect(userOf(session).name).toBe('JOHN SMITH');
    });

    test('is approved on the phone by the number displayed on the page', async () => {
      const browser = new BrowserSession(world);
      const waiting = await browser.submit(await startLogin(browser), daegi);
      expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
      const { requests } = await jsonOf(`${world.sandbox}/sandbox/requests?phoneNo=01000000004`);
      const [request] = requests;
      expect(waiting.text).toContain(request.match);
      const approved = await world.fetch(`${world.sandbox}/sandbox/requests/${request.id}/approve`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ match: request.match }),
      });
      expect(approved.status).toBe(200);
      const consent = await browser.get(waiting.url);
      const session = await browser.submit(consent);
      expect(userOf(session)).toMatchObject({ name: '박대기', agegroup: '20' });
    });

    test('is automatic without a form the second time, and the gateway still knows the user', async () => {
      const browser = new BrowserSession(world);
      const yidu = { name: '이두리', phoneNo: '+82 10-0000-0002', telcoCd: 'K' };
      const consent = await browser.submit(await startLogin(browser), { ...yidu, autoLogin: 'Y' });
      const first = userOf(await browser.submit(consent));
      expect(first).toMatchObject({ name: '이두리', autoLoginYn: 'Y', autoStatusCheck: 'Y' });
      await logOut(browser);
      const again = await startLogin(browser);
      expect(again.url.href).toBe(`${world.gateway}/auth/session`);
      expect(userOf(again)).toMatchObject({
        plid: first.plid,
        name: '이두리',
        phoneNo: '01000000002',
        autoLoginYn: 'Y',
        autoStatusCheck: 'N',
      });
    });

    test('ends for good with a sign-out', async () => {
      const browser = new BrowserSession(world);
      const consent = await browser.submit(await startLogin(browser), await newSubscriber(world));
      expect(userOf(await browser.submit(consent)).plid).toBeDefined();
      const cookies = new Map(browser.cookies(new URL(world.gateway).origin));
      await logOut(browser);
      for (const [name, value] of cookies) browser.setCookie(new URL(world.gateway).origin, name, value);
      const answer = await browser.fetch(`${world.gateway}/auth/session`);
      expect(answer.status).toBe(401);
    });

    test('that is denied on the phone returns to the application with an error', async () => {
      const browser = new BrowserSession(world);
      const denied = await browser.submit(await startLogin(browser), {
        name: '최거절',
        phoneNo: '01000000005',
        telcoCd: 'K',
      });
      expect(denied.url.href).toContain(`${world.gateway}/auth/callback?error=access_denied`);
      expect(denied.headers.get('Content-Type')).toContain('text/html');
    });

    async function logOut(browser: BrowserSession) {
      const answer = await browser.fetch(`${world.gateway}/auth/logout`, {
        method: 'POST',
        headers: { Origin: new URL(world.gateway).origin, Accept: 'application/json' },
        redirect: 'manual',
      });
      expect(answer.status).toBeLessThan(400);
    }

    async function jsonOf(url: string) {
      const answer = await world.fetch(url, { headers: { Accept: 'application/json' } });
      return JSON.parse(await answer.text());
    }
  },
);
