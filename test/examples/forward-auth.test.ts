import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityVerifier } from '../../packages/plid/identity/index.ts';
import type { Sandbox } from '../../packages/plid/sandbox/start-sandbox.ts';
import { publicSecrets } from '../../workers/sandbox/world/public-secrets.ts';
import { startApplication } from '../support/doubles/application-stand-in.ts';
import { isThere, proxies, startProxy } from '../support/world/proxies.ts';
import { startSandbox } from '../support/world/sandbox-world.ts';

const key = publicSecrets.IDENTITY_KEY;
const page = { Accept: 'text/html,*/*;q=0.8' };
const program = { Accept: 'application/json' };

let sandbox: Sandbox;
let application: Awaited<ReturnType<typeof startApplication>>;
/** The cookie of somebody who has signed in at the gateway, and their plid. */
let signedIn: { cookie: string; plid: string };

beforeAll(async () => {
  application = await startApplication(() => new Response('from the application'));
  sandbox = await startSandbox();
  signedIn = await signIn();
});
afterAll(async () => {
  await sandbox?.stop();
  await application?.close();
});
beforeEach(() => void application.received.splice(0));

const cookiesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

/** Walks a login at the gateway. */
async function signIn() {
  const asked = await fetch(`${sandbox.url}/auth/login?return_to=/`, { redirect: 'manual', headers: page });
  const { location } = await sandbox.signInAt(asked.headers.get('Location') ?? '', '01000000001');
  const cookies = { Cookie: cookiesOf(asked).join('; ') };
  const back = await fetch(location, { redirect: 'manual', headers: { ...page, ...cookies } });
  const cookie = cookiesOf(back).find((one) => one.startsWith('plid-session=')) ?? '';
  const session = await fetch(`${sandbox.url}/auth/session`, { headers: { Cookie: cookie } });
  const { user } = (await session.json()) as { user: { plid: string } };
  return { cookie, plid: user.plid };
}

describe.each(Object.entries(proxies))('%s before an application', (_, proxy) => {
  const skipped = !isThere(proxy);
  const name = (what: string) =>
    skipped ? `${what} (skipped without it: apt-get install ${proxy.install})` : what;
  let started: Awaited<ReturnType<typeof startProxy>> | undefined;
  beforeAll(async () => {
    if (skipped) return;
    const { host } = new URL(application.url);
    const gateway = sandbox.url.replace('localhost', '127.0.0.1');
    started = await startProxy(proxy, { gateway, application: host, key });
  });
  afterAll(() => started?.stop());

  const send = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${started?.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(method === 'POST' && { body: 'a=b' }),
    });
  const reached = () => application.received.map(({ headers }) => headers);
  const told = (headers: Record<string, string> | undefined) =>
    Object.entries(headers ?? {}).filter(([header]) =>
      /^(?:plid[-_]identity|x[-_]auth[-_]request[-_]user)$/i.test(header),
    );
  const whoIs = (header: string | undefined) =>
    identityVerifier({ key, issuer: sandbox.url, audience: sandbox.url })(header);

  test.skipIf(skipped)(name('leads a person to the login, and back to their page'), async () => {
    const answer = await send('/orders?page=2', page);
    const location = answer.headers.get('Location')?.replace('127.0.0.1', 'localhost');
    expect([answer.status, location]).toEqual([
      302,
      `${sandbox.url}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`,
    ]);
    expect(reached()).toEqual([]);
  });

  test.skipIf(skipped)(
    name('tells a program that nobody is signed in, whatever it says of itself'),
    async () => {
      const forged = { 'Plid-Identity': 'a.b.c', 'X-Auth-Request-User': signedIn.plid };
      for (const headers of [
        program,
        { ...program, ...forged },
        { ...program, Cookie: 'plid-session=plid_a.b' },
      ])
        expect((await send('/orders', headers)).status).toBe(401);
      expect((await send('/orders', page, 'POST')).status).toBe(401);
      expect(reached()).toEqual([]);
    },
  );

  test.skipIf(skipped)(name('tells the application who it is, and not by which cookie'), async () => {
    const sent = { ...page, Cookie: `theme=dark; ${signedIn.cookie}; basket=1` };
    for (const method of ['GET', 'POST']) {
      const answer = await send('/orders?page=2', sent, method);
      expect([answer.status, await answer.text()]).toEqual([200, 'from the application']);
      const headers = reached().at(-1);
      expect(headers?.['x-auth-request-user']).toBe(signedIn.plid);
      expect((await whoIs(headers?.['plid-identity']))?.user).toMatchObject({
        plid: signedIn.plid,
        name: '김하나',
      });
      expect(headers?.cookie?.replace(/;$/, '')).toBe('theme=dark; basket=1');
      expect(headers).not.toHaveProperty('plid-identity-key');
    }
    expect(application.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /orders?page=2',
      'POST /orders?page=2',
    ]);
  });

  test.skipIf(skipped)(name('drops what a caller says of who they are, in every spelling'), async () => {
    const names = [
      'Plid-Identity',
      'Plid_Identity',
      'X-Auth-Request-User',
      'x_auth_request_user',
      'X_Auth-Request_User',
    ];
    const forged = Object.fromEntries(names.map((header) => [header, 'somebody-else']));
    expect((await send('/orders', { ...program, ...forged, Cookie: signedIn.cookie })).status).toBe(200);
    const [headers] = reached();
    expect(told(headers).map(([, value]) => value)).not.toContain('somebody-else');
    expect(headers?.['x-auth-request-user']).toBe(signedIn.plid);
  });

  test.skipIf(skipped)(name('stops what a page of another origin sends in their name'), async () => {
    const evil = {
      ...page,
      Cookie: signedIn.cookie,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    };
    const named = {
      'X-Forwarded-Method': 'GET',
      'X-Original-Method': 'GET',
      'X-HTTP-Method-Override': 'GET',
    };
    for (const headers of [evil, { ...evil, ...named }])
      expect((await send('/orders', headers, 'POST')).status).toBe(403);
    expect(reached()).toEqual([]);
  });

  test.skipIf(skipped)(name('lets a preflight through as nobody’s'), async () => {
    const asks = {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'PUT',
      'Plid-Identity': 'a.b.c',
    };
    expect((await send('/orders', asks, 'OPTIONS')).status).toBe(200);
    expect(told(reached()[0]).filter(([, value]) => value !== '')).toEqual([]);
  });

  test.skipIf(skipped)(name('lets nobody through once they have logged out'), async () => {
    const { cookie } = await signIn();
    const headers = { ...program, Cookie: cookie };
    expect((await send('/orders', headers)).status).toBe(200);
    await fetch(`${sandbox.url}/auth/logout`, { method: 'POST', headers });
    expect((await send('/orders', headers)).status).toBe(401);
  });
});
