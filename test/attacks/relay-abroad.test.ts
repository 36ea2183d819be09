import { beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, shownParts } from '../../workers/core/carrier/port.ts';
import { phoneObjectName, phoneOf } from '../../workers/service/objects/phones.ts';
import { phonesOf } from '../service/support/phone-objects.ts';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import { fieldsOfRequest, linesWith } from '../support/assertions/log-lines.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { hana } from '../support/fixtures/grants.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { storedObject } from '../support/world/stored-world.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({
  half: 'service',
  workers: [standInCarrier],
  overrides: { 'plid-service-authorize': { vars: { NUMBER_MATCHING: 'K=type' } } },
});
let control: Pick<Control, 'answer' | 'taken' | 'letEachPhoneApproveItsOwn'>;
let lastNumber = 2_000;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
  await control.letEachPhoneApproveItsOwn();
});

/** A user whose phone is in a country, and who taps the right number. */
async function personIn(country: string | undefined, telcoCd = 'S') {
  const approved: Outcome = { status: 'approved', identity: hana, ...(country && { phone: { country } }) };
  await control.answer({
    confirmation: { status: 'requested', requestId: 'r1', shown: [...shownParts] },
    outcome: approved,
  });
  lastNumber += 1;
  return { ...people.hana, phoneNo: `0108888${lastNumber}`, telcoCd };
}
type Person = Awaited<ReturnType<typeof personIn>>;

/** Signs in, and claims automatic login on each form. @returns whether the request to the phone mentioned it. */
async function signIn(browser: BrowserSession, person: Person, claim = true): Promise<boolean | undefined> {
  await control.taken();
  const claimed: Record<string, string> = claim ? { autoLogin: 'Y' } : {};
  const next = await browser.submit(await browser.get(authorizeUrl(world)), { ...person, ...claimed });
  if (next.url.pathname.endsWith('/consent')) await browser.submit(next, claimed);
  const [question] = await control.taken();
  return question?.context.automaticLogin;
}

const hasAutomaticLogin = async (browser: BrowserSession) =>
  (await browser.get(authorizeUrl(world))).status === 302;

/** The inputs of the decisions so far that had an outcome. */
const decisions = async (risk: string) =>
  (await linesWith(world, { 'events.risk_decided': 1, risk })).map(({ inputs }) => inputs);

/** The harness's browsers are in Korea. */
const [here, elsewhere] = ['KR', 'BR'];

describe("a relay in another country than the victim's phone", () => {
  test('gets no automatic login', async () => {
    const relay = new BrowserSession(world);
    expect(await signIn(relay, await personIn(elsewhere))).toBe(true);
    expect(await hasAutomaticLogin(relay)).toBe(false);
    expect(await decisions('no_automatic_login')).toContain('stranger other_country');
  });

  test('gets none by typed digits either', async () => {
    const relay = new BrowserSession(world);
    await signIn(relay, await personIn(elsewhere, 'K'));
    expect(await hasAutomaticLogin(relay)).toBe(false);
  });
});

describe('a user', () => {
  test.each([here, undefined])(
    'in a new browser, with their phone in %s, gets automatic login',
    async (country) => {
      const browser = new BrowserSession(world);
      await signIn(browser, await personIn(country));
      expect(await hasAutomaticLogin(browser)).toBe(true);
    },
  );

  test.each([
    ['S', false],
    ['K', true],
  ])('abroad in a known browser, with digits typed for carrier %s or not: %s', async (telcoCd, gets) => {
    const browser = new BrowserSession(world);
    const person = await personIn(here, telcoCd);
    await signIn(browser, person, false);
    await control.answer({
      outcome: { status: 'approved', identity: hana, phone: { country: elsewhere } },
    });
    await signIn(browser, person);
    expect(await hasAutomaticLogin(browser)).toBe(gets);
    expect(await decisions('typed_digits')).toContain('known other_country');
  });

  test("whose cookie was copied counts as a new browser, and their phone isn't offered automatic login", async () => {
    const person = await personIn(here);
    await signIn(new BrowserSession(world), person, false);
    const phone = await phoneOf(await phonesOf(world), person.phoneNo);
    await phone.noteReuse((await phone.plid()) ?? '', await world.clock.now());
    const browser = new BrowserSession(world);
    expect(await signIn(browser, person)).toBe(false);
    expect(await hasAutomaticLogin(browser)).toBe(false);
    expect(await decisions('no_automatic_login')).toContain('stranger same_country reused');
  });
});

test('the risk decision is logged only if it has a reason, without location or network', async () => {
  const lines = await linesWith(world, { 'events.risk_decided': 1 });
  expect(lines).not.toEqual([]);
  for (const line of lines) {
    expect(line.risk).not.toBe('nothing');
    const ofEvents = ['client_id', 'carrier', 'call', 'carrier_milliseconds', 'person', 'risk', 'inputs'];
    const told = Object.keys(line).filter((name) => !name.startsWith('events.'));
    expect([...fieldsOfRequest, ...ofEvents]).toEqual(expect.arrayContaining(told));
  }
});

test("the phone's country and network aren't stored", async () => {
  const person = await personIn('AQ');
  const network = 'Antarctic Telecom';
  await control.answer({
    outcome: { status: 'approved', identity: hana, phone: { country: 'AQ', network } },
  });
  await signIn(new BrowserSession(world), person);
  await world.settled();
  const env = await phonesOf(world);
  const plid = (await (await phoneOf(env, person.phoneNo)).plid()) ?? '';
  const objects = [
    storedObject(world, 'Account', plid),
    storedObject(world, 'Phone', await phoneObjectName(env, person.phoneNo)),
  ];
  const stored = (await Promise.all(objects.map((object) => object.atRest())))
    .map((rest) => rest.stored)
    .join();
  expect(stored).toContain('"country":"KR"');
  expect(stored).not.toMatch(/"AQ"|Antarctic/);
  expect(world.logs()).not.toMatch(/"AQ"|Antarctic/);
});
