import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { BrowserSession } from '../support/people/browser-session.ts';
import { hana } from '../support/people/grants.ts';
import { decryptField, jsonOf, requestToken, requestUser } from '../support/requests/service-requests.ts';
import { applications } from '../support/world/test-settings.ts';
import { root } from '../support/world/test-workers.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';

const { shop } = applications;
const carriersKey = 'key of the carriers in this test';

interface Sent {
  name: string;
  phoneNo: string;
  match: string;
  application: string;
}

/** Carriers with the API of docs/examples/carrier, whose only subscriber approves every request. */
const sent = new Map<string, Sent>();
let failing = false;

async function carriers(request: Request): Promise<Response> {
  if (failing || request.headers.get('Authorization') !== `Bearer ${carriersKey}`) {
    return new Response('sorry', { status: 500 });
  }
  if (request.method === 'GET') {
    const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
    return Response.json(sent.has(id) ? { status: 'approved', identity: hana } : { status: 'expired' });
  }
  const asked: Sent = await request.json();
  if (asked.name !== hana.name || asked.phoneNo !== hana.phoneNo) return new Response('', { status: 404 });
  const id = randomUUID();
  sent.set(id, asked);
  return Response.json({ id });
}

afterAll(() => vi.unstubAllGlobals());
const world = useStarted(() => {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.host !== 'carriers.example.net') return realFetch(input, init);
    return carriers(new Request(input, init));
  });
  const example = { config: path.join(root, 'docs/examples/carrier/wrangler.toml') };
  return startWorld({
    half: 'service',
    workers: [{ ...example, secrets: { CARRIERS_KEY: carriersKey } }],
  });
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

test('a person signs in through the example carrier of docs/operating.md', async () => {
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

test('a name and a number that do not belong together are not confirmed', async () => {
  const { page } = await signIn({ name: '이두리', phoneNo: '01000000002' });
  expect(page.status).toBe(400);
});

test('carriers that fail are answered 503 with Retry-After', async () => {
  failing = true;
  const { page } = await signIn({ name: '최거절', phoneNo: '01000000005' });
  failing = false;
  expect([page.status, Number(page.headers.get('Retry-After'))]).toEqual([503, expect.any(Number)]);
  expect(world.logs()).not.toContain('sorry');
});
