import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../packages/plid/client/index.ts';
import { publicKeys } from '../../../sandbox/world/public-secrets.ts';
import { startSandbox } from '../../support/world/sandbox-world.ts';

/** A server that receives an application's events. */
async function startReceiver() {
  const events: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    events.push(decodeJwt(await text(request)));
    response.writeHead(202).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { events, url: `http://localhost:${(server.address() as AddressInfo).port}/events` };
}

/** A sandbox with one application, in which a user has just signed in. */
async function signedIn() {
  const { events, url: receiver } = await startReceiver();
  const client_id = 'myshop00000000000001';
  const redirect_uris = ['http://localhost:3000/callback'];
  const sandbox = await startSandbox({
    applications: [{ client_id, name: '내 가게', redirect_uris, events: receiver }],
  });
  onTestFinished(() => sandbox.stop());
  const { client_secret: clientSecret } = sandbox.application;
  const client = createClient({
    ...{ service: sandbox.url, clientId: client_id, clientSecret },
    redirectUri: 'http://localhost:3000/callback',
  });
  const { code } = await sandbox.signIn('01000000001');
  const { plid } = await client.user((await client.exchange(code)).access_token);
  return { sandbox, client_id, plid, events };
}

test('an event in the sandbox contains the plid that the application knows', async () => {
  const { sandbox, plid, events } = await signedIn();
  await sandbox.person('01000000001').leave();
  await vi.waitFor(() => expect(events).not.toEqual([]), 10_000);
  expect(events.map(({ sub_id }) => sub_id)).toEqual([expect.objectContaining({ sub: plid })]);
});

test('people affected lists the plid that the application knows', async () => {
  const { sandbox, client_id, plid } = await signedIn();
  const ask = async () => {
    const response = await fetch(`${sandbox.url}/admin/people/affected`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${publicKeys.ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, since: 0, until: 4_000_000_000, reason: 'incident 12' }),
    });
    return (await response.json()) as { people: { plid: string }[] };
  };
  await vi.waitFor(async () => expect((await ask()).people).toMatchObject([{ plid }]), 10_000);
});
