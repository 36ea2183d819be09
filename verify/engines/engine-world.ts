import { startProxy } from '../../test/support/world/http-proxy.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';

export type EngineWorld = Awaited<ReturnType<typeof startEngineWorld>>;

/** The local world on a port of its own, as `npm start` has it. Every browser is a Korean's: WebKitGTK takes its language from the system. */
async function startEngineWorld() {
  const starting = Promise.withResolvers<World>();
  const proxy = await startProxy({
    async fetch(url, { headers, ...init } = {}) {
      return (await starting.promise).fetch(url, {
        ...init,
        headers: { ...headers, 'accept-language': 'ko' },
      });
    },
    socketTo: async (url) => (await starting.promise).socketTo(url),
  });
  const origin = `http://localhost:${proxy.port}`;
  const vars = { BASE_URL: origin, GATEWAY_ORIGIN: origin, SANDBOX_URL: origin };
  starting.resolve(startWorld({ local: true, overrides: { 'plid-local': { vars } } }));
  const world = await starting.promise;
  return {
    ...world,
    origin,
    async close(): Promise<void> {
      await proxy.close();
      await world.close();
    },
  };
}

export const useEngineWorld = (): EngineWorld => useStarted(startEngineWorld);
