import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { useWorld } from '../support/world/use-world.ts';
import { createFixtures, signInAtGateway } from './support/fixtures.ts';
import { Noise } from './support/random-requests.ts';
import { type Target, targets } from './support/targets.ts';

const requestsPerTarget = 24;
const atOnce = 8;
/** Signs of our code or its failures, which no answer may show. */
const insides =
  /\bat (?:async )?\S+ \(|\.tsx?:\d|\.js:\d|\b(?:Type|Range|Syntax|Reference|Protocol)Error\b|node_modules/;

const world = useWorld();

/** Sends a request; 500 may only answer a code that is not good (§4.2). */
async function send(
  { half, path }: Target,
  { address, init }: ReturnType<Noise['request']>,
): Promise<number> {
  const response = await world.fetch(`${world[half]}${address}`, init);
  const text = await response.text();
  const { status, headers } = response;
  const said = `${init.method} ${address} answered ${status} ${text.slice(0, 300)}\n${JSON.stringify(init)}`;
  if (status >= 500)
    expect([path, text], said).toEqual([
      '/oauth2/token',
      expect.stringMatching(/Invalid authorization code|인가 코드/),
    ]);
  // Errors of the event endpoint are those of RFC 8935.
  const refused = /^\{"error":"[a-z_]+","message":"|^\{"err":"[a-z_]+","description":"|^<!doctype html>/;
  if (status >= 400) expect(text, said).toMatch(refused);
  expect(text, said).not.toMatch(insides);
  expect(headers.get('Cache-Control'), said).toBe('no-store');
  expect(headers.get('X-Content-Type-Options'), said).toBe('nosniff');
  expect(headers.get('Set-Cookie') ?? '', said).not.toMatch(/\ba=b/);
  return status;
}

/** Another target leaves the requests of this one as they are. */
const seedOf = ({ half, method, path }: Target): number =>
  createHash('sha256').update(`${half} ${method} ${path}`).digest().readInt32BE();

test('no malformed request causes an internal error or shows internals, and the next valid request works', async () => {
  const fixtures = await createFixtures(world);
  const statuses = new Set<number>();
  for (const target of targets(fixtures)) {
    const noise = new Noise(seedOf(target), Object.values(fixtures));
    for (let count = 0; count < requestsPerTarget; count += atOnce) {
      const requests = Array.from({ length: atOnce }, () => noise.request(target));
      const answered = await Promise.all(requests.map((request) => send(target, request)));
      for (const status of answered) statuses.add(status);
    }
  }
  const usual = [200, 201, 302, 303, 400, 401, 404, 405, 500];
  expect([...statuses]).toEqual(expect.arrayContaining(usual));
  expect((await signInAtGateway(world, new BrowserSession(world))).name).toBe('홍길동');
  expect(world.logs()).not.toMatch(/Uncaught|"reason":"internal"|"reason":"unavailable"/);
}, 60_000);
