import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../support/people/browser-session.ts';
import {
  approveFirstOn,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
} from '../support/people/phones.ts';
import { authorizeUrl, type Person, returned, signIn, titleOf } from '../support/people/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

let networks = 0;
/** A browser in a network of its own. */
function stranger(address?: string) {
  networks += 1;
  const own = `198.51.${100 + Math.floor(networks / 250)}.${networks % 250}`;
  return new BrowserSession(world, { headers: { 'CF-Connecting-IP': address ?? own } });
}

/** Asks a phone, in one attempt. @returns the page that waits; undefined where it was refused. */
async function ask(browser: BrowserSession, person: Person) {
  const page = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const sent = await browser.submit(page, person);
  return sent.url.pathname === '/oauth2/authorize/wait' ? sent : undefined;
}

/** Somebody with a browser that their number knows, whose phone now waits for them. */
async function owner() {
  const person = await newSubscriber(world);
  const own = stranger();
  await signIn(own, world, person);
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
  await world.clock.advance(4);
  return { person, own };
}

/** A day of an attacker who tries every twenty minutes, from another network each time. @param answer what the owner does with each. */
async function dayOfPushes(person: Person, answer: () => Promise<void> = async () => {}) {
  const pause = 1_200;
  let rung = 0;
  for (let time = 0; time < 86_400; time += pause) {
    const page = await ask(stranger(), person);
    if (page !== undefined) {
      rung += 1;
      await answer();
    }
    await world.clock.advance(pause);
  }
  return rung;
}

describe('somebody who knows number, name and carrier asks a phone all day', { timeout: 120_000 }, () => {
  test('that nobody answers: it rings fifteen times, and for the owner’s own browser whenever they want', async () => {
    const { person, own } = await owner();
    expect(await dayOfPushes(person)).toBeLessThanOrEqual(15);
    expect(await ask(own, person)).toBeDefined();
  });

  test('whose owner says each time that it was not them: not more often either, and their own browser gets in', async () => {
    const { person, own } = await owner();
    const rung = await dayOfPushes(person, () => denyOn(world, person.phoneNo));
    expect(rung).toBeLessThanOrEqual(15);
    expect(await ask(own, person)).toBeDefined();
  });
});

describe('a phone shows one request at a time', () => {
  test('five browsers ask it: one request is there, and the others have ended', async () => {
    const person = await newSubscriber(world, 'waits');
    const pages = [];
    for (let count = 0; count < 5; count += 1) {
      const browser = stranger();
      pages.push({ browser, page: await ask(browser, person) });
      await world.clock.advance(70);
    }
    const open = (await requestsOn(world, person.phoneNo)).filter(({ status }) => status === 'pending');
    expect(open.length).toBeLessThanOrEqual(1);
  });

  test('a later request takes the place of the open one, whose page ends as by a denial', async () => {
    const person = await newSubscriber(world, 'waits');
    const [first, second] = [stranger(), stranger()];
    const superseded = await ask(first, person);
    await world.clock.advance(4);
    const later = await ask(second, person);
    await expect
      .poll(async () => (await requestsOn(world, person.phoneNo)).map(({ status }) => status))
      .toEqual(['pending', 'cancelled']);
    const ended = await first.get(superseded?.url ?? '');
    expect(returned(ended)).toMatchObject({ error: 'access_denied', plid_reason: 'denied' });
    expect(later).toBeDefined();
  });

  test('an approval of a request that was superseded signs nobody in, even where its carrier takes nothing back', async () => {
    const person = await newSubscriber(world, 'waits');
    const attacker = stranger();
    const page = await ask(attacker, person);
    await approveFirstOn(world, person.phoneNo);
    await world.clock.advance(4);
    expect(await ask(stranger(), person)).toBeDefined();
    const ended = await attacker.get(page?.url ?? '');
    expect([ended.status, titleOf(ended)]).toEqual([400, 'This sign-in was not completed']);
  });

  test('one sender takes the place of others twice in ten minutes', async () => {
    const person = await newSubscriber(world, 'waits');
    const sender = '203.0.113.9';
    const taken: boolean[] = [];
    for (let count = 0; count < 3; count += 1) {
      await ask(stranger(), person);
      await world.clock.advance(4);
      taken.push((await ask(stranger(sender), person)) !== undefined);
      await world.clock.advance(4);
    }
    expect(taken.at(-1)).toBe(false);
  });

  test('a stranger does not take the place of the owner’s own browser, and it takes theirs', async () => {
    const { person, own } = await owner();
    const waiting = await ask(own, person);
    await world.clock.advance(4);
    expect(await ask(stranger(), person)).toBeUndefined();
    expect((await own.get(waiting?.url ?? '')).url.pathname).toBe('/oauth2/authorize/wait');
    await world.clock.advance(121);
    const attacker = stranger();
    const page = await ask(attacker, person);
    await world.clock.advance(4);
    expect(await ask(own, person)).toBeDefined();
    expect(returned(await attacker.get(page?.url ?? ''))).toMatchObject({ error: 'access_denied' });
  });
});

test('a request sent anew in the same sign-in counts once, twice at most', async () => {
  const person = await newSubscriber(world, 'waits');
  const browser = stranger();
  let page = await ask(browser, person);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    await world.clock.advance(121);
    const expired = await browser.get(page?.url ?? '');
    page = await browser.submit(expired, {}, 'form[action$="/again"]');
    statuses.push(page.status);
    if (page.status !== 200) break;
  }
  expect(statuses.slice(0, 2)).toEqual([200, 200]);
});

test('the owner says that it was not them: the browser that was known is known no more', async () => {
  const { person, own } = await owner();
  const page = await ask(own, person);
  await denyOn(world, person.phoneNo);
  await own.get(page?.url ?? '');
  await world.clock.advance(4);
  expect(await ask(own, person)).toBeUndefined();
});
