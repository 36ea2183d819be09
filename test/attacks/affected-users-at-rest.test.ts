import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { LocalProcess } from '../service/support/local-process.ts';
import { PersistentApplication } from '../service/support/persistent-application.ts';
import { PersistentPerson } from '../service/support/persistent-user.ts';
import { readableValues, storedFiles } from '../support/assertions/readable-values.ts';
import { applications } from '../support/world/test-settings.ts';

let local: LocalProcess;
beforeAll(async () => {
  local = await LocalProcess.create();
});
afterAll(() => local?.close());

/** The files of the index of disclosures: databases and write-ahead logs. */
const indexFiles = () => storedFiles(local.stateFolder).filter(({ name }) => /-Disclosures\b/.test(name));

/** Attribute names that aren't also the name of a column or a part of an encrypted value by chance. */
const attributeNames = attributes.filter((attribute) => !['ci', 'name'].includes(attribute));

test('the index of disclosures contains no plid, application, attribute name, number, name, or ci', {
  timeout: 90_000,
}, async () => {
  const application = new PersistentApplication(local);
  const person = new PersistentPerson(local, 1);
  await person.subscribe();
  const { code } = await person.signIn();
  const user = await application.read((await application.redeem(code)) ?? '');
  const encryptedHeader = Buffer.from('{"alg":"dir"').toString('base64url').slice(0, 15);
  await expect
    .poll(() => readableValues([encryptedHeader], indexFiles()), { timeout: 10_000 })
    .not.toEqual([]);
  const { plid, name, phoneNo } = user ?? {};
  const personal = [plid, name, phoneNo, user?.ci].map((value) => value ?? '');
  for (const value of personal) expect(value).toBeTruthy();
  const secrets = [...personal, applications.shop.client_id, ...attributeNames];
  expect(readableValues(secrets, indexFiles())).toEqual([]);
});
