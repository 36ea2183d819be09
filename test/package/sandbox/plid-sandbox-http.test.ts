import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectSandbox } from '../../../packages/plid/sandbox/sandbox-client.ts';
import { presetNames } from '../../../sandbox/fault-presets.ts';
import { startProxy } from '../../support/world/http-proxy.ts';
import { askOverHttp, useSandbox } from '../../support/world/sandbox-world.ts';
import { useWorld } from '../../support/world/use-world.ts';

const sandbox = useSandbox();
afterEach(() => sandbox.reset());

const hana = '01000000001';
const bank = 'demobank000000000002';

describe('the sandbox over HTTP, for tests in other languages', () => {
  const ask = (method: string, route: string, body?: unknown) =>
    askOverHttp(sandbox.url, method, route, body);

  test('has reset, applications, clock, sign-in, presets, and exchanges', async () => {
    expect((await ask('POST', '/reset', { seed: {} })).body).toMatchObject({
      applications: [{ name: 'Demo Shop' }, {}, {}],
    });
    expect((await ask('POST', '/reset')).status).toBe(200);
    expect((await ask('GET', '/applications')).body).toMatchObject({
      applications: [{}, { client_id: bank }, {}],
    });
    const { now } = (await ask('GET', '/clock')).body as { now: number };
    const moved = (await ask('POST', '/clock', { advance: 121 })).body as { now: number };
    expect(moved.now - now).toBeGreaterThanOrEqual(121);
    expect((await ask('POST', '/sign-in', { phoneNo: hana, client_id: bank })).body).toMatchObject({
      code: expect.any(String),
    });
    expect((await ask('POST', '/sign-in', { phoneNo: '01000000005', client_id: bank })).body).toMatchObject({
      error: 'access_denied',
    });
    expect((await ask('GET', '/presets')).body).toMatchObject({
      presets: presetNames.map((name) => ({ name })),
    });
    expect((await ask('PUT', '/faults', { preset: 'bad day' })).body).toMatchObject({
      faults: { length: 5 },
    });
    expect((await ask('GET', '/exchanges')).body).toMatchObject({ exchanges: { length: 4 } });
  });

  test('rejects an invalid request', async () => {
    for (const [method, route, body] of [
      ['POST', '/clock', { advance: 'soon' }],
      ['POST', '/reset', { seed: 1 }],
      ['POST', '/sign-in', { phoneNo: hana }],
      ['PUT', '/faults', { preset: 'good day' }],
    ] as const)
      expect((await ask(method, route, body)).status, route).toBe(400);
  });

  test("rejects a reset or clock change by another site's page", async () => {
    for (const route of ['/reset', '/clock', '/sign-in']) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/json' };
      const answer = await fetch(`${sandbox.url}/sandbox${route}`, {
        method: 'POST',
        headers,
        body: '{"advance":1}',
      });
      expect(answer.status, route).toBe(400);
    }
  });

  test('accepts a client that connects to a running one', async () => {
    const connected = await connectSandbox(`${sandbox.url}/`);
    expect(connected.application).toEqual(sandbox.application);
    expect((await connected.signIn(hana)).code).not.toBe('');
    await expect(connectSandbox('http://localhost:1')).rejects.toThrow('plid sandbox');
  });
});

describe('the environment of npm start, which has no API for tests', () => {
  const world = useWorld({ local: true });

  test('rejects connectSandbox with an error that says what to start', async () => {
    const { url, close } = await startProxy(world);
    onTestFinished(close);
    await expect(connectSandbox(url)).rejects.toMatchObject({
      name: 'SandboxError',
      message: `${url} has no API for tests, because npm start or another program runs there. Start "plid sandbox --port 0", and connect to the address that it prints.`,
      status: 404,
    });
  });
});
