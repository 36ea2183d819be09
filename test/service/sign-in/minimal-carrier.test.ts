import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConfirmationRequest } from '../../../workers/core/carrier/port.ts';
import { logLines } from '../../support/assertions/log-lines.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, people, returned, titleOf } from '../../support/fixtures/sign-in.ts';
import {
  accessTokenFor,
  decryptField,
  jsonOf,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { root } from '../../support/world/test-workers.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startWorld } from '../../support/world/world.ts';

const host = 'carriers.example';
/** The carriers' own API, which the minimal carrier calls. */
let outcome: object = { status: 'pending' };
const asked = new Map<string, ConfirmationRequest>();

async function carriers(request: Request): Promise<Response> {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
  if (request.method === 'GET') return Response.json(asked.has(id) ? outcome : { status: 'expired' });
  const question: ConfirmationRequest = await request.json();
  if (question.name !== hana.name) return new Response('', { status: 404 });
  const made = randomUUID();
  asked.set(made, question);
  return Response.json({ id: made });
}

afterAll(() => vi.unstubAllGlobals());
const world = useStarted(() => {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return url.host === host ? carriers(new Request(input, init)) : realFetch(input, init);
  });
  const config = {
    name: 'plid-carrier',
    main: path.join(root, 'test/service/support/minimal-carrier.ts'),
    compatibility_date: '2026-10-20',
    vars: { CARRIERS_URL: `https://${host}` },
  };
  return startWorld({ half: 'service', workers: [{ config }] });
});

describe('a carrier with only the required calls', () => {
  let browser: BrowserSession;
  async function send(person = people.hana): Promise<Shown> {
    browser = new BrowserSession(world);
    return browser.submit(await browser.get(authorizeUrl(world)), person);
  }
  const agree = async (page: Shown) => (page.url.pathname.endsWith('/consent') ? browser.submit(page) : page);
  beforeEach(async () => {
    outcome = { status: 'pending' };
    await world.clock.advance(86_400);
  });

  test('signs a user in', async () => {
    outcome = { status: 'approved', identity: hana };
    const code = codeOf(await agree(await send()));
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    expect(decryptField(user?.name ?? '', applications.shop.client_secret)).toBe('김하나');
    expect([...asked.values()].at(-1)).toMatchObject({ ...people.hana, application: 'Demo Shop' });
  });

  test('is supported if the phone has denied the request', async () => {
    outcome = { status: 'denied' };
    expect(returned(await send())).toMatchObject({ error: 'access_denied', plid_reason: 'denied' });
  });

  test("is supported if it doesn't know the user", async () => {
    expect((await send({ ...people.hana, name: '이두리' })).status).toBe(400);
  });

  test.each([
    ['the carrier says so', 0],
    ['the service’s own clock does', 120],
  ])('has its request expire if %s', async (_, seconds) => {
    const page = await send();
    if (seconds === 0) outcome = { status: 'expired' };
    await world.clock.advance(seconds);
    expect(titleOf(await browser.get(page.url))).toBe('The request on your phone has expired');
  });

  test('registers no user and issues no code if its phone approves after a cancellation', async () => {
    const page = await send();
    const copy = browser.copy();
    await browser.submit(page, {}, 'form[action$="/cancel"]');
    outcome = { status: 'approved', identity: hana };
    const end = await copy.get(page.url);
    expect([end.status, end.url.searchParams.has('code')]).toEqual([400, false]);
  });

  test('gets no notices, without delay or warning', async () => {
    outcome = { status: 'approved', identity: hana };
    codeOf(await agree(await send()));
    const lines = () => logLines(world).filter(({ call }) => call === 'notify');
    await expect.poll(() => new Set(lines().map(({ level }) => level))).toEqual(new Set(['info']));
    expect(JSON.stringify(lines())).not.toContain(people.hana.phoneNo);
  });

  test('loses nothing if a user cancels, without a warning in the log', async () => {
    const page = await send();
    const back = await browser.submit(page, {}, 'form[action$="/cancel"]');
    expect(returned(back)).toMatchObject({ error: 'access_denied', plid_reason: 'cancelled' });
    const lines = () => logLines(world).filter(({ call }) => call === 'cancel');
    await expect.poll(() => new Set(lines().map(({ level }) => level))).toEqual(new Set(['info']));
  });
});
