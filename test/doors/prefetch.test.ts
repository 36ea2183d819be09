import { beforeEach, describe, expect, test } from 'vitest';
import { prefetchHeaders } from '../../workers/core/http/prefetch.ts';
import { DoorBrowser, useSignInDoors } from './support/sign-in-doors.ts';

const doors = useSignInDoors();

/** A value that announces a prefetch, for each header of the code. */
const announced: Record<string, string> = {
  'Sec-Purpose': 'prefetch;prerender',
  Purpose: 'Prefetch',
  'X-Moz': 'prefetch',
  'Next-Router-Prefetch': '1',
};
const cases = [
  ...Object.keys(prefetchHeaders).map((name) => ({ name, value: announced[name] ?? '', status: 425 })),
  ...['iframe', 'image', 'script'].map((value) => ({ name: 'Sec-Fetch-Dest', value, status: 400 })),
];

test('there are four doors, and four headers of a prefetch', () => {
  expect([doors.length, Object.keys(prefetchHeaders)]).toEqual([4, Object.keys(announced)]);
});

describe.each(doors)('at $name', (door) => {
  beforeEach(() => door.standIn().reset());

  test.each(cases)('a login with $name: $value starts nothing', async ({ name, value, status }) => {
    const answer = await new DoorBrowser(door).visit(door.paths.login, { [name]: value });
    expect([answer.status, answer.cookies, door.standIn().received]).toEqual([status, [], []]);
  });

  test.each(cases)('a callback with $name: $value uses no code up', async ({ name, value, status }) => {
    const browser = new DoorBrowser(door);
    const code = crypto.randomUUID();
    const { callback } = await browser.begin(code);
    const answer = await browser.visit(callback, { [name]: value });
    expect([answer.status, answer.cookies, door.standIn().exchanges(code)]).toEqual([status, [], 0]);
    const { status: ended, location } = await browser.visit(callback, { 'Sec-Fetch-Dest': 'document' });
    expect([ended, new URL(location, door.origin()).href]).toEqual([303, `${door.origin()}/cart`]);
  });

  test('twelve prefetches of the login leave an open sign-in as it is', async () => {
    const browser = new DoorBrowser(door);
    const { callback } = await browser.begin(crypto.randomUUID());
    for (let at = 0; at < 12; at += 1)
      await browser.visit(`${door.paths.login}?return_to=/${at}`, { 'Sec-Purpose': 'prefetch' });
    expect((await browser.visit(callback)).status).toBe(303);
  });
});

describe.each(doors.filter(({ name }) => name.startsWith('plid/')))('HEAD at $name', (door) => {
  test.each(['login', 'callback'] as const)('is answered at the %s without a sign-in', async (route) => {
    const browser = new DoorBrowser(door);
    const code = crypto.randomUUID();
    const { callback } = await browser.begin(code);
    const path = { login: door.paths.login, callback }[route];
    const { status, cookies, location } = await browser.visit(path, { method: 'HEAD' });
    expect([status, cookies, location, door.standIn().exchanges(code)]).toEqual([200, [], '', 0]);
    expect((await browser.visit(callback)).status).toBe(303);
  });

  test.each(['/login', '/callback'])('%s of a client-side router is a visit', async () => {
    const browser = new DoorBrowser(door);
    const sent = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' };
    expect((await browser.visit(door.paths.login, sent)).status).toBe(303);
  });
});
