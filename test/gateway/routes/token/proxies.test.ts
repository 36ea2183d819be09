import { beforeEach, describe, expect, test } from 'vitest';
import { encrypt, person, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { App } from '../../../support/fixtures/native-app.ts';
import { useGatewayWorld } from '../../../support/world/gateway-world.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';

describe('the token and user proxies', () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  const headersOf = (answer: Response) => Object.fromEntries(answer.headers);

  describe('POST /auth/token', () => {
    test('adds the credentials, and returns only the fields of §2.3', async () => {
      const app = new App(world);
      const { state } = await app.start();
      world.standIn.answer({
        token: {
          body: { access_token: 't', token_type: 'Bearer', expires_in: '600', state, refresh_token: 'r' },
          headers: { 'X-Service': 'internal', 'Set-Cookie': 'a=b' },
        },
      });
      const answer = await app.token({ code: 'c', state, client_id: 'demoshop000000000001' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        access_token: 't',
        token_type: 'bearer',
        expires_in: 600,
        state,
      });
      expect(headersOf(answer)).not.toHaveProperty('x-service');
      expect(answer.headers.getSetCookie()).toEqual([]);
      const [call] = world.standIn.received;
      const basic = Buffer.from(call?.headers.authorization?.slice(6) ?? '', 'base64').toString();
      expect(basic).toBe(`demoshop000000000001:${gatewaySecrets.CLIENT_SECRET}`);
      expect(call?.form).toEqual({
        grant_type: 'authorization_code',
        code: 'c',
        state,
        code_verifier: app.verifier,
      });
    });

    test('accepts a flow once, even ten times at once', async () => {
      const app = new App(world);
      const { state } = await app.start();
      const answers = await Promise.all(Array.from({ length: 10 }, () => app.token({ code: 'c', state })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
      expect(world.standIn.exchanges()).toBe(1);
    });

    test.each([
      { fault: 'another grant type', fields: { grant_type: 'password' }, status: 400 },
      { fault: 'no grant type', fields: { grant_type: undefined }, status: 400 },
      { fault: 'no code', fields: { code: undefined }, status: 400 },
      { fault: 'no state', fields: { state: undefined }, status: 400 },
      { fault: 'no verifier', fields: { code_verifier: undefined }, status: 400 },
      { fault: 'the client id of another', fields: { client_id: 'demobank000000000002' }, status: 400 },
    ])('rejects $fault, and uses nothing up', async ({ fields, status }) => {
      const app = new App(world);
      const { state } = await app.start();
      expect((await app.token({ code: 'c', state, ...fields })).status).toBe(status);
      expect(world.standIn.received).toEqual([]);
      expect((await app.token({ code: 'c', state })).status).toBe(200);
    });

    test('lets no caller choose the upstream URL or add parameters', async () => {
      const app = new App(world);
      const { state } = await app.start();
      const more = {
        redirect_uri: 'https://evil.example/',
        url: 'https://evil.example/',
        client_secret: 'guess',
      };
      const headers = {
        Authorization: 'Basic eDp5',
        'X-Forwarded-Host': 'evil.example',
        'X-Original-URL': '/admin/applications',
      };
      expect((await app.token({ code: 'c', state, ...more }, headers)).status).toBe(200);
      const [call] = world.standIn.received;
      expect(world.standIn.received.map(({ path }) => path)).toEqual(['/oauth2/token', '/v1/user/me']);
      expect(Object.keys(call?.form ?? {}).sort()).toEqual(['code', 'code_verifier', 'grant_type', 'state']);
      expect(call?.headers).not.toHaveProperty('x-forwarded-host');
      expect(call?.headers).not.toHaveProperty('x-original-url');
    });

    test.each([
      { status: 500, body: { error: 'server_error', message: 'Invalid authorization code: c' } },
      { status: 400, body: { error: 'invalid_grant', message: 'Check redirect_uri' } },
    ])('returns $status with error and message, once', async ({ status, body }) => {
      const app = new App(world);
      const { state } = await app.start();
      const headers = { 'WWW-Authenticate': 'Basic realm="inside"', Server: 'secret/1.0' };
      world.standIn.answer({ token: { status, body: { ...body, stack: 'inside' }, headers } });
      const answer = await app.token({ code: 'c', state });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({
        ...body,
        reason: 'upstream_refused',
        error_description: body.message,
      });
      expect(answer.headers.get('WWW-Authenticate')).toBeNull();
      expect(answer.headers.get('Server')).toBeNull();
      expect((await app.token({ code: 'c', state })).status).toBe(400);
      expect(world.standIn.exchanges()).toBe(1);
    });

    test.each([
      {
        what: 'a redirect',
        status: 502,
        reason: 'upstream_invalid',
        token: { status: 307, headers: { Location: '/v1/user/me' } },
      },
      { what: 'HTML', status: 502, reason: 'upstream_invalid', token: { body: '<html></html>' } },
      { what: '1 MB', status: 502, reason: 'upstream_invalid', token: { body: 'x'.repeat(1_000_000) } },
      {
        what: '503 with the words of §7',
        status: 503,
        reason: 'upstream_unavailable',
        token: { status: 503, body: { error: 'server_error', message: 'Retry later.' } },
      },
      {
        what: '401 invalid_client',
        status: 502,
        reason: 'client_refused',
        token: { status: 401, body: { error: 'invalid_client', message: 'Bad client credentials' } },
      },
    ])('returns $status $reason if the service returns $what', async ({ status, reason, token }) => {
      const app = new App(world);
      const { state } = await app.start();
      world.standIn.answer({ token });
      const answer = await app.token({ code: 'c', state });
      expect(answer.status).toBe(status);
      const told = (await answer.json()) as Record<string, unknown>;
      expect(told).toMatchObject({ error: 'server_error', reason });
      expect(told.error_description).toBe(told.message);
      expect(answer.headers.get('Retry-After')).toBe(status === 503 ? '5' : null);
      expect(world.standIn.received).toHaveLength(1);
    });

    test.each([
      { what: 'a wrong verifier', fields: { code_verifier: 'v'.repeat(43) }, reason: 'wrong_verifier' },
      { what: 'an unknown state', fields: { state: 'made-up' }, reason: 'flow_mismatch' },
      { what: 'no code', fields: { code: undefined }, reason: 'missing_item' },
    ])('reports $what with its reason, and error_description equals message', async (sent) => {
      const app = new App(world);
      const { state } = await app.start();
      const answer = await app.token({ code: 'c', state, ...sent.fields });
      const told = (await answer.json()) as Record<string, unknown>;
      expect(told.reason).toBe(sent.reason);
      expect(told.message).toBeTruthy();
      expect(told.error_description).toBe(told.message);
    });
  });

  describe('GET /auth/user', () => {
    const read = (headers: Record<string, string> = { Authorization: 'Bearer t.o-k~en' }) =>
      world.fetch(`${world.gateway}/auth/user`, { headers });

    test('forwards the bearer token, and returns the envelope with decrypted fields', async () => {
      const answer = await read();
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(JSON.parse(text)).toEqual({
        code: '0000',
        error: 'success',
        message: 'ok',
        user: { ...person, autoLoginYn: 'N', autoStatusCheck: 'N' },
      });
      const order = ['plid', ...Object.keys(person).slice(1), 'autoLoginYn', 'autoStatusCheck'];
      expect(Object.keys(JSON.parse(text).user)).toEqual(order);
      const [call] = world.standIn.received;
      expect(call).toMatchObject({ path: '/v1/user/me', headers: { authorization: 'Bearer t.o-k~en' } });
    });

    test('returns every empty variant of §2.1 as empty', async () => {
      const nothing = await encrypt('');
      world.standIn.answer({
        user: () =>
          userAnswer(
            { plid: person.plid },
            { ci: nothing, phoneNo: '', name: null, agegroup: nothing, gender: '', autoLoginYn: 'Y' },
          ),
      });
      const { user } = (await (await read()).json()) as { user: unknown };
      expect(user).toEqual({
        plid: person.plid,
        ci: '',
        phoneNo: '',
        name: '',
        gender: '',
        agegroup: '',
        autoLoginYn: 'Y',
        autoStatusCheck: 'N',
      });
    });

    test.each([{}, { Authorization: '' }, { Authorization: 'Basic eDp5' }, { Authorization: 'Bearer a b' }])(
      'returns 401 without a bearer token (%o), without calling the service',
      async (headers) => {
        const answer = await read(headers as Record<string, string>);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
        expect(await answer.json()).toMatchObject({ reason: 'authentication_failed' });
        expect(world.standIn.received).toEqual([]);
      },
    );

    test("returns the service's error with its own challenge", async () => {
      const body = { error: 'authentication_failed', message: 'Check the token' };
      const headers = { 'WWW-Authenticate': 'Bearer realm="inside"' };
      world.standIn.answer({ user: { status: 401, body, headers } });
      const answer = await read();
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        ...body,
        error_description: body.message,
        reason: 'upstream_refused',
      });
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    });

    test('treats an error in a 200 response as an error', async () => {
      world.standIn.answer({ user: { body: { code: '9999', error: '', message: 'no' } } });
      const answer = await read();
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 'invalid_grant',
        message: 'no',
        error_description: 'no',
        reason: 'upstream_refused',
      });
    });

    test.each([429, 503])('treats a %i of the service as temporary', async (status) => {
      const body = { error: 'server_error', message: 'Retry later.' };
      world.standIn.answer({ user: { status, body, headers: { 'Retry-After': '30' } } });
      const answer = await read();
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('30');
      expect(await answer.json()).toMatchObject({
        reason: 'upstream_unavailable',
        service: { ...body, status },
      });
      expect(world.standIn.received).toHaveLength(1);
    });

    const tampered = async () => {
      const good = Buffer.from(await encrypt(person.phoneNo), 'base64');
      const flipped = Buffer.from(good);
      flipped[0] = (flipped[0] ?? 0) ^ 1;
      const block = good.subarray(0, 16);
      const around = Buffer.concat([block, Buffer.alloc(16), block]);
      return [
        flipped.toString('base64'),
        good.subarray(0, 15).toString('base64'),
        around.toString('base64'),
        '+/ A'.repeat(6),
        `${'-_'.repeat(11)}==`,
      ];
    };

    test('omits a manipulated field without its content', async () => {
      const answers = new Set<string>();
      for (const phoneNo of await tampered()) {
        world.standIn.answer({ user: () => userAnswer(person, { phoneNo }) });
        const answer = await read();
        expect(answer.status).toBe(200);
        answers.add(await answer.text());
      }
      expect(answers.size).toBe(1);
      const [text = ''] = answers;
      expect(JSON.parse(text).user).toMatchObject({ plid: person.plid, name: person.name });
      expect(JSON.parse(text).user).not.toHaveProperty('phoneNo');
      expect(text).not.toContain(person.phoneNo.slice(3));
    });
  });
});
