import { isLoopback } from '../../packages/plid/http/secure-address.ts';
import type { WorldEnv } from './world-env.ts';

/** A request as the workers see it, and how to bring their answer to its caller. */
interface Translation {
  request: Request;
  back(answer: Response): Promise<Response>;
}

/**
 * Containers and emulators of phones reach this world under a name of their own, or at a port of their own, while the workers serve
 * plain http only on loopback. A request to an allowed name is handed to them as if it were for this machine, and the addresses in
 * their answer are those that the caller can reach.
 * @returns undefined where the name is none of those that are allowed: a page of another site may lead its own name here.
 */
export function translateHost(
  request: Request,
  { SEED, BASE_URL, ALLOWED_HOSTS = '' }: WorldEnv,
): Translation | undefined {
  const url = new URL(request.url);
  if (!isLoopback(url) && !ALLOWED_HOSTS.split(',').includes(url.hostname)) return undefined;
  if (SEED === undefined || BASE_URL === undefined || url.origin === BASE_URL)
    return { request, back: async (answer) => answer };
  const translated = new Request(BASE_URL + url.pathname + url.search, request);
  for (const name of ['Origin', 'Referer']) {
    const value = request.headers.get(name);
    if (value?.startsWith(url.origin))
      translated.headers.set(name, BASE_URL + value.slice(url.origin.length));
  }
  const isMetadata = url.pathname.startsWith('/.well-known/');
  return {
    request: translated,
    back: (answer) =>
      withAddresses(answer, isMetadata || isPage(answer), placeOf(BASE_URL), placeOf(url.origin)),
  };
}

const isPage = ({ headers }: Response): boolean => /^text\/html/.test(headers.get('Content-Type') ?? '');

/** Headers that hold addresses for the browser. */
const addressed = ['Location', 'Content-Security-Policy'];

/** An origin without its scheme: that of a socket has another one. */
const placeOf = (origin: string): string => origin.replace(/^https?/, '');

async function withAddresses(answer: Response, inBody: boolean, from: string, to: string): Promise<Response> {
  if (answer.webSocket) return answer;
  const body = inBody && answer.body !== null ? (await answer.text()).replaceAll(from, to) : answer.body;
  const translated = new Response(body, answer);
  for (const name of addressed) {
    const value = answer.headers.get(name);
    if (value !== null) translated.headers.set(name, value.replaceAll(from, to));
  }
  return translated;
}
