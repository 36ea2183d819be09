import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, codeOf, people, signIn } from '../../test/support/fixtures/sign-in.ts';
import {
  askSandbox,
  latestRequest,
  requestsOf,
  subscribersOf,
} from '../../test/support/requests/sandbox-requests.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../test/support/requests/service-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { carrierChoiceOf } from '../subscriber.ts';

const world = useWorld({ half: 'service' });

/** Signs in as a new person whose phone waits, up to the waiting page. */
async function startWaiting() {
  const browser = new BrowserSession(world);
  const { phoneNo, ...typed } = await newSubscriber(world, 'waits');
  const waiting = await browser.submit(await browser.get(authorizeUrl(world)), { phoneNo, ...typed });
  return { browser, waiting, request: await latestRequest(world, phoneNo) };
}

describe('the subscribers API', () => {
  test("refuses a store reviewer's number, which no carrier confirms", async () => {
    const subscriber = await newSubscriber(world);
    const answer = await askSandbox(world, 'POST', '/subscribers', {
      ...{ ...subscriber, phoneNo: '01009123456', gender: 'F', birthdate: '900101', foreign: 'L' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('01009123456 is a number for store reviewers'),
    });
    const listed = await subscribersOf(world);
    expect(listed.map(({ phoneNo }) => phoneNo)).not.toContain('01009123456');
  });
});

describe('the requests API', () => {
  test('approves with the right number, and the sign-in continues', async () => {
    const { browser, waiting, request } = await startWaiting();
    const answer = await askSandbox(world, 'POST', `/requests/${request.id}/approve`, {
      match: request.match,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ request: { id: request.id, status: 'approved' } });
    const consent = await browser.get(waiting.url);
    expect(codeOf(await browser.submit(consent))).not.toBe('');
  });

  test('accepts a form instead of JSON', async () => {
    const { request } = await startWaiting();
    const answer = await world.fetch(`${world.sandbox}/sandbox/requests/${request.id}/approve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `match=${request.match}`,
    });
    expect(await answer.json()).toMatchObject({ request: { status: 'approved' } });
  });

  test('denies after one wrong number, finally', async () => {
    const { request } = await startWaiting();
    const wrong = request.choices.find((choice) => choice !== request.match);
    const approve = (match: string | undefined) =>
      askSandbox(world, 'POST', `/requests/${request.id}/approve`, { match }).then((answer) => answer.json());
    expect(await approve(wrong)).toMatchObject({ request: { status: 'denied', wrongNumber: true } });
    expect(await approve(request.match)).toMatchObject({ request: { status: 'denied' } });
  });

  test('counts only the first of many simultaneous numbers', async () => {
    const { request } = await startWaiting();
    const wrong = request.choices.filter((choice) => choice !== request.match);
    const answers = await Promise.all(
      [...wrong, request.match, ...wrong].map((match) =>
        askSandbox(world, 'POST', `/requests/${request.id}/approve`, { match }).then((answer) =>
          answer.json(),
        ),
      ),
    );
    const statuses = new Set(
      answers.map((answer) => (answer as { request: { status: string } }).request.status),
    );
    expect(statuses.size).toBe(1);
  });

  test("lists a phone's own requests, or those of all phones", async () => {
    const [one, other] = [(await startWaiting()).request, (await startWaiting()).request];
    for (const { id, phoneNo } of [one, other])
      expect((await requestsOf(world, phoneNo)).map((request) => request.id)).toEqual([id]);
    const { requests } = (await (await askSandbox(world, 'GET', '/requests')).json()) as {
      requests: { id: string }[];
    };
    expect(requests.slice(0, 2).map(({ id }) => id)).toEqual([other.id, one.id]);
  });

  test('denies, which ends the sign-in', async () => {
    const { browser, waiting, request } = await startWaiting();
    const answer = await askSandbox(world, 'POST', `/requests/${request.id}/deny`);
    expect(await answer.json()).toMatchObject({ request: { status: 'denied' } });
    const denied = await browser.get(waiting.url);
    expect(denied.url.searchParams.get('error')).toBe('access_denied');
  });

  test.each([
    ['an unknown request', '/requests/none/approve', { match: '42' }, 404, 'not_found'],
    ['an unknown request', '/requests/none/deny', undefined, 404, 'not_found'],
    ['no number', '/requests/none/approve', {}, 400, 'invalid_request'],
    ['a number of three digits', '/requests/none/approve', { match: '123' }, 400, 'invalid_request'],
  ])('%s: rejects %s', async (_, path, body, status, error) => {
    const answer = await askSandbox(world, 'POST', path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error });
  });

  test("rejects another site's page", async () => {
    const { request } = await startWaiting();
    const answer = await world.fetch(`${world.sandbox}/sandbox/requests/${request.id}/approve`, {
      method: 'POST',
      headers: {
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `match=${request.match}`,
    });
    expect(answer.status).toBe(400);
    expect(await latestRequest(world, request.phoneNo)).toMatchObject({ status: 'pending' });
  });
});

describe('the subscribers API', () => {
  test('lists the predefined subscribers at the start', async () => {
    const fixed = new Set(Object.values(people).map(({ phoneNo }) => phoneNo));
    const subscribers = (await subscribersOf(world)).filter(({ phoneNo }) => fixed.has(phoneNo));
    const typed = subscribers.map((subscriber) => {
      const { phoneNo, name } = subscriber;
      return { phoneNo, name, telcoCd: carrierChoiceOf(subscriber) };
    });
    expect(typed).toEqual(Object.values(people));
    expect(subscribers.map(({ behaviour }) => behaviour)).toEqual([
      ...[
        'approves',
        'approves',
        'approves',
        'waits',
        'denies',
        'silent',
        'fails',
        'unregistered',
        'approves',
        'approves',
      ],
    ]);
  });

  const newcomer = {
    phoneNo: '01012345678',
    name: '홍길동',
    telcoCd: 'K',
    gender: 'M',
    birthdate: '000229',
    foreign: 'L',
    behaviour: 'approves',
  };

  test('adds a subscriber who can sign in', async () => {
    expect((await askSandbox(world, 'POST', '/subscribers', newcomer)).status).toBe(200);
    expect(codeOf(await signIn(new BrowserSession(world), world, newcomer))).not.toBe('');
  });

  test('changes an existing subscriber', async () => {
    await askSandbox(world, 'POST', '/subscribers', { ...newcomer, name: '홍길순', behaviour: 'denies' });
    const [changed] = (await subscribersOf(world)).filter(({ phoneNo }) => phoneNo === newcomer.phoneNo);
    expect(changed).toMatchObject({ name: '홍길순', behaviour: 'denies' });
  });

  test.each([
    ['phoneNo', '010-1234-5678'],
    ['name', '  '],
    ['telcoCd', 'X'],
    ['gender', 'm'],
    ['birthdate', '000230'],
    ['birthdate', '001301'],
    ['foreign', ''],
    ['behaviour', 'sulks'],
  ])('rejects %s %j', async (field, value) => {
    const answer = await askSandbox(world, 'POST', '/subscribers', { ...newcomer, [field]: value });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(field);
  });
});

describe('leaving and registering again', () => {
  test('notifies the service: the token fails immediately, and the next plid is another', async () => {
    const first = await readUser(await signIn(new BrowserSession(world), world, people.john));
    expect(first.status).toBe(200);
    const left = await askSandbox(world, 'POST', `/subscribers/${people.john.phoneNo}/leave`);
    expect(await left.json()).toMatchObject({ subscriber: { phoneNo: people.john.phoneNo, left: true } });
    expect((await first.again()).status).toBe(401);

    const back = await askSandbox(world, 'POST', `/subscribers/${people.john.phoneNo}/register`);
    expect(await back.json()).toMatchObject({ subscriber: { left: false } });
    await world.clock.advance(3);
    const second = await readUser(await signIn(new BrowserSession(world), world, people.john));
    expect(second.plid).not.toBe(first.plid);
  });

  test('ends the waiting requests of the phone', async () => {
    const { request } = await startWaiting();
    await askSandbox(world, 'POST', `/subscribers/${request.phoneNo}/leave`);
    const [ended] = await requestsOf(world, request.phoneNo);
    expect(ended).toMatchObject({ id: request.id, status: 'denied' });
    await askSandbox(world, 'POST', `/subscribers/${request.phoneNo}/register`);
  });

  test('is rejected for an unknown number', async () => {
    expect((await askSandbox(world, 'POST', '/subscribers/01088888888/leave')).status).toBe(404);
  });
});

describe('automatic login', () => {
  test('is listed per application, and can be switched off', async () => {
    await signIn(new BrowserSession(world), world, people.duri, { autoLogin: true });
    const path = `/subscribers/${people.duri.phoneNo}`;
    const { client_id } = world.applications.shop;
    const listed = await askSandbox(world, 'GET', `${path}/automatic-logins`);
    expect(await listed.json()).toEqual({
      automaticLogins: [{ client_id, application: 'Demo Shop', expires: expect.any(Number) }],
    });
    const off = await askSandbox(world, 'POST', `${path}/end-automatic-logins`, { client_id });
    expect(await off.json()).toEqual({ automaticLogins: [] });
  });

  test("of an impossible application is rejected as the caller's fault", async () => {
    const path = `/subscribers/${people.hana.phoneNo}/end-automatic-logins`;
    for (const client_id of ['', 'short', `${world.applications.shop.client_id}0`]) {
      const answer = await askSandbox(world, 'POST', path, { client_id });
      expect([answer.status, (await answer.json()) as object]).toEqual([
        400,
        { error: 'invalid_request', message: 'The value of client_id is not valid.' },
      ]);
    }
  });
});

/** Redeems the code of a finished sign-in and reads the user. */
async function readUser(shown: Shown) {
  const token = await accessTokenFor(world, { code: codeOf(shown) });
  const again = () => requestUser(world, token);
  const read = await again();
  return { status: read.status, plid: (await jsonOf(read)).user?.plid, again };
}

describe('a sign-in in one call', () => {
  test.each([
    [{ redirect_uri: 'https://shop.example.com/elsewhere' }, 'invalid_grant'],
    [{ client_id: 'a'.repeat(20), redirect_uri: 'https://shop.example.com/elsewhere' }, 'invalid_client'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
  ])("returns the service's error for a rejected request: %j", async (asked, error) => {
    const { phoneNo } = await newSubscriber(world);
    const { client_id } = world.applications.shop;
    const answer = await askSandbox(world, 'POST', '/sign-in', { phoneNo, client_id, ...asked });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error })]);
  });
});
