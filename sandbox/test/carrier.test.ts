import { beforeAll, describe, expect, test } from 'vitest';
import type { Carrier, ConfirmationRequest } from '../../packages/plid/carrier/port.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let carrier: Carrier;
beforeAll(async () => {
  carrier = (await world.env('plid-service-authorize')).CARRIER;
});

const ask = async (changes: Partial<Record<keyof ConfirmationRequest, unknown>>) =>
  carrier.confirm({ ...askedAbout(people.hana), ...changes } as ConfirmationRequest);

/** Asks a phone. @returns the id of the request on it. */
async function requestIdOf(person: Partial<ConfirmationRequest>): Promise<string> {
  const confirmation = await ask(person);
  if (confirmation.status !== 'requested')
    throw new Error('The carrier knows nobody of that name and number');
  return confirmation.requestId;
}
const statusOf = async (id: string) => (await carrier.outcome(id)).status;
const daegi = people.daegi as Partial<ConfirmationRequest>;

describe('name and number are confirmed', () => {
  test.each([['김 하나'], [' 김하나 ']])('spaces in a name do not matter: %j', async (name) => {
    expect(await ask({ name })).toMatchObject({ status: 'requested' });
  });

  test('nor does the case of Latin letters', async () => {
    expect(await ask({ ...people.john, name: 'John Smith' })).toMatchObject({ status: 'requested' });
    expect(await ask({ ...people.john, name: 'johnsmith' })).toMatchObject({ status: 'requested' });
  });

  test.each([
    ['another name', { name: '김둘' }],
    ['another carrier', { telcoCd: 'K' }],
    ['a number that nobody has', { phoneNo: '01099999999' }],
  ])('%s is not confirmed, and nothing is sent to a phone', async (_, changes) => {
    const before = await requestsOf(world, people.hana.phoneNo);
    expect(await ask(changes)).toEqual({ status: 'unconfirmed' });
    expect(await requestsOf(world, people.hana.phoneNo)).toEqual(before);
  });

  test('a person who has left is not confirmed, until they register again', async () => {
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/leave`);
    expect(await ask(people.duri)).toEqual({ status: 'unconfirmed' });
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/register`);
    expect(await ask(people.duri)).toMatchObject({ status: 'requested' });
  });
});

describe('each fixed subscriber behaves as they always do', () => {
  test.each([people.hana, people.duri, people.john])('$name approves at once', async (person) => {
    const id = await requestIdOf(person as Partial<ConfirmationRequest>);
    const { name, phoneNo, telcoCd } = person;
    expect(await carrier.outcome(id)).toMatchObject({
      status: 'approved',
      identity: { name, phoneNo, telcoCd },
    });
  });

  test('박대기 waits for a person', async () => {
    expect(await statusOf(await requestIdOf(daegi))).toBe('pending');
  });

  test('최거절 denies', async () => {
    const id = await requestIdOf(people.geojeol as Partial<ConfirmationRequest>);
    expect(await carrier.outcome(id)).toEqual({ status: 'denied', why: 'person' });
  });

  test('정만료 never answers: the request runs out', async () => {
    const id = await requestIdOf(people.manryo as Partial<ConfirmationRequest>);
    expect(await statusOf(id)).toBe('pending');
    await world.clock.advance(120);
    expect(await statusOf(id)).toBe('expired');
  });

  test('강점검 has a carrier that fails, whatever the name', async () => {
    await expect(ask(people.jeomgeom)).rejects.toThrow();
    await expect(ask({ ...people.jeomgeom, name: '아무개' })).rejects.toThrow();
  });
});

describe('a request on a phone', () => {
  test('shows the application and three numbers, the right one among them', async () => {
    const id = await requestIdOf({ ...daegi, application: 'Demo Bank', match: '07' });
    const request = await latestRequest(world, people.daegi.phoneNo);
    expect(request).toMatchObject({ id, application: 'Demo Bank', match: '07', status: 'pending' });
    expect(new Set(request.choices).size).toBe(3);
    expect(request.choices).toContain('07');
    expect(request.choices.every((choice) => /^\d\d$/.test(choice))).toBe(true);
  });

  test('the right number stands at every place', async () => {
    const places = new Set<number>();
    for (let round = 0; round < 40; round++) {
      await requestIdOf(daegi);
      places.add((await latestRequest(world, people.daegi.phoneNo)).choices.indexOf('42'));
    }
    expect([...places].sort()).toEqual([0, 1, 2]);
  });

  test('approved too late, it has run out', async () => {
    const id = await requestIdOf(daegi);
    await world.clock.advance(120);
    const answer = await askSandbox(world, 'POST', `/requests/${id}/approve`, { match: '42' });
    expect(await answer.json()).toMatchObject({ request: { status: 'expired' } });
    expect(await statusOf(id)).toBe('expired');
  });

  test('an approval counts for nothing once its owner has left', async () => {
    const id = await requestIdOf(people.duri as Partial<ConfirmationRequest>);
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/leave`);
    expect(await carrier.outcome(id)).toEqual({ status: 'denied', why: 'person' });
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/register`);
  });

  test('that nobody made is taken for expired', async () => {
    expect(await carrier.outcome('no-such-request')).toEqual({ status: 'expired' });
  });
});
