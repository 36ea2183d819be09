import { availableParallelism, loadavg } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/plid/client/index.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';

const sandbox = useSandbox();
afterEach(() => sandbox.reset({}));

const hana = '01000000001';

const client = () => {
  const { client_id, client_secret, redirect_uris } = sandbox.application;
  const [redirectUri = ''] = redirect_uris;
  return createClient({
    service: sandbox.url,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri,
  });
};
const login = async (phoneNo = hana, options = {}) => {
  const { code, device } = await sandbox.signIn(phoneNo, undefined, options);
  const { access_token } = await client().exchange(code);
  return { access_token, user: await client().user(access_token), device };
};

describe('the sandbox clock', () => {
  test('is real until it is moved, for everything in the sandbox', async () => {
    const real = Date.now() / 1000;
    expect(Math.abs((await sandbox.clock.now()) - real)).toBeLessThan(5);
    const { access_token } = await login();
    await sandbox.clock.advance(601);
    expect((await sandbox.clock.now()) - real).toBeGreaterThanOrEqual(600);
    await expect(client().user(access_token)).rejects.toMatchObject({ error: 'authentication_failed' });
  });

  test("moved by a code's lifetime makes the code expire", async () => {
    const { code } = await sandbox.signIn(hana);
    await sandbox.clock.advance(61);
    await expect(client().exchange(code)).rejects.toMatchObject({ error: 'server_error' });
  });

  test('can only be moved forward', async () => {
    const before = await sandbox.clock.now();
    await expect(sandbox.clock.advance(-1)).rejects.toMatchObject({
      status: 400,
      message: 'The value of advance is not valid.',
    });
    expect((await sandbox.clock.now()) - before).toBeLessThan(5);
    await sandbox.clock.advance(0);
    expect((await sandbox.clock.now()) - before).toBeGreaterThanOrEqual(0);
  });
});

describe('the sandbox preset', () => {
  test('"carrier outage" prevents sign-ins until it ends', async () => {
    await sandbox.faults.set('carrier outage');
    for (const phoneNo of [hana, '01000000002'])
      await expect(sandbox.signIn(phoneNo)).rejects.toMatchObject({ status: 503, error: 'server_error' });
    await sandbox.faults.clear();
    expect((await sandbox.signIn(hana)).code).not.toBe('');
  });

  test('"every spelling §2.1 allows" varies responses, and plid/client reads them all', async () => {
    const { device } = await login(hana, { autoLogin: true });
    await sandbox.faults.set('every spelling §2.1 allows');
    const { user } = await login(hana, { device });
    expect(user).toMatchObject({ autoLoginYn: 'Y', autoStatusCheck: 'N' });
    await client().disconnect(user.plid);
    const [token, read, disconnect] = (await sandbox.exchanges()).slice(-3);
    expect(token?.body).toMatchObject({ expires_in: '600' });
    expect(read?.body).toMatchObject({
      error: '',
      user: { ci: '', agegroup: expect.stringMatching(/.{20,}/) },
    });
    expect(disconnect?.body).toMatchObject({ code: '0000', error: '' });
  });

  test('"bad day" fails everything once', async () => {
    await sandbox.faults.set('bad day');
    await expect(sandbox.signIn(hana)).rejects.toMatchObject({ status: 503 });
    const { code } = await sandbox.signIn(hana);
    await expect(client().exchange(code)).rejects.toThrow();
    const { access_token } = await client().exchange(code);
    await expect(client().user(access_token)).rejects.toThrow();
    const { plid } = await client().user(access_token);
    await expect(client().disconnect(plid)).rejects.toThrow();
    expect(await sandbox.faults.list()).toEqual([]);
  });
});

describe('recorded exchanges', () => {
  test('contain all messages in order, without client secrets', async () => {
    await login();
    const { client_id, client_secret } = sandbox.application;
    const query = new URLSearchParams({
      client_id,
      client_secret,
      grant_type: 'authorization_code',
      code: 'x',
    });
    await fetch(`${sandbox.url}/oauth2/token?${query}`, { method: 'POST' });
    const exchanges = await sandbox.exchanges();
    expect(exchanges.map(({ step, status }) => [step, status])).toEqual([
      ...[
        ['authorize', 200],
        ['code', 302],
        ['token', 200],
        ['user', 200],
        ['token', 500],
      ],
    ]);
    expect(exchanges[2]).toMatchObject({
      method: 'POST',
      path: '/oauth2/token',
      parameters: { grant_type: 'authorization_code', code: expect.any(String) },
      body: { token_type: 'bearer' },
    });
    expect(JSON.stringify(exchanges)).not.toContain(client_secret);
  });
});

describe('a sandbox reset', () => {
  test('clears accounts, subscribers, faults, exchanges, and the clock', async () => {
    const before = await login(hana, { autoLogin: true });
    await sandbox.person(hana).behaves('denies');
    await sandbox.faults.set('carrier outage');
    await sandbox.clock.advance(1_000);
    await sandbox.reset();
    expect(await sandbox.exchanges()).toEqual([]);
    expect(Math.abs((await sandbox.clock.now()) - Date.now() / 1000)).toBeLessThan(5);
    await expect(client().user(before.access_token)).rejects.toMatchObject({
      error: 'authentication_failed',
    });
    const after = await login(hana, { device: before.device });
    expect(after.user).toMatchObject({ name: '김하나', autoLoginYn: 'N' });
    expect(after.user.plid).not.toBe(before.user.plid);
  });

  test('keeps the former seed, or takes another one', async () => {
    await sandbox.reset({ preset: 'carrier outage' });
    await sandbox.faults.clear();
    await sandbox.reset();
    expect(await sandbox.faults.list()).toMatchObject([{ endpoint: 'carrier', kind: 'outage' }]);
    const application = {
      client_id: 'another0000000000001',
      name: '다른 가게',
      redirect_uris: ['http://localhost:1/'],
    };
    await sandbox.reset({ applications: [application] });
    expect(sandbox.application).toMatchObject(application);
    expect(await sandbox.faults.list()).toEqual([]);
  });

  test('with another secret of the same application revokes the former one at once', async () => {
    const seedWith = (client_secret: string) => ({
      applications: [
        {
          client_id: 'another0000000000001',
          name: '다른 가게',
          redirect_uris: ['http://localhost:1/'],
          client_secret,
        },
      ],
    });
    const [former, next] = ['a'.repeat(64), 'b'.repeat(64)];
    const statusWith = async (client_secret: string) => {
      const form = {
        grant_type: 'authorization_code',
        code: 'x',
        client_id: 'another0000000000001',
        client_secret,
      };
      const answer = await fetch(`${sandbox.url}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      return ((await answer.json()) as { error: string }).error;
    };
    await sandbox.reset(seedWith(former));
    expect([await statusWith(former), await statusWith(next)]).toEqual(['server_error', 'invalid_client']);
    await sandbox.reset(seedWith(next));
    expect([await statusWith(former), await statusWith(next)]).toEqual(['invalid_client', 'server_error']);
  });

  test('that is rejected changes nothing', async () => {
    const { access_token, user } = await login();
    await expect(sandbox.reset({ limits: 'no' } as never)).rejects.toThrow('limits');
    expect((await client().user(access_token)).plid).toBe(user.plid);
  });

  test('takes less than 100 ms, as measured by the sandbox', async () => {
    for (let time = 0; time < 5; time += 1) {
      await login();
      await sandbox.reset();
    }
    const measured = () => {
      const lines = sandbox
        .logs()
        .split('\n')
        .filter((line) => line.includes('"/sandbox/reset"'));
      return lines.slice(-5).map((line) => (JSON.parse(line) as { milliseconds: number }).milliseconds);
    };
    await expect.poll(measured).toHaveLength(5);
    // The tests' machine has other work at the same time: a process then gets a share of a processor.
    const share = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
    expect(Math.min(...measured())).toBeLessThan(100 * share);
  });
});
