import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { grantSignIn, hana } from '../../../test/support/fixtures/grants.ts';
import { administer, registerApplication } from '../../../test/support/requests/operator-requests.ts';
import {
  accessTokenFor,
  decryptField,
  jsonOf,
  requestUser,
} from '../../../test/support/requests/service-requests.ts';
import { plid as runPlid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { applications, operatorName, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { closedAfterTest, useWorld } from '../../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../../test/support/world/world.ts';

const world = useWorld({ half: 'service' });
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plid-transfer-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs `plid applications …` against a world. */
async function plid(to: World, words: string[], input = '') {
  const proxy = await startProxy(to, { origin: to.service });
  onTestFinished(() => proxy.close());
  const env = { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN };
  return runPlid(['applications', ...words, '--url', proxy.url], { cwd: directory, env, input });
}

interface File {
  version: number;
  applications: { client_id: string; name: string; secrets: { sha256: string; field_key: string }[] }[];
}

/** Exports the applications of the first world into a file. */
async function exportTo(name: string, only?: (client_id: string) => boolean): Promise<File> {
  const { stdout } = await plid(world, ['export']);
  const file = JSON.parse(stdout) as File;
  if (only !== undefined) file.applications = file.applications.filter(({ client_id }) => only(client_id));
  writeFileSync(path.join(directory, name), JSON.stringify(file));
  return file;
}

/** A world with no data of the first one but the imported file. */
const newWorld = async (overrides = {}) => closedAfterTest(await startWorld({ half: 'service', overrides }));
/** Signs a new person in at an application of a world. @returns the name that the application reads. */
async function nameReadBy(where: World, credentials: { client_id: string; client_secret: string }) {
  const granted = await grantSignIn(where, { client_id: credentials.client_id });
  const token = await accessTokenFor(where, granted, credentials);
  const { user } = await jsonOf(await requestUser(where, token));
  return decryptField(user?.name ?? '', credentials.client_secret);
}

describe('plid applications export', () => {
  test('writes a versioned file with hashed and encrypted secrets, without any user', async () => {
    const { client_id, client_secret } = await registerApplication(world, { name: '내보낼 서점' });
    const file = await exportTo('all.json');
    expect(file).toMatchObject({ format: 'plid applications', version: 1 });
    const ids = file.applications.map((application) => application.client_id);
    expect(ids).toEqual(
      expect.arrayContaining([client_id, applications.shop.client_id, applications.bank.client_id]),
    );
    const own = file.applications.find((application) => application.client_id === client_id);
    expect(own).toMatchObject({
      name: '내보낼 서점',
      secrets: [
        { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), field_key: expect.stringMatching(/^eyJ/) },
      ],
    });
    const text = readFileSync(path.join(directory, 'all.json'), 'utf8');
    for (const secret of [client_secret, applications.shop.client_secret, client_secret.slice(0, 16)])
      expect(text).not.toContain(secret);
  });
});

describe('plid applications import into a new deployment with the same KEYS', () => {
  test('restores an application with its secrets, both during a rotation', async () => {
    const books = await registerApplication(world, { attributes: ['name'], reads: 'once', popup: true });
    const rotated = await jsonOf(await administer(world, 'POST', `/${books.client_id}/secrets`));
    const newer = { ...books, client_secret: (rotated as { client_secret?: string }).client_secret ?? '' };
    await exportTo('books.json', (client_id) => client_id === books.client_id);
    const restored = await newWorld();
    const { code, stdout } = await plid(restored, ['import', 'books.json']);
    expect([code, stdout]).toEqual([0, 'Imported 1 applications and replaced 0.\n']);
    expect(await nameReadBy(restored, books)).toBe(hana.name);
    expect(await nameReadBy(restored, newer)).toBe(hana.name);
    const shown = JSON.parse(await (await administer(restored, 'GET', `/${books.client_id}`)).text());
    expect(shown).toMatchObject({
      name: books.name,
      reads: 'once',
      popup: true,
      created: books.created,
      version: 1,
    });
    const past = JSON.parse(await (await administer(restored, 'GET', `/${books.client_id}/history`)).text());
    expect(past.history).toMatchObject([{ action: 'imported', token: operatorName }]);
  });

  test('rejects an existing application and changes nothing, unless --replace is given', async () => {
    const books = await registerApplication(world, { attributes: ['name'] });
    await exportTo('three.json', (client_id) =>
      [books.client_id, applications.shop.client_id].includes(client_id),
    );
    const restored = await newWorld();
    await administer(restored, 'PATCH', `/${applications.shop.client_id}`, { body: { reads: 'once' } });
    const refused = await plid(restored, ['import', 'three.json']);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toBe(
      'Nothing was imported because these applications already exist: Demo Shop (demoshop000000000001). To replace them, add: --replace\n',
    );
    expect((await administer(restored, 'GET', `/${books.client_id}`)).status).toBe(404);
    const done = await plid(restored, ['import', 'three.json', '--replace', '--json']);
    expect(JSON.parse(done.stdout)).toEqual({
      imported: [books.client_id],
      replaced: [applications.shop.client_id],
    });
    const shop = JSON.parse(
      await (await administer(restored, 'GET', `/${applications.shop.client_id}`)).text(),
    );
    expect(shop).toMatchObject({ reads: 'many', version: 3 });
  });

  test('rejects a file encrypted with other KEYS, and names the missing key', async () => {
    const books = await registerApplication(world);
    await exportTo('sealed.json', (client_id) => client_id === books.client_id);
    const KEYS = `other:${Buffer.from('0123456789abcdef'.repeat(2)).fill(9, 0, 8).toString('base64')}`;
    const restored = await newWorld({ 'plid-service-applications': { secrets: { KEYS } } });
    const { code, stderr } = await plid(restored, ['import', 'sealed.json']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /encrypted with a key that is not in the KEYS of this service.*0 of 1 applications were imported\.\n$/,
      ),
    ]);
    expect((await administer(restored, 'GET', `/${books.client_id}`)).status).toBe(404);
  });

  test("doesn't restore a deleted application, even with --replace", async () => {
    const books = await registerApplication(world);
    await exportTo('deleted.json', (client_id) => client_id === books.client_id);
    await administer(world, 'DELETE', `/${books.client_id}`);
    const { code, stderr } = await plid(world, ['import', 'deleted.json', '--replace']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('was deleted here and cannot be restored')]);
    expect((await administer(world, 'GET', `/${books.client_id}`)).status).toBe(404);
  });
});

const importedSecret = (id: string) => ({ id, sha256: '0'.repeat(64), field_key: 'x', created: 1 });

describe('a failed plid applications import', () => {
  test.each([
    ['missing.json', undefined, "missing.json can't be read.\n"],
    ['words.json', 'no JSON', "words.json isn't a file created by applications export.\n"],
    ['other.json', '{"format":"another"}', "other.json isn't a file created by applications export.\n"],
    [
      'newer.json',
      '{"format":"plid applications","version":2,"service":"","exported":"","applications":[]}',
      'newer.json has format 2, but this command reads format 1. Use the release that created the file.\n',
    ],
  ])('rejects %s', async (name, content, message) => {
    if (content !== undefined) writeFileSync(path.join(directory, name), content);
    expect(await plid(world, ['import', name])).toMatchObject({ code: 1, stdout: '', stderr: message });
  });

  test.each<[string, object]>([
    ['client_id', { client_id: 'short' }],
    ['secrets', { secrets: [] }],
    ['secrets.0.sha256', { secrets: [{ id: 's', sha256: 'x', field_key: 'x', created: 1 }] }],
    ['secrets', { secrets: ['a', 'b', 'c'].map(importedSecret) }],
    ['version', { version: 7 }],
  ])('rejects and names an invalid %s', async (item, changes) => {
    const [first] = (await exportTo('first.json')).applications;
    const response = await administer(world, 'POST', '-import', { body: { ...first, ...changes } });
    expect([response.status, (await jsonOf(response)).message]).toEqual([
      400,
      `The value of ${item} is not valid.`,
    ]);
  });

  test("rejects an optional attribute that isn't requested", async () => {
    const [first] = (await exportTo('optional.json')).applications;
    const body = { ...first, attributes: ['name'], optional: ['gender'], replace: true };
    const response = await administer(world, 'POST', '-import', { body });
    expect([response.status, (await jsonOf(response)).message]).toEqual([
      400,
      'The value of optional is not valid. gender is not one of the application’s attributes.',
    ]);
  });

  test("needs the operator's token, as export does", async () => {
    const headers = { Authorization: 'Bearer wrong' };
    expect((await administer(world, 'GET', '-export', { headers })).status).toBe(401);
    expect((await administer(world, 'POST', '-import', { headers, body: {} })).status).toBe(401);
  });
});
