import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person } from '../../test/support/fixtures/sign-in.ts';
import {
  accessTokenFor,
  decryptField,
  jsonOf,
  requestUser,
} from '../../test/support/requests/service-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { type Found, lineDelay } from './judge.ts';
import { signInRudely } from './malformed-carrier-sign-in.ts';
import { faultsOfLine, type Word } from './oracles.ts';

/** The formats of §2.1 for encrypted attributes; those of plain ones are in the contract. */
const formats: Record<string, RegExp> = {
  ci: /^[A-Za-z0-9+/]{86}==$/,
  phoneNo: /^01\d{9}$/,
  name: /^홍길동$/,
  birthday: /^(?:0\d|1[0-2])[0-3]\d$/,
  birthdate: /^\d\d(?:0\d|1[0-2])[0-3]\d$/,
};

/**
 * Whole logins of new users, with faults drawn for each answer of the carriers. Every refusal is 503 with Retry-After, the user
 * continues from there, and no malformed value reaches the application.
 */
export async function judgeRudeLogins(world: FuzzWorld, seeds: readonly number[]): Promise<Found[]> {
  const found: Found[] = [];
  const words: Word[] = [{ text: '홍길동', owner: 'asker' }];
  for (const seed of seeds) {
    const says = (failure: unknown) => `carriers that are rude with the seed ${seed}: ${failure}`;
    const person = await newSubscriber(world);
    words.push({ text: person.phoneNo, owner: 'asker' });
    await logInRudely(world, person, seed).catch((failure) =>
      found.push({ oracle: 'carrier', says: says(failure), cases: [] }),
    );
  }
  await pause(lineDelay);
  const lines = world.newLines().filter((line) => !line.includes('"reason":"unavailable"'));
  const logged = lines.flatMap((line) => faultsOfLine(line, words));
  return [...found, ...logged.map(({ says }) => ({ oracle: 'carrier', says, cases: [] }))];
}

async function logInRudely(world: FuzzWorld, person: Person, seed: number): Promise<void> {
  const address = authorizeUrl(world, { prompt: 'login' });
  const browser = new BrowserSession(world, { headers: { 'CF-Connecting-IP': world.newAddress() } });
  const { end, refused } = await signInRudely(world, browser, { address, person }, { seed });
  if (refused !== undefined) assert.equal(refused.headers.get('Retry-After'), '5', 'when to try again');
  const answer = await requestUser(world, await accessTokenFor(world, { code: codeOf(end) }));
  const { user = {} } = await jsonOf(answer);
  for (const [attribute, format] of Object.entries(formats)) {
    const sent = (user as Record<string, string>)[attribute];
    if (sent !== undefined)
      assert.match(decryptField(sent, applications.shop.client_secret) ?? '', format, attribute);
  }
}
