import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { compatibilityDate } from '../../../tools/configuration/index.ts';
import type { ConfirmationRequest } from '../../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../../workers/core/protocol/user-record.ts';
import { linesWith } from '../../support/assertions/log-lines.ts';
import { type Answer, json, silence, startCarrier } from '../../support/fakes/http-carrier.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, type Person, people } from '../../support/fixtures/sign-in.ts';
import { bundleOf } from '../../support/world/bundles.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startWorld } from '../../support/world/world.ts';
import type { PortCall } from '../support/port-worker.ts';

const token = 'the-token-that-the-carrier-issued-0001';
const requested = json({ status: 'requested', requestId: 'r1' });

/** The service over HTTP to carriers S and K, which are servers of the test; L is not configured. */
const world = useStarted(async () => {
  const [S, K] = [await startCarrier(), await startCarrier()];
  const started = await startWorld({
    half: 'service',
    overrides: {
      'plid-service-authorize': {
        vars: { PHONE_REQUEST_LIMIT: '1' },
        bindingOverrides: { CARRIER: { name: 'plid-service-carriers', entrypoint: 'Carrier' } },
      },
      'plid-service-carriers': {
        vars: { CARRIER_S: `${S.address}/v2`, CARRIER_K: K.address },
        secrets: { CARRIER_S_TOKEN: token, CARRIER_K_TOKEN: token.replace('0001', '0002') },
        direct: true,
      },
    },
    workers: [
      {
        bundle: bundleOf('test/service/support/port-worker.ts'),
        config: {
          name: 'port',
          main: 'port-worker.ts',
          compatibility_date: compatibilityDate,
          services: [{ binding: 'CARRIER', service: 'plid-service-carriers', entrypoint: 'Carrier' }],
        },
      },
    ],
  });
  const close = async () => {
    for (const { close } of [started, S, K]) await close();
  };
  return { ...started, S, K, close };
});
beforeEach(() => {
  for (const carrier of [world.S, world.K]) {
    carrier.answer(json({ status: 'unconfirmed' }));
    carrier.taken();
  }
});

const question = (telcoCd: CarrierCode, id = 'question-0000001'): ConfirmationRequest => ({
  id,
  signIn: 'q0V3mB7xYzA',
  name: '김하나',
  phoneNo: '01000000001',
  telcoCd,
  mvno: false,
  application: 'Demo Shop',
  applicationHost: 'shop.example.com',
  match: '42',
  entry: 'choose',
  expires: 1_790_000_120,
  expiresIn: 120,
  context: { knownBrowser: true, automaticLogin: false, attributes: 9 },
  returnTo: 'https://login.example.com/oauth2/authorize/wait?flow=x',
});
/** Calls a method of the port, as the sign-in does. @returns its answer, or the message with which it has failed, and after how many seconds. */
async function call(...[method, ...parameters]: PortCall) {
  const body = JSON.stringify([method, ...parameters]);
  const answer = await world.harness.fetch('port', 'http://port', { method: 'POST', body });
  return (await answer.json()) as { answer?: unknown; failure?: string; seconds: number };
}
const ask = (telcoCd: CarrierCode = 'S') => call('confirm', question(telcoCd));

describe('a carrier over HTTP', () => {
  test('gets each call as POST <address>/<call> with only its own token', async () => {
    world.S.answer(requested);
    expect((await ask()).answer).toEqual({ status: 'requested', requestId: 'r1' });
    const [taken, ...more] = world.S.taken();
    expect(more).toEqual([]);
    expect(taken).toMatchObject({ path: '/v2/confirm', body: question('S') });
    const { host: _, connection: __, 'content-length': ___, ...headers } = taken?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Cloudflare's own: every request of a worker has it.
      'cf-worker': 'example.com',
    });
    expect(world.K.taken()).toEqual([]);
  });

  test.each([
    ['start', { ...question('S'), id: 'question-0000002' }],
    ['notify', { id: 'notice-1', telcoCd: 'S', signIn: 'q0V3mB7xYzA', kind: 'new_browser' }],
  ] as const)('gets %s completely, and its response is returned', async (method, body) => {
    world.S.answer(json({ status: 'as it is' }));
    expect((await call(method, body as never)).answer).toEqual({ status: 'as it is' });
    expect(world.S.taken()).toMatchObject([{ path: `/v2/${method}`, body }]);
  });

  test.each(['outcome', 'cancel'] as const)('gets %s only for its own requests', async (method) => {
    world.S.answer(json({ status: 'of S' }));
    world.K.answer(json({ status: 'of K' }));
    const owner = { telcoCd: 'K', signIn: 'q0V3mB7xYzA' } as const;
    expect((await call(method, 'the request of S', owner)).answer).toEqual({ status: 'of K' });
    const body = { requestId: 'the request of S', signIn: 'q0V3mB7xYzA' };
    expect(world.K.taken()).toMatchObject([{ path: `/${method}`, body }]);
    expect(world.S.taken()).toEqual([]);
  });

  test("that isn't set fails, and the log names setting, call, and sign-in", async () => {
    expect((await ask('L')).failure).toBe('CARRIER_L is not set');
    const fields = { worker: 'service-carriers', carrier: 'L', call: 'confirm', sign_in: 'q0V3mB7xYzA' };
    expect(await linesWith(world, fields)).toMatchObject([{ level: 'error', fault: 'CARRIER_L is not set' }]);
  });
});

describe('a failed carrier response', () => {
  const torn: Answer = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '99' }).write('{"st');
    setTimeout(() => response.destroy(), 20);
  };
  const reset: Answer = (_, __, request) => request.socket.destroy();

  test.each<[string, Answer]>([
    ['500', json({}, 500)],
    ['503', json({}, 503)],
    ['408', json({}, 408)],
    ['429', json({}, 429)],
    ['a connection that is reset', reset],
    ['a connection that closes midway', torn],
  ])('by %s is retried once at once, with the same ID', async (_, answer) => {
    world.S.answer(answer, requested);
    const { answer: second, seconds } = await ask();
    expect(second).toEqual({ status: 'requested', requestId: 'r1' });
    expect(seconds).toBeLessThan(2);
    expect(world.S.taken().map(({ body }) => body.id)).toEqual(Array(2).fill('question-0000001'));
  });

  test.each<[string, Answer, string]>([
    ['500', json({}, 500), 'answers 500'],
    ['a connection that is reset', reset, 'nothing answers'],
    ['a connection that closes midway', torn, 'aborts its response'],
  ])('by %s twice is a failure, without a third attempt', async (_, answer, fault) => {
    world.S.answer(answer);
    expect((await ask()).failure).toBe(fault);
    expect(world.S.taken()).toHaveLength(2);
  });

  const text =
    (body: string | Buffer, headers: Record<string, string>, status = 200): Answer =>
    (_, response) =>
      response.writeHead(status, headers).end(body);
  const typed = (body: string | Buffer, more = {}) =>
    text(body, { 'Content-Type': 'application/json', ...more });
  const good = JSON.stringify({ status: 'requested', requestId: 'r1' });

  test.each<[string, Answer, string]>([
    ['400', json({}, 400), 'answers 400'],
    ['201', json({}, 201), 'answers 201'],
    ['404', json({}, 404), 'does not offer confirm (404)'],
    ['501', json({}, 501), 'does not offer confirm (501)'],
    ['401', json({}, 401), 'rejects the credentials (401)'],
    ['403', json({}, 403), 'rejects the credentials (403)'],
    [
      'HTML',
      text(good, { 'Content-Type': 'text/html' }),
      'returns a content type other than application/json',
    ],
    ['no type', text(good, {}), 'returns a content type other than application/json'],
    [
      'another type that begins alike',
      text(good, { 'Content-Type': 'application/json-seq' }),
      'returns a content type other than application/json',
    ],
    ['no JSON', typed('{"status":'), 'returns invalid JSON'],
    ['nothing', typed(''), 'returns invalid JSON'],
    [
      'a body that is too long',
      typed(JSON.stringify({ status: 'x'.repeat(32 * 1024) })),
      'returns more than 32768 bytes',
    ],
    [
      'a bomb',
      typed(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'gzip' }),
      'returns more than 32768 bytes',
    ],
  ])("by %s is a failure, and isn't retried", async (_, answer, fault) => {
    world.S.answer(answer);
    expect((await ask()).failure).toBe(fault);
    expect(world.S.taken()).toHaveLength(1);
    expect(await linesWith(world, { worker: 'service-carriers', carrier: 'S', fault })).not.toEqual([]);
  });

  test('as an endless stream is cut after 32 KiB', async () => {
    let closed = () => {};
    const cut = new Promise<void>((resolve) => {
      closed = resolve;
    });
    world.S.answer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '.repeat(1_024)), 5);
      response.on('close', () => {
        clearInterval(timer);
        closed();
      });
    });
    expect((await ask()).failure).toBe('returns more than 32768 bytes');
    await cut;
  });

  test("as a redirect doesn't get the token", async () => {
    world.S.answer((_, response) =>
      response.writeHead(307, { Location: `${world.K.address}/confirm` }).end(),
    );
    expect((await ask()).failure).toBe('returns a redirect (307), which is not followed');
    expect(world.K.taken()).toEqual([]);
  });

  test('is distinguished from compressed JSON, which is read; cookies are ignored', async () => {
    const cookie = { 'Set-Cookie': 'a=b; Path=/', 'Content-Encoding': 'gzip' };
    world.S.answer(typed(gzipSync(good), cookie));
    expect((await ask()).answer).toEqual({ status: 'requested', requestId: 'r1' });
    await ask();
    expect(world.S.taken().map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});

describe('a sign-in with a carrier over HTTP', () => {
  async function send(person: Person) {
    await world.clock.advance(601);
    const browser = new BrowserSession(world);
    const again = async () => {
      await world.clock.advance(4);
      return browser.submit(await browser.get(authorizeUrl(world)), person);
    };
    return { page: await again(), again };
  }

  test('sends all of its requests to one carrier, with one name', async () => {
    const { duri } = people;
    const identity = { ...hana, phoneNo: duri.phoneNo };
    const approved: Answer = (...sent) =>
      (sent[0].path === '/confirm' ? requested : json({ status: 'approved', identity }))(...sent);
    world.K.answer(approved);
    expect((await send(duri)).page.url.pathname).toBe('/oauth2/authorize/consent');
    const [question, outcome] = world.K.taken();
    expect(question).toMatchObject({ path: '/confirm', body: { phoneNo: duri.phoneNo, telcoCd: 'K' } });
    expect(outcome).toMatchObject({
      path: '/outcome',
      body: { requestId: 'r1', signIn: question?.body.signIn },
    });
    expect(world.S.taken()).toEqual([]);
  });

  test('counts a request that timed out, but not one that failed, and delays no other carrier', async () => {
    world.S.answer(json({}, 500));
    const failed = await send({ ...people.hana, phoneNo: '01000000901' });
    expect([failed.page.status, (await failed.again()).status]).toEqual([503, 503]);
    world.S.answer(silence);
    world.K.answer(requested);
    const sent = send({ ...people.hana, phoneNo: '01000000902' });
    await expect.poll(() => world.S.taken().length).toBe(1);
    const others = await Promise.all([ask('K'), ask('L'), ask('K')]);
    expect(others.map(({ answer, failure }) => answer ?? failure)).toEqual([
      { status: 'requested', requestId: 'r1' },
      'CARRIER_L is not set',
      { status: 'requested', requestId: 'r1' },
    ]);
    for (const { seconds } of others) expect(seconds).toBeLessThan(2);
    const silent = await sent;
    expect([silent.page.status, (await silent.again()).status]).toEqual([503, 429]);
    const fields = { worker: 'service-carriers', carrier: 'S', fault: 'no answer in time' };
    expect(await linesWith(world, fields)).not.toEqual([]);
  });
});

describe('POST /admin/carriers/check', () => {
  const check = (token: string = serviceSecrets.ADMIN_TOKEN) =>
    world.fetch(`${world.service}/admin/carriers/check`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });

  test('tests each carrier with an unassigned number, and names faulty ones', async () => {
    world.K.answer(json({}, 401));
    const answer = await check();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      carriers: [
        { carrier: 'S', milliseconds: expect.any(Number) },
        { carrier: 'K', fault: 'rejects the credentials (401)', milliseconds: expect.any(Number) },
        { carrier: 'L', fault: 'CARRIER_L is not set' },
      ],
    });
    const question = {
      ...{ id: expect.stringMatching(/^[\w-]{16}$/), signIn: 'doctor-check', telcoCd: 'S' },
      ...{ application: 'plid doctor', applicationHost: new URL(world.service).host },
      ...{ expires: (await world.clock.now()) + 30, expiresIn: 30, returnTo: world.service },
      context: { knownBrowser: false, automaticLogin: false, attributes: 0 },
    };
    const name = { name: '아무개', phoneNo: '01000000000', mvno: false, match: '10', entry: 'choose' };
    expect(world.S.taken().map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v2/confirm', body: { ...question, ...name } },
      { path: '/v2/start', body: { ...question, way: 'code' } },
    ]);
  });

  test.each<[string, Answer, object, string[]]>([
    [
      'offers starts',
      json({
        status: 'started',
        requestId: 'r9',
        open: { web: 'https://app.example.com' },
        digits: '123456',
      }),
      { starts: true },
      ['r9'],
    ],
    ['offers none', json({}, 404), { starts: false }, []],
    ['fails at them', json({}, 500), {}, []],
  ])(
    'tests app-initiated sign-in and leaves no request open: a carrier that %s',
    async (_, start, found, cancelled) => {
      const [unconfirmed, done] = [json({ status: 'unconfirmed' }), json({ status: 'done' })];
      world.S.answer((...sent) =>
        (sent[0].path.endsWith('/confirm') ? unconfirmed : sent[0].path.endsWith('/start') ? start : done)(
          ...sent,
        ),
      );
      const { carriers } = (await (await check()).json()) as { carriers: object[] };
      expect(carriers[0]).toEqual({ carrier: 'S', milliseconds: expect.any(Number), ...found });
      const calls = world.S.taken().filter(({ path }) => path === '/v2/cancel');
      expect(calls.map(({ body }) => body.requestId)).toEqual(cancelled);
    },
  );

  test.each<[string, Answer, string]>([
    ['confirms it', requested, 'returns requested for an unassigned number'],
    ['answers in another shape', json({ status: 'ok' }), 'returns an invalid status'],
  ])('reports a carrier that %s', async (_, wrong, fault) => {
    world.S.answer(wrong);
    const { carriers } = (await (await check()).json()) as { carriers: object[] };
    expect(carriers[0]).toMatchObject({ carrier: 'S', fault });
  });

  test("sends nothing without an operator's token", async () => {
    expect((await check('x'.repeat(64))).status).toBe(401);
    expect(world.S.taken()).toEqual([]);
  });
});
