import { expect } from 'vitest';
import type { Settings } from '../../docs/clients/user.ts';
import { BrowserSession, type Init, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { approveOn, denyOn, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { registerApplication } from '../../test/support/requests/operator-requests.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';

export type ClientWorld = Awaited<ReturnType<typeof startClientWorld>>;

/** The parts of a token request in which the libraries differ. */
export interface TokenRequest {
  credentials: 'header' | 'form';
  pkce: boolean;
}

function tokenRequestOf({ headers = {}, body }: Init): TokenRequest {
  const fields = new URLSearchParams(String(body));
  const credentials = headers.authorization === undefined ? 'form' : 'header';
  return { credentials, pkce: fields.has('code_verifier') };
}

/**
 * The local world on a port of its own: clients use a real connection, as with `npm start`.
 * @param vars settings that differ.
 */
async function startClientWorld(vars: Record<string, string>) {
  const starting = Promise.withResolvers<World>();
  const sent: TokenRequest[] = [];
  const proxy = await startProxy({
    async fetch(url, init = {}) {
      if (new URL(url).pathname === '/oauth2/token') sent.push(tokenRequestOf(init));
      return (await starting.promise).fetch(url, init);
    },
  });
  const address = `http://localhost:${proxy.port}`;
  const overrides = { 'plid-local': { vars: { BASE_URL: address, GATEWAY_ORIGIN: address, ...vars } } };
  starting.resolve(startWorld({ local: true, overrides }));
  const world = await starting.promise;
  return {
    ...world,
    address,
    tokenRequests: sent as readonly TokenRequest[],
    async close(): Promise<void> {
      await proxy.close();
      await world.close();
    },
  };
}

export const useClientWorld = (vars: Record<string, string> = {}): ClientWorld =>
  useStarted(() => startClientWorld(vars));

/** Registers an application for every attribute. @param fields others of its fields. @returns the configuration that a developer would write. */
export async function registerClient(
  world: ClientWorld,
  redirect_uri: string,
  fields: object = {},
): Promise<Settings> {
  const { client_id, client_secret } = await registerApplication(world, {
    redirect_uris: [redirect_uri],
    attributes: [...attributes],
    ...fields,
  });
  return { service: world.address, client_id, client_secret, redirect_uri };
}

interface BrowserOptions {
  /** Answers for every host except the service's. Without it, their requests use the network. */
  application?: (request: Request) => Promise<Response>;
  /** A path with a code that the browser does not open. */
  stopAt?: string;
}

/** A browser that visits the service within this process, and an application at any address. */
export const browserOf = (world: ClientWorld, { application = fetch, stopAt }: BrowserOptions = {}) =>
  new BrowserSession(
    {
      async fetch(url, init) {
        if (new URL(url).origin === world.address) return world.fetch(url, init);
        return application(new Request(url, { ...init, redirect: 'manual' }));
      },
    },
    { visitable: ({ pathname, searchParams }) => pathname !== stopAt || !searchParams.has('code') },
  );

/** Signs a new subscriber in, up to the waiting page. @param start the address to which the application redirects the browser. */
async function waitForPhone(world: ClientWorld, browser: BrowserSession, start: URL | string, fields = {}) {
  const person = await newSubscriber(world, 'waits');
  const waiting = await browser.submit(await browser.get(start), { ...person, ...fields });
  expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
  return { person, waiting };
}

/**
 * Signs in with name and number, approves on the phone, and agrees. @returns the page at the end.
 * @param fields additional fields of the sign-in form, such as `autoLogin`.
 */
export async function signIn(
  world: ClientWorld,
  browser: BrowserSession,
  start: URL | string,
  fields: Record<string, string> = {},
) {
  const { person, waiting } = await waitForPhone(world, browser, start, fields);
  await approveOn(world, person.phoneNo);
  const consent = await browser.get(waiting.url);
  expect(consent.url.pathname).toBe('/oauth2/authorize/consent');
  return { person, end: await browser.submit(consent, fields) };
}

/** Signs in with name and number, and denies on the phone. @returns the page at the end. */
export async function deny(world: ClientWorld, browser: BrowserSession, start: URL | string): Promise<Shown> {
  const { person, waiting } = await waitForPhone(world, browser, start);
  await denyOn(world, person.phoneNo);
  return browser.get(waiting.url);
}

/** The address of a finished sign-in with a wrong `state`. */
export function withWrongState({ url }: Shown): URL {
  const wrong = new URL(url);
  wrong.searchParams.set('state', 'a-state-that-nobody-sent');
  return wrong;
}

/** The record that an application reads of a user of {@link signIn}. */
export const recordOf = ({ name, phoneNo }: { name: string; phoneNo: string }) => ({
  plid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ci: expect.stringMatching(/^[\w+/]{86}==$/),
  phoneNo,
  name,
  gender: 'M',
  agegroup: expect.stringMatching(/^[1-9]0$/),
  birthday: '0315',
  birthdate: '950315',
  foreign: 'L',
  telcoCd: 'S',
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
});

/** The claims of a user of {@link signIn}, with every scope. */
export const claimsOf = ({ name, phoneNo }: { name: string; phoneNo: string }) => ({
  sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ...{ name, gender: 'male', birthdate: '1995-03-15' },
  ...{ phone_number: `+82${phoneNo.slice(1)}`, phone_number_verified: true },
  ...{ email: expect.stringMatching(/^[0-9a-f-]{36}@plid\.invalid$/), email_verified: false },
});

/**
 * What a second login in the same browser does, after a user has chosen automatic login. It returns only the `plid`, and some
 * applications keep the earlier attributes. With `prompt` it is a full sign-in.
 */
export type SecondLogin = 'returns only the plid' | 'keeps the attributes' | 'asks the phone again';

/** The record of a later automatic login (§2.1). */
export const automaticRecordOf = (plid: string | undefined) => ({
  plid,
  autoLoginYn: 'Y',
  autoStatusCheck: 'N',
});
