import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { pseudonymOf } from '../../../workers/service/objects/phones.ts';
import { browserKnownNumbers } from '../../../workers/service/settings/service-sealed-types.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import {
  approveOn,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
} from '../../support/fixtures/phones.ts';
import { authorizeUrl, type Person, signIn, titleOf } from '../../support/fixtures/sign-in.ts';
import { serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const waitPath = '/oauth2/authorize/wait';
const numbersCookie = '__Host-plid-numbers';

const at = (address: string) => new BrowserSession(world, { headers: { 'CF-Connecting-IP': address } });
const send = async (browser: BrowserSession, person: Person): Promise<Shown> =>
  browser.submit(await browser.get(authorizeUrl(world, { prompt: 'login' })), person);
const isWaiting = (page: Shown) => page.url.pathname === waitPath;

/** Asks until a limit refuses. @returns the statuses. */
async function exhaust(person: Person, address: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 7) {
    statuses.push((await send(at(address), person)).status);
    await world.clock.advance(4);
  }
  return statuses;
}

describe('wrong names', () => {
  test('lock out only the caller who sends them', async () => {
    const person = await newSubscriber(world, 'waits');
    const wrong = { ...person, name: '아무개' };
    expect(await exhaust(wrong, '203.0.113.1')).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await send(at('203.0.113.1'), person)).status).toBe(429);
    expect(isWaiting(await send(at('203.0.113.2'), person))).toBe(true);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });

  test("can't be distinguished from an unknown number, from one address or several", async () => {
    const person = await newSubscriber(world, 'waits');
    const [known, unknown] = [
      { ...person, name: '아무개' },
      { ...person, phoneNo: '01099990001' },
    ];
    for (const address of ['203.0.113.10', '203.0.113.11']) {
      const refused = await exhaust(known, address);
      expect(refused).toEqual([400, 400, 400, 400, 400, 429, 429]);
      expect(await exhaust(unknown, address)).toEqual(refused);
    }
  });

  test('corrected at once send the request, without a rate limit error', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = at('203.0.113.20');
    const refused = await send(browser, { ...person, name: '아무개' });
    expect(refused.status).toBe(400);
    expect(isWaiting(await browser.submit(refused, person))).toBe(true);
  });
});

describe('a failing carrier', () => {
  test('counts against no user, who signs in after the outage', async () => {
    const person = await newSubscriber(world, 'fails');
    for (let count = 0; count < 7; count += 1)
      expect((await send(at('203.0.113.30'), person)).status).toBe(503);
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    expect(isWaiting(await send(at('203.0.113.30'), person))).toBe(true);
  });
});

describe('the page of an unknown browser that has to wait', () => {
  const refusal = async (person: Person, address = '203.0.113.45') => {
    const { status, headers, document } = await send(at(address), { ...person, name: '다른이름' });
    // The time of day is the request's, plus the seconds in the response.
    const text = document
      .querySelector('[role=alert]')
      ?.text.replace(/\d+:\d\d\s[AP]M/, '')
      .trim();
    return [
      status,
      headers.get('Retry-After'),
      document.querySelector('#retry')?.getAttribute('data-seconds'),
      text,
    ];
  };

  test('is the same after a request, after a denial, and while the number is locked, and the owner sees the time', async () => {
    const [asked, denying] = [await newSubscriber(world), await newSubscriber(world, 'waits')];
    const own = at('203.0.113.44');
    await signIn(own, world, asked);
    await changeSubscriber(world, asked.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(4);
    expect(isWaiting(await send(at('203.0.113.46'), asked))).toBe(true);
    const justAsked = await refusal(asked);
    expect(justAsked.slice(0, 2)).toEqual([429, '60']);

    const page = await send(at('203.0.113.46'), denying);
    await denyOn(world, denying.phoneNo);
    expect(isWaiting(page)).toBe(true);
    await world.clock.advance(4);
    expect(await refusal(denying, '203.0.113.46')).toEqual(justAsked);

    for (const address of ['203.0.113.47', '203.0.113.48']) {
      await world.clock.advance(31);
      expect(isWaiting(await send(at(address), asked))).toBe(true);
    }
    await world.clock.advance(31);
    expect(await refusal(asked)).toEqual(justAsked);
    for (let count = 0; count < 5; count += 1) {
      await world.clock.advance(4);
      await own.submit(await send(own, asked), {}, 'form[action$="/cancel"]');
    }
    await world.clock.advance(4);
    expect(Number((await send(own, asked)).headers.get('Retry-After'))).toBeGreaterThan(500);
  });
});

describe('pushes of unknown browsers within thirty seconds of another', () => {
  test("are rejected and don't count", async () => {
    const person = await newSubscriber(world, 'silent');
    const statuses: number[] = [];
    for (const address of ['203.0.113.40', '203.0.113.41']) {
      for (const pause of [3, 10, 17]) {
        statuses.push((await send(at(address), person)).status);
        await world.clock.advance(pause);
      }
    }
    expect(statuses).toEqual([200, 429, 429, 200, 429, 429]);
  });
});

describe('a browser that has signed in with the number', () => {
  /** The owner's own browser, after strangers have used up the number's requests. */
  async function lockedOut() {
    const person = await newSubscriber(world);
    const own = at('203.0.113.50');
    await signIn(own, world, person);
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(4);
    expect(await exhaust(person, '203.0.113.51')).toEqual([200, 429, 429, 429, 429, 429, 429]);
    return { person, own };
  }

  test("is admitted when unknown ones aren't, with five requests of its own", async () => {
    const { person, own } = await lockedOut();
    for (let count = 0; count < 5; count += 1) {
      const page = await send(own, person);
      expect(isWaiting(page)).toBe(true);
      await own.submit(page, {}, 'form[action$="/cancel"]');
      await world.clock.advance(4);
    }
    expect((await send(own, person)).status).toBe(429);
    expect((await send(at('203.0.113.51'), person)).status).toBe(429);
  });

  test('gives unknown browsers none of their pushes back when its owner approves', async () => {
    const { person, own } = await lockedOut();
    const waiting = await send(own, person);
    await approveOn(world, person.phoneNo);
    expect((await own.get(waiting.url)).status).toBe(302);
    await world.clock.advance(1);
    expect((await send(at('203.0.113.51'), person)).status).toBe(429);
    await world.clock.advance(30);
    expect(isWaiting(await send(at('203.0.113.51'), person))).toBe(true);
  });

  test('is known by an opaque cookie, only for the numbers in it', async () => {
    const { own } = await lockedOut();
    const cookie = own.cookies(world.service).get(numbersCookie) ?? '';
    expect(atob(cookie.split('.')[0] ?? '')).toBe('{"alg":"dir","enc":"A256GCM","kid":"test"}');
    const other = await newSubscriber(world, 'silent');
    await exhaust(other, '203.0.113.52');
    expect((await send(own, other)).status).toBe(429);
    for (const forged of [`${cookie}A`, cookie.slice(0, -2), 'x', '']) {
      own.setCookie(world.service, numbersCookie, forged);
      expect((await send(own, other)).status).toBe(429);
    }
  });

  test('stays known for its latest five numbers for 400 days', async () => {
    const browser = at('203.0.113.54');
    const phones: string[] = [];
    let header: string | undefined;
    for (let count = 0; count < 6; count += 1) {
      const person = await newSubscriber(world);
      const end = await signIn(browser, world, person);
      header = end.headers.getSetCookie().find((cookie) => cookie.startsWith(numbersCookie));
      phones.unshift(person.phoneNo);
    }
    expect(header).toContain('; Max-Age=34560000;');
    const cookie = browser.cookies(world.service).get(numbersCookie) ?? '';
    const opened = await browserKnownNumbers.open(serviceKeys, cookie, await world.clock.now());
    const PHONE_KEY = v.parse(numberedKeySetting, serviceSecrets.PHONE_KEY);
    const known = phones.map((phoneNo) => pseudonymOf({ PHONE_KEY }, 'number known to a browser', phoneNo));
    expect(opened?.numbers).toEqual((await Promise.all(known)).slice(0, 5));
  });

  test("isn't one that only sent a request", async () => {
    const person = await newSubscriber(world, 'silent');
    const browser = at('203.0.113.53');
    await send(browser, person);
    expect(browser.cookies(world.service).has(numbersCookie)).toBe(false);
  });
});

describe('a denial on the phone', () => {
  /** Asks, and is denied. @returns the statuses of the request, and of the page after the denial. */
  async function denied(person: Person, address: string) {
    const browser = at(address);
    const page = await send(browser, person);
    if (!isWaiting(page)) return page;
    await denyOn(world, person.phoneNo);
    const end = await browser.get(page.url);
    expect(end.url.searchParams.get('error')).toBe('access_denied');
    return page;
  }

  test('locks out the network of the request for a day, and the second in a day all unknown browsers for an hour', async () => {
    const person = await newSubscriber(world, 'waits');
    expect(isWaiting(await denied(person, '203.0.113.60'))).toBe(true);
    await world.clock.advance(4);
    expect((await send(at('203.0.113.60'), person)).status).toBe(429);
    expect(isWaiting(await denied(person, '203.0.113.61'))).toBe(true);
    await world.clock.advance(3_599);
    expect((await send(at('203.0.113.64'), person)).status).toBe(429);
    await world.clock.advance(1);
    expect(isWaiting(await send(at('203.0.113.64'), person))).toBe(true);
    await world.clock.advance(82_700);
    expect((await send(at('203.0.113.60'), person)).status).toBe(429);
    await world.clock.advance(200);
    expect(isWaiting(await send(at('203.0.113.60'), person))).toBe(true);
  });

  test('counts even if its page is never loaded again', async () => {
    const person = await newSubscriber(world, 'waits');
    for (const address of ['203.0.113.62', '203.0.113.63']) {
      expect(isWaiting(await send(at(address), person))).toBe(true);
      await denyOn(world, person.phoneNo);
      await world.clock.advance(31);
      expect((await send(at(address), person)).status).toBe(429);
    }
    expect((await send(at('203.0.113.65'), person)).status).toBe(429);
  });

  test("of an unknown browser's request locks out no known browser, and still counts after an approval", async () => {
    const person = await newSubscriber(world);
    const own = at('203.0.113.70');
    await signIn(own, world, person);
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(4);
    await denied(person, '203.0.113.71');
    await world.clock.advance(4);
    const waiting = await send(own, person);
    expect(titleOf(waiting)).toBe('Approve in your authentication app');
    await approveOn(world, person.phoneNo);
    await own.get(waiting.url);
    await world.clock.advance(31);
    expect((await send(at('203.0.113.71'), person)).status).toBe(429);
    expect(isWaiting(await send(at('203.0.113.72'), person))).toBe(true);
  });
});
