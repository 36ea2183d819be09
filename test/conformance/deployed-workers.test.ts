import { afterAll, beforeAll, expect, test } from 'vitest';
import { runConformance, type SignIn } from '../../packages/plid/conformance/index.ts';
import { BrowserSession } from '../support/people/browser-session.ts';
import { credentialsOf, failuresOf } from '../support/people/conformance.ts';
import { registerRelyingParty } from '../support/people/openid.ts';
import { people } from '../support/people/sign-in.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

// One person signs in two dozen times within two minutes.
const vars = { PHONE_REQUEST_LIMIT: '60' };
const world = useWorld({ half: 'service', overrides: { 'plid-service-authorize': { vars } } });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

/** A sign-in through the pages of the deployed service. */
const inBrowser: SignIn = Object.assign(
  async ({ address, autoLogin = false }: Parameters<SignIn>[0]) => {
    // A phone takes a request every three seconds at most.
    await world.clock.advance(3);
    const browser = new BrowserSession(world);
    const { pathname, search } = new URL(address);
    const choice = autoLogin ? { autoLogin: 'Y' } : {};
    const page = await browser.submit(await browser.get(`${world.service}${pathname}${search}`), {
      ...people.hana,
      ...choice,
    });
    const end = page.url.pathname === `${pathname}/consent` ? await browser.submit(page, choice) : page;
    const cookies = [...browser.cookies(world.service)].map(([name, value]) => `${name}=${value}`);
    return { callback: end.url.href, cookies: cookies.join('; ') };
  },
  { automatic: true },
);

test('the workers of each route, as they are deployed, pass every case of the specification', async () => {
  const credentials = ({ client_id, client_secret, redirect_uri }: typeof applications.shop) =>
    credentialsOf({ client_id, client_secret, redirect_uris: [redirect_uri] });
  const relyingParty = await registerRelyingParty(world);
  const report = await runConformance({
    ...credentials(applications.shop),
    other: credentials(applications.bank),
    relyingParty: credentialsOf(relyingParty),
    url: proxy.url,
    signIn: inBrowser,
  });
  expect(failuresOf(report)).toEqual([]);
  expect([report.skipped, report.passed > 50]).toEqual([0, true]);
});
