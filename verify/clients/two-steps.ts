import { expect, test } from 'vitest';
import { disconnect } from '../../docs/clients/disconnect.ts';
import { fetchUser, type Settings, type User } from '../../docs/clients/user.ts';
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

/** A snippet of docs/clients for a library without routes and sessions. Most snippets read an access token. */
interface TwoSteps<Kept, Read> {
  beginLogin(settings: Settings): Began<Kept> | Promise<Began<Kept>>;
  finishLogin(settings: Settings, callback: URL, kept: Kept): Promise<Read>;
}

interface Began<Kept> {
  url: URL | string;
  kept: Kept;
}

/** A record, or a part of it. */
type Person = Partial<User> & { plid: string };

const callback = 'http://localhost:3000/callback';

/** Parts of the library's errors or of their causes, and its form of a token request. */
interface Told {
  denied: object;
  wrongState: object;
  wrongSecret: object;
  sends: TokenRequest;
  secondLogin?: Exclude<SecondLogin, 'keeps the attributes'>;
}

/** A snippet with the reader of users that is copied next to it. */
export const withReader = <Kept>({ beginLogin, finishLogin }: TwoSteps<Kept, string>) => ({
  beginLogin,
  finishLogin: async (settings: Settings, callback: URL, kept: Kept) =>
    fetchUser(settings, await finishLogin(settings, callback, kept)),
});

export function testTwoSteps<Kept>({ beginLogin, finishLogin }: TwoSteps<Kept, Person>, told: Told): void {
  const world = useClientWorld();

  /** A login up to the service, and a browser that is shown its end: no server listens at the callback. */
  async function begin() {
    const settings = await registerClient(world, callback);
    const browser = browserOf(world, { application: async () => new Response() });
    return { settings, browser, ...(await beginLogin(settings)) };
  }

  test('a user signs in by phone, consents, is read, and is disconnected', async () => {
    const { settings, browser, url, kept } = await begin();
    const { person, end } = await signIn(world, browser, url);
    const user = await finishLogin(settings, end.url, kept);
    expect(user).toEqual(recordOf(person));
    expect(world.tokenRequests).toEqual([told.sends]);
    await disconnect(settings, user.plid);
    const again = disconnect(settings, user.plid);
    await expect(again).rejects.toThrow('The value of plid is not valid.');
  });

  const { secondLogin = 'returns only the plid' } = told;
  test(`a second login of a user who chose automatic login ${secondLogin}`, async () => {
    const { settings, browser, url, kept } = await begin();
    const { end } = await signIn(world, browser, url, { autoLogin: 'Y' });
    const { plid } = await finishLogin(settings, end.url, kept);
    const next = await beginLogin(settings);
    const back = await browser.get(next.url);
    expect(back.url.pathname === '/oauth2/authorize', back.url.href).toBe(
      secondLogin === 'asks the phone again',
    );
    if (secondLogin === 'asks the phone again') return;
    expect(await finishLogin(settings, back.url, next.kept)).toEqual(automaticRecordOf(plid));
  });

  test('a user who denies on the phone sees that they denied', async () => {
    const { settings, browser, url, kept } = await begin();
    const end = await deny(world, browser, url);
    await expect(finishLogin(settings, end.url, kept)).rejects.toMatchObject(told.denied);
  });

  test('a state that was not sent is rejected before the code is used', async () => {
    const { settings, browser, url, kept } = await begin();
    const { person, end } = await signIn(world, browser, url);
    const wrong = finishLogin(settings, withWrongState(end), kept);
    await expect(wrong).rejects.toMatchObject(told.wrongState);
    expect(await finishLogin(settings, end.url, kept)).toEqual(recordOf(person));
  });

  test('a wrong client secret is reported as such, and the code is not used', async () => {
    const { settings, browser, url, kept } = await begin();
    const { person, end } = await signIn(world, browser, url);
    const wrong = { ...settings, client_secret: 'f'.repeat(64) };
    await expect(finishLogin(wrong, end.url, kept)).rejects.toMatchObject(told.wrongSecret);
    expect(await finishLogin(settings, end.url, kept)).toEqual(recordOf(person));
  });
}
