import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { plidSignIn } from 'plid/express';
import { type Sandbox, startSandbox } from 'plid/sandbox';

let sandbox: Sandbox;
let server: Server;
before(async () => {
  sandbox = await startSandbox({ seed: 'seed.json', port: 0 });
  process.env.PLID_SERVICE = sandbox.url;
  process.env.PLID_CLIENT_ID = sandbox.application.client_id;
  process.env.PLID_CLIENT_SECRET = sandbox.application.client_secret;
  server = application().listen(0, 'localhost');
  await once(server, 'listening');
});
beforeEach(() => sandbox.reset());
after(async () => {
  server?.close();
  await sandbox?.stop();
});

/** The application under test. Import yours here instead: its settings are complete now. */
function application(): Server {
  const plid = plidSignIn({
    service: process.env.PLID_SERVICE ?? '',
    clientId: process.env.PLID_CLIENT_ID ?? '',
    clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
    redirectUri: 'http://localhost:3000/callback',
    cookieKey: 'only-for-tests-replace-in-production',
    outcomes: {
      signed_in: ({ user }) => ({ name: user.name }),
      automatic: () => undefined,
    },
  });
  return createServer((request, response) =>
    plid.routes(request, response, () => response.end(`Hello, ${plid.session(request)?.name ?? 'guest'}`)),
  );
}

/** Opens a page of the application as a browser does, without following redirects. */
function open(path: string, cookies = ''): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://localhost:${port}${path}`, { headers: { Cookie: cookies }, redirect: 'manual' });
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Signs a user in. @returns the cookies of the application's session. */
async function signIn(phoneNo: string): Promise<string> {
  const started = await open('/login?return_to=/orders');
  const { location } = await sandbox.signInAt(started.headers.get('Location') ?? '', phoneNo);
  const { pathname, search } = new URL(location);
  const returned = await open(pathname + search, cookiesOf(started));
  assert.equal(returned.headers.get('Location'), 'http://localhost:3000/orders');
  return cookiesOf(returned);
}

test('a user signs in at the application', async () => {
  const page = await open('/orders', await signIn('01000000002'));
  assert.equal(await page.text(), 'Hello, 이두리');
});

test('a denied sign-in starts no session', async () => {
  await assert.rejects(signIn('01000000005'), { error: 'access_denied' });
  assert.equal(await (await open('/orders')).text(), 'Hello, guest');
});
