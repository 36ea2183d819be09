import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readableValues, storedFiles } from '../../support/assertions/readable-values.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { LocalProcess } from '../support/local-process.ts';
import { PersistentApplication } from '../support/persistent-application.ts';
import { PersistentPerson } from '../support/persistent-user.ts';

let local: LocalProcess;
beforeAll(async () => {
  local = await LocalProcess.create();
});
afterAll(() => local?.close());

test('no name, number, ci, or birth date is readable in any storage file of service or gateway', {
  timeout: 90_000,
}, async () => {
  const application = new PersistentApplication(local);
  const persons = [1, 2, 3].map((number) => new PersistentPerson(local, number));
  const secrets = new Set<string>();
  let plid = '';
  for (const [index, person] of persons.entries()) {
    await person.subscribe();
    const { code } = await person.signIn();
    if (index !== 2) {
      const user = await application.read((await application.redeem(code)) ?? '');
      for (const value of [user?.name, user?.phoneNo]) expect(value).toBeTruthy();
      plid = user?.plid ?? '';
    }
    await person.signIn();
    await person.signInElsewhere();
    for (const value of [person.name, person.phoneNo, await ciOf(person), '900101']) secrets.add(value);
    if (index === 1) await person.leave();
  }
  for (const value of await signInAtGateway()) secrets.add(value);
  const files = storedFiles(local.stateFolder);
  for (const kind of ['-Account', '-Phone', '-User', '-Flow', '.sqlite-wal'])
    expect(
      files.map(({ name }) => name).filter((name) => name.includes(kind)),
      kind,
    ).not.toEqual([]);
  expect(readableValues(['demoshop000000000001'], files)).not.toEqual([]);
  expect(plid).toBeTruthy();
  expect(readableValues(secrets, files)).toEqual([]);
});

/** Signs a user in at the gateway, and leaves the session open. @returns their personal values. */
async function signInAtGateway(): Promise<string[]> {
  const browser = new BrowserSession(local);
  const page = await browser.get(`${local.url}/auth/login?return_to=/auth/session`);
  const consent = await browser.submit(page, { ...people.duri, autoLogin: 'Y' });
  const { user } = JSON.parse((await browser.submit(consent, { autoLogin: 'Y' })).text);
  expect(user).toMatchObject({ name: people.duri.name, phoneNo: people.duri.phoneNo });
  // Pages get no ci, but the sign-in has stored it.
  const digest = createHash('sha512').update(`plid sandbox ci ${user.name} ${user.birthdate}`);
  const ci = digest.digest('base64');
  return [user.name, user.phoneNo, ci, user.birthdate];
}

async function ciOf(person: PersistentPerson): Promise<string> {
  const application = new PersistentApplication(local);
  const { code } = await person.signInElsewhere();
  const ci = (await application.read((await application.redeem(code)) ?? ''))?.ci ?? '';
  expect(ci).toHaveLength(88);
  return ci;
}
