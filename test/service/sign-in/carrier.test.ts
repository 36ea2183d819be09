import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../../workers/core/protocol/user-record.ts';
import { linesWith, logLines } from '../../support/assertions/log-lines.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import {
  authorizeUrl,
  codeOf,
  people,
  requestAuthorization,
  signIn,
} from '../../support/fixtures/sign-in.ts';
import {
  accessTokenFor,
  decryptField,
  jsonOf,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications, origins, serviceSecrets } from '../../support/world/test-settings.ts';
import { root, type WorkerInput } from '../../support/world/test-workers.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

describe("the operator's own carrier", () => {
  const world = useWorld({ half: 'service', workers: [standInCarrier] });
  let control: Pick<Control, 'answer' | 'taken' | 'outcomesTaken'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });

  async function send(person = people.hana) {
    const browser = new BrowserSession(world);
    return { browser, page: await browser.submit(await browser.get(authorizeUrl(world)), person) };
  }
  const approved = (identity: Identity) => control.answer({ outcome: { status: 'approved', identity } });

  test('gets what the phone displays, for two minutes, with the name in composed letters', async () => {
    await control.answer({ outcome: { status: 'pending' } });
    await world.clock.advance(601);
    await control.taken();
    await send({ ...people.hana, name: people.hana.name.normalize('NFD') });
    const [request, ...more] = await control.taken();
    expect(more).toEqual([]);
    expect(request).toEqual({
      ...people.hana,
      application: 'Demo Shop',
      applicationHost: 'localhost:3000',
      match: expect.stringMatching(/^[1-9]\d$/),
      expires: expect.any(Number),
      expiresIn: 120,
      id: expect.stringMatching(/^[\w-]{16}$/),
      signIn: expect.stringMatching(/^[\w-]{11}$/),
      mvno: false,
      entry: 'choose',
      context: expect.objectContaining({ knownBrowser: false, automaticLogin: false, attributes: 9 }),
      returnTo: expect.stringContaining('/oauth2/authorize/wait?flow='),
    });
    expect((request?.expires ?? 0) - (await world.clock.now())).toBeCloseTo(120, -1);
  });

  test('that approves on another phone completes no sign-in', async () => {
    await approved({ ...hana, phoneNo: '01000000002' });
    await world.clock.advance(4);
    const { browser, page } = await send();
    expect(page.status).toBe(400);
    expect(page.document.querySelector('h1')?.text).toBe('Another phone responded');
    const answer = await browser.fetch(page.url, { headers: { Accept: 'application/json' } });
    expect((await jsonOf(answer)).error).toBe('invalid_request');
    await expect.poll(world.logs).toContain('a phone other than the prompted one has approved');
  });

  test('that fails during the wait returns 503 with Retry-After, and continues later', async () => {
    await control.answer({ outcome: 'fails' });
    await world.clock.advance(4);
    const { browser, page } = await send();
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    const again = page.document.querySelector('a.button')?.getAttribute('href') ?? '';
    const status = await browser.fetch(page.url.href.replace('/wait', '/status'));
    expect([status.status, (await jsonOf(status)).error]).toEqual([503, 'server_error']);
    await expect.poll(world.logs).toContain('"cause":"asking the carrier for an outcome at ');
    await approved(hana);
    expect((await browser.get(new URL(again, page.url))).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test("that reports no outcome hasn't reported a denial", async () => {
    const person = { ...people.hana, phoneNo: '01000000778' };
    for (const outcome of [{ status: 'pending' } as const, 'fails' as const]) {
      await control.answer({ outcome });
      await world.clock.advance(4);
      expect((await send(person)).page.url.pathname).toBe('/oauth2/authorize/wait');
    }
  });

  test('that never ends a request is waited for two minutes at most', async () => {
    await control.answer({ outcome: { status: 'pending' } });
    await world.clock.advance(4);
    const { browser, page } = await send();
    await world.clock.advance(120);
    const unanswered = await browser.get(page.url);
    expect(unanswered.document.querySelector('h1')?.text).toBe('The request on your phone has expired');
  });

  test('passes on only the requested attributes', async () => {
    await approved(hana);
    await world.clock.advance(4);
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world, { client_id: applications.bank.client_id }));
    const code = codeOf(await browser.submit(await browser.submit(page, people.hana)));
    const token = await accessTokenFor(world, { code }, applications.bank);
    const { user } = await jsonOf(await requestUser(world, token));
    expect(Object.keys(user ?? {})).toEqual(['plid', 'ci', 'name', 'autoLoginYn', 'autoStatusCheck']);
  });

  describe('that returns no ci', () => {
    const person = { ...people.hana, phoneNo: '01000000777' };
    const [one, other] = ['A'.repeat(88), 'B'.repeat(88)];

    async function approveAs(ci: unknown) {
      await approved({ ...hana, phoneNo: person.phoneNo, ci } as never);
      await world.clock.advance(4);
      const browser = new BrowserSession(world);
      return { browser, end: await signIn(browser, world, person) };
    }
    async function plidOf(end: Shown) {
      const token = await accessTokenFor(world, { code: codeOf(end) });
      return (await jsonOf(await requestUser(world, token))).user?.plid;
    }

    test('keeps the plid of a number without a known owner, and different ones are two users', async () => {
      const unnamed = await plidOf((await approveAs(undefined)).end);
      expect(await plidOf((await approveAs(null)).end)).toBe(unnamed);
      expect(await plidOf((await approveAs(one)).end)).toBe(unnamed);
      const changed = await plidOf((await approveAs(other)).end);
      expect(changed).not.toBe(unnamed);
      expect(await plidOf((await approveAs(other)).end)).toBe(changed);
    });

    test.each([undefined, null, '', 7, 'two words'])(
      'is 503 once the owner is known, until it returns the ci again: ci %j',
      async (ci) => {
        const owner = await plidOf((await approveAs(other)).end);
        const { browser, end } = await approveAs(ci);
        expect([end.status, end.headers.get('Retry-After'), end.url.pathname]).toEqual([
          ...[503, '5', '/oauth2/authorize/wait'],
        ]);
        await expect.poll(world.logs).toContain('an approval without a ci for a number whose owner has a ci');
        await approved({ ...hana, phoneNo: person.phoneNo, ci: other });
        expect(await plidOf(await browser.get(end.url))).toBe(owner);
      },
    );
  });

  test('returns names in composed letters', async () => {
    const person = { ...people.hana, phoneNo: '01000000779' };
    await approved({ ...hana, phoneNo: person.phoneNo, name: hana.name.normalize('NFD') });
    await world.clock.advance(4);
    const code = codeOf(await signIn(new BrowserSession(world), world, person));
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    expect(decryptField(user?.name ?? '', applications.shop.client_secret)).toBe('김하나');
  });

  test("isn't asked again after the consent page was shown", async () => {
    await approved(hana);
    await world.clock.advance(4);
    const { browser, page } = await send();
    expect(page.url.pathname).toBe('/oauth2/authorize/consent');
    await control.answer({ outcome: { status: 'denied' } });
    codeOf(await browser.submit(page));
  });
});

describe('a failing carrier', () => {
  const world = useWorld({ half: 'service', workers: [standInCarrier] });
  const { client_id } = applications.shop;
  let control: Pick<Control, 'answer'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });

  const failures = [
    { confirmation: 'fails', kind: 'error' },
    { confirmation: { status: 'perhaps' }, kind: 'malformed' },
    { confirmation: 'is off', kind: 'switched_off' },
  ];
  test.each(failures)("is an event in the request's log line: $kind", async ({ confirmation, kind }) => {
    await control.answer({ confirmation: confirmation as never });
    const browser = new BrowserSession(world);
    const failed = await browser.submit(await browser.get(authorizeUrl(world)), people.duri);
    expect(failed.status).toBe(503);
    const about = { request: failed.headers.get('X-Request-Id') ?? '', carrier: 'K', call: 'confirm' };
    const [event] = await linesWith(world, { ...about, 'events.carrier_failed': 1, client_id, kind });
    expect(event?.sign_in).toBe(failed.headers.get('Plid-Sign-In'));
    const [line] = await linesWith(world, { ...about, route: '/oauth2/authorize/sign-in' });
    expect(line).toMatchObject({ reason: 'unavailable', sign_in: event?.sign_in });
    expect(line?.carrier_milliseconds).toBeGreaterThanOrEqual(0);
    expect(line?.carrier_milliseconds).toBeLessThanOrEqual(Number(line?.milliseconds));
  });

  test('is named by its call during the wait too, and a responding one causes no event', async () => {
    await control.answer({ confirmation: { status: 'requested', requestId: 'r1' }, outcome: 'fails' });
    const browser = new BrowserSession(world);
    const person = { ...people.duri, phoneNo: '01000000782' };
    const failed = await browser.submit(await browser.get(authorizeUrl(world)), person);
    const sign_in = failed.headers.get('Plid-Sign-In') ?? '';
    await linesWith(world, {
      sign_in,
      'events.carrier_failed': 1,
      carrier: 'K',
      call: 'outcome',
      kind: 'error',
    });
    const [line] = await linesWith(world, { sign_in, route: '/oauth2/authorize/sign-in' });
    expect(line).toMatchObject({ carrier: 'K', call: 'confirm', status: 303 });
    expect(await linesWith(world, { sign_in, 'events.carrier_failed': 1 })).toHaveLength(1);
  });
});

describe("a carrier's malformed response", () => {
  const world = useWorld({ half: 'service', workers: [standInCarrier] });
  let control: Pick<Control, 'answer'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });
  const good = { status: 'requested', requestId: 'r1' } as const;
  const person = { ...people.hana, phoneNo: '01000000781' };
  const identity = { ...hana, phoneNo: person.phoneNo };
  const answer = (next: { confirmation?: unknown; outcome?: unknown }) => control.answer(next as never);
  const lineOf = (fields: object) =>
    expect
      .poll(() => logLines(world).filter(({ operation }) => operation === 'reading a carrier’s answer'))
      .toContainEqual(expect.objectContaining(fields));

  async function send() {
    await world.clock.advance(4);
    const browser = new BrowserSession(world);
    return { browser, page: await browser.submit(await browser.get(authorizeUrl(world)), person) };
  }

  const odd = {
    name: null,
    gender: '1',
    agegroup: 30,
    birthday: '13-40',
    birthdate: '19900101',
    foreign: 'N',
    telcoCd: 'SKT',
  };
  const { ci, phoneNo } = identity;

  test('loses the malformed attributes, and the sign-in continues', async () => {
    await answer({ confirmation: good, outcome: { status: 'approved', identity: { ...odd, ci, phoneNo } } });
    const { browser, page } = await send();
    expect(page.url.pathname).toBe('/oauth2/authorize/consent');
    const code = codeOf(await browser.submit(page));
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    expect(Object.keys(user ?? {})).toEqual(['plid', 'ci', 'phoneNo', 'autoLoginYn', 'autoStatusCheck']);
    await lineOf({
      level: 'warn',
      worker: 'service-authorize',
      carrier: 'S',
      call: 'outcome',
      fields: 'name gender agegroup birthday birthdate foreign telcoCd',
    });
    for (const value of ['13-40', '19900101', 'SKT']) expect(world.logs()).not.toContain(value);
  });

  test.each([
    ['status', { status: 'weird' }],
    ['requestId', { status: 'requested' }],
    ['requestId', { status: 'requested', requestId: '' }],
    ['status', 'nothing'],
  ])(
    "returns 503 instead of a prompt if its %s is malformed, and doesn't count",
    async (fields, confirmation) => {
      await answer({ confirmation });
      for (let count = 0; count < 6; count += 1) {
        const { page } = await send();
        expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
      }
      await lineOf({ level: 'error', carrier: 'S', call: 'confirm', fields });
      await answer({ confirmation: good, outcome: { status: 'pending' } });
      expect((await send()).page.url.pathname).toBe('/oauth2/authorize/wait');
      await world.clock.advance(600);
    },
  );

  test.each([
    ['status', { status: 'weird' }],
    ['phoneNo', { status: 'approved' }],
    ['phoneNo', { status: 'approved', identity: { name: hana.name } }],
    ['phoneNo', { status: 'approved', identity: { ...identity, phoneNo: '010-0000-0781' } }],
    ['status', 'nothing'],
  ])('returns 503 during the wait if its %s is malformed, and then continues', async (fields, outcome) => {
    await answer({ confirmation: good, outcome });
    const { browser, page } = await send();
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    const status = await browser.fetch(page.url.href.replace('/wait', '/status'));
    expect([status.status, (await jsonOf(status)).error]).toEqual([503, 'server_error']);
    await lineOf({ level: 'error', carrier: 'S', call: 'outcome', fields });
    await answer({ outcome: { status: 'approved', identity } });
    expect(codeOf(await browser.get(page.url))).toBeTruthy();
  });
});

describe('unauthenticated requests to the carrier', () => {
  const world = useWorld({ half: 'service', workers: [standInCarrier] });
  let control: Pick<Control, 'answer' | 'outcomesTaken'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
  });

  /** A sign-in whose phone has not answered. @returns a function that asks the carrier a number of times for the result. */
  async function waiting() {
    await world.clock.advance(4);
    await control.answer({ outcome: { status: 'pending' } });
    const browser = new BrowserSession(world);
    const page = await browser.submit(await browser.get(authorizeUrl(world)), people.hana);
    const status = page.url.href.replace('/wait', '/status');
    const ask = async (times: number) => {
      for (let count = 0; count < times; count += 1)
        expect(await (await browser.fetch(status)).json()).toEqual({ status: 'pending' });
    };
    return { browser, page, status, ask };
  }

  test('are limited to five a second per sign-in, however often the page polls', async () => {
    const { browser, page, ask } = await waiting();
    await control.outcomesTaken();
    await ask(100);
    expect(await control.outcomesTaken()).toBeLessThanOrEqual(50);
    await control.answer({ outcome: { status: 'approved', identity: hana } });
    await world.clock.advance(10);
    expect((await browser.get(page.url)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test('stop after a request has expired', async () => {
    const { browser, page, status } = await waiting();
    await world.clock.advance(120);
    await control.outcomesTaken();
    for (let count = 0; count < 5; count += 1)
      expect(await (await browser.fetch(status)).json()).toEqual({ status: 'expired' });
    expect((await browser.get(page.url)).status).toBe(200);
    expect(await control.outcomesTaken()).toBe(0);
  });

  test('stop after ten seconds without a response, and count because the phone may have been prompted', async () => {
    await world.clock.advance(4);
    const browser = new BrowserSession(world);
    const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
    const person = { ...people.hana, phoneNo: '01000000888' };
    await control.answer({ confirmation: 'hangs' });
    const silent = await browser.submit(form, person);
    expect([silent.status, silent.headers.get('Retry-After')]).toEqual([503, '5']);
    const about = { request: silent.headers.get('X-Request-Id') ?? '', carrier: 'S', call: 'confirm' };
    expect(await linesWith(world, { ...about, 'events.carrier_failed': 1, kind: 'timeout' })).toHaveLength(1);
    const [line] = await linesWith(world, { ...about, route: '/oauth2/authorize/sign-in' });
    expect(line?.carrier_milliseconds).toBeGreaterThanOrEqual(9_900);
    await control.answer({ confirmation: { status: 'requested', requestId: 'r2' } });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      await world.clock.advance(11);
      const again = new BrowserSession(world);
      const page = await again.submit(await again.get(authorizeUrl(world, { prompt: 'login' })), person);
      statuses.push(page.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('without any carrier', () => {
  const world = useWorld({ half: 'service', workers: [authorizeWithoutCarrier] });

  test('sign-ins return 503 server_error with the reason in the log, and the rest works', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.get(authorizeUrl(world));
    expect(page.status).toBe(200);
    const refused = await browser.submit(page, people.hana);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
    await expect.poll(world.logs).toContain('CARRIER is not bound');
    expect((await requestAuthorization(world, { prompt: 'none' })).status).toBe(302);
    expect((await requestAuthorization(world, { state: undefined })).status).toBe(400);
  });
});

const object = (name: string, class_name: string) => ({
  name,
  class_name,
  script_name: 'plid-service-objects',
});
const authorizeWithoutCarrier: WorkerInput = {
  config: {
    name: 'plid-service-authorize',
    main: path.join(root, 'workers/service/routes/authorize/index.ts'),
    compatibility_date: '2026-10-20',
    routes: [{ pattern: 'login.example.com/oauth2/authorize*', zone_name: 'example.com' }],
    vars: { KEYS: serviceSecrets.KEYS, PHONE_KEY: serviceSecrets.PHONE_KEY, BASE_URL: origins.service },
    kv_namespaces: [{ binding: 'APPLICATIONS', id: 'plid-applications' }],
    durable_objects: {
      bindings: [
        object('ACCOUNT', 'Account'),
        object('PHONE', 'Phone'),
        object('WAITING', 'Waiting'),
        object('PUSHED_REQUEST', 'PushedRequest'),
      ],
    },
    services: [
      { binding: 'SIGNER', service: 'plid-service-signer', entrypoint: 'Signer' },
      { binding: 'REVIEWERS', service: 'plid-service-objects', entrypoint: 'Reviewers' },
    ],
    ratelimits: [
      'SIGN_IN_LIMIT',
      'NETWORK_LIMIT',
      'APPLICATION_LIMIT',
      'KNOWN_LIMIT',
      'APPLICATION_KNOWN_LIMIT',
      'SIGN_IN_CHALLENGE',
      'NETWORK_CHALLENGE',
      'APPLICATION_CHALLENGE',
      'OUTCOME_LIMIT',
      'OUTCOME_ADDRESS_LIMIT',
    ].map((name, index) => ({ name, namespace_id: String(1001 + index), simple: { limit: 60, period: 60 } })),
  },
};
