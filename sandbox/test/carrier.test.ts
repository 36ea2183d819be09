import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import type { Carrier, ConfirmationRequest } from '../../workers/core/carrier/port.ts';

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
    throw new Error('The carrier has no subscriber with that name and number');
  return confirmation.requestId;
}
const statusOf = async (id: string) => (await carrier.outcome(id)).status;
const daegi = people.daegi as Partial<ConfirmationRequest>;

describe('name and number', () => {
  test.each([['김 하나'], [' 김하나 ']])(
    'are confirmed regardless of spaces in the name: %j',
    async (name) => {
      expect(await ask({ name })).toMatchObject({ status: 'requested' });
    },
  );

  test('are confirmed regardless of the case of Latin letters', async () => {
    expect(await ask({ ...people.john, name: 'John Smith' })).toMatchObject({ status: 'requested' });
    expect(await ask({ ...people.john, name: 'johnsmith' })).toMatchObject({ status: 'requested' });
  });

  test.each([
    ['another name', { name: '김둘' }],
    ['another carrier', { telcoCd: 'K' }],
    ['an unassigned number', { phoneNo: '01099999999' }],
  ])('are not confirmed for %s, and no phone is prompted', async (_, changes) => {
    const before = await requestsOf(world, people.hana.phoneNo);
    expect(await ask(changes)).toEqual({ status: 'unconfirmed' });
    expect(await requestsOf(world, people.hana.phoneNo)).toEqual(before);
  });

  test('are not confirmed after leaving, until the subscriber registers again', async () => {
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/leave`);
    expect(await ask(people.duri)).toEqual({ status: 'unconfirmed' });
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/register`);
    expect(await ask(people.duri)).toMatchObject({ status: 'requested' });
  });
});

describe('a predefined subscriber', () => {
  test.each([people.hana, people.duri, people.john])('$name approves at once', async (person) => {
    const id = await requestIdOf(person as Partial<ConfirmationRequest>);
    const { name, phoneNo, telcoCd } = person;
    expect(await carrier.outcome(id)).toMatchObject({
      status: 'approved',
      identity: { name, phoneNo, telcoCd },
    });
  });

  test('박대기 waits for a tap', async () => {
    expect(await statusOf(await requestIdOf(daegi))).toBe('pending');
  });

  test('최거절 denies', async () => {
    const id = await requestIdOf(people.geojeol as Partial<ConfirmationRequest>);
    expect(await carrier.outcome(id)).toEqual({ status: 'denied', why: 'person' });
  });

  test('정만료 never answers, and the request expires', async () => {
    const id = await requestIdOf(people.manryo as Partial<ConfirmationRequest>);
    expect(await statusOf(id)).toBe('pending');
    await world.clock.advance(120);
    expect(await statusOf(id)).toBe('expired');
  });

  test('강점검 has a failing carrier, for any name', async () => {
    await expect(ask(people.jeomgeom)).rejects.toThrow();
    await expect(ask({ ...people.jeomgeom, name: '아무개' })).rejects.toThrow();
  });
});

describe('a request on a phone', () => {
  test('shows the application and three numbers, one of them right', async () => {
    const id = await requestIdOf({ ...daegi, application: 'Demo Bank', match: '07' });
    const request = await latestRequest(world, people.daegi.phoneNo);
    expect(request).toMatchObject({ id, application: 'Demo Bank', match: '07', status: 'pending' });
    expect(new Set(request.choices).size).toBe(3);
    expect(request.choices).toContain('07');
    expect(request.choices.every((choice) => /^\d\d$/.test(choice))).toBe(true);
  });

  test('has the right number at each position', async () => {
    const places = new Set<number>();
    for (let round = 0; round < 40; round++) {
      await requestIdOf(daegi);
      places.add((await latestRequest(world, people.daegi.phoneNo)).choices.indexOf('42'));
    }
    expect([...places].sort()).toEqual([0, 1, 2]);
  });

  test('expires if it is approved too late', async () => {
    const id = await requestIdOf(daegi);
    await world.clock.advance(120);
    const answer = await askSandbox(world, 'POST', `/requests/${id}/approve`, { match: '42' });
    expect(await answer.json()).toMatchObject({ request: { status: 'expired' } });
    expect(await statusOf(id)).toBe('expired');
  });

  test('ignores the approval of a subscriber who has left', async () => {
    const id = await requestIdOf(people.duri as Partial<ConfirmationRequest>);
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/leave`);
    expect(await carrier.outcome(id)).toEqual({ status: 'denied', why: 'person' });
    await askSandbox(world, 'POST', `/subscribers/${people.duri.phoneNo}/register`);
  });

  test("is reported as expired if it doesn't exist", async () => {
    expect(await carrier.outcome('no-such-request')).toEqual({ status: 'expired' });
  });
});
