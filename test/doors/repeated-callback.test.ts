import { beforeEach, describe, expect, test } from 'vitest';
import { DoorBrowser, useSignInDoors } from './support/sign-in-doors.ts';

const doors = useSignInDoors();

describe.each(doors)('a callback at $name', (door) => {
  beforeEach(() => door.standIn().reset());

  /** A token that comes late, so that several callbacks wait for it. */
  const answerSlowly = () =>
    door.standIn().answer({
      token: ({ form }) => ({
        pause: 300,
        body: { access_token: 'slow', token_type: 'bearer', expires_in: 600, state: form.state },
      }),
    });
  const begin = async () => {
    const browser = new DoorBrowser(door);
    const code = crypto.randomUUID();
    return { browser, code, ...(await browser.begin(code)) };
  };
  const ends = (answers: { status: number; location: string }[]) =>
    answers.map(({ status, location }) => [status, new URL(location, door.origin()).href]);
  const cart = () => [303, `${door.origin()}/cart`];

  test.each([2, 5])(
    'that arrives %d times at once is exchanged once and signs in each time',
    async (times) => {
      answerSlowly();
      const { browser, code, callback } = await begin();
      const answers = await Promise.all(Array.from({ length: times }, () => browser.visit(callback)));
      expect(ends(answers)).toEqual(Array(times).fill(cart()));
      expect(answers.map(({ cookies }) => cookies.some(isSession))).toEqual(Array(times).fill(true));
      expect(door.standIn().exchanges(code)).toBe(1);
    },
  );

  test('that is sent again with the same cookies ends the same way, with one exchange', async () => {
    const { browser, code, callback } = await begin();
    const before = new Map(browser.cookies);
    const first = await browser.visit(callback);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const second = await browser.visit(callback);
    expect(ends([first, second])).toEqual([cart(), cart()]);
    expect([second.cookies.some(isSession), door.standIn().exchanges(code)]).toEqual([true, 1]);
  });

  test('that is refreshed in the signed-in browser leaves the error page to others', async () => {
    const { browser, code, callback } = await begin();
    await browser.visit(callback);
    const refreshed = await browser.visit(callback);
    expect([refreshed.status, new URL(refreshed.location, door.origin()).origin]).toEqual([
      303,
      door.origin(),
    ]);
    expect(door.standIn().exchanges(code)).toBe(1);
    const { status } = await new DoorBrowser(door).visit(callback, { Accept: 'application/json' });
    expect(status).toBe(400);
  });

  test('that failed once fails again, without another exchange', async () => {
    door.standIn().answer({ token: { status: 503, body: '', pause: 200 } });
    const { browser, code, callback } = await begin();
    const answers = await Promise.all([browser.visit(callback), browser.visit(callback)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(door.standIn().exchanges(code)).toBe(1);
  });
});

/** Whether a Set-Cookie value opens a session. */
const isSession = (line: string) => /session=./.test(line) && !/; Max-Age=0;/.test(line);

const packages = doors.filter(({ name }) => name.startsWith('plid/'));

describe.each(packages)('another code at $name', (door) => {
  test('for a sign-in that was completed is refused without an exchange', async () => {
    const browser = new DoorBrowser(door);
    const { state, callback } = await browser.begin(crypto.randomUUID());
    const before = new Map(browser.cookies);
    await browser.visit(callback);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const other = await browser.visit(`/callback?code=another&state=${state}`);
    expect([other.status, other.cookies.some(isSession)]).toEqual([400, false]);
    expect(door.standIn().exchanges('another')).toBe(0);
  });
});
