import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../packages/plid/client/index.ts';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { leaveApp } from '../../../test/support/fixtures/phones.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { useStarted } from '../../../test/support/world/use-world.ts';
import { browserOf, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type FolderOnDisk, folderOnDisk } from '../folder-on-disk.ts';
import { packAndInstall } from '../packed/pack.ts';
import { copyPackages } from './copy-packages.ts';
import { startServer } from './page-project.ts';
import { hasPostgres, startPostgres, withoutPostgres } from './postgres.ts';

const page = codeBlocksOf('docs/client/users.md').filter(({ heading }) => heading === 'On a server');
const codeOf = (wanted: string) => page.find(({ language }) => language === wanted)?.text ?? '';
const sqlOf = (start: string) =>
  page.find(({ language, text }) => language === 'sql' && text.startsWith(start))?.text ?? '';
/** Stores a user as the page does at each sign-in. */
const storing = (plid: string, name: string) =>
  sqlOf('INSERT').replace('$1', `'${plid}'`).replace('$2', `'${name}'`);
const redirectUri = 'http://localhost:3000/callback';

/** A project with the server of the page, and the packages that it imports. */
async function createProject(): Promise<FolderOnDisk> {
  const disk = folderOnDisk();
  const shop = path.join(disk.path, 'shop');
  mkdirSync(path.join(shop, 'node_modules'), { recursive: true });
  const consumer = await packAndInstall();
  cpSync(consumer.package, path.join(shop, 'node_modules/plid'), { recursive: true });
  consumer.remove();
  copyPackages(['express', 'pg'], shop);
  writeFileSync(path.join(shop, 'server.mjs'), codeOf('js'));
  return disk;
}

describe.skipIf(!hasPostgres)(`the server of docs/client/users.md${withoutPostgres}`, () => {
  const world = useClientWorld();
  const database = useStarted(startPostgres);
  let [disk, port]: [FolderOnDisk | undefined, number] = [undefined, 0];
  let client: ReturnType<typeof createClient>;
  let clientId = '';

  beforeAll(async () => {
    port = await freePort();
    const events = `http://localhost:${port}/auth/events`;
    const settings = await registerClient(world, redirectUri, { events, allow_loopback: true });
    const { service, client_secret: clientSecret } = settings;
    clientId = settings.client_id;
    client = createClient({ service, clientId, clientSecret, redirectUri });
    await database.query(sqlOf('CREATE'));
    disk = await createProject();
    const env = { PLID_SERVICE: service, PLID_CLIENT_ID: clientId, PORT: String(port) };
    await startServer(disk, ['node server.mjs'], port, { ...env, DATABASE_URL: database.url });
  }, 180_000);
  afterAll(() => disk?.remove());

  /** A user who has signed in, and has data in the shop. */
  async function customer() {
    const { url, ...kept } = await client.startSignIn();
    const browser = browserOf(world, { application: async () => new Response() });
    const { person, end } = await signIn(world, browser, url);
    const { access_token } = await client.exchange(await client.readCallback(end.url, kept), kept);
    const { plid } = await client.user(access_token);
    await database.query(storing(plid, '박대기'));
    await database.query(`INSERT INTO addresses VALUES ('${plid}', '서울')`);
    return { person, plid };
  }
  /** Signs a user in on the phone. @returns the plid. */
  async function signInAgain(phoneNo: string): Promise<string> {
    const answer = await world.fetch(`${world.sandbox}/sandbox/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phoneNo, client_id: clientId, redirect_uri: redirectUri }),
    });
    const { code } = (await answer.json()) as { code: string };
    const { access_token } = await client.exchange(code);
    return (await client.user(access_token)).plid;
  }
  const rowsOf = async (plid: string) =>
    database.query(
      `SELECT 'customer' FROM customers WHERE plid = '${plid}' UNION ALL SELECT address FROM addresses WHERE plid = '${plid}'`,
    );
  const expectRows = (plid: string, rows: string[]) =>
    vi.waitFor(async () => expect(await rowsOf(plid)).toEqual(rows), { timeout: 30_000, interval: 200 });
  const handled = async () => Number((await database.query('SELECT count(*) FROM handled_events'))[0]);

  test('deletes a user who leaves on the phone, and no one else', async () => {
    const [one, other] = [await customer(), await customer()];
    await leaveApp(world, one.person.phoneNo);
    await expectRows(one.plid, []);
    expect(await rowsOf(other.plid)).toEqual(['customer', '서울']);
  });

  test('deletes what a user who disconnects had until then, once per event', async () => {
    const { plid } = await customer();
    const before = await handled();
    await client.disconnect(plid);
    await expectRows(plid, []);
    expect(await handled()).toBe(before + 1);
  });

  test('gets an event again after its database was down, and keeps a user who signed in again', async () => {
    const { person, plid } = await customer();
    await database.query('ALTER TABLE addresses RENAME TO moved');
    await client.disconnect(plid);
    await world.settled();
    await database.query('ALTER TABLE moved RENAME TO addresses');
    expect(await rowsOf(plid)).toEqual(['customer', '서울']);
    expect(await signInAgain(person.phoneNo)).toBe(plid);
    await database.query(storing(plid, '박대기'));
    await database.query(`INSERT INTO addresses VALUES ('${plid}', '부산')`);
    await world.clock.advance(11);
    await expectRows(plid, ['customer', '부산']);
  });

  test('refuses a forged event with the code of RFC 8935', async () => {
    const answer = await fetch(`http://localhost:${port}/auth/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/secevent+jwt' },
      body: 'e30.e30.e30',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { err: 'invalid_request', description: expect.stringContaining('RFC 8417') },
    ]);
  });
});
