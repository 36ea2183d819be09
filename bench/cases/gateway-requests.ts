import type { Call, HttpRequest, System } from '../runner/system.ts';
import { forgedValue, browserHeaders as fromElsewhere } from './requests.ts';

export const host = 'shop.example.com';

export const people = 800;

/** Asks the worker of stubs/mint-gateway.ts for the values that requests need. */
export const made = async <Made>(call: Call, what: string, count: number): Promise<Made[]> =>
  (await (await call('mint', `/${what}?n=${count}&people=${people}`)).json()) as Made[];

/** The headers that the gateway's own page sends. */
export const browserHeaders = { ...fromElsewhere, 'Sec-Fetch-Site': 'same-origin' };
export const scriptHeaders = { ...browserHeaders, Accept: 'application/json', 'Sec-Fetch-Dest': 'empty' };

export const withSession = (path: string, token: string, headers: Record<string, string>): HttpRequest => ({
  path,
  host,
  headers: { ...headers, Cookie: `theme=dark; __Host-plid-session=${token}` },
});

export const forged = forgedValue(160);

/** A browser's flow, made by the worker that makes it. */
interface Returning {
  cookie: string;
  query: string;
}

const returning = (path: string, { cookie, query }: Returning): HttpRequest => ({
  path: `${path}?${query}`,
  host,
  headers: { ...fromElsewhere, Cookie: `theme=dark; ${cookie}` },
});

export const callbacks: System['requests'] = async (call, count) =>
  (await made<Returning>(call, 'flows', count)).map((flow) => returning('/auth/callback', flow));

/** A library with cookies of its own makes its flows itself. @param path Auth.js has its provider in it. */
export const ownCallbacks =
  (path: string): System['requests'] =>
  async (call, count) => {
    const answer = await call('limit', `/flows?n=${count}&people=${people}`);
    return ((await answer.json()) as Returning[]).map((flow) => returning(path, flow));
  };
