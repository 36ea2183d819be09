import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, signIn } from '../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { accessTokenFor } from '../../support/requests/service-requests.ts';
import type { World } from '../../support/world/world.ts';

/** Values that are valid in a world: requests with them get beyond the first check. */
export interface Fixtures {
  /** The id of an application that may be changed and deleted. */
  client_id: string;
  code: string;
  access_token: string;
  /** A sign-in that waits for a phone. */
  flow: string;
  plid: string;
  /** The state of a gateway flow before its callback. */
  state: string;
  /** The cookie of a session of the gateway. */
  session: string;
  /** Cookies of the service, as a browser sends them. */
  serviceCookies: string;
  gatewayCookies: string;
}

/** Signs a new user in at the gateway. @returns the user as the gateway returns it. */
export async function signInAtGateway(world: World, browser: BrowserSession) {
  const page = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  const consent = await browser.submit(page, { ...(await newSubscriber(world)), autoLogin: 'Y' });
  const end = await browser.submit(consent);
  return JSON.parse(end.text).user as { plid: string; name: string };
}

export async function createFixtures(world: World): Promise<Fixtures> {
  const browser = new BrowserSession(world);
  const { plid } = await signInAtGateway(world, browser);
  const page = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const waiting = await browser.submit(page, await newSubscriber(world, 'waits'));
  const login = await browser.fetch(`${world.gateway}/auth/login`, { redirect: 'manual' });
  const [code = '', redeemed = ''] = await Promise.all(
    [1, 2].map(async () =>
      codeOf(await signIn(new BrowserSession(world), world, await newSubscriber(world))),
    ),
  );
  const cookies = (origin: string) => [...browser.cookies(origin)].map((pair) => pair.join('=')).join('; ');
  return {
    client_id: (await registerApplication(world)).client_id,
    code,
    access_token: await accessTokenFor(world, { code: redeemed }),
    flow: waiting.url.searchParams.get('flow') ?? '',
    plid,
    state: new URL(login.headers.get('Location') ?? '').searchParams.get('state') ?? '',
    session: browser.cookies(world.gateway).get('__Host-plid-session') ?? '',
    serviceCookies: cookies(world.service),
    gatewayCookies: cookies(world.gateway),
  };
}
