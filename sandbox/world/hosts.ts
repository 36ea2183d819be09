import type { WorldEnv } from './world-env.ts';

/** A request for the workers, and a function that converts their response for the caller. */
interface Translation {
  request: Request;
  back(answer: Response): Promise<Response>;
}

/**
 * Translates a request under another host name or port to this environment's own address, because workers allow
 * http only on loopback. Containers and phone emulators use such names. URLs in the response are translated back
 * for the caller. @param request whose host name is allowed.
 */
export function translateHost(request: Request, { SEED, BASE_URL }: WorldEnv): Translation {
  const url = new URL(request.url);
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

/** Headers that contain URLs for the browser. */
const addressed = ['Location', 'Content-Security-Policy'];

/** Returns an origin without `http` or `https`, so that WebSocket URLs are replaced too. */
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
