import { describe, expect, test } from 'vitest';
import { rateLimitKeyOfAddress } from '../../../workers/core/http/rate-limit-key.ts';
import type { Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import {
  beginSignIn,
  codeOf,
  consentFields,
  flowOf,
  locationOf,
  type Person,
  people,
  postForm,
  returned,
  steps,
  titleOf,
} from '../../support/fixtures/sign-in.ts';
import {
  accessTokenFor,
  jsonOf,
  requestToken,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { copyOf } from '../support/browser-copies.ts';

const world = useWorld({ half: 'service' });

const begin = (headers: Record<string, string> = {}) => beginSignIn(world, { headers });
const codeIn = (answer: Response) => new URL(locationOf(answer)).searchParams.get('code') ?? '';

describe('a form sent twice', () => {
  test('for a sign-in prompts the phone once', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const first = await browser.submit(page, person);
    const second = await browser.submit(page, person);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
    await approveOn(world, person.phoneNo);
    expect((await browser.get(second.url)).url.pathname).toBe(steps.consent);
  });

  test('at once for a sign-in prompts the phone once', async () => {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...person };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postForm(browser, steps.signIn, fields)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 429, 429, 429, 429, 429, 429, 429]);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  });

  test('for a consent has one grant for both codes, and one token', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    const fields = consentFields(consent);
    const [first, second] = await Promise.all([
      postForm(browser, steps.consent, fields),
      postForm(browser, steps.consent, fields),
    ]);
    const token = await accessTokenFor(world, { code: codeIn(first) });
    expect((await requestUser(world, token)).status).toBe(200);
    expect((await requestToken(world, { code: codeIn(second) })).status).toBe(500);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('after the code was used shows a page that leads to the application', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    await accessTokenFor(world, { code: codeOf(await browser.submit(consent)) });
    const wait = await browser.get(`${world.service}/oauth2/authorize/wait?flow=${flowOf(consent)}`);
    for (const again of [wait, await browser.submit(consent), await browser.submit(page, people.hana)]) {
      expect([again.status, titleOf(again)]).toEqual([400, 'This sign-in is finished']);
    }
    const sentAgain = await postForm(browser, '/oauth2/authorize/again', { flow: flowOf(consent) });
    expect(sentAgain.status).toBe(400);
    const left = await browser.submit(wait, {}, 'form[action$="/cancel"]');
    expect(returned(left)).toMatchObject({ error: 'access_denied', state: 'a state' });
  });

  test('a minute after an unused code issues no other code', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    codeOf(await browser.submit(consent));
    await world.clock.advance(60);
    expect(titleOf(await browser.submit(consent))).toBe('This sign-in is finished');
  });

  test('every 50 seconds keeps no finished sign-in open, and gets no second code', async () => {
    const { browser, page } = await begin();
    const consent = await browser.submit(page, await newSubscriber(world));
    const copy = copyOf(browser, world);
    codeOf(await browser.submit(consent));
    await world.clock.advance(50);
    codeOf(await browser.submit(consent));
    await world.clock.advance(15);
    for (const visitor of [browser, copy])
      expect(titleOf(await visitor.submit(consent))).toBe('This sign-in is finished');
  });

  test("isn't redirected by 307 or 308, which would send typed data to the application", async () => {
    const { browser, page } = await begin();
    const person = await newSubscriber(world);
    const signedIn = await postForm(browser, steps.signIn, { flow: flowOf(page), ...person });
    expect(signedIn.status).toBe(303);
    const consent = await browser.get(new URL(locationOf(signedIn), world.service));
    expect((await postForm(browser, steps.consent, consentFields(consent))).status).toBe(302);
    expect((await postForm(browser, steps.cancel, { flow: flowOf(page) })).status).toBe(302);
  });
});

describe('requests to one phone', () => {
  const send = async (person: Person, headers?: Record<string, string>) => {
    const { browser, page } = await begin(headers);
    return browser.submit(page, person);
  };

  test('are limited to five unapproved ones in ten minutes, for all senders and spellings of the number', async () => {
    const person = await newSubscriber(world, 'silent');
    const digits = person.phoneNo.slice(1);
    const spellings = [
      person.phoneNo,
      `+82${digits}`,
      person.phoneNo.replace(/^(...)(....)/, '$1-$2-'),
      `+82 0${digits}`,
      `82 ${digits}`,
    ];
    for (const phoneNo of spellings) {
      expect((await send({ ...person, phoneNo })).url.pathname).toBe('/oauth2/authorize/wait');
      await world.clock.advance(4);
    }
    const fullWidth = person.phoneNo.replace(/\d/g, (digit) =>
      String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
    );
    const refused = await send({ ...person, phoneNo: fullWidth }, { 'Accept-Language': 'ko' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(refused.document.querySelector('[role=alert]')?.text).toMatch(/부터 다시 보낼 수 있습니다/);
    expect(refused.document.querySelector('#phoneNo')?.getAttribute('value')).toBe(fullWidth);
    expect(await requestsOn(world, person.phoneNo)).toHaveLength(5);
    await world.clock.advance(581);
    expect((await send(person)).url.pathname).toBe('/oauth2/authorize/wait');
  });

  test('are reset by an approval, and a lock ends no sign-in', async () => {
    const person = await newSubscriber(world);
    for (let count = 0; count < 7; count++) expect((await send(person)).status).toBeLessThan(400);
  });

  test('over the limit are reported to a program in JSON', async () => {
    const person = await newSubscriber(world, 'silent');
    for (let count = 0; count < 5; count++) {
      await send(person);
      await world.clock.advance(4);
    }
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), ...person };
    const answer = await postForm(browser, steps.signIn, fields, { Accept: 'application/json' });
    expect([answer.status, await jsonOf(answer)]).toEqual([
      429,
      { error: 'server_error', message: 'Too many requests. Try again later.' },
    ]);
  });

  test('get the same rejection and limit for known and unknown numbers', async () => {
    const known = { ...people.manryo, name: '누구일까' };
    const unknown = { ...known, phoneNo: '01098765432' };
    /** Without what is drawn by chance; of what is sealed the length stays. */
    const alike = (value: string) =>
      value
        .replaceAll(/ey[\w-]+\.[\w.-]+/g, (sealed) => `${sealed.length}`)
        .replaceAll(/nonce-[^']+|^\d+$|^[\da-f]{16}$|\d+-[\w-]{22}/g, '');
    const shape = ({ status, headers, text }: Shown, phoneNo: string) => ({
      status,
      headers: [...headers]
        .filter(([name]) => name !== 'plid-sign-in')
        .map(([name, value]) => [name, alike(value)]),
      text: text
        .replaceAll(/\d+-[\w-]{22}|nonce="[^"]+"|(?<=>)\w{4}-\w{4}(?=<)|(?<=>)(?:\w ){7}\w(?=<)/g, '')
        .replaceAll(phoneNo, ''),
    });
    for (let count = 0; count < 7; count++) {
      const shapes = [shape(await send(known), known.phoneNo), shape(await send(unknown), unknown.phoneNo)];
      expect(shapes[0]).toEqual(shapes[1]);
      expect(shapes[0]?.status).toBe(count < 5 ? 400 : 429);
      await world.clock.advance(4);
    }
  });
});

describe('sign-ins from one address', () => {
  const sendFrom = async (address: string) => {
    const { browser, page } = await begin({ 'CF-Connecting-IP': address });
    return browser.submit(page, await newSubscriber(world));
  };

  test('are limited to sixty a minute, and addresses of one /64 count as one', async () => {
    expect((await sendFrom('2001:db8:1:2::1')).status).toBe(200);
    expect((await sendFrom('2001:db8:1:2:ffff::1')).status).toBe(200);
    await world.spend('SIGN_IN_LIMIT', rateLimitKeyOfAddress('2001:db8:1:2::3') ?? '', 58);
    const limited = await sendFrom('2001:db8:1:2::4');
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '60']);
    expect((await sendFrom('2001:db8:1:3::1')).status).toBe(200);
  });
});
