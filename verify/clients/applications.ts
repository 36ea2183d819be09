import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { disconnect } from '../../docs/clients/disconnect.ts';
import type { Settings } from '../../docs/clients/user.ts';
import type { BrowserSession, Shown } from '../../test/support/fixtures/browser-session.ts';
import {
  automaticRecordOf,
  browserOf,
  deny,
  recordOf,
  registerClient,
  type SecondLogin,
  signIn,
  type TokenRequest,
  useClientWorld,
  withWrongState,
} from './client-world.ts';

/** An application built on a snippet of docs/clients. */
interface Application {
  create(settings: Settings, secret: string): RequestListener;
  callback: string;
  /** It pushes its request (RFC 9126), which fails before the sign-in if the secret is wrong. */
  pushes?: true;
  /** Starts a login in a browser. @returns the address that the browser is redirected to. */
  begin(browser: BrowserSession, origin: string): Promise<string>;
  /** The user that the application gives its own pages. */
  user(browser: BrowserSession, origin: string): Promise<unknown>;
  /** The user that it derives from a record ({@link recordOf}). */
  userOf(record: ReturnType<typeof recordOf>): object;
  secondLogin?: SecondLogin;
  /** The reason for a failed login, as the page at the end shows it. */
  reason(end: Shown): unknown;
  denied: unknown;
  wrongState: unknown;
  wrongSecret: unknown;
  sends: TokenRequest;
}

const secret = 'a secret of the tests, of 32 letters and more';

export function testApplication(application: Application): void {
  const world = useClientWorld();

  /** The application on a port of its own, and a browser before its login. */
  async function begin({ stopAt, changes }: { stopAt?: string; changes?: Partial<Settings> } = {}) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const settings = await registerClient(world, `${origin}${application.callback}`);
    server.on('request', application.create({ ...settings, ...changes }, secret));
    const browser = browserOf(world, stopAt === undefined ? {} : { stopAt });
    return { settings, origin, browser, start: await application.begin(browser, origin) };
  }

  test('a user signs in by phone, consents, is read, and is disconnected', async () => {
    const { settings, origin, browser, start } = await begin();
    const { person, end } = await signIn(world, browser, start);
    const user = (await application.user(browser, origin)) as { plid: string };
    expect(user, end.url.href).toMatchObject(application.userOf(recordOf(person)));
    expect(world.tokenRequests).toEqual([application.sends]);
    await disconnect(settings, user.plid);
    const again = disconnect(settings, user.plid);
    await expect(again).rejects.toThrow('The value of plid is not valid.');
  });

  const { secondLogin = 'returns only the plid' } = application;
  test(`a second login of a user who chose automatic login ${secondLogin}`, async () => {
    const { origin, browser, start } = await begin();
    await signIn(world, browser, start, { autoLogin: 'Y' });
    const before = (await application.user(browser, origin)) as { plid: string };
    const { url } = await browser.get(await application.begin(browser, origin));
    expect(url.pathname === '/oauth2/authorize', url.href).toBe(secondLogin === 'asks the phone again');
    const after = secondLogin === 'returns only the plid' ? automaticRecordOf(before.plid) : before;
    expect(await application.user(browser, origin)).toEqual(after);
  });

  test('a user who denies on the phone sees that they denied', async () => {
    const { origin, browser, start } = await begin();
    const end = await deny(world, browser, start);
    expect(application.reason(end), end.url.href).toEqual(application.denied);
    expect(await application.user(browser, origin)).toBeUndefined();
  });

  test('a state that was not sent is rejected', async () => {
    const { origin, browser, start } = await begin({ stopAt: application.callback });
    const { end } = await signIn(world, browser, start);
    const refused = await browser.get(withWrongState(end));
    expect(application.reason(refused), refused.url.href).toEqual(application.wrongState);
    expect(await application.user(browser, origin)).toBeUndefined();
  });

  test('a wrong client secret is reported as such', async () => {
    const { origin, browser, start } = await begin({ changes: { client_secret: 'f'.repeat(64) } });
    const end = application.pushes ? await browser.get(start) : (await signIn(world, browser, start)).end;
    expect(application.reason(end), end.url.href).toEqual(application.wrongSecret);
    expect(await application.user(browser, origin)).toBeUndefined();
  });
}

/** Serves a handler of Request and Response over a connection. */
export const listenerOf =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const hasBody = method === 'POST';
    const answer = await handler(
      new Request(new URL(url, `http://${headers.host}`), {
        method,
        headers: headers as Record<string, string>,
        ...(hasBody && { body: await new Response(Readable.toWeb(request) as ReadableStream).text() }),
      }),
    );
    const cookies = answer.headers.getSetCookie();
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'set-cookie': cookies });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };

/** The JSON at a path of the application, requested as by its own page. */
export async function ask(browser: BrowserSession, url: string, body?: object) {
  const sent = { method: 'POST', headers: json(url), body: JSON.stringify(body) };
  const answer = await browser.fetch(url, body === undefined ? {} : sent);
  return JSON.parse(await answer.text());
}

const json = (url: string) => ({ 'Content-Type': 'application/json', Origin: new URL(url).origin });

/** Presses the button of the page on which Auth.js lists its providers. @returns the address that it leads to. */
export async function pressSignIn(browser: BrowserSession, url: string): Promise<string> {
  const { csrfToken } = await ask(browser, `${url}/csrf`);
  const answer = await browser.fetch(`${url}/signin/plid`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: new URL(url).origin }).toString(),
  });
  return answer.headers.get('Location') ?? '';
}
