import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type EventReceiver,
  readEvent,
  registerReceiver,
  startEventReceiver,
} from '../../../test/service/support/event-receiver.ts';
import { grantSignIn } from '../../../test/support/fixtures/grants.ts';
import { sendPeopleRequest } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
let receiver: EventReceiver;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
  receiver = await startEventReceiver();
});
afterAll(async () => {
  await proxy?.close();
  await receiver?.close();
});

/** The output of `plid events …`, both streams. */
const events = async (...words: string[]): Promise<string> => {
  const env = { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN };
  return (await plid(['events', ...words, '--url', proxy.url], { env })).output;
};

test('events list shows a rejected event, and events resend delivers it after the application is fixed', async () => {
  const client_id = await registerReceiver(world, receiver);
  expect(await events('list', client_id)).toBe(`${client_id} has no undelivered events.\n`);
  receiver.answers(() => Response.json({ err: 'invalid_key' }, { status: 400 }));
  const plids: string[] = [];
  for (const _ of [1, 2]) {
    const { plid } = await grantSignIn(world, { client_id });
    await sendPeopleRequest(world, 'erase', { plid });
    plids.push(plid);
  }
  await vi.waitFor(
    async () => expect(JSON.parse(await events('list', client_id, '--json')).events).toHaveLength(2),
    { timeout: 20_000, interval: 100 },
  );
  const { payload } = await readEvent(world, receiver.received[0]?.body);
  const listed = await events('list', client_id);
  for (const plid of plids)
    expect(listed).toMatch(new RegExp(`UTC +account-purged +${plid} +refused \\(400 invalid_key\\)$`, 'm'));

  receiver.answers();
  expect(await events('resend', client_id, String(payload.jti))).toBe('1 event is being redelivered.\n');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), 10_000);
  expect((await readEvent(world, receiver.received[2]?.body)).payload.jti).toBe(payload.jti);
  expect(await events('resend', client_id)).toMatch(/^[12] events? (?:is|are) being redelivered\.\n$/);
  await vi.waitFor(async () => expect(await events('list', client_id)).toMatch(/has no undelivered events/), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await events('resend', client_id, String(payload.jti))).toBe(
    'The event is not in the list. It has been delivered in the meantime, or is older than 30 days.\n',
  );
  expect(await events('list', 'shop')).toMatch(/^shop isn't a client_id\. To list them, run: /);
});
