import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { hasJdk, startJavaCarrier, withoutJdk } from '../../test/support/world/java-carrier.ts';
import { origins, serviceSecrets } from '../../test/support/world/test-settings.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { signInName } from '../../workers/service/protocol/sign-in-name.ts';

/** All workers, asking the Java carrier over HTTP, which calls the service back. */
async function startBoth() {
  let started: World | undefined;
  const front = { fetch: (...asked: Parameters<World['fetch']>) => (started as World).fetch(...asked) };
  const proxy = await startProxy(front, { origin: origins.service });
  const PLID_SERVICE_TOKEN = 'own-token-of-the-carrier-0123456789abcdef';
  const carrier = await startJavaCarrier({ PLID_SERVICE: proxy.url, PLID_SERVICE_TOKEN });
  const { CARRIER_TOKEN } = serviceSecrets;
  const overrides = {
    'plid-service-authorize': {
      bindingOverrides: { CARRIER: { name: 'plid-service-carriers', entrypoint: 'Carrier' } },
    },
    'plid-service-carriers': {
      vars: { CARRIER_S: carrier.address },
      secrets: { CARRIER_S_TOKEN: carrier.token },
      direct: true,
    },
    'plid-service-carrier-callback': {
      secrets: { CARRIER_TOKEN: `skt@S:${PLID_SERVICE_TOKEN},${CARRIER_TOKEN}` },
    },
  };
  const world = await startWorld({ overrides });
  started = world;
  const close = async () => {
    for (const { close: end } of [world, proxy, { close: carrier.stop }]) await end();
  };
  return { ...world, carrier, close };
}

describe.skipIf(!hasJdk)(`docs/examples/carrier-http, behind the service (${withoutJdk})`, () => {
  const world = useStarted(startBoth);
  const person = { name: '한자바', phoneNo: '01070000001', telcoCd: 'S' };

  /** A user before the waiting page, and the request on their phone. */
  async function waiting() {
    const browser = new BrowserSession(world);
    const form = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    const page = await browser.submit(form, person);
    const phones = await (await fetch(`${world.carrier.address}/phone`)).text();
    const [, requestId = ''] = /action="\/phone\/(r-\w+)"/.exec(phones) ?? [];
    return { browser, page, requestId, match: page.document.querySelector('.match')?.text ?? '' };
  }

  test('signs a user in through the gateway, the service, and the carrier', async () => {
    const { browser, page, requestId, match } = await waiting();
    const back = await world.carrier.answer(requestId, match);
    expect(back).toBe(page.url.href);
    const consent = await browser.get(back ?? '');
    const session = await browser.submit(consent);
    const { user } = JSON.parse(session.text);
    expect(user).toMatchObject({ name: '한자바', phoneNo: '01070000001', telcoCd: 'S' });
  });

  test("returns a denial to the gateway's callback, and logs the name of the sign-in", async () => {
    const { browser, page, requestId } = await waiting();
    await world.carrier.answer(requestId, 'deny');
    const denied = await browser.get(page.url);
    expect([denied.url.pathname, denied.url.searchParams.get('error')]).toEqual([
      '/auth/callback',
      'access_denied',
    ]);
    const signIn = signInName(page.url.searchParams.get('flow') ?? '');
    const ofSignIn = () =>
      world.carrier.lines().flatMap((line) => (line.includes(` ${signIn} `) ? [line.split(' ').at(-1)] : []));
    await expect.poll(ofSignIn).toEqual(expect.arrayContaining(['requested', 'denied', '200']));
  });
});
