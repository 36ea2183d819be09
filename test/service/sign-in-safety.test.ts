import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../support/browser-session.ts';
import { approveOn, leaveApp, newSubscriber, registerAgain, requestsOn } from '../support/phones.ts';
import { accessTokenFor, jsonOf, requestToken, requestUser } from '../support/service-requests.ts';
import { applications } from '../support/settings.ts';
import { authorizeUrl, codeOf, type Person, people, returned } from '../support/sign-in.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const { client_id } = applications.shop;
const steps = {
  signIn: '/oauth2/authorize/sign-in',
  consent: '/oauth2/authorize/consent',
  cancel: '/oauth2/authorize/cancel',
};

async function begin(headers: Record<string, string> = {}) {
  const browser = new BrowserSession(world, { headers });
  return { browser, page: await browser.get(authorizeUrl(world, { prompt: 'login' })) };
}

const flowOf = (page: Shown) => page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
const titleOf = (page: Shown) => page.document.querySelector('h1')?.text;

/** A form sent by a script of some page, with this browser's cookies. */
function post(
  browser: BrowserSession,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return browser.fetch(`${world.service}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
}

const locationOf = (answer: Response) => answer.headers.get('Location') ?? '';
const codeIn = (answer: Response) => new URL(locationOf(answer)).searchParams.get('code') ?? '';

describe('a form sent from another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['as browsers say', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['of the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example.com' }],
    ['as older browsers say', { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    ['in a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
    ['in a sandboxed frame of an older browser', { 'Sec-Fetch-Site': '', Origin: 'null' }],
  ];

  test.each(foreign)(
    'is refused, %s: nobody is pushed to, nothing is agreed to or cancelled',
    async (_, sent) => {
      const headers = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
      const person = await newSubscriber(world);
      const { browser, page } = await begin();
      const flow = flowOf(page);
      const send = (path: string, fields = {}) => rawPost(browser, path, { flow, ...fields }, headers);
      expect((await send(steps.signIn, person)).status).toBe(400);
      expect(await requestsOn(world, person.phoneNo)).toEqual([]);

      const consent = await browser.submit(page, person);
      const answers = [await send(steps.consent, { autoLogin: 'Y' }), await send(steps.cancel)];
      for (const answer of answers)
        expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
      expect(codeOf(await browser.submit(consent))).toBeTruthy();
    },
  );

  /** With the cookies that SameSite would hold back, and no header but those given. */
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

  test('in an older browser our own page is told from it by Origin', async () => {
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...people.hana };
    const answer = await rawPost(browser, steps.signIn, fields, { Origin: world.service });
    expect(answer.status).toBe(303);
  });
});

describe('a sign-in belongs to the browser that began it', () => {
  test('its form from another browser, with or without a sign-in of its own', async () => {
    const victim = await begin();
    const person = await newSubscriber(world);
    await victim.browser.submit(victim.page, person);
    for (const attacker of [new BrowserSession(world), (await begin()).browser]) {
      for (const path of Object.values(steps)) {
        const answer = await post(attacker, path, { flow: flowOf(victim.page), ...people.manryo });
        expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 400, null]);
        expect(await answer.text()).toContain('We can’t find this sign-in');
      }
      const wait = await attacker.get(`${world.service}/oauth2/authorize/wait?flow=${flowOf(victim.page)}`);
      expect(wait.status).toBe(400);
    }
  });

  test('its cookie under another sign-in’s name', async () => {
    const first = await begin();
    await first.browser.submit(first.page, await newSubscriber(world));
    const second = await begin();
    const [[, stolen] = ['', '']] = [...first.browser.cookies(world.service)];
    second.browser.setCookie(world.service, `__Host-plid-sign-in-${flowOf(second.page)}`, stolen);
    const answer = await post(second.browser, steps.consent, { flow: flowOf(second.page) });
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
  ])('its cookie %s', async (_, change) => {
    const { browser, page } = await begin();
    const [[name, value] = ['', '']] = [...browser.cookies(world.service)];
    browser.setCookie(world.service, name, change(value));
    expect((await post(browser, steps.signIn, { flow: flowOf(page), ...people.hana })).status).toBe(400);
  });

  test('fields that name another application, address or state change nothing', async () => {
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

  test('no step without a sign-in, and none before its time', async () => {
    const browser = new BrowserSession(world);
    for (const path of ['sign-in', 'wait', 'consent', 'status', 'language']) {
      expect((await browser.get(`${world.service}/oauth2/authorize/${path}`)).status).toBe(400);
    }
    const { browser: early, page } = await begin();
    for (const path of ['wait', 'consent']) {
      const shown = await early.get(`${world.service}/oauth2/authorize/${path}?flow=${flowOf(page)}`);
      expect(shown.url.pathname).toBe(steps.signIn);
    }
    const agreed = await post(early, steps.consent, { flow: flowOf(page), autoLogin: 'Y' });
    expect(locationOf(agreed)).toMatch(/^\/oauth2\/authorize\/wait/);
  });

  test('agreeing while the phone has not answered gives no code', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const waiting = await browser.submit(page, person);
    const agreed = await post(browser, steps.consent, { flow: flowOf(waiting) });
    expect(locationOf(agreed)).toMatch(/^\/oauth2\/authorize\/wait/);
  });

  test('a form that is none, or too long', async () => {
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...people.hana };
    expect((await post(browser, steps.signIn, { ...fields, more: 'x'.repeat(70_000) })).status).toBe(400);
    expect((await post(browser, steps.signIn, fields, { 'Content-Type': 'text/plain' })).status).toBe(400);
  });
});

describe('a form sent twice', () => {
  test('the sign-in: the phone is asked once', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const first = await browser.submit(page, person);
    const second = await browser.submit(page, person);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
    await approveOn(world, person.phoneNo);
    expect((await browser.get(second.url)).url.pathname).toBe(steps.consent);
  });

  test('the sign-in at the same moment: still once', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...person };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(browser, steps.signIn, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 429, 429, 429, 429, 429, 429, 429]);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });

  test('the consent: both codes name one grant, which gives one token', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    const fields = { flow: flowOf(consent) };
    const [first, second] = await Promise.all([
      post(browser, steps.consent, fields),
      post(browser, steps.consent, fields),
    ]);
    const token = await accessTokenFor(world, { code: codeIn(first) });
    expect((await requestUser(world, token)).status).toBe(200);
    expect((await requestToken(world, { code: codeIn(second) })).status).toBe(500);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('back after the code was used: a page that says so, and leads to the application', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    await accessTokenFor(world, { code: codeOf(await browser.submit(consent)) });
    const wait = await browser.get(`${world.service}/oauth2/authorize/wait?flow=${flowOf(consent)}`);
    for (const again of [wait, await browser.submit(consent), await browser.submit(page, people.hana)]) {
      expect([again.status, titleOf(again)]).toEqual([400, 'This sign-in is finished']);
    }
    const left = await browser.submit(wait, {}, 'form[action$="/cancel"]');
    expect(returned(left)).toMatchObject({ error: 'access_denied', state: 'a state' });
  });

  test('back a minute after a code that nobody used: no other code', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    codeOf(await browser.submit(consent));
    await world.clock.advance(60);
    expect(titleOf(await browser.submit(consent))).toBe('This sign-in is finished');
  });

  test('forms never answer 307 or 308, which would send what was typed to the application', async () => {
    const { browser, page } = await begin();
    const person = await newSubscriber(world);
    const signedIn = await post(browser, steps.signIn, { flow: flowOf(page), ...person });
    expect(signedIn.status).toBe(303);
    await browser.get(new URL(locationOf(signedIn), world.service));
    expect((await post(browser, steps.consent, { flow: flowOf(page) })).status).toBe(302);
    expect((await post(browser, steps.cancel, { flow: flowOf(page) })).status).toBe(302);
  });
});

describe('requests to one phone', () => {
  const send = async (person: Person, headers?: Record<string, string>) => {
    const { browser, page } = await begin(headers);
    return browser.submit(page, person);
  };

  test('five in ten minutes that were not approved, whoever sends them and however the number is written', async () => {
    const person = await newSubscriber(world, 'silent');
    const digits = person.phoneNo.slice(1);
    const spellings = [
      person.phoneNo,
      `+82${digits}`,
      person.phoneNo.replace(/^(...)(....)/, '$1-$2-'),
      `+82 0${digits}`,
      `82 ${digits}`,
    ];
    for (const phoneNo of spellings) {
      expect((await send({ ...person, phoneNo })).url.pathname).toBe('/oauth2/authorize/wait');
      await world.clock.advance(4);
    }
    const fullWidth = person.phoneNo.replace(/\d/g, (digit) =>
      String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
    );
    const refused = await send({ ...person, phoneNo: fullWidth }, { 'Accept-Language': 'ko' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '580']);
    expect(refused.document.querySelector('[role=alert]')?.text).toContain('10분 뒤에 다시 시도해 주세요');
    expect(refused.document.querySelector('#phoneNo')?.getAttribute('value')).toBe(fullWidth);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(5);
    await world.clock.advance(581);
    expect((await send(person)).url.pathname).toBe('/oauth2/authorize/wait');
  });

  test('approving forgets them, and a lockout ends nobody’s sign-in', async () => {
    const person = await newSubscriber(world);
    for (let count = 0; count < 7; count++) expect((await send(person)).status).toBeLessThan(400);
  });

  test('a program is told in JSON', async () => {
    const person = await newSubscriber(world, 'silent');
    await send(person);
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...person };
    const answer = await post(browser, steps.signIn, fields, { Accept: 'application/json' });
    expect([answer.status, await jsonOf(answer)]).toEqual([
      429,
      { error: 'server_error', message: 'Too many requests. Try again later.' },
    ]);
  });

  test('a number that is known and one that is not can’t be told apart, neither refused nor limited', async () => {
    const known = { ...people.manryo, name: '누구일까' };
    const unknown = { ...known, phoneNo: '01098765432' };
    const shape = ({ status, headers, text }: Shown, phoneNo: string) => ({
      status,
      headers: [...headers].map(([name, value]) => [name, value.replaceAll(/nonce-[^']+/g, '')]),
      text: text.replaceAll(/\d+-[\w-]{22}|nonce="[^"]+"/g, '').replaceAll(phoneNo, ''),
    });
    for (let count = 0; count < 7; count++) {
      const shapes = [shape(await send(known), known.phoneNo), shape(await send(unknown), unknown.phoneNo)];
      expect(shapes[0]).toEqual(shapes[1]);
      expect(shapes[0]?.status).toBe(count < 5 ? 400 : 429);
      await world.clock.advance(4);
    }
  });
});

describe('sign-ins from one address', () => {
  const sendFrom = async (address: string) => {
    const { browser, page } = await begin({ 'CF-Connecting-IP': address });
    return (await browser.submit(page, { ...people.daegi, phoneNo: '01000000999' })).status;
  };

  test('sixty a minute; addresses of one /64 count as one', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count++)
      statuses.push(await sendFrom(`2001:db8:1:2::${count.toString(16)}`));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const { browser, page } = await begin({ 'CF-Connecting-IP': '2001:db8:1:2:ffff::1' });
    const limited = await browser.submit(page, await newSubscriber(world));
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '60']);
    const other = await begin({ 'CF-Connecting-IP': '2001:db8:1:3::1' });
    expect((await other.browser.submit(other.page, await newSubscriber(world))).status).toBe(200);
  });
});

describe('leaving the phone authentication app', () => {
  test('between approving and agreeing ends the sign-in', async () => {
    const person = await newSubscriber(world);
    const { browser, page } = await begin();
    const consent = await browser.submit(page, person);
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    const late = await browser.submit(consent);
    expect([late.status, titleOf(late)]).toEqual([400, 'This registration has ended']);
  });

  test('an account that was ended before its phone was told makes way for a new plid', async () => {
    const person = await newSubscriber(world);
    const first = await begin();
    const consent = await first.browser.submit(first.page, person);
    const plid = await plidOf(codeOf(await first.browser.submit(consent)));
    const { ACCOUNT } = await world.env('plid-service-authorize');
    await ACCOUNT.get(ACCOUNT.idFromName(plid)).terminate(await world.clock.now());
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

test('the application’s name is never taken for markup', async () => {
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
