import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributes } from '../../packages/plid/protocol/user-record.ts';
import { LocalProcess } from '../service/support/local-process.ts';
import { PersistentApplication } from '../service/support/persistent-application.ts';
import { PersistentPerson } from '../service/support/persistent-user.ts';
import { applications } from '../support/world/test-settings.ts';

let local: LocalProcess;
beforeAll(async () => {
  local = await LocalProcess.create();
});
afterAll(() => local?.close());

/** The bytes of every file of the index of disclosures: databases and write-ahead logs. */
const indexFiles = (): Buffer[] =>
  readdirSync(local.stateFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => /-Disclosures\b/.test(name))
    .map((name) => readFileSync(name));

/** The files that contain a text, in any encoding of SQLite. */
const found = (text: string) =>
  indexFiles().filter((bytes) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')));

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
  await expect.poll(() => found(encryptedHeader).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const { plid, name, phoneNo } = user ?? {};
  const secrets = [plid, name, phoneNo, user?.ci, applications.shop.client_id, ...attributeNames];
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(found(secret ?? ''), secret).toEqual([]);
  }
});
