import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import { applications } from '../../support/world/test-settings.ts';
import { LocalProcess } from '../support/local-process.ts';
import { PersistentApplication } from '../support/persistent-application.ts';
import { PersistentPerson, type SignedIn } from '../support/persistent-user.ts';

/** Two logins each. */
const people = 25;
const atOnce = 5;
/** The time that the process lives before it is killed, and the whole time of the test, in milliseconds. */
const lifetime = { shortest: 150, longest: 700 };
const enough = 15_000;
const fewestKills = 5;

let local: LocalProcess;
beforeAll(async () => {
  local = await LocalProcess.create();
});
afterAll(() => local?.close());

interface Login {
  code: string;
  token: string;
  plid: string;
}

/** Logins whose tokens must work, and logins whose tokens must no longer work. */
interface History {
  kept: Login[];
  ended: Login[];
}

test('killing the process at random moments of 50 sign-ins loses nothing that was confirmed', {
  timeout: 120_000,
}, async () => {
  const application = new PersistentApplication(local);
  const everybody = Array.from({ length: people }, (_, number) => new PersistentPerson(local, number));
  for (const person of everybody) await person.subscribe();

  const histories = new Map<PersistentPerson, History>();
  const queue = [...everybody.entries()];
  const live = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [number, person] = next;
      histories.set(person, await liveThrough(application, person, number));
    }
  };
  const kills = await whileKilled(() => Promise.all(Array.from({ length: atOnce }, live)));
  expect(kills).toBeGreaterThanOrEqual(fewestKills);

  await local.kill();
  await local.start();
  for (const [person, history] of histories) await expectRemembered(application, person, history);
});

/** Two logins, each of its own kind; some people leave after that. */
async function liveThrough(
  application: PersistentApplication,
  person: PersistentPerson,
  number: number,
): Promise<History> {
  const first = await logIn(application, person, () => person.signIn());
  const again = () => (number % 3 === 0 ? person.signInElsewhere() : person.signIn());
  const second = await logIn(application, person, again);
  expect(second.plid).toBe(first.plid);
  if (number % 5 === 0) {
    await person.leave();
    return { kept: [], ended: [first, second] };
  }
  if (number % 5 !== 1) return { kept: [first, second], ended: [] };
  expect((await application.exchange(second.code)).status).toBe(500);
  return { kept: [first], ended: [second] };
}

async function logIn(
  application: PersistentApplication,
  person: PersistentPerson,
  signIn: () => Promise<SignedIn>,
): Promise<Login> {
  for (;;) {
    const signedIn = await signIn();
    const token = await application.redeem(signedIn.code);
    if (token === undefined) continue;
    const user = await application.read(token);
    expectRecord(user, person, signedIn);
    return { code: signedIn.code, token, plid: user?.plid ?? '' };
  }
}

/** A grant, a consent and a device are written together or not at all: the flags of the record would show it. */
function expectRecord(user: UserRecord | undefined, { name, phoneNo }: PersistentPerson, signedIn: SignedIn) {
  const identity = signedIn.automatic
    ? { name: '', phoneNo: '', gender: '', autoLoginYn: 'Y', autoStatusCheck: 'N' }
    : { name, phoneNo, gender: 'F' };
  const flags = signedIn.asked ? { autoLoginYn: 'Y', autoStatusCheck: 'Y' } : {};
  expect(user).toMatchObject({ ...identity, ...flags });
}

async function expectRemembered(
  application: PersistentApplication,
  person: PersistentPerson,
  { kept, ended }: History,
) {
  for (const { token, plid } of kept) expect(await application.read(token)).toMatchObject({ plid });
  for (const { token } of ended) expect(await application.read(token)).toBeUndefined();
  for (const { code } of [...kept, ...ended]) expect((await application.exchange(code)).status).toBe(500);

  const hasLeft = kept.length === 0;
  const { client_id } = applications.shop;
  expect(await person.automaticLogins()).toEqual(hasLeft ? [] : [client_id]);
  const signedIn = await person.signInElsewhere();
  expect(signedIn.asked).toBe(hasLeft);
  const user = await application.read((await application.redeem(signedIn.code)) ?? '');
  expectRecord(user, person, signedIn);
  for (const { plid } of kept) expect(user?.plid).toBe(plid);
  for (const { plid } of hasLeft ? ended : []) expect(user?.plid).not.toBe(plid);
}

/** Does some work while the process is killed and started again. @returns how often that happened. */
async function whileKilled(work: () => Promise<unknown>): Promise<number> {
  const begun = Date.now();
  let over = false;
  const killAtRandom = async (kills = 0): Promise<number> => {
    if (over || (kills >= fewestKills && Date.now() > begun + enough)) return kills;
    await new Promise((resolve) => setTimeout(resolve, randomInt(lifetime.shortest, lifetime.longest)));
    await local.kill();
    await local.start();
    return killAtRandom(kills + 1);
  };
  const killing = killAtRandom();
  try {
    await work();
  } finally {
    over = true;
    await killing;
  }
  return killing;
}
