import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPublishedKey } from '../../../workers/gateway/features/events/published-keys.ts';
import { origins } from '../../support/world/test-settings.ts';

const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
]);
const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
const published = { kid: 'e1', kty, crv, x, y };

// The module caches the keys, so each test starts days later.
let now = 2_000_000_000;
let answers: Response[];
const sent = vi.fn(async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return answers.shift() ?? new Response(null, { status: 503 });
});
beforeEach(() => {
  now += 86_400 * 7;
  answers = [];
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => void vi.unstubAllGlobals());

const env = { SERVICE_URL: origins.service, SERVICE_TIMEOUT: 1, JWKS_PATH: '/jwks.json' };
const find = (kid = 'e1') => findPublishedKey({ env, now } as never, kid);

test('keys that several events need at once are read once, and none of them is turned away', async () => {
  answers = [Response.json({ keys: [published] }), Response.json({ keys: [published] })];
  const found = await Promise.all([find(), find(), find()]);
  expect(found.map((key) => key?.type)).toEqual(['public', 'public', 'public']);
  expect(sent).toHaveBeenCalledOnce();
});

test('keys that cannot be read are not read again within a minute', async () => {
  await expect(find()).rejects.toMatchObject({ status: 503 });
  answers = [Response.json({ keys: [published] })];
  await expect(find()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '60' } });
  expect(sent).toHaveBeenCalledOnce();
  now += 59;
  await expect(find()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  now += 1;
  expect((await find())?.type).toBe('public');
});

test('keys are read again if the clock is set back', async () => {
  answers = [Response.json({ keys: [published] }), Response.json({ keys: [published] })];
  await find();
  now -= 30;
  expect((await find())?.type).toBe('public');
  expect(sent).toHaveBeenCalledTimes(2);
  await find();
  expect(sent).toHaveBeenCalledTimes(2);
  now += 86_400;
});

test('keys that are being read are waited for as long as the service has time to answer', async () => {
  const reading = Promise.withResolvers<Response>();
  sent.mockImplementationOnce(() => reading.promise);
  const first = find();
  const started = performance.now();
  await expect(find()).rejects.toMatchObject({ reason: 'upstream_unavailable' });
  expect(performance.now() - started).toBeGreaterThan(950);
  reading.resolve(Response.json({ keys: [published] }));
  expect((await first)?.type).toBe('public');
  expect((await find())?.type).toBe('public');
  expect(sent).toHaveBeenCalledOnce();
});

test.each([
  [404, undefined],
  [400, 'upstream_refused'],
  [403, 'upstream_refused'],
  [410, 'upstream_refused'],
])('a service that answers %i publishes no keys only if it is 404', async (status, reason) => {
  answers = [Response.json({ error: 'not_found', message: 'x' }, { status })];
  const found = find().then(
    (key) => key,
    (failure: { reason: string }) => failure.reason,
  );
  expect(await found).toBe(reason);
});
