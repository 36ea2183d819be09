/** Everything that the hand-written workers of the limits share: an answer's headers, its request id, and its line of the log. */

export const json = (body: object, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

export function languageOf(header: string | null): 'ko' | 'en' {
  if (header === null) return 'en';
  let best: 'ko' | 'en' = 'en';
  let quality = 0;
  for (const entry of header.toLowerCase().split(',')) {
    const [tag = '', q] = entry.trim().split(';q=');
    const language = tag.slice(0, 2);
    const weight = q === undefined ? 1 : Number(q);
    if (
      (language === 'ko' || language === 'en') &&
      (tag.length === 2 || tag[2] === '-') &&
      weight > quality
    ) {
      best = language;
      quality = weight;
    }
  }
  return best;
}

const edgeId = /^([0-9a-f]{16})(?:-[A-Z]{3})?$/;

/** The id that Cloudflare's edge gave the request, or a random one. */
export const requestIdOf = (request: Request): string =>
  edgeId.exec(request.headers.get('CF-Ray') ?? '')?.[1] ?? crypto.getRandomValues(new Uint8Array(8)).toHex();

/** The events in the log line of a request, in addition to its response. */
export const eventsOf = new WeakMap<Request, Promise<object>>();

/** Adds the headers of every answer over https, and writes the request's line of the log. @param subdomains HSTS_SUBDOMAINS of this half. */
export function finish(
  request: Request,
  response: Response,
  worker: string,
  route: string,
  started: number,
  subdomains = '',
): Response {
  const { headers, status } = response;
  const id = requestIdOf(request);
  headers.set('Cache-Control', 'no-store');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Strict-Transport-Security', `max-age=31536000${subdomains}`);
  headers.set('X-Request-Id', id);
  const { method } = request;
  const milliseconds = Date.now() - started;
  const line = { level: 'info', worker, request: id, method, route, status, milliseconds };
  const write = (events: object) => console.info(JSON.stringify({ ...line, ...events }));
  const events = eventsOf.get(request);
  if (events === undefined) write({});
  else void events.then(write);
  return response;
}
