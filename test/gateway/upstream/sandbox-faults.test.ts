import { afterEach, beforeAll, expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { askSandbox } from '../../support/requests/sandbox-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ local: true });
let browser: BrowserSession;
beforeAll(async () => {
  browser = new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });
  await browser.submit(await browser.submit(await logIn(), { ...people.duri, autoLogin: 'Y' }));
});
afterEach(() => askSandbox(world, 'DELETE', '/faults'));

/** Logs in; from the second time on automatically. */
const logIn = () => browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
const setFaults = (...faults: object[]) => askSandbox(world, 'PUT', '/faults', { faults });

test.each([
  { endpoint: '/oauth2/token', kind: 'string-expires_in' },
  { endpoint: '/v1/user/me', kind: 'empty-error' },
  { endpoint: '/v1/user/me', kind: 'encrypted-agegroup' },
  { endpoint: '/v1/user/me', kind: 'plain-fields' },
  { endpoint: '/oauth2/token', kind: 'delay', milliseconds: 300 },
])('a sign-in survives $kind at $endpoint', async (fault) => {
  await setFaults(fault);
  const session = await logIn();
  expect(JSON.parse(session.text).user).toMatchObject({
    name: '이두리',
    agegroup: '40',
    autoStatusCheck: 'N',
  });
});

test.each([
  {
    endpoint: '/oauth2/token',
    kind: 'error',
    status: 500,
    error: 'server_error',
    says: 'was a temporary problem',
  },
  {
    endpoint: '/v1/user/me',
    kind: 'error',
    status: 401,
    error: 'authentication_failed',
    says: 'was a temporary problem',
  },
  { endpoint: '/oauth2/token', kind: 'html', status: 200, says: 'a temporary problem' },
  { endpoint: '/v1/user/me', kind: 'html', status: 502, says: 'is not available' },
])(
  '$kind $status at $endpoint is reported to the user, and the next attempt works',
  async ({ says, ...fault }) => {
    await setFaults(fault);
    const failed = await logIn();
    expect(failed.url.pathname).toBe('/auth/callback');
    expect(failed.text).toContain(says);
    const again = failed.document.querySelector('main a')?.getAttribute('href') ?? '';
    const session = await browser.get(new URL(again, world.gateway));
    expect(JSON.parse(session.text).user).toMatchObject({ name: '이두리' });
  },
);
