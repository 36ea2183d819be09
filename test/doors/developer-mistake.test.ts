import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plidSignIn } from '../../packages/plid/express/index.ts';
import { plidSignIn as webSignIn } from '../../packages/plid/web/index.ts';
import { type Answer, startServiceStandIn } from '../support/fakes/service-stand-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { arrived, doorSettings, sendPlain } from './support/sign-in-doors.ts';

const web = useStarted(async () => {
  const standIn = await startServiceStandIn();
  return { standIn, logs: () => '', close: standIn.close };
});

/** Opens a path of an application, with the cookies that it has set. @returns the response's status and text. */
type Open = (
  path: string,
  cookies?: string[],
) => Promise<{ status: number; location: string; cookies: string[] }>;

function openWeb(): Open {
  const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
  const plid = webSignIn({ ...doorSettings(web.standIn.url), outcomes, par: true });
  return async (path, cookies = []) => {
    const headers = { Cookie: cookies.map((line) => line.split(';')[0]).join('; ') };
    const request = new Request(`https://shop.example.com${path}`, { headers });
    return arrived(await plid.handle(request));
  };
}

const served = useStarted(async () => {
  const application: { plid?: ReturnType<typeof plidSignIn> } = {};
  const server = createServer((request, response) =>
    application.plid?.routes(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { application, port: (server.address() as AddressInfo).port, logs: () => '', close };
});

function openExpress(): Open {
  const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
  served.application.plid = plidSignIn({ ...doorSettings(web.standIn.url), par: true, outcomes });
  return (path, cookies = []) =>
    sendPlain(served.port, path, 'GET', { cookie: cookies.map((line) => line.split(';')[0]).join('; ') });
}

const errors = () => vi.mocked(console.error).mock.calls.map(String);
const warnings = () => vi.mocked(console.warn).mock.calls.map(String);
beforeEach(() => {
  web.standIn.reset();
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const sentence =
  'The redirect address http://localhost:8972/callback matches none of the registered addresses.';
const refusal = (status: number, error: string): Answer => ({
  status,
  body: { error, message: sentence },
  headers: { 'X-Request-Id': 'request-7' },
});

describe.each([
  { door: 'plid/web', open: openWeb },
  { door: 'plid/express', open: openExpress },
])('at $door', ({ open }) => {
  test.each([
    { answer: refusal(400, 'invalid_grant'), advice: 'Check the option redirectUri.' },
    { answer: refusal(400, 'invalid_request'), advice: 'Check the parameters.' },
    { answer: refusal(403, 'unauthorized_client'), advice: 'unauthorized_client' },
    { answer: refusal(400, 'access_denied'), advice: 'access_denied' },
    { answer: refusal(401, 'invalid_client'), advice: 'Check the options clientId and clientSecret.' },
  ])(
    'a push refused with $answer.body.error is a mistake of the setup, logged in one line',
    async ({ answer, advice }) => {
      web.standIn.answer({ par: answer });
      const { status, cookies } = await open()('/login');
      expect([status, cookies, warnings()]).toEqual([500, [], []]);
      const [line = '', ...more] = errors();
      expect(more).toEqual([]);
      expect(line).toMatch(/^plid: [^\n]+ X-Request-Id: request-7$/);
      expect(line).toContain(advice);
      expect(line.includes(sentence)).toBe(answer.status !== 401);
      expect(line).not.toContain('code');
    },
  );

  test.each([refusal(500, 'server_error'), refusal(503, 'server_error')])(
    "a push that fails with $status is the service's fault",
    async (answer) => {
      web.standIn.answer({ par: answer });
      expect([(await open()('/login')).status, errors()]).toEqual([503, []]);
    },
  );

  test('a refused callback is one warning with the request ID, without the code or the sentence', async () => {
    const visit = open();
    const { cookies } = await visit('/login');
    const [, state = ''] = /plid-sign-in-\d+-([\w-]+)=/.exec(cookies.join()) ?? [];
    const body = { error: 'server_error', message: 'The code the-code is not valid.' };
    web.standIn.answer({ token: { ...refusal(500, 'server_error'), body } });
    expect((await visit(`/callback?code=the-code&state=${state}`, cookies)).status).toBe(400);
    expect([errors(), warnings()]).toEqual([
      [],
      [expect.stringMatching(/^plid: a sign-in was refused\. [^\n]+ X-Request-Id: request-7$/)],
    ]);
    expect(warnings().join()).not.toContain('the-code');
  });

  test('a callback of another browser is a warning, and a cancelled one is none', async () => {
    const visit = open();
    expect((await visit('/callback?code=c&state=s')).status).toBe(400);
    expect(warnings()).toEqual([expect.stringContaining("doesn't belong to a sign-in of this browser")]);
    const { cookies } = await visit('/login');
    const [, state = ''] = /plid-sign-in-\d+-([\w-]+)=/.exec(cookies.join()) ?? [];
    expect((await visit(`/callback?error=access_denied&state=${state}`, cookies)).status).toBe(400);
    expect([errors(), warnings()]).toEqual([[], [expect.any(String)]]);
  });
});
