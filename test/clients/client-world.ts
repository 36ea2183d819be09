import { expect } from 'vitest';
import type { Settings } from '../../docs/clients/user.ts';
import { attributes } from '../../packages/plid/protocol/user-record.ts';
import { BrowserSession, type Init, type Shown } from '../support/people/browser-session.ts';
import { approveOn, denyOn, newSubscriber } from '../support/people/phones.ts';
import { registerApplication } from '../support/requests/operator-requests.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startWorld, type World } from '../support/world/world.ts';

export type ClientWorld = Awaited<ReturnType<typeof startClientWorld>>;

/** What the libraries differ in when they ask for a token. */
export interface TokenRequest {
  credentials: 'header' | 'form';
  pkce: boolean;
}

function tokenRequestOf({ headers = {}, body }: Init): TokenRequest {
  const fields = new URLSearchParams(String(body));
  const credentials = headers.authorization === undefined ? 'form' : 'header';
  return { credentials, pkce: fields.has('code_verifier') };
}

/** The local world on a port of its own: clients come over a real connection, as they do beside `npm start`. */
async function startClientWorld() {
  const starting = Promise.withResolvers<World>();
  const sent: TokenRequest[] = [];
  const proxy = await startProxy({
    async fetch(url, init = {}) {
      if (new URL(url).pathname === '/oauth2/token') sent.push(tokenRequestOf(init));
      return (await starting.promise).fetch(url, init);
    },
  });
  const address = `http://localhost:${proxy.port}`;
  const overrides = { 'plid-local': { vars: { BASE_URL: address } } };
  starting.resolve(startWorld({ local: true, overrides }));
  const world = await starting.promise;
  return {
    ...world,
    address,
    /** How the client has asked for tokens. */
    tokenRequests: sent as readonly TokenRequest[],
    async close(): Promise<void> {
      await proxy.close();
      await world.close();
    },
  };
}

/** The world of one client's tests; see useWorld. */
export const useClientWorld = (): ClientWorld => useStarted(startClientWorld);

/** Registers an application that asks for everything. @returns what a developer would write into their configuration. */
export async function registerClient(world: ClientWorld, redirect_uri: string): Promise<Settings> {
  const { client_id, client_secret } = await registerApplication(world, {
    redirect_uris: [redirect_uri],
    attributes: [...attributes],
  });
  return { service: world.address, client_id, client_secret, redirect_uri };
}

interface BrowserOptions {
  /** Answers for every host but the service's; without it they are asked over the network. */
  application?: (request: Request) => Promise<Response>;
  /** A path that the browser does not open when it is sent there with a code. */
  stopAt?: string;
}

/** A browser that visits the service within this process, and an application wherever it is. */
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

/** A person with a phone, before the page that waits for it. @param start where the application sends the browser. */
async function waitForPhone(world: ClientWorld, browser: BrowserSession, start: URL | string, fields = {}) {
  const person = await newSubscriber(world, 'waits');
  const waiting = await browser.submit(await browser.get(start), { ...person, ...fields });
  expect(waiting.url.pathname).toBe('/oauth2/authorize/wait');
  return { person, waiting };
}

/**
 * Signs in with name and number, approves on the phone, and agrees. @returns what the browser shows at the end.
 * @param fields of the sign-in form besides, such as `autoLogin`.
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

/** Signs in with name and number, and denies on the phone. @returns what the browser shows at the end. */
export async function deny(world: ClientWorld, browser: BrowserSession, start: URL | string): Promise<Shown> {
  const { person, waiting } = await waitForPhone(world, browser, start);
  await denyOn(world, person.phoneNo);
  return browser.get(waiting.url);
}

/** The address that a sign-in came back to, with a `state` that nobody sent. */
export function withWrongState({ url }: Shown): URL {
  const wrong = new URL(url);
  wrong.searchParams.set('state', 'a-state-that-nobody-sent');
  return wrong;
}

/** What an application learns of a person of {@link signIn}. */
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

/**
 * What a second login in the same browser is, after a person has chosen automatic login: one that brings the `plid` alone,
 * one after which the application still has what it has learnt before, or, with `prompt`, no automatic login at all.
 */
export type SecondLogin = 'plid alone' | 'keeps' | 'asks again';

/** What it learns of them when they log in automatically (§2.1), and not for the first time. */
export const automaticRecordOf = (plid: string | undefined) => ({
  plid,
  autoLoginYn: 'Y',
  autoStatusCheck: 'N',
});
