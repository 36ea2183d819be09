import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wrangler } from '../../admin/deploy/cloudflare/wrangler.ts';
import { Carrier } from '../../docs/examples/carrier/index.ts';
import type { ConfirmationRequest } from '../../packages/plid-kits/carrier/index.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { hana } from '../../test/support/fixtures/grants.ts';
import {
  decryptField,
  jsonOf,
  requestToken,
  requestUser,
} from '../../test/support/requests/service-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { type FolderOnDisk, folderOnDisk } from '../clients/folder-on-disk.ts';
import { packAndInstall } from '../clients/packed/pack.ts';

const { shop } = applications;
const carriersKey = 'key of the carriers in this test';
/** The limit for packing and installing on a busy machine, in milliseconds. */
const patience = 180_000;

/** Carriers with the API of docs/examples/carrier, whose subscribers approve every request. */
const sent = new Map<string, ConfirmationRequest>();
const cancelled: string[] = [];
let failing = false;

async function carriers(request: Request): Promise<Response> {
  if (failing || request.headers.get('Authorization') !== `Bearer ${carriersKey}`)
    return new Response('sorry', { status: 500 });
  const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
  if (request.method === 'DELETE') cancelled.push(id);
  if (request.method === 'PUT') {
    const asked: ConfirmationRequest = await request.json();
    if (asked.name === '오없음') return new Response('', { status: 410 });
    if (asked.name === '한바쁨') return new Response('', { status: 429, headers: { 'Retry-After': '30' } });
    if (asked.name !== hana.name || asked.phoneNo !== hana.phoneNo) return new Response('', { status: 404 });
    sent.set(id, asked);
  }
  if (!sent.has(id)) return new Response('', { status: 404 });
  return Response.json({ link: `carrierapp://${id}`, outcome: { status: 'approved', identity: hana } });
}

/** A copy of the folder outside of the repository, with the package installed as its README says. */
let copy: FolderOnDisk;
beforeAll(async () => {
  copy = folderOnDisk();
  const consumer = await packAndInstall('plid-kits');
  writeFileSync(path.join(copy.path, 'plid-kits-0.1.0.tgz'), consumer.tarball);
  consumer.remove();
  for (const file of ['index.ts', 'package.json', 'wrangler.toml'])
    cpSync(path.join(root, 'docs/examples/carrier', file), path.join(copy.path, file));
  await copy.run('npm install ./plid-kits-0.1.0.tgz');
}, patience);
afterAll(() => copy?.remove());
afterAll(() => vi.unstubAllGlobals());
const world = useStarted(() => {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.host !== 'carriers.example.net') return realFetch(input, init);
    return carriers(new Request(input, init));
  });
  const worker = { config: path.join(copy.path, 'wrangler.toml'), secrets: { CARRIERS_KEY: carriersKey } };
  return startWorld({ half: 'service', workers: [worker] });
});

const query = {
  response_type: 'code',
  client_id: shop.client_id,
  redirect_uri: shop.redirect_uri,
  state: 's',
};

async function signIn(typed: { name: string; phoneNo: string }) {
  const browser = new BrowserSession(world);
  const page = await browser.get(`${world.service}/oauth2/authorize?${new URLSearchParams(query)}`);
  return { browser, page: await browser.submit(page, { ...typed, telcoCd: 'S' }) };
}

test('wrangler builds the copied folder, and its types are valid', async () => {
  const { path: folder } = copy;
  await wrangler(folder, [
    'deploy',
    '--dry-run',
    '--outdir',
    `${folder}/built`,
    '--config',
    `${folder}/wrangler.toml`,
  ]);
  expect(readFileSync(path.join(folder, 'built/index.js'), 'utf8')).toContain('async cancel(');
  const flags = '--noEmit --strict --skipLibCheck --target es2024 --module esnext --moduleResolution bundler';
  const types = `--types @cloudflare/workers-types --typeRoots "${root}/node_modules"`;
  await copy.run(`node "${root}/node_modules/typescript/bin/tsc" ${flags} ${types} index.ts`);
});

test('a user signs in through the copied worker', async () => {
  const { browser, page: consent } = await signIn(hana);
  const { url } = await browser.submit(consent);
  const { access_token = '' } = await jsonOf(
    await requestToken(world, { code: url.searchParams.get('code') ?? '' }),
  );
  const { user } = await jsonOf(await requestUser(world, access_token));
  expect(decryptField(user?.name ?? '', shop.client_secret)).toBe('김하나');
  expect([...sent.values()]).toMatchObject([
    {
      name: '김하나',
      phoneNo: '01000000001',
      application: 'Demo Shop',
      match: expect.stringMatching(/^\d\d$/),
    },
  ]);
});

test("a name that doesn't belong to the number isn't confirmed (400)", async () => {
  const { page } = await signIn({ name: '이두리', phoneNo: '01000000002' });
  expect(page.status).toBe(400);
});

test('the worker implements outcome, cancel, and the unregistered and declined results', async () => {
  const env = { CARRIERS_URL: 'https://carriers.example.net', CARRIERS_KEY: carriersKey };
  const carrier = new Carrier({} as ExecutionContext, env);
  const asked = [...sent.values()][0];
  if (asked === undefined) throw new Error('No phone got a request');
  const install = { web: 'https://app.example.net/install' };
  expect(await carrier.confirm({ ...asked, name: '오없음' })).toEqual({ status: 'unregistered', install });
  expect(await carrier.confirm({ ...asked, name: '한바쁨' })).toEqual({ status: 'declined', retryAfter: 30 });
  const open = { ios: `carrierapp://${asked.id}`, android: `carrierapp://${asked.id}` };
  expect(await carrier.confirm(asked)).toMatchObject({ status: 'requested', requestId: asked.id, open });
  expect(await carrier.outcome('unknown')).toEqual({ status: 'expired' });
  for (const id of [asked.id, 'unknown']) expect(await carrier.cancel(id)).toEqual({ status: 'done' });
  expect(cancelled).toEqual([asked.id, 'unknown']);
});

test('a failing carrier makes the sign-in return 503 with Retry-After', async () => {
  failing = true;
  const { page } = await signIn({ name: '최거절', phoneNo: '01000000005' });
  failing = false;
  expect([page.status, Number(page.headers.get('Retry-After'))]).toEqual([503, expect.any(Number)]);
  expect(world.logs()).not.toContain('sorry');
});
