import { parseSetCookie } from 'cookie';
import { parse } from 'node-html-parser';
import type { Init } from '../fixtures/browser-session.ts';
import { people } from '../fixtures/sign-in.ts';
import { origins } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** Names of values that no log may hold: parameters, cookies and fields. */
const secretNames = new Set([
  'code',
  'state',
  'flow',
  'access_token',
  'session',
  'code_verifier',
  'client_secret',
  'plid',
  'ci',
  'phoneNo',
  'name',
  'birthdate',
]);
const ours = new Set(Object.values(origins));
/** The address of every request, out of a network for documentation, which belongs to no person. */
const caller = '203.0.113.77';
/** In characters; a shorter value is found by chance. */
const shortest = 6;

/** Whether the runtime itself has written a line of the log, as it does under load; workers log only JSON. */
export const isOfRuntime = (line: string) =>
  /^(?:NOSENTRY |Received a FetchEvent but we lack a handler|(?:workerd|kj|capnp)\/[\w/.+-]+:\d+: )/.test(
    line,
  );

interface Seen {
  address: string;
  status: number;
  headers: Headers;
}

/**
 * Watches everything that passes between a world and its callers, and between its workers, and keeps each value that no log may hold. @returns a
 * world to call instead.
 */
export function watch(world: World) {
  const secrets = new Set([caller, ...Object.values(people).flatMap(({ name, phoneNo }) => [name, phoneNo])]);
  const seen: Seen[] = [];
  const keep = (text: string | null | undefined) => {
    if (text != null && text.length >= shortest) secrets.add(text);
  };
  const keepFields = (fields: Iterable<[string, unknown]>) => {
    for (const [name, value] of fields) {
      if (typeof value === 'string') {
        if (secretNames.has(name)) keep(value);
      } else if (typeof value === 'object' && value !== null) keepFields(Object.entries(value));
    }
  };
  const keepBody = (text: string) => {
    if (text.startsWith('{')) keepFields(Object.entries(parseJson(text)));
    else if (text.startsWith('<')) keepFields(hiddenInputs(text));
    else keepFields(new URLSearchParams(text));
  };

  function keepRequest(url: URL, { headers = {}, body }: Init): void {
    keepFields(url.searchParams);
    if (typeof body === 'string') keepBody(body);
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() === 'authorization') for (const part of value.split(' ')) keep(part);
      if (name.toLowerCase() === 'cookie') for (const pair of value.split('; ')) keep(pair.split('=')[1]);
    }
  }

  async function keepAnswer(address: URL, response: Response): Promise<Response> {
    const { status, headers } = response;
    seen.push({ address: `${address.origin}${address.pathname}`, status, headers });
    const location = headers.get('Location');
    if (location !== null) keepFields(new URL(location, address).searchParams);
    for (const cookie of headers.getSetCookie()) keep(parseSetCookie(cookie).value);
    keepBody(await response.clone().text());
    return response;
  }

  const betweenWorkers = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (!ours.has(url.origin)) return betweenWorkers(input, init);
    const request = new Request(input, init);
    const headers = Object.fromEntries(request.headers);
    const body = await request.text();
    keepRequest(url, { headers, body });
    const sent = { method: request.method, headers, ...(body === '' ? {} : { body }) };
    return keepAnswer(url, await betweenWorkers(url, sent));
  };

  return {
    ...world,
    async fetch(address: string | URL, init: Init = {}): Promise<Response> {
      keepRequest(new URL(address), init);
      const headers = { 'CF-Connecting-IP': caller, ...init.headers };
      return keepAnswer(new URL(address), await world.fetch(address, { ...init, headers }));
    },
    secrets: secrets as ReadonlySet<string>,
    seen: seen as readonly Seen[],
    async close(): Promise<void> {
      globalThis.fetch = betweenWorkers;
      await world.close();
    },
  };
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const hiddenInputs = (html: string): [string, string][] =>
  parse(html)
    .querySelectorAll('input')
    .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']);
