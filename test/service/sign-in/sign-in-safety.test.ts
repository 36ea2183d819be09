import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { leaveApp, newSubscriber, registerAgain, requestsOn } from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  beginSignIn,
  codeOf,
  consentFields,
  flowOf,
  locationOf,
  people,
  postForm,
  returned,
  steps,
  titleOf,
} from '../../support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const { client_id } = applications.shop;
const begin = (headers: Record<string, string> = {}) => beginSignIn(world, { headers });

/** The digest of what the shop states, as its consent page sends it. */
async function statedTerms(): Promise<string> {
  const { browser, page } = await begin();
  return consentFields(await browser.submit(page, await newSubscriber(world))).terms;
}

describe('a form sent from another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['as browsers say', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['of the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example.com' }],
    ['as older browsers say', { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    ['in a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
    ['in a sandboxed frame of an older browser', { 'Sec-Fetch-Site': '', Origin: 'null' }],
  ];

  test.each(foreign)('is rejected %s, without a push, consent, or cancellation', async (_, sent) => {
    const headers = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const person = await newSubscriber(world);
    const { browser, page } = await begin();
    const flow = flowOf(page);
    const send = (path: string, fields = {}) => rawPost(browser, path, { flow, ...fields }, headers);
    expect((await send(steps.signIn, person)).status).toBe(400);
    expect(await requestsOn(world, person.phoneNo)).toEqual([]);

    const consent = await browser.submit(page, person);
    const answers = [
      await send(steps.consent, { ...consentFields(consent), autoLogin: 'Y' }),
      await send(steps.cancel),
    ];
    for (const answer of answers)
      expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
    expect(codeOf(await browser.submit(consent))).toBeTruthy();
  });

  /** Posts with the cookies that SameSite would hold back, and only the given headers. */
  function rawPost(
    browser: BrowserSession,
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string>,
  ) {
    const cookies = [...browser.cookies(world.service)].map((pair) => pair.join('=')).join('; ');
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return world.fetch(`${world.service}${path}`, {
      method: 'POST',
      headers: { ...type, ...headers, Cookie: cookies },
      body,
    });
  }

  test('is recognized by Origin in an older browser', async () => {
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...people.hana };
    const answer = await rawPost(browser, steps.signIn, fields, { Origin: world.service });
    expect(answer.status).toBe(303);
  });
});

describe('a sign-in in another browser', () => {
  test("rejects its form, with or without a sign-in of the browser's own", async () => {
    const victim = await begin();
    const person = await newSubscriber(world);
    await victim.browser.submit(victim.page, person);
    const attackers = [
      { attacker: new BrowserSession(world), told: 'Your browser blocks cookies' },
      { attacker: (await begin()).browser, told: 'We can’t find this sign-in' },
    ];
    for (const { attacker, told } of attackers) {
      for (const path of Object.values(steps)) {
        const answer = await postForm(attacker, path, { flow: flowOf(victim.page), ...people.manryo });
        expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 400, null]);
        expect(await answer.text()).toContain(told);
      }
      const wait = await attacker.get(`${world.service}/oauth2/authorize/wait?flow=${flowOf(victim.page)}`);
      expect(wait.status).toBe(400);
    }
  });

  test("rejects its cookie under another sign-in's name", async () => {
    const first = await begin();
    const { terms } = consentFields(await first.browser.submit(first.page, await newSubscriber(world)));
    const second = await begin();
    const [[, stolen] = ['', '']] = [...first.browser.cookies(world.service)];
    second.browser.setCookie(world.service, `__Host-plid-sign-in-${flowOf(second.page)}`, stolen);
    const answer = await postForm(second.browser, steps.consent, { flow: flowOf(second.page), terms });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['cut', (value: string) => value.slice(0, -1)],
    ['changed', (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    [
      'replaced by the code of another sign-in',
      () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoidGVzdCJ9..AAAA.AAAA.AAAA',
    ],
    ['empty', () => ''],
  ])('rejects its cookie %s', async (_, change) => {
    const { browser, page } = await begin();
    const [[name, value] = ['', '']] = [...browser.cookies(world.service)];
    browser.setCookie(world.service, name, change(value));
    expect((await postForm(browser, steps.signIn, { flow: flowOf(page), ...people.hana })).status).toBe(400);
  });

  test("isn't changed by fields for another application, address, or state", async () => {
    const person = await newSubscriber(world);
    const { browser, page } = await begin();
    const extra = {
      client_id: applications.bank.client_id,
      redirect_uri: 'https://evil.example/',
      state: 'other',
      plid: 'x',
    };
    const consent = await browser.submit(page, { ...person, ...extra });
    const end = await browser.submit(consent, extra);
    expect(end.url.origin + end.url.pathname).toBe('http://localhost:3000/callback');
    expect(returned(end).state).toBe('a state');
    expect(await accessTokenFor(world, { code: codeOf(end) })).toBeTruthy();
  });

  test('has no step without a sign-in, or before its time', async () => {
    const browser = new BrowserSession(world);
    for (const path of ['sign-in', 'wait', 'consent', 'status']) {
      expect((await browser.get(`${world.service}/oauth2/authorize/${path}`)).status).toBe(400);
    }
    const { browser: early, page } = await begin();
    for (const path of ['wait', 'consent']) {
      const shown = await early.get(`${world.service}/oauth2/authorize/${path}?flow=${flowOf(page)}`);
      expect(shown.url.pathname).toBe(steps.signIn);
    }
    const terms = await statedTerms();
    const agreed = await postForm(early, steps.consent, { flow: flowOf(page), terms, autoLogin: 'Y' });
    expect(locationOf(agreed)).toMatch(/^\/oauth2\/authorize\/wait/);
  });

  test('gets no code by consenting before the phone has answered', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const waiting = await browser.submit(page, person);
    const fields = { flow: flowOf(waiting), terms: await statedTerms() };
    const agreed = await postForm(browser, steps.consent, fields);
    expect(locationOf(agreed)).toMatch(/^\/oauth2\/authorize\/wait/);
  });

  test('rejects a form that is malformed or too long', async () => {
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...people.hana };
    expect((await postForm(browser, steps.signIn, { ...fields, more: 'x'.repeat(70_000) })).status).toBe(400);
    expect((await postForm(browser, steps.signIn, fields, { 'Content-Type': 'text/plain' })).status).toBe(
      400,
    );
  });
});

describe('a user who leaves at the carrier', () => {
  test('between approval and consent ends the sign-in', async () => {
    const person = await newSubscriber(world);
    const { browser, page } = await begin();
    const consent = await browser.submit(page, person);
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    const late = await browser.submit(consent);
    expect([late.status, titleOf(late)]).toEqual([400, 'This number is no longer registered in the app']);
  });

  test('with an account that ended before its phone gets a new plid', async () => {
    const person = await newSubscriber(world);
    const first = await begin();
    const consent = await first.browser.submit(first.page, person);
    const plid = await plidOf(codeOf(await first.browser.submit(consent)));
    const { ACCOUNT } = world.durableObjects;
    await ACCOUNT.getByName(plid).terminate(await world.clock.now());
    const second = await begin();
    const asked = await second.browser.submit(second.page, person);
    expect(asked.url.pathname).toBe(steps.consent);
    expect(await plidOf(codeOf(await second.browser.submit(asked)))).not.toBe(plid);
  });

  async function plidOf(code: string): Promise<string> {
    const token = await accessTokenFor(world, { code });
    return (await jsonOf(await requestUser(world, token))).user?.plid ?? '';
  }
});

test("the application's name is never rendered as markup", async () => {
  const { APPLICATIONS } = await world.env('plid-service-authorize');
  const key = 'application:scriptshop0000000001';
  const shop = await APPLICATIONS.get(`application:${client_id}`, 'json');
  const name = '<script>alert(1)</script> & "Co"';
  await APPLICATIONS.put(key, JSON.stringify({ ...shop, client_id: 'scriptshop0000000001', name }));
  const browser = new BrowserSession(world);
  const page = await browser.get(authorizeUrl(world, { client_id: 'scriptshop0000000001' }));
  const consent = await browser.submit(page, await newSubscriber(world));
  for (const { text } of [page, consent]) {
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script>alert(1)&lt;/script> &amp; &quot;Co&quot;');
  }
});
