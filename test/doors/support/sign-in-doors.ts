import { createServer, request as nodeRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plidSignIn } from '../../../packages/plid/express/index.ts';
import { plidSignIn as webSignIn } from '../../../packages/plid/web/index.ts';
import { startServiceStandIn } from '../../support/fakes/service-stand-in.ts';
import { useGatewayWorld } from '../../support/world/gateway-world.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { useStarted } from '../../support/world/use-world.ts';

type StandIn = Awaited<ReturnType<typeof startServiceStandIn>>;
type Sent = Record<string, string>;
/** The part of a response that the doors have in common. */
interface Arrived {
  status: number;
  location: string;
  /** The Set-Cookie values. */
  cookies: string[];
}
/** Sends a request to a door, without a browser's cookies. */
type Send = (path: string, method: string, headers: Sent) => Promise<Arrived>;

/** A product at which a browser starts and completes a sign-in. */
export interface SignInDoor {
  name: string;
  /** The path that starts a sign-in, and the path of `redirect_uri`. */
  paths: { login: string; callback: string };
  origin(): string;
  standIn(): StandIn;
  send: Send;
}

const site = 'https://shop.example.com';
const paths = { login: '/login', callback: '/callback' };
const gatewayPaths = { login: '/auth/login', callback: '/auth/callback' };
/** The settings of an application with the package. */
export const doorSettings = (service: string) => ({
  service,
  clientId: 'the-client',
  clientSecret: gatewaySecrets.CLIENT_SECRET,
  redirectUri: `${site}/callback`,
  cookieKey: '0123456789abcdefghijklmnopqrstuvwxyz',
});

/** Every door at which browsers sign in. Call it once per file, outside of tests. */
export function useSignInDoors(): SignInDoor[] {
  return [
    gatewayDoor('the split gateway', false),
    gatewayDoor('the single Worker', true),
    webDoor(),
    expressDoor(),
  ];
}

function gatewayDoor(name: string, single: boolean): SignInDoor {
  const world = useGatewayWorld({ single });
  return {
    name,
    paths: gatewayPaths,
    origin: () => world.gateway,
    standIn: () => world.standIn,
    send: async (path, method, headers) =>
      arrived(await world.fetch(world.gateway + path, { method, headers, redirect: 'manual' })),
  };
}

function webDoor(): SignInDoor {
  const started = useStarted(async () => {
    const standIn = await startServiceStandIn();
    const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
    const plid = webSignIn({ ...doorSettings(standIn.url), outcomes });
    return { standIn, plid, logs: () => '', close: standIn.close };
  });
  return {
    name: 'plid/web',
    paths,
    origin: () => site,
    standIn: () => started.standIn,
    send: async (path, method, headers) =>
      arrived(await started.plid.handle(new Request(site + path, { method, headers }))),
  };
}

function expressDoor(): SignInDoor {
  const started = useStarted(async () => {
    const standIn = await startServiceStandIn();
    const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
    const { routes } = plidSignIn({ ...doorSettings(standIn.url), outcomes });
    const server = createServer((request, response) =>
      routes(request, response, (failure) => response.writeHead(failure === undefined ? 404 : 500).end()),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await standIn.close();
    };
    return { standIn, port: (server.address() as AddressInfo).port, logs: () => '', close };
  });
  return {
    name: 'plid/express',
    paths,
    origin: () => site,
    standIn: () => started.standIn,
    send: (path, method, headers) => sendPlain(started.port, path, method, headers),
  };
}

/** @param answer undefined if a product passes a request on. */
export const arrived = (answer: Response = new Response(null, { status: 404 })): Arrived => ({
  status: answer.status,
  location: answer.headers.get('Location') ?? '',
  cookies: answer.headers.getSetCookie(),
});

/** Sends a request to a server without the headers that `fetch` adds or forbids. */
export const sendPlain = (port: number, path: string, method: string, headers: Sent): Promise<Arrived> =>
  new Promise((resolve, reject) => {
    const own = { host: new URL(site).host, ...headers };
    const sent = nodeRequest(
      { host: '127.0.0.1', port, path, method, headers: own, agent: false },
      (answer) => {
        const { location = '', 'set-cookie': cookies = [] } = answer.headers;
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, location, cookies }));
      },
    );
    sent.once('error', reject).end();
  });

/** A browser at a door. Its cookies can be changed. */
export class DoorBrowser {
  readonly cookies = new Map<string, string>();
  readonly #door: SignInDoor;

  constructor(door: SignInDoor) {
    this.#door = door;
  }

  async visit(path: string, { method = 'GET', ...headers }: Sent = {}): Promise<Arrived> {
    const Cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await this.#door.send(path, method, { ...(Cookie && { Cookie }), ...headers });
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0;/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Starts a sign-in. @returns the service's URL, its state, and the path of its callback with a code. */
  async begin(code: string, returnTo = '/cart', headers: Sent = {}) {
    const { login, callback } = this.#door.paths;
    const { location } = await this.visit(`${login}?return_to=${encodeURIComponent(returnTo)}`, headers);
    const address = new URL(location);
    const state = address.searchParams.get('state') ?? '';
    return { address, state, callback: `${callback}?${new URLSearchParams({ code, state })}` };
  }
}
