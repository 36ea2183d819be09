import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { disconnect } from '../../../docs/clients/disconnect.ts';
import type { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { ask } from '../applications.ts';
import { browserOf, claimsOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type Server, servers, signedOutPath } from './servers.ts';

const world = useClientWorld();

/** The application on a port of its own, and a new browser. */
async function start({ create }: Server) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const settings = await registerClient(world, `${origin}/callback`, {
    openid: 'RS256',
    openid_automatic: true,
    openid_logout: `${origin}/backchannel-logout`,
    post_logout_redirect_uris: [`${origin}${signedOutPath}`],
  });
  server.on('request', await create(settings));
  return { origin, settings, browser: browserOf(world) };
}

/** The user of the application's session; undefined if no user is signed in. */
const userOf = async (browser: BrowserSession, origin: string) => (await ask(browser, origin)).user;

describe.each(Object.entries(servers))('%s', (_, server) => {
  test('signs a user in and, at the service too, out', async () => {
    const { origin, browser } = await start(server);
    const { person, end } = await signIn(world, browser, `${origin}/login`, { autoLogin: 'Y' });
    expect(await userOf(browser, origin), end.text).toMatchObject({ name: person.name });
    const { url, text } = await browser.get(`${origin}/logout`);
    expect([url.href, text]).toEqual([`${origin}${signedOutPath}`, 'Signed out.']);
    expect(await userOf(browser, origin)).toBeUndefined();
    // The service has ended automatic sign-in in this browser, and shows the form again.
    expect((await browser.get(`${origin}/login`)).url.pathname).toBe('/oauth2/authorize');
  });

  test("doesn't sign a user in who denies", async () => {
    const { origin, browser } = await start(server);
    const { status, text } = await deny(world, browser, `${origin}/login`);
    expect(status, text).toBe(server.deniedStatus);
    expect(await userOf(browser, origin)).toBeUndefined();
  });
});

test('express-openid-connect ends the session of a disconnected user (back-channel logout)', async () => {
  const { origin, browser, settings } = await start(servers['express-openid-connect'] as Server);
  const { person } = await signIn(world, browser, `${origin}/login`);
  const user = await userOf(browser, origin);
  const { name, phone_number } = claimsOf(person);
  expect(user).toMatchObject({ name, phone_number });
  await disconnect(settings, user.sub);
  await world.settled();
  await expect.poll(() => userOf(browser, origin)).toBeUndefined();
});
