import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { plidSignIn, type WebSignInParameters } from '../../packages/plid/express/index.ts';
import { plidSignIn as webSignIn } from '../../packages/plid/web/index.ts';
import { person, startServiceStandIn, userAnswer } from '../support/fakes/service-stand-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { arrived, DoorBrowser, doorSettings, type SignInDoor, sendPlain } from './support/sign-in-doors.ts';

/** Actions of an application with its own sessions, and the signed-in user. */
interface Application {
  /** The user of the only browser's session. */
  user: string | number | undefined;
  /** Purpose of the next login. */
  purpose: WebSignInParameters;
  /** The outcomes that reached the application, as `type plid of user`. */
  outcomes: string[];
  data: unknown;
  /** Whether it stores the users that sign in automatically. */
  isStored: boolean;
}
const begins = (): Application => ({
  user: undefined,
  purpose: {},
  outcomes: [],
  data: undefined,
  isStored: true,
});
let application = begins();

type Handled = { type: string; userId?: unknown; user?: { plid: string }; plid?: string; data?: unknown };
const note = ({ type, user, plid = user?.plid, userId, data }: Handled) => {
  application.outcomes.push(userId === undefined ? `${type} ${plid}` : `${type} ${plid} of ${userId}`);
  application.data = data;
};
const handle = (outcome: Handled) => {
  note(outcome);
  return {};
};
const handlers = {
  outcomes: {
    signed_in: handle,
    automatic: (outcome: Handled) => (application.isStored ? handle(outcome) : undefined),
    connected: (outcome: Handled) => note(outcome),
  },
  currentUser: () => application.user,
};
const paths = { login: '/login', callback: '/callback' };
const origin = () => 'https://shop.example.com';

const web = useStarted(async () => {
  const standIn = await startServiceStandIn();
  const plid = webSignIn({ ...doorSettings(standIn.url), ...handlers });
  return { standIn, plid, logs: () => '', close: standIn.close };
});
const onWeb: SignInDoor = {
  name: 'plid/web',
  paths,
  origin,
  standIn: () => web.standIn,
  async send(path, method, headers) {
    const request = new Request(origin() + path, { method, headers });
    const isLogin = path.startsWith(paths.login);
    return arrived(await (isLogin ? web.plid.login(request, application.purpose) : web.plid.handle(request)));
  },
};

const express = useStarted(async () => {
  const standIn = await startServiceStandIn();
  const plid = plidSignIn({ ...doorSettings(standIn.url), ...handlers });
  const server = createServer((request, response) => {
    const end = (failure: unknown) => response.writeHead(failure === undefined ? 404 : 500).end();
    if (request.url?.startsWith(paths.login)) plid.login(request, response, end, application.purpose);
    else plid.routes(request, response, end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await standIn.close();
  };
  return { standIn, port: (server.address() as AddressInfo).port, logs: () => '', close };
});
const onExpress: SignInDoor = {
  name: 'plid/express',
  paths,
  origin,
  standIn: () => express.standIn,
  send: (path, method, headers) => sendPlain(express.port, path, method, headers),
};

const own = { 'Sec-Fetch-Site': 'same-origin' };

describe.each([onWeb, onExpress])('a phone that a user connects at $name', (door) => {
  beforeEach(() => {
    door.standIn().reset();
    application = begins();
  });

  /** Signs the user of the application in and starts to connect a phone. */
  async function connectAs(user: string | number, browser = new DoorBrowser(door)) {
    application.user = user;
    application.purpose = { connect: user };
    return { browser, ...(await browser.begin(crypto.randomUUID(), '/account', own)) };
  }
  const connected = (user: string | number) => [`connected ${person.plid} of ${user}`];
  const sessionOf = (browser: DoorBrowser) =>
    [...browser.cookies.keys()].filter((name) => /session/.test(name));

  test.each(['duri', 7])('requires the phone, and is connected to the user %j who started', async (user) => {
    const { browser, callback, address } = await connectAs(user);
    expect(address.searchParams.get('prompt')).toBe('login');
    const { status, location } = await browser.visit(callback);
    expect([status, location]).toEqual([303, `${origin()}/account`]);
    expect([application.outcomes, sessionOf(browser)]).toEqual([connected(user), []]);
  });

  test('is connected if the session library returns the ID as another type', async () => {
    const { browser, callback } = await connectAs(7);
    application.user = '7';
    await browser.visit(callback);
    expect(application.outcomes).toEqual(connected('7'));
  });

  test.each([
    ['has signed out', undefined],
    ['has signed out of a library that returns null', null],
    ['has signed out of a library that returns an empty ID', ''],
    ['was replaced by another user', 'john'],
    ['was replaced by a user with a longer ID', 'duri2'],
  ])('is connected to no user if the one who started %s', async (_, user) => {
    const { browser, callback } = await connectAs('duri');
    application.user = user as string;
    const { status } = await browser.visit(callback);
    expect([status, application.outcomes, sessionOf(browser)]).toEqual([400, [], []]);
  });

  test('leaves a sign-in in a second tab to the user of that tab', async () => {
    const { browser, callback } = await connectAs('duri');
    application.purpose = {};
    const other = await browser.begin(crypto.randomUUID());
    await browser.visit(other.callback);
    expect(application.outcomes).toEqual([`signed_in ${person.plid}`]);
    application.user = 'john';
    expect((await browser.visit(callback)).status).toBe(400);
    expect(application.outcomes).toHaveLength(1);
  });

  test('that is cancelled leaves nothing behind for the next sign-in', async () => {
    const { browser, state } = await connectAs('duri');
    const cancelled = await browser.visit(`/callback?error=access_denied&state=${state}`);
    expect([cancelled.status, application.outcomes]).toEqual([400, []]);
    application.purpose = {};
    const { callback } = await browser.begin(crypto.randomUUID());
    await browser.visit(callback);
    expect(application.outcomes).toEqual([`signed_in ${person.plid}`]);
  });

  test('is connected once more to the same user if the callback is repeated, with one exchange', async () => {
    const { browser, callback } = await connectAs('duri');
    const cookies = new Map(browser.cookies);
    await browser.visit(callback);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await browser.visit(callback);
    expect(application.outcomes).toEqual([...connected('duri'), ...connected('duri')]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    application.user = 'john';
    expect((await browser.visit(callback)).status).toBe(400);
    expect([application.outcomes.length, door.standIn().exchanges()]).toEqual([2, 1]);
  });

  test('is refused if the service signs the user in automatically', async () => {
    door.standIn().answer({ user: await userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
    const { browser, callback } = await connectAs('duri');
    expect([(await browser.visit(callback)).status, application.outcomes]).toEqual([400, []]);
  });

  test.each([undefined, null, '', Number.NaN])('starts nothing for the user %j', async (connect) => {
    application.purpose = { connect };
    const { status, cookies } = await new DoorBrowser(door).visit('/login', own);
    expect([status, cookies, door.standIn().received]).toEqual([400, [], []]);
  });

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.shop.example.com' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://evil.example' },
    {},
  ])('starts nothing for a request with %j', async (headers) => {
    application.purpose = { connect: 'duri' };
    const { status, cookies } = await new DoorBrowser(door).visit('/login', headers);
    expect([status, cookies]).toEqual([400, []]);
  });
});

describe.each([onWeb, onExpress])('values of a sign-in at $name', (door) => {
  beforeEach(() => {
    door.standIn().reset();
    application = begins();
  });

  test('come back with its own outcome, in any order of tabs, and are not readable in the cookie', async () => {
    const browser = new DoorBrowser(door);
    const callbacks: string[] = [];
    for (const plan of ['basic', 'large-and-secret']) {
      application.purpose = { data: { plan, items: [1, { a: '가' }] } };
      callbacks.push((await browser.begin(crypto.randomUUID())).callback);
    }
    expect(JSON.stringify([...browser.cookies])).not.toContain('secret');
    await browser.visit(callbacks[1] ?? '');
    expect(application.data).toEqual({ plan: 'large-and-secret', items: [1, { a: '가' }] });
    await browser.visit(callbacks[0] ?? '');
    expect(application.data).toEqual({ plan: 'basic', items: [1, { a: '가' }] });
  });

  test('move to the sign-in with the phone after an automatic login of an unknown user', async () => {
    const browser = new DoorBrowser(door);
    application.purpose = { data: { plan: 'basic' } };
    application.isStored = false;
    door.standIn().answer({ user: await userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
    const { callback } = await browser.begin(crypto.randomUUID());
    const { searchParams } = new URL((await browser.visit(callback)).location);
    expect([searchParams.get('prompt'), application.outcomes]).toEqual(['login', []]);
    door.standIn().reset();
    await browser.visit(`/callback?code=with-phone&state=${searchParams.get('state')}`);
    expect(application).toMatchObject({ outcomes: [`signed_in ${person.plid}`], data: { plan: 'basic' } });
  });

  test('of 1,000 bytes are taken in five tabs, whose cookies stay below 8,000 characters', async () => {
    const browser = new DoorBrowser(door);
    application.purpose = { data: { a: 'x'.repeat(992) } };
    for (let tab = 0; tab < 6; tab += 1)
      expect((await browser.visit(`/login?return_to=/${'x'.repeat(400)}`)).status).toBe(303);
    const line = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    expect(browser.cookies.size).toBeGreaterThan(1);
    expect(line.length).toBeLessThan(8_000);
  });

  test.each([{ a: 'x'.repeat(993) }, { a: '가'.repeat(331) }, [1], null, 'text'])(
    "that aren't a short object are an error of the application: %#",
    async (data) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      application.purpose = { data: data as Record<string, unknown> };
      const { status, cookies } = await new DoorBrowser(door).visit('/login');
      expect([status, cookies]).toEqual([500, []]);
      expect(String(log.mock.calls)).toContain('The option data');
      log.mockRestore();
    },
  );
});
