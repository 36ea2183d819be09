import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { demoGatewayRelyingParty, demoOpenIdClientsSetting } from '../../../sandbox/world/demo-clients.ts';
import { ask } from '../applications.ts';
import { browserOf, signIn, useClientWorld } from '../client-world.ts';
import { type Server, servers } from './servers.ts';

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
const redirect_uri = `${origin}/callback`;
const [entry] = JSON.parse(demoOpenIdClientsSetting) as object[];
const registered = {
  ...entry,
  redirect_uris: [redirect_uri],
  backchannel_logout_uri: `${origin}/backchannel-logout`,
};
const world = useClientWorld({ OPENID_CLIENTS: JSON.stringify([registered]) });

test('express-openid-connect ends its session when the user signs out of the gateway', async () => {
  const { create } = servers['express-openid-connect'] as Server;
  const settings = { service: `${world.address}/auth/oidc`, ...demoGatewayRelyingParty, redirect_uri };
  server.on('request', await create(settings));
  const [browser, other] = [browserOf(world), browserOf(world)];
  const userIn = async (of: typeof browser) => (await ask(of, origin)).user;
  const { person } = await signIn(world, browser, `${origin}/login`);
  await signIn(world, other, `${origin}/login`);
  expect(await userIn(browser)).toMatchObject({ name: person.name });
  const form = { method: 'POST', headers: { Origin: world.address, Accept: 'application/json' } };
  const answer = await browser.fetch(`${world.address}/auth/logout`, form);
  expect(await answer.json()).toEqual({ ended: 1 });
  await expect.poll(() => userIn(browser)).toBeUndefined();
  expect(await userIn(other)).toBeDefined();
});
