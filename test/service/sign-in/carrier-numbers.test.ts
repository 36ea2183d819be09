import { describe, expect, test } from 'vitest';
import type { CarrierCode } from '../../../workers/core/protocol/user-record.ts';
import { logLines } from '../../support/assertions/log-lines.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { grantAutomatically, grantSignIn } from '../../support/fixtures/grants.ts';
import { changeSubscriber, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import { reportSubscriber, sendPeopleRequest } from '../../support/requests/operator-requests.ts';
import { applications, serviceSecrets } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type { World } from '../../support/world/world.ts';
import { phoneIn } from '../support/phone-objects.ts';

const tokens = {
  S: 'skt'.padEnd(40, '0123456789abcdef'),
  K: 'kt'.padEnd(40, '0123456789abcdef'),
  L: 'lgu'.padEnd(40, '0123456789abcdef'),
};
const CARRIER_TOKEN = `skt@S:${tokens.S},kt@K:${tokens.K},lgu@L:${tokens.L},${serviceSecrets.CARRIER_TOKEN}`;
const overrides = { 'plid-service-subscribers': { secrets: { CARRIER_TOKEN } } };
const { client_id } = applications.shop;
let lastNumber = 3_000_000;

/** The owner of a number approves, through a carrier. @returns their plid. */
async function approve(world: World, phoneNo: string, carrier: CarrierCode): Promise<string> {
  const now = await world.clock.now();
  const approval = { owner: `owner of ${phoneNo}`, carrier, sent: now, signIn: 'a sign-in' };
  return (await (await phoneIn(world, phoneNo)).approve(approval, now))?.plid ?? '';
}

const report = (world: World, carrier: CarrierCode | 'operator', what: string, body: object) => {
  const token = carrier === 'operator' ? serviceSecrets.CARRIER_TOKEN : tokens[carrier];
  return reportSubscriber(world, what, body, { Authorization: `Bearer ${token}` });
};

const plidOf = async (world: World, phoneNo: string) => (await phoneIn(world, phoneNo)).plid();

/** A number with an automatic login, whose owner has approved through a carrier. */
async function registered(world: World, carrier: CarrierCode) {
  const phoneNo = `0108${++lastNumber}`;
  const plid = await approve(world, phoneNo, carrier);
  const granted = await grantSignIn(world, { plid, automaticLogin: 'Y' });
  return { phoneNo, plid, granted };
}

describe("a carrier's own token", () => {
  const world = useWorld({ half: 'service', overrides });

  test('reaches the numbers whose latest approval came through that carrier', async () => {
    const { phoneNo, granted } = await registered(world, 'K');
    const listed = await report(world, 'K', 'automatic-logins', { phoneNo });
    expect(await listed.json()).toMatchObject({ automaticLogins: [{ client_id }] });
    await report(world, 'K', 'end-automatic-logins', { phoneNo, client_id });
    await expect(grantAutomatically(world, granted)).rejects.toThrow(/refused/);
    await report(world, 'K', 'disconnect', { phoneNo, client_id });
    const left = await report(world, 'operator', 'connections', { phoneNo });
    expect(await left.json()).toMatchObject({ connections: [] });
    await report(world, 'K', 'leave', { phoneNo });
    expect(await plidOf(world, phoneNo)).toBeUndefined();
  });

  test.each([
    ['leave', {}],
    ['automatic-logins', {}],
    ['end-automatic-logins', { client_id }],
    ['connections', {}],
    ['disconnect', { client_id }],
  ])(
    'reaches no number of another carrier: %s gets the response for an unknown number, and is logged',
    async (what, more) => {
      const { phoneNo, plid, granted } = await registered(world, 'K');
      const refused = () =>
        logLines(world).filter(
          ({ operation, carrier }) => operation === 'reaching a number' && carrier === 'S',
        ).length;
      const before = refused();
      const answer = await report(world, 'S', what, { phoneNo, ...more });
      await expect.poll(refused).toBe(before + 1);
      const nobody = await report(world, 'S', what, { phoneNo: `0108${++lastNumber}`, ...more });
      expect([answer.status, await answer.text()]).toEqual([nobody.status, await nobody.text()]);
      expect(await plidOf(world, phoneNo)).toBe(plid);
      expect(await grantAutomatically(world, granted)).toMatchObject({ plid });
      expect(world.logs()).not.toContain(phoneNo);
    },
  );

  test('reaches the number asked through it in an approval by a browser', async () => {
    const person = await newSubscriber(world);
    await changeSubscriber(world, person.phoneNo, { telcoCd: 'L' });
    const browser = new BrowserSession(world);
    const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
    await browser.submit(form, { ...person, telcoCd: 'L' });
    await report(world, 'S', 'leave', { phoneNo: person.phoneNo });
    expect(await plidOf(world, person.phoneNo)).toMatch(/^[0-9a-f-]{36}$/);
    const shown = await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo });
    expect(await shown.json()).toMatchObject({ registration: { status: 'registered', telcoCd: 'L' } });
    await report(world, 'L', 'leave', { phoneNo: person.phoneNo });
    expect(await plidOf(world, person.phoneNo)).toBeUndefined();
  });

  test("loses a number that is ported, which the new carrier's token then reaches", async () => {
    const { phoneNo, plid } = await registered(world, 'K');
    expect(await approve(world, phoneNo, 'L')).toBe(plid);
    await report(world, 'K', 'leave', { phoneNo });
    expect(await plidOf(world, phoneNo)).toBe(plid);
    await report(world, 'L', 'leave', { phoneNo });
    expect(await plidOf(world, phoneNo)).toBeUndefined();
  });

  test('ends nothing if the number is ported between lookup and end', async () => {
    const { phoneNo, plid } = await registered(world, 'K');
    const object = await phoneIn(world, phoneNo);
    expect(await object.leave(await world.clock.now(), 'S')).toBeUndefined();
    expect(await object.plid()).toBe(plid);
    expect(await object.leave(await world.clock.now(), 'K')).toBe(plid);
  });
});
