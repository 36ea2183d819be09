import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { supportCode } from '../../workers/core/protocol/support-code.ts';
import { requestIdOf } from '../../workers/core/worker/request-id.ts';
import { linesWith } from '../support/assertions/log-lines.ts';
import { startApplication } from '../support/fakes/application-stand-in.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { beginSignIn, people, requestAuthorization } from '../support/fixtures/sign-in.ts';
import { requestToken } from '../support/requests/service-requests.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { closedAfterTest, useWorld } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';

const form = /^[0-9a-f]{16}$/;
const idOf = ({ headers }: { headers: Headers }) => headers.get('X-Request-Id') ?? '';
const shownCode = ({ document }: Shown) => document.querySelector('main code.selectable')?.text;
const page = { Accept: 'text/html' };

describe('the request ID', () => {
  const id = (headers: Record<string, string>) => requestIdOf(new Request('https://a.example/', { headers }));

  test('is that of CF-Ray without its location', () => {
    expect(id({ 'CF-Ray': '8f2b6c1d0e4a9357-ICN' })).toBe('8f2b6c1d0e4a9357');
    expect(id({ 'CF-Ray': '8f2b6c1d0e4a9357' })).toBe('8f2b6c1d0e4a9357');
  });

  test.each([
    '8f2b6c1d0e4a9357-ICN"}',
    '8f2b6c1d0e4a9357<script>',
    '8F2B6C1D0E4A9357',
    '01000000001',
    'a'.repeat(9_000),
  ])('is random if CF-Ray has another form: %.30s', (sent) => {
    const made = id({ 'CF-Ray': sent, 'X-Request-Id': '0123456789abcdef' });
    expect(made).toMatch(form);
    expect(sent).not.toContain(made);
    expect(made).not.toBe('0123456789abcdef');
    expect(id({ 'CF-Ray': sent })).not.toBe(made);
  });
});

describe('the request ID at service and gateway', () => {
  const world = useWorld();

  test('is in the response and in the log line', async () => {
    const answer = await requestToken(
      world,
      { code: 'none' },
      { headers: { 'CF-Ray': '00112233445566aa-ICN' } },
    );
    expect(idOf(answer)).toBe('00112233445566aa');
    const [line] = await linesWith(world, { request: '00112233445566aa' });
    expect(line).toMatchObject({ worker: 'service-token', reason: 'invalid_code', status: 500 });
  });

  test('is never the same for two requests, also on success', async () => {
    const answers = [await requestAuthorization(world), await requestAuthorization(world)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(idOf(answers[0] as Response)).toMatch(form);
    expect(idOf(answers[0] as Response)).not.toBe(idOf(answers[1] as Response));
  });

  test('is the support code of an error page without a sign-in, and can be selected', async () => {
    const browser = new BrowserSession(world);
    const missing = await browser.get(`${world.service}/oauth2/authorize/wait?flow=none`);
    expect(shownCode(missing)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(missing.text).toContain('Support code');
    const request = missing.headers.get('X-Request-Id') ?? '';
    expect(shownCode(missing)).toBe(supportCode(request));
    await linesWith(world, { request, worker: 'service-authorize' });
    const korean = await new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } }).get(
      `${world.service}/oauth2/authorize/wait?flow=none`,
    );
    expect(korean.text).toContain('문의 코드');
  });

  test("isn't displayed for an invalid form field", async () => {
    const { browser, page } = await beginSignIn(world);
    expect(shownCode(page)).toBeUndefined();
    expect(shownCode(await browser.submit(page, { ...people.hana, name: '' }))).toBeUndefined();
  });

  test('of the service is in the log line of a gateway error', async () => {
    const browser = new BrowserSession(world, { visitable: ({ origin }) => origin === world.gateway });
    const login = await browser.get(`${world.gateway}/auth/login`);
    const state = login.url.searchParams.get('state');
    const failed = await browser.get(`${world.gateway}/auth/callback?code=${randomUUID()}&state=${state}`);
    expect(failed.status).toBe(400);
    const [line] = await linesWith(world, { request: idOf(failed) });
    expect(line).toMatchObject({ worker: 'gateway-callback', reason: 'upstream_refused' });
    const [asked] = await linesWith(world, { request: line?.upstream_request });
    expect(asked).toMatchObject({ worker: 'service-token', reason: 'invalid_code' });
  });
});

describe('the request ID of another service', () => {
  const world = useGatewayWorld();

  test.each([
    { sent: 'req_7Hq:2.b-1', named: 'req_7Hq:2.b-1' },
    { sent: 'two words', named: undefined },
    { sent: 'x'.repeat(65), named: undefined },
  ])('is logged if it is short and plain: $sent', async ({ sent, named }) => {
    const headers = { 'X-Request-Id': sent };
    world.standIn.answer({ token: { body: { access_token: 'not the answer of §2.3' }, headers } });
    const failed = await new Visitor(world).signIn();
    expect(failed.status).toBe(502);
    const [line] = await linesWith(world, { request: idOf(failed) });
    expect(line).toMatchObject({ reason: 'upstream_invalid' });
    expect(line?.upstream_request).toBe(named);
  });
});

describe('the request ID at the guard', () => {
  test("is sent to the application instead of the caller's, and is in a rejection", async () => {
    const application = await startApplication(() => new Response('from the application'));
    afterAll(() => application.close());
    const vars = { APPLICATION_URL: application.url, PUBLIC_PATHS: '/open' };
    const world = closedAfterTest(
      await startWorld({ half: 'gateway', overrides: { 'plid-gateway-guard': { vars } } }),
    );
    const headers = { ...page, 'CF-Ray': '00112233445566bb-ICN', 'X-Request-Id': 'forged' };
    await world.fetch(`${world.gateway}/open`, { headers });
    expect(application.received[0]?.headers['x-request-id']).toBe('00112233445566bb');
    const refused = await world.fetch(`${world.gateway}/closed`, { method: 'POST' });
    expect(refused.status).toBe(401);
    const [line] = await linesWith(world, { request: idOf(refused) });
    expect(line).toMatchObject({ worker: 'gateway-guard', reason: 'no_session', status: 401 });
    expect(idOf(await world.fetch(`${world.gateway}/closed`, { headers: page }))).toMatch(form);
  });
});
