import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../packages/plid/client/index.ts';
import type { Sandbox, SandboxOptions } from '../../../packages/plid/sandbox/start-sandbox.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { startSandbox } from '../../support/world/sandbox-world.ts';

// Each test starts several sandboxes, one after the other.
vi.setConfig({ testTimeout: 90_000 });

const started: Sandbox[] = [];
const start = async (options: SandboxOptions = {}) => {
  const sandbox = await startSandbox(options);
  started.push(sandbox);
  return sandbox;
};
afterEach(async () => {
  for (const sandbox of started.splice(0)) await sandbox.stop();
});

const newFolder = () => mkdtempSync(path.join(testFolder(), 'state-'));
const sori = {
  phoneNo: '01012345678',
  name: '한소리',
  telcoCd: 'K',
  gender: 'F',
  birthdate: '011224',
  foreign: 'L',
  behaviour: 'approves',
} as const;
const application = {
  client_id: 'myshop00000000000001',
  name: '내 가게',
  redirect_uris: ['http://localhost:3000/callback'],
};

const clientAt = ({ url, application: { client_id, client_secret, redirect_uris } }: Sandbox) =>
  createClient({
    service: url,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri: redirect_uris[0] ?? '',
  });
const read = async (sandbox: Sandbox, code: string) =>
  clientAt(sandbox).user((await clientAt(sandbox).exchange(code)).access_token);

describe('a saved state', () => {
  test('is loaded by a sandbox at another port, and by the one that saved it', async () => {
    const folder = newFolder();
    const first = await start({ people: [sori], applications: [application] });
    // The stored state of worlds before a reset must not come back.
    await first.reset();
    await first.signIn(sori.phoneNo);
    await first.reset();
    await first.clock.advance(86_400);
    await first.person(sori.phoneNo).change({ name: '한소리새' });
    const { code, device } = await first.signIn(sori.phoneNo, undefined, { autoLogin: true });
    await first.faults.set([{ endpoint: '/v1/user/me', kind: 'delay', milliseconds: 1 }]);
    await first.save(folder);
    const user = await read(first, code);
    expect(user).toMatchObject({ name: '한소리새', autoLoginYn: 'Y' });

    const second = await start({ state: folder });
    expect(second.url).not.toBe(first.url);
    expect(second.applications).toEqual(
      first.applications.map((one) => JSON.parse(JSON.stringify(one).replaceAll(first.url, second.url))),
    );
    expect(await second.clock.now()).toBeGreaterThan(Date.now() / 1000 + 86_000);
    expect(await second.faults.list()).toMatchObject([{ endpoint: '/v1/user/me', kind: 'delay' }]);
    // The code was not spent when the state was saved.
    expect(await read(second, code)).toEqual(user);
    const again = await second.signIn(sori.phoneNo, undefined, { device });
    expect(await read(second, again.code)).toEqual({
      plid: user.plid,
      autoLoginYn: 'Y',
      autoStatusCheck: 'N',
    });
    // The demo shop of that world is at home at its own port.
    const [, shop] = second.applications;
    expect((await second.signIn(sori.phoneNo, shop?.client_id)).location).toContain(
      `${second.url}/auth/callback`,
    );

    await second.reset();
    expect((await second.person(sori.phoneNo).read()).name).toBe('한소리');
    expect(await second.faults.list()).toEqual([]);
    expect((await read(second, (await second.signIn(sori.phoneNo)).code)).plid).not.toBe(user.plid);
  });

  test('replaces the state saved there before', async () => {
    const folder = newFolder();
    const sandbox = await start();
    for (const name of ['하나', '두리']) {
      await sandbox.person('01000000001').change({ name });
      await sandbox.save(folder);
      // What the earlier state has and the later one hasn't must not come back.
      const earlier = path.join(folder, 'stored', 'earlier.sqlite');
      if (name === '하나') writeFileSync(earlier, 'data of the earlier state');
      else expect(existsSync(earlier)).toBe(false);
    }
    const next = await start({ state: folder });
    expect((await next.person('01000000001').read()).name).toBe('두리');
  });

  test("doesn't overwrite another folder, and the sandbox continues", async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'thesis.txt'), 'a year of work');
    const sandbox = await start();
    await expect(sandbox.save(folder)).rejects.toThrow(`${folder} is not empty and has no saved state.`);
    expect(readFileSync(path.join(folder, 'thesis.txt'), 'utf8')).toBe('a year of work');
    expect((await sandbox.signIn('01000000001')).code).not.toBe('');
  });

  test.each<[string, (folder: string) => void, SandboxOptions, RegExp]>([
    ['that is not there', () => undefined, {}, /^No saved sandbox state found in /],
    [
      'of another plid',
      (folder) => writeFileSync(path.join(folder, 'plid-sandbox.json'), '{"form":2}'),
      {},
      /was saved by another version of plid\. Its format is 2, but this version needs 1\.$/,
    ],
    [
      'with a seed',
      (folder) => mkdirSync(path.join(folder, 'stored')),
      { seed: { people: [sori] } },
      /^A saved state already has a seed\. Omit: people$/,
    ],
  ])('%s is rejected', async (_, prepare, options, message) => {
    const folder = newFolder();
    prepare(folder);
    await expect(startSandbox({ state: folder, ...options })).rejects.toThrow(message);
  });
});
