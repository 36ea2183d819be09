import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTurn } from '../clients/in-turn.ts';
import { openSocket } from './open-socket.ts';
import { isThere, proxies } from './proxies.ts';
import { page, startProxyWorld } from './proxy-world.ts';
import { selfSigned } from './test-authority.ts';
import { startImpostor } from './tls-gateways.ts';

let world: Awaited<ReturnType<typeof startProxyWorld>>;
let cookie: string;
beforeAll(async () => {
  world = await startProxyWorld();
  ({ cookie } = await world.signIn());
});
afterAll(() => world?.close());

/** Certificates of a server that an attacker has put in the gateway's place, at the name `localhost`. */
const certificates = {
  'a self-signed certificate for the gateway’s host': () => selfSigned('localhost'),
  'a certificate of the trusted authority for another host': () => world.authority.issue('evil.example'),
};

describe.each(inTurn(Object.entries(proxies)))('the proxy configuration of %s', (_, proxy) => {
  const skipped = !isThere(proxy);

  test.skipIf(skipped).for(Object.entries(certificates))(
    'sends nothing to an impostor with %s, and admits no request',
    async ([, issue], { onTestFinished }) => {
      const impostor = await startImpostor(await issue());
      onTestFinished(impostor.close);
      const { url, stop } = await world.startProxy(proxy, impostor.url);
      onTestFinished(stop);
      world.received.splice(0);
      const forged = { 'Plid-Identity': 'forged', 'X-Auth-Request-User': 'forged' };
      const sent = { ...page, ...forged, Cookie: `${cookie}; basket=1` };
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await fetch(`${url}/orders`, { method, headers: sent, redirect: 'manual' });
        expect(answer.status, method).toBeGreaterThanOrEqual(500);
      }
      expect((await openSocket(`${url}/live`, sent)).status).toBeGreaterThanOrEqual(500);
      expect(impostor.received).toEqual([]);
      expect(world.received).toEqual([]);
    },
  );

  test.skipIf(skipped)('calls the gateway with a valid certificate', async ({ onTestFinished }) => {
    const { url, stop } = await world.startProxy(proxy);
    onTestFinished(stop);
    world.received.splice(0);
    const answer = await fetch(`${url}/orders`, { headers: { ...page, Cookie: cookie } });
    expect([answer.status, world.received.length]).toEqual([200, 1]);
  });
});
