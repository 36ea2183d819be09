import { expect, onTestFinished, test, vi } from 'vitest';
import { clientOfStarted } from '../../packages/plid/sandbox/start-sandbox.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';

test('a sandbox stops before it reports an invalid seed', async () => {
  const message = 'people[0].phoneNo needs a number';
  const refusing = async () => Response.json({ error: 'invalid_request', message }, { status: 400 });
  const proxy = await startProxy({ fetch: refusing });
  onTestFinished(() => proxy.close());
  const started = { save: vi.fn(), stop: vi.fn() };
  await expect(clientOfStarted(proxy.url, started)).rejects.toThrow(message);
  expect(started.stop).toHaveBeenCalledOnce();
});
